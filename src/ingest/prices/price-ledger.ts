/** The amounts last believed of each marketplace row, against which a day's amounts are judged. */
import { addDays } from '../../catalog/days.ts';
import { type HeldAmount, isBorneOut, isLoneOffer, isWild, judgeAmount, type Move } from './price-guards.ts';

/** Amounts by name (`market`, `trend_holo` …), in cents. */
export type Amounts = Record<string, number | null>;

/** What was last published of a row. */
export interface Believed {
  amounts: Amounts;
  observed_on: string;
  /** Name of the source in the configuration. */
  source: string;
  /** What the printings that read its halves, or its product, cost at the other market. */
  elsewhere?: { plain?: number | undefined; holo?: number | undefined };
}

/** A day's amounts of a row as judged. */
export interface Judged<Row extends Amounts> {
  /** Those that wait are null. */
  served: Row;
  /** Of earlier days, the amounts that waited and were right; the others are null. */
  confirmed: { observed_on: string; amounts: Row }[];
}

/** A row's amounts further apart than this are no measure for its unit: prices drift. */
const COMPARABLE_DAYS = 31;

/** Believed amounts by row, and those that wait, of one source. */
export class PriceLedger {
  readonly #source: string;
  readonly #believed: Map<string, Believed>;
  readonly #waiting: Map<string, HeldAmount>;
  /** By row, what amounts were before they were missing. */
  readonly #before = new Map<string, Record<string, number>>();
  /** The rows of each article as of the first time that they are asked for: evidence is what was known before. */
  #rowsOf: Map<string, string[]> | undefined;

  /** @param believed by row, the ledger's own from now on */
  constructor(source: string, believed: Map<string, Believed>, waiting: Iterable<HeldAmount>) {
    this.#source = source;
    this.#believed = believed;
    this.#waiting = new Map([...waiting].map((held) => [held.key, held]));
  }

  /** What was last published of the row. */
  last(row: string): Believed | undefined {
    return this.#believed.get(row);
  }

  /** Whether amounts have come that were missing the last time: what they were before that is to be remembered first. */
  isBack(row: string, amounts: Amounts): boolean {
    const last = this.#believed.get(row)?.amounts;
    if (last === undefined) return false;
    const before = this.#before.get(row);
    for (const name in amounts) {
      if (amounts[name] !== null && last[name] === null && before?.[name] === undefined) return true;
    }
    return false;
  }

  /** Takes what amounts were before they were missing, by row. */
  remember(before: ReadonlyMap<string, Amounts>): void {
    for (const [row, amounts] of before) {
      for (const name in amounts) if (amounts[name] != null) this.#remember(row, name, amounts[name]);
    }
  }

