/** Ranked search over one list: names with typos, collector numbers, and both together. */

import { includes, listAt, merged } from '../packed/lists.ts';
import { placeOf, textAt } from '../packed/packed-texts.ts';
import { NameIndex, type Reading } from './names/name-index.ts';
import { type NumberReading, type NumberWanted, numberWanted, parseQuery } from './query.ts';
import { ScoreBoard } from './score-board.ts';
import { isEastern } from './scripts/fold-eastern.ts';
import { FurtherNames } from './scripts/further-names.ts';
import type { Evidence } from './signals/evidence.ts';
import { placeTyped } from './signals/place-typed.ts';
import { WordFit } from './signals/word-fit.ts';
import { compareIds } from './tables/index-columns.ts';
import type { IndexData } from './tables/index-data.ts';
import { rowsMeant } from './tables/number-table.ts';

/** A row in the ranked set. Higher scores come first, equal scores in order of id. */
export interface Hit {
  id: string;
  /** 0 to 1, four decimals; 1 for nothing but an equal folded name or an equal printed number. */
  score: number;
}

export interface SearchRequest {
  query: string;
  /** The number beside the name, where `query` is the name that a row of a list has, folded; empty where that has none. */
  listedNumber?: string;
  /** Only rows of all these groups (see `SearchRow`). Their scores are what they are without them. */
  groups?: readonly string[];
  /** Only rows whose ids it keeps; asked for as few as make the page. */
  keeps?: ((id: string) => boolean) | undefined;
  /** The last row of the page before. It is a place, not a row: it may be gone by now. */
  after?: Hit | undefined;
  limit: number;
}

/** The name fits, the number does not: still a candidate, since numbers are misread too. */
const NAME_WITHOUT_NUMBER = 0.9;
/** The number is right and the name begins with what was typed: it stands above every row of another number. */
const NUMBER_WITH_BEGINNING = 0.95;
/** The number of another total, or with a prefix or suffix that was not typed: alone, and with a fitting name. */
const NEAR_NUMBER = 0.5;
const NAME_WITH_NEAR_NUMBER = 0.95;
/** A number whose letters are written apart: they may be the code of an expansion that has the number too, which says more. */
const NUMBER_APART = 0.98;
/** Parts of expansions print counts of their own, which none has as its official one. */
const OTHER_PART = 0.97;
/** Some words fit digits, a rarity, a printing or the illustrator, and nothing else fits: below all that is similar, and all alike. */
const BROAD_SCORE = 0.39;

/** A text as it was typed, and folded by `foldName`: that takes the marks off kana, so that ガラガラ would be カラカラ. */
interface TypedName {
  typed: string;
  folded: string;
}

/** Keeps its boards between searches, and is not to be asked while it answers. */
export class SearchIndex {
  readonly #data: IndexData;
  readonly #names: NameIndex;
  readonly #words: WordFit;
  /** The names found; those similar to a name that was typed with a number; the rows that bear a number that was typed. */
  readonly #nameScores: ScoreBoard;
  readonly #similar: ScoreBoard;
  readonly #rowScores: ScoreBoard;
  readonly #further: FurtherNames | undefined;
  /** The rows that have a further name similar to one that was typed with a number. */
  readonly #alsoSimilar: ScoreBoard;
  #broad: Evidence[] = [];
  /** What the boards hold the scores of: a list asks one name in several expansions. */
  #ranked: string | undefined;

  constructor(data: IndexData) {
    const { trigramCounts } = data.names;
    this.#data = data;
    this.#names = new NameIndex(data.names);
    this.#words = new WordFit(data, this.#names.words);
    this.#nameScores = new ScoreBoard(trigramCounts.length);
    this.#similar = new ScoreBoard(trigramCounts.length);
    this.#rowScores = new ScoreBoard(data.rowNames.length);
    this.#further = data.further && new FurtherNames(data.further);
    this.#alsoSimilar = new ScoreBoard(data.further === undefined ? 0 : data.rowNames.length);
  }

  /**
   * One page of the ranked set. A row's score depends on the query and the row alone, so pages that follow one another
   * show every row once even when the index is rebuilt between them.
   */
  search({ query, listedNumber, groups = [], keeps, after, limit }: SearchRequest): Hit[] {
    this.#rank(query, listedNumber);
    const hits: Hit[] = [];
    for (const { score, row } of this.#shown(groups, after)) {
      const id = this.#id(row);
      if (keeps === undefined || keeps(id)) hits.push({ id, score });
      if (hits.length >= limit) break;
    }
    return hits;
  }

