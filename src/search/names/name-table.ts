/** The distinct folded names of a list as plain data: their letters, their trigrams and their words. */
import { concatenate, type Lists } from '../lists.ts';
import { buildTextTable, byLength, type TextTable } from './text-table.ts';
import { trigramsOf } from './trigrams.ts';

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
  const byTrigram = new Map<number, number[]>();
  const byWord = new Map<string, number[]>();
  const trigramCounts = new Uint16Array(names.length);
  for (const [i, name] of names.entries()) {
    const trigrams = trigramsOf(name);
    trigramCounts[i] = trigrams.length;
    for (const trigram of trigrams) append(byTrigram, trigram, i);
    for (const word of new Set(name.split(' '))) append(byWord, word, i);
  }
  const trigrams = Float64Array.from(byTrigram.keys()).sort();
  const words = [...byWord.keys()].sort(byLength);
  return {
    names: buildTextTable(names),
    trigramCounts,
    trigrams,
    trigramNames: concatenate(Array.from(trigrams, (trigram) => byTrigram.get(trigram) ?? [])),
    words: buildTextTable(words),
    wordNames: concatenate(words.map((word) => byWord.get(word) ?? [])),
  };
}

function append<Key>(map: Map<Key, number[]>, key: Key, position: number): void {
  const positions = map.get(key);
  if (positions === undefined) map.set(key, [position]);
  else positions.push(position);
}
