/** What is known of cards beside name and number, as plain data: phrases such as rarities, and codes of expansions. */
import { foldName } from '../../catalog/fold.ts';
import { GatheredLists, NumberedKeys, remembered } from '../gathered-lists.ts';
import { type Lists, listAt } from '../lists.ts';
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
  /** How many rows something is known of, and the phrases of each. */
  rows: number;
  phrasesOf(row: number): readonly string[];
  groups: readonly GroupFacts[];
  groupRows: Lists;
}

export function buildFactTable({ names, rows, phrasesOf, groups, groupRows }: FactSource): FactTable {
  const ofGroups = new NumberedKeys<string>();
  const ofRows = new NumberedKeys<string>();
  const phraseRows = new GatheredLists();
  const codes = new NumberedKeys<string>();
  const codeGroups = new GatheredLists();
  const foldOnce = remembered(foldName);
  for (const [group, { phrases, codes: spellings }] of groups.entries()) {
    for (const phrase of phrases.map(foldOnce).filter(isSaid)) {
      for (const row of listAt(groupRows, group)) phraseRows.add(ofGroups.numberOf(phrase), row);
    }
    for (const key of spellings.map(codeKey).filter(isSaid)) codeGroups.add(codes.numberOf(key), group);
  }
  const { keys: own, places: ownPlaces } = ofGroups.inOrder();
  const numberOf = remembered((phrase: string) => {
    const folded = foldOnce(phrase);
    return isSaid(folded) ? own.length + ofRows.numberOf(folded) : NOTHING;
  });
  for (let row = 0; row < rows; row++) {
    for (const phrase of phrasesOf(row)) {
      const number = numberOf(phrase);
      if (number !== NOTHING) phraseRows.add(number, row);
    }
  }
  const { keys: rest, places } = ofRows.inOrder();
  const all = [...own, ...rest];
  const wordKeys = new NumberedKeys<string>();
  const wordPhrases = new GatheredLists();
  for (const [phrase, text] of all.entries()) {
    for (const word of text.split(' ')) wordPhrases.add(wordKeys.numberOf(word), phrase);
  }
  const words = wordKeys.inOrder(byLength);
  const inCodes = codes.inOrder();
  return {
    nameLetters: Uint16Array.from(names, lettersOf),
    broad: own.length,
    letters: Uint16Array.from(all, lettersOf),
    rows: phraseRows.lists(Uint32Array.from([...ownPlaces, ...places.map((place) => own.length + place)])),
    words: buildTextTable(words.keys),
    wordPhrases: wordPhrases.lists(words.places),
    codes: packTexts(inCodes.keys),
    codeGroups: codeGroups.lists(inCodes.places),
  };
}

/** What nothing is left of when it is folded says nothing. */
const isSaid = (folded: string) => folded !== '';
const NOTHING = -1;

const lettersOf = (folded: string) => folded.replaceAll(' ', '').length;