  /** The rows of all the groups behind a place, best first. */
  *#shown(groups: readonly string[], after: Hit | undefined): Generator<{ score: number; row: number }> {
    const allowed = groups.map((group) => this.#groupRows(group));
    for (const { score, rows } of this.#tiers(after?.score ?? 1)) {
      let shown = rows;
      for (const rowsOfGroup of allowed) shown = shown.filter((row) => includes(rowsOfGroup, row));
      if (score === after?.score) shown = shown.filter((row) => this.#compare(row, after.id) > 0);
      for (const row of shown.sort((a, b) => a - b)) yield { score, row };
    }
    if (after !== undefined && after.score < BROAD_SCORE) return;
    for (const row of this.#broadRows(after?.score === BROAD_SCORE ? after.id : undefined)) {
      if (allowed.every((rowsOfGroup) => includes(rowsOfGroup, row))) yield { score: BROAD_SCORE, row };
    }
  }

  /** Rows that nothing but a signal true of thousands speaks for, in order of id, behind the id `after`. */
  *#broadRows(after: string | undefined): Generator<number> {
    const isBefore = (row: number) => after !== undefined && this.#compare(row, after) <= 0;
    const lists = this.#broad.map(({ rows }) => rows);
    for (const row of merged(lists, isBefore)) {
      const name = this.#nameOf(row);
      // A name may fit and score nothing: one in an eastern script, by words of which some are typos.
      const isFound = this.#rowScores.score(row) > 0 || this.#nameScores.score(name) > 0;
      if (!isFound && !this.#words.fitsName(name)) yield row;
    }
  }

  /** Finds all rows, leaving their scores on the boards: a row that bears a number has its own, all others their name's. */
  #rank(query: string, listedNumber: string | undefined): void {
    const asked = listedNumber === undefined ? query : `${query}\n${listedNumber}`;
    if (asked === this.#ranked) return;
    // Until it is done, it is nobody's.
    this.#ranked = undefined;
    this.#nameScores.clear();
    this.#rowScores.clear();
    this.#broad = [];
    if (listedNumber === undefined) this.#rankTyped(query);
    else this.#rankListed(query, listedNumber);
    for (const row of this.#rowScores.found()) this.#rowScores.keep(row, this.#nameScores.score(this.#nameOf(row)));
    this.#ranked = asked;
  }

  #rankListed(name: string, written: string): void {
    const number = written === '' ? undefined : numberWanted(written);
    if (number !== undefined) this.#scoreNameAndNumber({ name, typed: name, number }, 'listed');
    else this.#scoreName({ typed: name, folded: name }, 'listed');
  }

  #scoreName(text: TypedName, as: Reading): void {
    this.#scoreOwn(text, this.#nameScores, as);
    this.#further?.score(text.typed, this.#rowScores, as);
  }

