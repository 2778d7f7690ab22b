/** The distinct folded names of a list as plain data: their letters, their trigrams and their words. */
import { GatheredLists, NumberedKeys } from '../gathered-lists.ts';
import type { Lists } from '../lists.ts';
import { buildTextTable, byLength, type TextTable } from './text-table.ts';
import { eachTrigram, NumberedTrigrams } from './trigrams.ts';

/** Distinct folded names, their trigrams and their words. Moves between threads without a copy. */
export interface NameTable {
  readonly names: TextTable;
  /** Number of distinct trigrams of each name. */
  readonly trigramCounts: Uint16Array<ArrayBuffer>;
  /** Every trigram, ascending, and the names that have each. */
  readonly trigrams: Float64Array<ArrayBuffer>;
  readonly trigramNames: Lists;
  /** Every distinct word, and the names that have each. */
  readonly words: TextTable;
  readonly wordNames: Lists;
}

/** Builds the table of `names`: distinct, folded, in the order of `byLength`. */
export function buildNameTable(names: readonly string[]): NameTable {
  const table = buildTextTable(names);
  const trigrams = new NumberedTrigrams();
  const trigramsOfNames = new GatheredLists();
  const words = new NumberedKeys<string>();
  const wordNames = new GatheredLists();
  for (const [i, name] of names.entries()) {
    eachTrigram(table.units, table.starts[i] ?? 0, table.starts[i + 1] ?? 0, (trigram) => {
      trigramsOfNames.add(trigrams.numberOf(trigram), i);
    });
    for (const word of name.split(' ')) wordNames.add(words.numberOf(word), i);
  }
  const inWords = words.inOrder(byLength);
  const inTrigrams = trigrams.inOrder();
  const trigramNames = trigramsOfNames.lists(inTrigrams.places);
  const trigramCounts = new Uint16Array(names.length);
  for (const name of trigramNames.values) trigramCounts[name] = (trigramCounts[name] ?? 0) + 1;
  return {
    names: table,
    trigramCounts,
    trigrams: inTrigrams.keys,
    trigramNames,
    words: buildTextTable(inWords.keys),
    wordNames: wordNames.lists(inWords.places),
  };
}
