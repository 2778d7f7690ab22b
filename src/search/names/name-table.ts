/** The distinct folded names of a list as plain data: their letters, their trigrams and their words. */
import { rowsByKey } from '../../packed/list-builder.ts';
import { timesListed } from '../../packed/lists.ts';
import { buildTextTable, inOrderOfLength, wordsOf } from './text-table.ts';
import { trigramsIn } from './trigrams.ts';

/** Distinct folded names, their trigrams and their words. Moves between threads without a copy. */
export type NameTable = Readonly<ReturnType<typeof buildNameTable>>;

/** Builds the table of `names`: distinct, folded, in the order of `inOrderOfLength`. */
export function buildNameTable(names: readonly string[]) {
  const trigrams = rowsByKey([{ values: names }], trigramsIn);
  const words = rowsByKey([{ values: names }], wordsOf, inOrderOfLength);
  return {
    names: buildTextTable(names),
    /** Number of distinct trigrams of each name. */
    trigramCounts: timesListed(trigrams.rows, names.length),
    /** Every trigram, ascending, and the names that have each. */
    trigrams: Float64Array.from(trigrams.keys),
    trigramNames: trigrams.rows,
    /** Every distinct word, and the names that have each. */
    words: buildTextTable(words.keys),
    wordNames: words.rows,
  };
}
