/** What is known of cards beside name and number, as plain data: phrases such as rarities, and codes of expansions. */
import { foldName } from '../../catalog/fold.ts';
import { listsOf, rowsByKey } from '../../packed/list-builder.ts';
import { type Lists, listAt } from '../../packed/lists.ts';
import { type PackedTexts, packTexts } from '../../packed/packed-texts.ts';
import { remembered } from '../../packed/remembered.ts';
import type { DictionaryColumn } from '../../store/views/search-rows/dictionary-column.ts';
import { buildTextTable, inOrderOfLength, wordsOf } from '../names/text-table.ts';
import { codeKey } from './code-key.ts';

/** What an expansion is called: its name, and its id and printed codes in any spelling. */
export interface GroupSignals {
  phrases: readonly string[];
  codes: readonly string[];
}

export interface Signals {
  /** Phrases of the row at this position of the list, in any spelling: rarity, printings, illustrator. */
  phrasesOf(row: number): readonly string[];
  groups: ReadonlyMap<string, GroupSignals>;
}

/** Moves between threads almost for nothing. */
export type SignalTable = Readonly<ReturnType<typeof buildSignalTable>>;

/** Rows and groups by their positions in the index. */
export interface SignalSource {
  names: PackedTexts;
  phrases: readonly DictionaryColumn<readonly string[]>[];
  groups: readonly GroupSignals[];
  groupRows: Lists;
}

export function buildSignalTable({ names, phrases, groups, groupRows }: SignalSource) {
  const foldOnce = remembered(foldName);
  const foldedOf = (spelled: readonly string[]) => spelled.map(foldOnce).filter(isSaid);
  const own = rowsByKey([{ values: groups }], ({ phrases: ofGroup }) => foldedOf(ofGroup));
  const rest = rowsByKey(phrases, foldedOf);
  const broad = own.keys.length;
  const all = [...own.keys, ...rest.keys];
  const rows = listsOf(all.length, (add) => {
    for (const phrase of own.keys.keys()) {
      for (const group of listAt(own.rows, phrase)) for (const row of listAt(groupRows, group)) add(phrase, row);
    }
    for (const phrase of rest.keys.keys()) for (const row of listAt(rest.rows, phrase)) add(broad + phrase, row);
  });
  const { keys: words, rows: wordPhrases } = rowsByKey([{ values: all }], wordsOf, inOrderOfLength);
  const codes = rowsByKey([{ values: groups }], ({ codes: ofGroup }) => ofGroup.map(codeKey).filter(isSaid));
  return {
    /** Letters of each name of the list, in the order of its name table. */
    nameLetters: lettersOf(names),
    /** Letters of each phrase, and the rows that it is true of; those from `broad` on are of rows, the others of groups. */
    broad,
    letters: lettersOf(packTexts(all)),
    rows,
    /** Every distinct word, and the phrases that have each. */
    words: buildTextTable(words),
    wordPhrases,
    /** Keys of codes, ascending, and the groups that have each. */
    codes: packTexts(codes.keys),
    codeGroups: codes.rows,
  };
}

/** What nothing is left of when it is folded says nothing. */
const isSaid = (folded: string) => folded !== '';

function lettersOf({ units, starts }: PackedTexts): Uint16Array<ArrayBuffer> {
  const letters = new Uint16Array(starts.length - 1);
  for (let i = 0; i < letters.length; i++) {
    const [from = 0, end = 0] = [starts[i], starts[i + 1]];
    let spaces = 0;
    for (let at = from; at < end; at++) if (units[at] === SPACE) spaces += 1;
    letters[i] = end - from - spaces;
  }
  return letters;
}

const SPACE = 0x20;
