/** Which of a card's printings is the ordinary one: what a row or list without further words means. */
import type { Printing } from '../records.ts';

/** A game's own order of printings that are ordinary alike, the plainest smallest. */
export interface OrdinaryRules {
  oddities(printing: Printing): readonly number[];
}

/** The one order: standard size, then no subtype or `unlimited`, then no stamp, then no foil, then fewer stamps, then as the game has it. */
export function compareOrdinary(a: Printing, b: Printing, rules?: OrdinaryRules): number {
  const [left, right] = [oddities(a, rules), oddities(b, rules)];
  const at = left.findIndex((value, index) => value !== right[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

const oddities = (printing: Printing, rules: OrdinaryRules | undefined): number[] => {
  const { size, subtype, stamps, foil } = printing;
  const isOrdinary = subtype === null || subtype === 'unlimited';
  return [
    size === 'standard' ? 0 : 1,
    isOrdinary ? 0 : 1,
    stamps.length === 0 ? 0 : 1,
    foil === null ? 0 : 1,
    stamps.length,
    ...(rules?.oddities(printing) ?? []),
  ];
};
