/** Ranked search over one list: names with slips, collector numbers, and both together. */
import { compareIds, type IndexData } from './index-data.ts';
import { includes, listAt, lowerBound } from './lists.ts';
import { keepBest, NameIndex } from './name-index.ts';
import { type NumberWanted, parseQuery } from './query.ts';

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

/** Rows that share one score: whole names, and rows that their number lifted above their name. */
interface Tier {
  names: number[];
  rows: number[];
}

export class SearchIndex {
  readonly #data: IndexData;
  readonly #names: NameIndex;
  /** Positions in `numbers` by the value of the digits. */
  readonly #numbersByValue: ReadonlyMap<number, readonly number[]>;

  constructor(data: IndexData) {
    this.#data = data;
    this.#names = new NameIndex(data.names);
    this.#numbersByValue = Map.groupBy(data.numbers.keys(), (i) => Number(/[0-9]+/.exec(data.numbers[i] ?? '')?.[0]));
  }

  /**
   * One page of the ranked set. A row's score depends on the query and the row alone, so pages that follow one another
   * show every row once even when the index is rebuilt between them.
   */
  search({ query, groups = [], after, limit }: SearchRequest): Hit[] {
    const allowed = groups.map((group) => this.#groupRows(group));
    const { rowScores, tiers } = this.#rank(query);
    const hits: Hit[] = [];
    for (const score of [...tiers.keys()].sort((a, b) => b - a)) {
      if (after !== undefined && score > after.score) continue;
      const tier = tiers.get(score) ?? { names: [], rows: [] };
      let rows = this.#tierRows(tier, rowScores);
      for (const rowsOfGroup of allowed) rows = rows.filter((row) => includes(rowsOfGroup, row));
      if (after !== undefined && score === after.score) {
        rows = rows.filter((row) => compareIds(this.#data.integerIds, this.#id(row), after.id) > 0);
      }
      for (const row of rows.sort((a, b) => a - b)) {
        if (hits.length === limit) return hits;
        hits.push({ id: this.#id(row), score });
      }
    }
    return hits;
  }

  /** All rows found, by score; those in `rowScores` stand where their number puts them, not where their name does. */
  #rank(query: string): { rowScores: Map<number, number>; tiers: Map<number, Tier> } {
    const { name, numbers } = parseQuery(query);
    const nameScores = this.#names.scores(name);
    this.#names.liftBeginnings(name, nameScores);
    const rowScores = new Map<number, number>();
    if (this.#data.numbers.length > 0) {
      for (const reading of numbers) {
        if (reading.name === '') this.#scoreNumber(reading.number, rowScores);
        else this.#scoreNameAndNumber(reading.name, reading.number, nameScores, rowScores);
      }
    }
    const tiers = new Map<number, Tier>();
    const tier = (score: number) => {
      const known = tiers.get(score) ?? { names: [], rows: [] };
      tiers.set(score, known);
      return known;
    };
    for (const [found, score] of nameScores) tier(score).names.push(found);
    for (const [row, score] of rowScores) {
      const best = Math.max(score, nameScores.get(this.#data.rowNames[row] ?? -1) ?? 0);
      tier(best).rows.push(row);
    }
    return { rowScores, tiers };
  }

  #tierRows({ names, rows }: Tier, rowScores: ReadonlyMap<number, number>): number[] {
    const all = [...rows];
    for (const name of names) {
      for (const row of listAt(this.#data.nameRows, name)) if (!rowScores.has(row)) all.push(row);
    }
    return all;
  }

  #scoreNumber(wanted: NumberWanted, rowScores: Map<number, number>): void {
    this.#eachNumbered(wanted, (row, exact) => keepBest(rowScores, row, exact ? 1 : NEAR_NUMBER));
  }

  #scoreNameAndNumber(
    name: string,
    wanted: NumberWanted,
    nameScores: Map<number, number>,
    rowScores: Map<number, number>,
  ): void {
    const similar = this.#names.scores(name);
    const begins = this.#names.beginning(name);
    this.#eachNumbered(wanted, (row, exact) => {
      const rowName = this.#data.rowNames[row] ?? -1;
      const score = similar.get(rowName) ?? 0;
      if (!exact) keepBest(rowScores, row, score * NAME_WITH_NEAR_NUMBER);
      else if (begins(rowName)) keepBest(rowScores, row, NUMBER_WITH_BEGINNING + (1 - NUMBER_WITH_BEGINNING) * score);
      else keepBest(rowScores, row, score);
    });
    for (const [found, score] of similar) keepBest(nameScores, found, score * NAME_WITHOUT_NUMBER);
  }

  /** Visits the rows whose number was meant: `exact` when nothing typed contradicts the print. */
  #eachNumbered(wanted: NumberWanted, visit: (row: number, exact: boolean) => void): void {
    const { numbers, numberRows } = this.#data;
    const ofTotal = this.#rowsOfTotal(wanted.total);
    const at = lowerBound(numbers.length, (i) => (numbers[i] ?? '') < wanted.normalized);
    if (numbers[at] === wanted.normalized) for (const row of listAt(numberRows, at)) visit(row, ofTotal(row));
    if (wanted.bareValue === undefined) return;
    for (const near of this.#numbersByValue.get(wanted.bareValue) ?? []) {
      if (numbers[near] === wanted.normalized) continue;
      for (const row of listAt(numberRows, near)) if (ofTotal(row)) visit(row, false);
    }
  }

  /** Whether a row is in an expansion of `total` cards; every row is when no total was typed. */
  #rowsOfTotal(total: number | undefined): (row: number) => boolean {
    if (total === undefined) return () => true;
    const { groups, groupRows, officialCounts } = this.#data;
    const rows = new Set<number>();
    for (const group of groups.keys()) {
      if (officialCounts[group] === total) for (const row of listAt(groupRows, group)) rows.add(row);
    }
    return (row) => rows.has(row);
  }

  #groupRows(group: string): Uint32Array {
    const { groups, groupRows } = this.#data;
    const at = lowerBound(groups.length, (i) => (groups[i] ?? '') < group);
    return groups[at] === group ? listAt(groupRows, at) : new Uint32Array();
  }

  #id(row: number): string {
    return this.#data.ids.slice(this.#data.idStarts[row], this.#data.idStarts[row + 1]);
  }
}
