/** Print lines: regions whose expansions and numbers are their own, and the language that each one's records stand in. */

/** A region beside the catalog's own: its cards are cards, and its other languages are their translations. */
export interface PrintLine {
  /** As its expansions name it. */
  readonly region: string;
  readonly language: string;
  readonly translations: readonly string[];
}

/** The languages of a game, those of its print lines among them, the catalog's own first. */
interface Languages {
  readonly languages: readonly string[];
  readonly lines?: readonly PrintLine[];
}

/** A language that nobody names any more: that of a game or a line that left the configuration. */
export const UNDETERMINED = 'und';

/** The language that the records of a region stand in; those of no region stand in the catalog's own. */
export const languageOfRegion = ({ languages, lines = [] }: Languages, region: string | undefined): string =>
  (region === undefined ? languages[0] : lines.find((line) => line.region === region)?.language) ?? UNDETERMINED;

/** The region whose records a language has texts of, or is the own one of; undefined for the catalog's own line. */
export const regionOfLanguage = ({ lines = [] }: Languages, language: string): string | undefined =>
  lines.find((line) => line.language === language || line.translations.includes(language))?.region;

/**
 * Parts the languages by region: those of the first one's are translations, and the first of each other region is the own
 * language of a print line.
 */
export function partedByRegion(
  [language = '', ...further]: readonly string[],
  regionOf: (language: string) => string | undefined,
): { translations: string[]; lines: PrintLine[] } {
  const own = regionOf(language);
  const byRegion = Map.groupBy(further, regionOf);
  const translations = byRegion.get(own) ?? [];
  const lines = [...byRegion].flatMap(([region, [first = '', ...others]]) =>
    region === own || region === undefined ? [] : [{ region, language: first, translations: others }],
  );
  return { translations, lines };
}
