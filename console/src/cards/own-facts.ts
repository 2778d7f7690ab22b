/** The facts of a card that its game prints beside what all games have, as words, each told once. */

export type Fact = readonly [name: string, value: string | null];

/** Signs of lists as one source writes them: `Supernovas;Straw Hat Crew`. */
const LIST_SIGN = /;(?=\S)/g;

const worded = (part: unknown): string =>
  part === true ? 'yes' : part === false ? 'no' : String(part).replaceAll(LIST_SIGN, ', ');

/** In the game's own words; what is made of parts stands elsewhere or not at all. */
export function ownFacts(named: (field: string) => string, attributes: Readonly<Record<string, unknown>> = {}): Fact[] {
  return Object.entries(attributes).flatMap(([name, value]): Fact[] => {
    const parts = Array.isArray(value) ? value : [value];
    const isPlain = parts.every((part) => ['string', 'number', 'boolean'].includes(typeof part));
    // Ids are for programs.
    if (!isPlain || parts.length === 0 || /_ids?$/.test(name)) return [];
    return [[named(name), parts.map(worded).join(', ')]];
  });
}

/** What of the general facts the game's own do not say in its own word: `Color` says what `Types` does. */
export const unsaid = (general: readonly Fact[], own: readonly Fact[]): Fact[] =>
  general.filter(([, value]) => !own.some(([, said]) => said === value));