  /** Scores the names of the list on an empty board: one in an eastern script, by a text in one, by its pairs elsewhere. */
  #scoreOwn({ typed, folded }: TypedName, board: ScoreBoard, as: Reading): void {
    this.#names.score(folded, board, as);
    const { eastern } = this.#data;
    if (eastern !== undefined && isEastern(typed)) board.drop((name) => eastern[name] !== 0);
  }

  #rankTyped(text: string): void {
    // What sources number so is called so: `OP01-016_p1`.
    const query = text.replace(/(?<=\d)_p\d+$/i, ' parallel');
    const { name, numbers } = parseQuery(query);
    this.#scoreName({ typed: query, folded: name }, 'alone');
    if (!this.#data.hasNumbers) return;
    this.#broad = this.#words.score(query, this.#nameScores, this.#rowScores, (total) => this.#rowsOfTotal(total));
    // An expansion and a number in it, and nothing else.
    for (const { row, score } of placeTyped(this.#data, query)) this.#rowScores.keep(row, score);
    for (const reading of numbers) {
      if (reading.name === '') this.#scoreNumber(reading.number, reading.isParted === true ? NUMBER_APART : 1);
      else this.#scoreNameAndNumber(reading, 'beside a number');
    }
  }

  /** Rows that share one score, from `highest` down, in no order. */
  *#tiers(highest: number): Generator<{ score: number; rows: number[] }> {
    const names = this.#nameScores.byScore();
    const numbered = this.#rowScores.byScore();
    const scoreOf = (board: ScoreBoard, position: number | undefined) =>
      position === undefined ? 0 : board.score(position);
    for (let [n, r] = [0, 0]; n < names.length || r < numbered.length; ) {
      const score = Math.max(scoreOf(this.#nameScores, names[n]), scoreOf(this.#rowScores, numbered[r]));
      const rows: number[] = [];
      for (; n < names.length && scoreOf(this.#nameScores, names[n]) === score; n++) {
        if (score > highest) continue;
        for (const row of listAt(this.#data.nameRows, names[n] ?? 0)) {
          if (this.#rowScores.score(row) === 0) rows.push(row);
        }
      }
      for (; r < numbered.length && scoreOf(this.#rowScores, numbered[r]) === score; r++) rows.push(numbered[r] ?? 0);
      if (score <= highest) yield { score, rows };
    }
  }

  #scoreNumber(wanted: NumberWanted, score: number): void {
    this.#eachNumbered(wanted, (row, exact) => {
      this.#rowScores.keep(row, exact ? score : wanted.isPart === true ? OTHER_PART : NEAR_NUMBER);
    });
  }

  #scoreNameAndNumber({ name, typed, number }: NumberReading, as: Reading): void {
    this.#similar.clear();
    this.#scoreOwn({ typed, folded: name }, this.#similar, as);
    this.#alsoSimilar.clear();
    this.#further?.score(typed, this.#alsoSimilar, as);
    const begins = this.#names.beginning(name);
    const furtherBegins = this.#further?.beginning(typed);
    this.#eachNumbered(number, (row, exact) => {
      const ofName = this.#similar.score(this.#nameOf(row));
      const score = Math.max(ofName, this.#alsoSimilar.score(row));
      // A name that begins with the text is similar to it; thousands bear a number, and their letters lie far apart.
      const isBegun = exact && ((ofName > 0 && begins(this.#nameOf(row))) || furtherBegins?.has(row) === true);
      if (isBegun) this.#rowScores.keep(row, NUMBER_WITH_BEGINNING + (1 - NUMBER_WITH_BEGINNING) * score);
      else if (score > 0) this.#rowScores.keep(row, exact ? score : score * NAME_WITH_NEAR_NUMBER);
    });
    for (const found of this.#similar.found()) {
      this.#nameScores.keep(found, this.#similar.score(found) * NAME_WITHOUT_NUMBER);
    }
    for (const row of this.#alsoSimilar.found()) {
      this.#rowScores.keep(row, this.#alsoSimilar.score(row) * NAME_WITHOUT_NUMBER);
    }
  }

  /** Visits the rows whose number was meant: `exact` when nothing typed contradicts the print. */
  #eachNumbered(wanted: NumberWanted, visit: (row: number, exact: boolean) => void): void {
    const ofTotal = this.#rowsOfTotal(wanted.total);
    for (const { rows, isItself } of rowsMeant(this.#data.numbers, wanted)) {
      for (const row of rows) {
        const fits = ofTotal(row);
        if (isItself || fits) visit(row, isItself && fits);
      }
    }
  }

  /** Whether a row is in an expansion of `total` cards; every row is when no total was typed. */
  #rowsOfTotal(total: number | undefined): (row: number) => boolean {
    if (total === undefined) return () => true;
    const { officialCounts, groupRows, rowNames } = this.#data;
    const rows = new Uint8Array(rowNames.length);
    for (const [group, official] of officialCounts.entries()) {
      if (official === total) for (const row of listAt(groupRows, group)) rows[row] = 1;
    }
    return (row) => rows[row] === 1;
  }

  #groupRows(group: string): Uint32Array {
    const at = placeOf(this.#data.groups, group);
    return at === undefined ? new Uint32Array() : listAt(this.#data.groupRows, at);
  }

  #nameOf(row: number): number {
    return this.#data.rowNames[row] ?? 0;
  }

  #compare(row: number, id: string): number {
    return compareIds(this.#data.integerIds, this.#id(row), id);
  }

  #id(row: number): string {
    return textAt(this.#data.ids, row);
  }
}
