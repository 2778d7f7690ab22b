/** Ranked search over one list: names with slips, collector numbers, and both together. */
import { compareIds, type IndexData } from './index-data.ts';
import { includes, listAt } from './lists.ts';
import { NameIndex } from './names/name-index.ts';
import { eachNumbered } from './number-table.ts';
import { placeOf, textAt } from './packed-texts.ts';
import { type NumberReading, type NumberWanted, parseQuery } from './query.ts';
import { ScoreBoard } from './score-board.ts';

/** A row in the ranked set. Higher scores come first, equal scores in order of id. */
export interface Hit {
  id: string;
  /** 0 to 1, four decimals; 1 for nothing but an equal folded name or an equal printed number. */
  score: number;
}

export interface SearchRequest {
  query: string;
  /** Only rows of all these groups (see `SearchRow`). Their scores are what they are without them. */
  groups?: readonly string[];
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

/** Keeps its boards between searches, and is not to be asked while it answers. */
export class SearchIndex {
  readonly #data: IndexData;
  readonly #names: NameIndex;
  /** The names found; those similar to a name that was typed with a number; the rows that bear a number that was typed. */
  readonly #nameScores: ScoreBoard;
  readonly #similar: ScoreBoard;
  readonly #rowScores: ScoreBoard;

  constructor(data: IndexData) {
    const { trigramCounts } = data.names;
    this.#data = data;
    this.#names = new NameIndex(data.names);
    this.#nameScores = new ScoreBoard(trigramCounts.length);
    this.#similar = new ScoreBoard(trigramCounts.length);
    this.#rowScores = new ScoreBoard(data.rowNames.length);
  }

  /**
   * One page of the ranked set. A row's score depends on the query and the row alone, so pages that follow one another
   * show every row once even when the index is rebuilt between them.
   */
  search({ query, groups = [], after, limit }: SearchRequest): Hit[] {
    const allowed = groups.map((group) => this.#groupRows(group));
    this.#rank(query);
    const hits: Hit[] = [];
    for (const { score, rows } of this.#tiers(after?.score ?? 1)) {
      let shown = rows;
      for (const rowsOfGroup of allowed) shown = shown.filter((row) => includes(rowsOfGroup, row));
      if (after !== undefined && score === after.score) {
        shown = shown.filter((row) => compareIds(this.#data.integerIds, this.#id(row), after.id) > 0);
      }
      for (const row of shown.sort((a, b) => a - b)) {
        if (hits.length === limit) return hits;
        hits.push({ id: this.#id(row), score });
      }
    }
    return hits;
  }

  /** Finds all rows, leaving their scores on the boards: a row that bears a number has its own, all others their name's. */
  #rank(query: string): void {
    const { name, numbers } = parseQuery(query);
    this.#nameScores.clear();
    this.#rowScores.clear();
    this.#names.score(name, this.#nameScores);
    this.#names.liftBeginnings(name, this.#nameScores);
    if (!this.#data.hasNumbers) return;
    for (const reading of numbers) {
      if (reading.name === '') this.#scoreNumber(reading.number);
      else this.#scoreNameAndNumber(reading);
    }
    for (const row of this.#rowScores.found()) this.#rowScores.keep(row, this.#nameScores.score(this.#nameOf(row)));
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

  #scoreNumber(wanted: NumberWanted): void {
    this.#eachNumbered(wanted, (row, exact) => this.#rowScores.keep(row, exact ? 1 : NEAR_NUMBER));
  }

  #scoreNameAndNumber({ name, number }: NumberReading): void {
    this.#similar.clear();
    this.#names.score(name, this.#similar);
    const begins = this.#names.beginning(name);
    this.#eachNumbered(number, (row, exact) => {
      const score = this.#similar.score(this.#nameOf(row));
      if (!exact) this.#rowScores.keep(row, score * NAME_WITH_NEAR_NUMBER);
      else if (begins(this.#nameOf(row))) {
        this.#rowScores.keep(row, NUMBER_WITH_BEGINNING + (1 - NUMBER_WITH_BEGINNING) * score);
      } else this.#rowScores.keep(row, score);
    });
    for (const found of this.#similar.found()) {
      this.#nameScores.keep(found, this.#similar.score(found) * NAME_WITHOUT_NUMBER);
    }
  }

  /** Visits the rows whose number was meant: `exact` when nothing typed contradicts the print. */
  #eachNumbered(wanted: NumberWanted, visit: (row: number, exact: boolean) => void): void {
    const ofTotal = this.#rowsOfTotal(wanted.total);
    eachNumbered(this.#data.numbers, wanted, (row, isItself) => {
      const fits = ofTotal(row);
      if (isItself || fits) visit(row, isItself && fits);
    });
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

  #id(row: number): string {
    return textAt(this.#data.ids, row);
  }
}
