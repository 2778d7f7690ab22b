/** The names that rows have beside those of the list: in further languages, and in scripts that are written without spaces. */
import { foldName, spokenOf } from '../../catalog/fold.ts';
import { rowsByKey } from '../../packed/list-builder.ts';
import { type Lists, listAt } from '../../packed/lists.ts';
import { remembered } from '../../packed/remembered.ts';
import { type DictionaryColumn, mappedColumn } from '../../store/views/search-rows/dictionary-column.ts';
import { NameIndex, type Reading } from '../names/name-index.ts';
import { buildNameTable, type NameTable } from '../names/name-table.ts';
import { inOrderOfLength } from '../names/text-table.ts';
import { ScoreBoard } from '../score-board.ts';
import { foldEastern, isEastern } from './fold-eastern.ts';
import { PairIndex } from './pair-index.ts';
import { buildPairTable, type PairTable } from './pair-table.ts';
import { romajiOf } from './romaji.ts';

/** A further name of a row, by the row's place in the list. */
export interface FurtherName {
  row: number;
  name: string;
}

/** Moves between threads without a copy. */
export interface FurtherData {
  /** Those with spaces between words: Latin, Greek, Cyrillic. */
  readonly spaced: NameTable;
  readonly spacedRows: Lists;
  readonly eastern: PairTable;
  readonly easternRows: Lists;
}

/** Undefined where no row has another name: such a list is searched as it ever was. */
export function buildFurtherData(
  own: DictionaryColumn<string>,
  names: readonly FurtherName[],
): FurtherData | undefined {
  const [spaced, eastern] = [namedRows(), namedRows()];
  const isEasternName = remembered(isEastern);
  const readings = remembered(romajiOf);
  const addEastern = (folded: string, row: number) => {
    eastern.add(folded, row);
    for (const reading of readings(folded)) spaced.add(reading, row);
  };
  for (const { row, name } of names) {
    if (isEasternName(name)) addEastern(foldEastern(name), row);
    else if (foldName(name) !== foldName(own.values[own.codes[row] ?? 0] ?? '')) spaced.add(foldName(name), row);
  }
  // `foldName` takes the marks off kana and leaves them in their words, so such names are looked for here as well.
  const { values, codes } = mappedColumn(own, (name) => (isEastern(name) ? foldEastern(name) : ''));
  const said = own.values.map((name) => spokenOf(name).map(foldName));
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] ?? 0;
    addEastern(values[code] ?? '', row);
    for (const name of said[code] ?? []) spaced.add(name, row);
  }
  const [inSpaced, inEastern] = [spaced.inOrder(inOrderOfLength), eastern.inOrder()];
  if (inSpaced.keys.length + inEastern.keys.length === 0) return undefined;
  return {
    spaced: buildNameTable(inSpaced.keys),
    spacedRows: inSpaced.rows,
    eastern: buildPairTable(inEastern.keys),
    easternRows: inEastern.rows,
  };
}

/** Folded names as they come, and the row of each. */
function namedRows() {
  const [names, rows]: [string[], number[]] = [[], []];
  return {
    add: (name: string, row: number) => {
      if (name === '') return;
      names.push(name);
      rows.push(row);
    },
    inOrder: (orderOf?: (names: readonly string[]) => Uint32Array) =>
      rowsByKey([{ values: names, rows }], (name) => [name], orderOf),
  };
}

interface Kind {
  names: Pick<NameIndex, 'score' | 'beginning'>;
  rows: Lists;
  scores: ScoreBoard;
}

/** Keeps its boards between searches, and is not to be asked while it answers. */
export class FurtherNames {
  readonly #spaced: Kind;
  readonly #eastern: Kind;

  constructor({ spaced, spacedRows, eastern, easternRows }: FurtherData) {
    const boardOf = ({ length }: { length: number }) => new ScoreBoard(length);
    this.#spaced = { names: new NameIndex(spaced), rows: spacedRows, scores: boardOf(spaced.trigramCounts) };
    this.#eastern = { names: new PairIndex(eastern), rows: easternRows, scores: boardOf(eastern.pairCounts) };
  }

  /** Keeps the score of each row that has a name similar to `text`, which is as it was typed. */
  score(text: string, rows: ScoreBoard, as: Reading): void {
    const { names, rows: rowsOf, scores, folded } = this.#askedOf(text);
    scores.clear();
    names.score(folded, scores, as);
    for (const name of scores.found()) {
      const score = scores.score(name);
      for (const row of listAt(rowsOf, name)) rows.keep(row, score);
    }
  }

  /** Which rows have a name that begins with `text`, of those that `score` has just found. */
  beginning(text: string): ReadonlySet<number> {
    const { names, rows, scores, folded } = this.#askedOf(text);
    const begins = names.beginning(folded);
    return new Set([...scores.found()].filter(begins).flatMap((name) => [...listAt(rows, name)]));
  }

  /** Eastern texts are folded where they are read, since their spaces mean something. */
  #askedOf(text: string): Kind & { folded: string } {
    return isEastern(text) ? { ...this.#eastern, folded: text } : { ...this.#spaced, folded: foldName(text) };
  }
}