  /** What waits for a second day now. */
  get waiting(): HeldAmount[] {
    return [...this.#waiting.values()];
  }

  /** Each amount of the rows by the last one known, where both exist and lie near enough in time. */
  ratios<Row>(
    rows: readonly Row[],
    { nameOf, amountsOf }: { nameOf(row: Row): string; amountsOf(row: Row): Amounts },
    observedOn: string,
  ): number[] {
    const [earliest, latest] = [addDays(observedOn, -COMPARABLE_DAYS), addDays(observedOn, COMPARABLE_DAYS)];
    const ratios: number[] = [];
    for (const each of rows) {
      const row = nameOf(each);
      const amounts = amountsOf(each);
      const last = this.#believed.get(row);
      if (last === undefined || last.observed_on < earliest || last.observed_on > latest) continue;
      for (const name in amounts) {
        const [today, previous] = [amounts[name], last.amounts[name]];
        if (today != null && previous != null) ratios.push(today / previous);
      }
    }
    return ratios;
  }

  /** The row's amounts with those that moved 50-fold held back, and those that waited and are confirmed. */
  judge<Row extends Amounts>(row: string, amounts: Row, observedOn: string): Judged<Row> {
    const last = this.#believed.get(row);
    const before = this.#before.get(row);
    const isNewest = last === undefined || last.observed_on <= observedOn;
    if (this.#isOrdinary(row, amounts, last)) {
      if (isNewest) this.#believe(row, { ...last, amounts, observed_on: observedOn, source: this.#source }, last);
      return { served: amounts, confirmed: [] };
    }
    const known: Record<string, number> = {};
    for (const name in amounts) {
      const cents = last?.amounts[name] ?? before?.[name];
      if (cents !== undefined) known[name] = cents;
    }
    const served: Amounts = { ...amounts };
    const confirmed: Judged<Row>['confirmed'] = [];
    for (const name in amounts) {
      const cents = amounts[name];
      if (cents == null) continue;
      const key = `${row}/${name}`;
      const waiting = this.#waiting.get(key);
      const hasEvidence = (previous: number) =>
        (name.startsWith('low') && isLoneOffer({ previous, today: cents }, movesBeside(name, amounts, known))) ||
        isBorneOut(previous, cents, this.#evidence(row, name, amounts, known));
      const judgement = judgeAmount(key, { cents, observed_on: observedOn }, known[name], waiting, hasEvidence);
      if ('hold' in judgement) {
        served[name] = null;
        // A day run after the fact can be confirmed by none that follows: it is left out, and nothing waits for it.
        if (isNewest) this.#waiting.set(key, judgement.hold);
        continue;
      }
      if (judgement.settled) this.#waiting.delete(key);
      if (judgement.confirms && waiting) {
        const nothing = Object.fromEntries(Object.keys(amounts).map((other) => [other, null]));
        confirmed.push({ observed_on: waiting.observed_on, amounts: { ...nothing, [name]: waiting.held } as Row });
      }
    }
    if (isNewest) this.#believe(row, { ...last, amounts: served, observed_on: observedOn, source: this.#source }, last);
    return { served: served as Row, confirmed };
  }

  /** Whether no amount of the row moved 50-fold or waits, as of nearly all rows: these are served as they are. */
  #isOrdinary(row: string, amounts: Amounts, last: Believed | undefined): boolean {
    const before = this.#before.get(row);
    for (const name in amounts) {
      const cents = amounts[name];
      if (cents == null) continue;
      if (this.#waiting.size > 0 && this.#waiting.has(`${row}/${name}`)) return false;
      const previous = last?.amounts[name] ?? before?.[name];
      if (previous !== undefined && isWild(previous, cents)) return false;
    }
    return true;
  }

  /** What was known before beside one amount: the row's others, the other market, and where neither is, its article. */
  #evidence(row: string, name: string, amounts: Amounts, known: Readonly<Record<string, number>>): number[][] {
    const others = Object.keys(known).filter((other) => other !== name);
    // An amount that came with others that moved so too was not the odd one of its row.
    const isAlone = others.every((other) => amounts[other] == null || !isWild(known[other] ?? 0, amounts[other]));
    const [half, otherHalf] = [true, false].map((isOwn) =>
      others.flatMap((other) => (isAlone && (isHolo(other) === isHolo(name)) === isOwn ? (known[other] ?? []) : [])),
    );
    const elsewhere = this.#believed.get(row)?.elsewhere?.[isHolo(name) ? 'holo' : 'plain'];
    const evidence = [half ?? [], elsewhere === undefined ? [] : [elsewhere]];
    return evidence.some((list) => list.length > 0) ? evidence : [[...(otherHalf ?? []), ...this.#otherRows(row)]];
  }

  /** The amounts of the article's other rows. */
  #otherRows(row: string): number[] {
    this.#rowsOf ??= Map.groupBy(this.#believed.keys(), articleOf);
    const rows = (this.#rowsOf.get(articleOf(row)) ?? []).filter((other) => other !== row);
    return rows.flatMap((other) =>
      Object.values(this.#believed.get(other)?.amounts ?? {}).filter((cents) => cents !== null),
    );
  }

  #believe(row: string, now: Believed, last: Believed | undefined): void {
    this.#believed.set(row, now);
    for (const name in last?.amounts) {
      const amount = last.amounts[name];
      if (amount != null && now.amounts[name] == null) this.#remember(row, name, amount);
    }
  }

  #remember(row: string, name: string, amount: number): void {
    this.#before.set(row, { ...this.#before.get(row), [name]: amount });
  }
}

/** Rows are named by their article and, where it has several, what tells them apart. */
const articleOf = (row: string) => row.split('/', 1)[0] ?? row;

/** How the other amounts of its half moved that came with one. */
const movesBeside = (name: string, amounts: Amounts, known: Readonly<Record<string, number>>): Move[] =>
  Object.entries(known).flatMap(([other, previous]) => {
    const today = amounts[other];
    return other === name || isHolo(other) !== isHolo(name) || today == null ? [] : [{ previous, today }];
  });

/** The second half of a row in EUR. */
const isHolo = (name: string) => name.endsWith('_holo');
