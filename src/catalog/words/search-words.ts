/** What collectors call the cards of a game beside what stands on them: what a game tells the search. */

/** A short form, or another word for something, and the cards that it is said of: those that one of the rest is true of. */
export interface ShortForm {
  typed: readonly string[];
  /** Rarities in the words of the source, in any case. */
  rarities?: readonly string[];
  /** Words of a printing: its type, subtype, foil, size or one of its stamps. */
  printings?: readonly string[];
  name?: RegExp;
}

/** Data, so that it can be told to the thread that builds the index. */
export interface SearchWords {
  shortForms: readonly ShortForm[];
  /** How other catalogs spell the ids of expansions: each pair makes one more code of an id that it changes. */
  codes?: readonly (readonly [RegExp, string])[];
  /** What people call expansions beside their names, by the expansion's id without prefix. */
  expansions?: Readonly<Record<string, readonly string[]>>;
}

/** Short forms as they are listed, `sr: super-rare`, with semicolons between them. */
export const shortFormsOf = (field: 'rarities' | 'printings', table: string): ShortForm[] =>
  table.split(';').map((each) => {
    const [typed = [], words = []] = each.split(':').map((phrases) => phrases.trim().split(/,\s+/));
    return { typed, [field]: words };
  });
