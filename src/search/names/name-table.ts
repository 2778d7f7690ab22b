/** The distinct folded names of a list as plain data: their letters, their trigrams and their words. */
import { listsOf, NumberedKeys } from '../../packed/list-builder.ts';
import { buildTextTable, type TextTable } from './text-table.ts';
import { eachTrigram } from './trigrams.ts';
import { wordLists } from './word-lists.ts';

/** Distinct folded names, their trigrams and their words. Moves between threads without a copy. */
export type NameTable = Readonly<ReturnType<typeof buildNameTable>>;

/** Builds the table of `names`: distinct, folded, in the order of `inOrderOfLength`. */
export function buildNameTable(names: readonly string[]) {
  const table = buildTextTable(names);
  const { trigrams, trigramNames } = trigramLists(table);
  const trigramCounts = new Uint16Array(names.length);
  const { values } = trigramNames;
  for (let i = 0; i < values.length; i++) {
    const name = values[i] ?? 0;
    trigramCounts[name] = (trigramCounts[name] ?? 0) + 1;
  }
  const { words, lists } = wordLists(names);
  return {
    names: table,
    /** Number of distinct trigrams of each name. */
    trigramCounts,
    /** Every trigram, ascending, and the names that have each. */
    trigrams,
    trigramNames,
    /** Every distinct word, and the names that have each. */
    words: buildTextTable(words),
    wordNames: lists,
  };
}

function trigramLists({ units, starts }: TextTable) {
  const numbered = new NumberedKeys<number>();
  // One more than its letters has each name at most.
  const numbers = new Uint32Array(units.length + starts.length - 1);
  let count = 0;
  eachTrigram(units, starts, (trigram) => (numbers[count++] = numbered.numberOf(trigram)));
  const { keys, places } = numbered.inOrder();
  const trigramNames = listsOf(keys.length, (add) => {
    let at = 0;
    eachTrigram(units, starts, (_, name) => add(places[numbers[at++] ?? 0] ?? 0, name));
  });
  return { trigrams: Float64Array.from(keys), trigramNames };
}
