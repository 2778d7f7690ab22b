/** Names of eastern scripts as plain data: their letters, and which of them have each pair of neighbours. */
import { unitsOf } from '../../catalog/words/edit-distance.ts';
import { rowsByKey } from '../../packed/list-builder.ts';
import { timesListed } from '../../packed/lists.ts';
import { packWide } from '../../packed/packed-texts.ts';

/** Text `i` is `units[starts[i]..starts[i + 1])`. Moves between threads without a copy. */
export type PairTable = Readonly<ReturnType<typeof buildPairTable>>;

/** Stands before the first letter and behind the last, so that one letter is in pairs too. */
const EDGE = 0;

/** Two code units to a number: all pairs that begin with a letter stand together. */
export const pairOf = (first: number, second: number): number => first * 0x1_0000 + second;

/** The distinct pairs of a folded text, those with its edges among them. */
export function pairsOf(units: ArrayLike<number>): Set<number> {
  const pairs = new Set<number>();
  for (let i = 0; i <= units.length; i++) pairs.add(pairOf(units[i - 1] ?? EDGE, units[i] ?? EDGE));
  return pairs;
}

/** @param names distinct and folded */
export function buildPairTable(names: readonly string[]) {
  const { keys, rows } = rowsByKey([{ values: names }], (name) => pairsOf(unitsOf(name)));
  return {
    ...packWide(names),
    /** Number of distinct pairs of each name. */
    pairCounts: timesListed(rows, names.length),
    /** Every pair, ascending, and the names that have each. */
    pairs: Uint32Array.from(keys),
    pairNames: rows,
  };
}
