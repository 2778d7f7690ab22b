/** What is known of cards beside name and number, as plain data: phrases such as rarities, and codes of expansions. */
import { foldName } from '../../catalog/fold.ts';
import { listsOf, NumberedKeys } from '../../packed/list-builder.ts';
import { type Lists, listAt } from '../../packed/lists.ts';
import { type PackedTexts, packTexts } from '../../packed/packed-texts.ts';
import { remembered } from '../../packed/remembered.ts';
import { type DictionaryColumn, mappedColumn } from '../../store/views/search-rows/dictionary-column.ts';
import { buildTextTable } from '../names/text-table.ts';
import { wordLists } from '../names/word-lists.ts';
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
  const own = numbered(groups.map((group) => foldedOf(group.phrases)));
  const ofRows = new NumberedKeys<string>();
  const columns = phrases.map((column) =>
    mappedColumn(column, (said) => foldedOf(said).map((phrase) => ofRows.numberOf(phrase))),
  );
  const { keys: rest, places } = ofRows.inOrder();
  const broad = own.keys.length;
  const all = [...own.keys, ...rest];
  const rows = listsOf(all.length, (add) => {
    for (const [group, numbers] of own.lists.entries()) {
      for (const number of numbers) for (const row of listAt(groupRows, group)) add(number, row);
    }
    for (const { values, codes } of columns) {
      for (let row = 0; row < codes.length; row++) {
        for (const number of values[codes[row] ?? 0] ?? []) add(broad + (places[number] ?? 0), row);
      }
    }
  });
  const { words, lists: wordPhrases } = wordLists(all);
  const codes = numbered(groups.map((group) => group.codes.map(codeKey).filter(isSaid)));
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
    codeGroups: listsOf(codes.keys.length, (add) => {
      for (const [group, numbers] of codes.lists.entries()) for (const number of numbers) add(number, group);
    }),
  };
}

/** The distinct texts of some lists, ascending, and the lists as places among them. */
function numbered(lists: readonly (readonly string[])[]): { keys: string[]; lists: number[][] } {
  const known = new NumberedKeys<string>();
  const numbers = lists.map((texts) => texts.map((text) => known.numberOf(text)));
  const { keys, places } = known.inOrder();
  return { keys, lists: numbers.map((each) => each.map((number) => places[number] ?? 0)) };
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
