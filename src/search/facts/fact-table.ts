/** What is known of cards beside name and number, as plain data: phrases such as rarities, and codes of expansions. */
import { foldName } from '../../catalog/fold.ts';
import { concatenate, type Lists } from '../lists.ts';
import { buildTextTable, byLength, type TextTable } from '../names/text-table.ts';
import { type PackedTexts, packTexts } from '../packed-texts.ts';
import { codeKey } from './code-key.ts';

/** What an expansion is called: its name, and its id and printed codes in any spelling. */
export interface GroupFacts {
  phrases: readonly string[];
  codes: readonly string[];
}

/** What is known of a list's rows. */
export interface Facts {
  /** Phrases of the row at this position of the list, in any spelling: rarity, printings, illustrator. */
  phrasesOf(row: number): readonly string[];
  groups: ReadonlyMap<string, GroupFacts>;
}

/** Moves between threads almost for nothing. */
export interface FactTable {
  /** Letters of each name of the list, in the order of its name table. */
  readonly nameLetters: Uint16Array<ArrayBuffer>;
  /** Letters of each phrase, and the rows that it is true of; those from `broad` on are of rows, the others of groups. */
  readonly broad: number;
  readonly letters: Uint16Array<ArrayBuffer>;
  readonly rows: Lists;
  /** Every distinct word, and the phrases that have each. */
  readonly words: TextTable;
  readonly wordPhrases: Lists;
  /** Keys of codes, ascending, and the groups that have each. */
  readonly codes: PackedTexts;
  readonly codeGroups: Lists;
}

/** Rows and groups by their positions in the index. */
export interface FactSource {
  /** Folded names of the list. */
  names: readonly string[];
  /** Phrases of each row, one after the other. */
  phrases: Iterable<readonly string[]>;
  groups: readonly GroupFacts[];
  groupRows: readonly (readonly number[])[];
}

export function buildFactTable({ names, phrases, groups, groupRows }: FactSource): FactTable {
  const byGroup = new Map<string, number[]>();
  const broad = new Map<string, number[]>();
  const byCode = new Map<string, number[]>();
  const folded = new Map<string, string>();
  const foldOnce = (phrase: string) => {
    const known = folded.get(phrase) ?? foldName(phrase);
    folded.set(phrase, known);
    return known;
  };
  let row = 0;
  for (const texts of phrases) {
    for (const text of texts) append(broad, foldOnce(text), row);
    row += 1;
  }
  for (const [group, { phrases: texts, codes }] of groups.entries()) {
    for (const text of texts) for (const row of groupRows[group] ?? []) append(byGroup, foldOnce(text), row);
    for (const code of codes) append(byCode, codeKey(code), group);
  }
  for (const map of [byGroup, broad, byCode]) map.delete('');
  const all = [...[...byGroup].sort(byText), ...[...broad].sort(byText)];
  const byWord = new Map<string, number[]>();
  for (const [phrase, [text]] of all.entries()) for (const word of text.split(' ')) append(byWord, word, phrase);
  const words = [...byWord.keys()].sort(byLength);
  const codes = [...byCode.keys()].sort();
  return {
    nameLetters: Uint16Array.from(names, lettersOf),
    broad: byGroup.size,
    letters: Uint16Array.from(all, ([text]) => lettersOf(text)),
    rows: concatenate(all.map(([, rows]) => ascending(rows))),
    words: buildTextTable(words),
    wordPhrases: concatenate(words.map((word) => ascending(byWord.get(word)))),
    codes: packTexts(codes),
    codeGroups: concatenate(codes.map((code) => ascending(byCode.get(code)))),
  };
}

const byText = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

const lettersOf = (folded: string) => folded.replaceAll(' ', '').length;

const ascending = (positions: readonly number[] = []) => [...new Set(positions)].sort((a, b) => a - b);

function append(map: Map<string, number[]>, key: string, position: number): void {
  const positions = map.get(key);
  if (positions === undefined) map.set(key, [position]);
  else positions.push(position);
}
