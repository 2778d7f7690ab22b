/** The amounts last accepted of each marketplace row, against which a day's amounts are judged. */
import type { JudgedAmount, JudgedRow } from '../../store/prices/market-knowledge.ts';
import { type Amounts, judgeDays } from './judge-days.ts';
import { isWild, type PendingPrice } from './price-guards.ts';

/** What was last published of a row. */
export interface AcceptedPrice {
  amounts: Amounts;
  observed_on: string;
  source: string;
  /** What was accepted before in the same batch, which is not in the store yet. */
  earlier?: AcceptedPrice | undefined;
}

export interface Judged<Row extends Amounts> {
  /** Those that wait are null. */
  served: Row;
  /** The row's days of which anything was judged otherwise than as it came, that day too: how they are to stand. */
  days: { observed_on: string; amounts: Row }[];
}

/** Accepted amounts by row, and what was judged of them, of one source. */
export class PriceLedger {
  /** Counts what was written of the source: what was judged before stands in the store. */
  readonly batch = { number: 0 };
  readonly #source: string;
  readonly #accepted: Map<string, AcceptedPrice>;
  readonly #waiting: Map<string, PendingPrice>;
  /** By row, the amounts that were not ordinary. */
  readonly #judged: Map<string, JudgedAmount[]>;
  /** Rows of which others were judged since the ledger was opened. */
  readonly #changed = new Set<string>();
  readonly #released: ReadonlySet<string>;
  /** By row, what amounts were before they were missing. */
  readonly #before = new Map<string, Record<string, number>>();
  /** Days that were judged in this batch and are no row's newest, or were changed. */
  readonly #unwritten = new Map<string, Map<string, Amounts>>();
  #batchNumber = 0;
  #ofBatch = new WeakSet<AcceptedPrice>();

  /** @param accepted by row, the ledger's own from now on */
  constructor(
    source: string,
    accepted: Map<string, AcceptedPrice>,
    waiting: Iterable<PendingPrice>,
    { judged = [], released = new Set() }: { judged?: readonly JudgedRow[]; released?: ReadonlySet<string> } = {},
  ) {
    this.#released = released;
    this.#source = source;
    this.#accepted = accepted;
    this.#waiting = new Map([...waiting].map((held) => [held.key, held]));
    this.#judged = new Map(Map.groupBy(judged, ({ row_name }) => row_name));
    for (const { key, held, observed_on } of this.#waiting.values()) this.#addHeld(key, held, observed_on);
  }

  last(row: string): AcceptedPrice | undefined {
    return this.#accepted.get(row);
  }

  get waiting(): PendingPrice[] {
    return [...this.#waiting.values()];
  }

  /** What was judged of rows of which anything else was before. */
  get judged(): Map<string, readonly JudgedAmount[]> {
    return new Map([...this.#changed].map((row) => [row, this.#judged.get(row) ?? []]));
  }

  /** Rows of which a day may have decided what is believed: what was not ordinary, and what came after it. */
  leaningOn(day: string): string[] {
    const later = [...this.#accepted].filter(([, last]) => last.source === this.#source && last.observed_on > day);
    return [...new Set([...this.#judged.keys(), ...later.map(([row]) => row)])];
  }

  /** Whether the day says what is accepted of it. */
  isAsAccepted(row: string, amounts: Amounts, observedOn: string): boolean {
    const last = this.#accepted.get(row);
    if (last?.observed_on !== observedOn) return false;
    for (const name in amounts) if (amounts[name] !== last.amounts[name]) return false;
    return true;
  }

  /**
   * Whether the row's amounts may be served as they are, as of nearly all rows: it is a new day of it, no amount waits or was
   * missing, none has moved 50-fold. Of any other all its days are to be known.
   */
  isOrdinary(row: string, amounts: Amounts, observedOn: string): boolean {
    const last = this.#accepted.get(row);
    if (this.#waiting.size > 0) {
      for (const name in amounts) if (amounts[name] !== null && this.#waiting.has(`${row}/${name}`)) return false;
    }
    if (last === undefined || this.isAsAccepted(row, amounts, observedOn)) return true;
    if (last.observed_on >= observedOn) return false;
    const before = this.#before.get(row);
    for (const name in amounts) {
      const cents = amounts[name];
      if (cents == null) continue;
      const previous = last.amounts[name] ?? before?.[name];
      if (previous === undefined || isWild(previous, cents)) return false;
    }
    return true;
  }

  take(row: string, amounts: Amounts, observedOn: string): void {
    this.#beginBatch();
    const last = this.#accepted.get(row);
    if (last?.observed_on !== observedOn) this.#accept(row, amounts, observedOn);
  }

  /** Judges the row's day among its others. `stored` are those in the store. */
  judge<Row extends Amounts>(
    row: string,
    amounts: Row,
    observedOn: string,
    { stored, isAccepted = false }: { stored: ReadonlyMap<string, object>; isAccepted?: boolean },
  ): Judged<Row> {
    this.#beginBatch();
    const before = this.#judged.get(row) ?? [];
    const came = this.daysOf(row, stored);
    for (const { observed_on, name, cents, state } of before) {
      if (state === 'held') came.set(observed_on, { ...nothingOf(amounts), ...came.get(observed_on), [name]: cents });
    }
    came.set(observedOn, amounts);
    const days = [...came].sort(([a], [b]) => (a < b ? -1 : 1));
    const from = before.reduce((first, { observed_on }) => (observed_on < first ? observed_on : first), observedOn);
    const released = (day: string, name: string) => {
      const key = `${row}/${name}`;
      return this.#released.has(key) && (this.#waiting.get(key)?.observed_on ?? observedOn) <= day;
    };
    const now = judgeDays(days, before, from, (day, name) => (day === observedOn && isAccepted) || released(day, name));
    const judged = [...now.judged.values()];
    this.#judged.set(row, judged);
    if (judged.length + before.length > 0) this.#changed.add(row);
    this.#settle(row, amounts, now.waiting);
    this.#before.set(row, now.known);
    const touched = new Set([...before, ...judged].map(({ observed_on }) => observed_on));
    // A day that was changed before in this batch is written once more after it.
    if (touched.size > 0 || this.#unwritten.get(row)?.has(observedOn)) touched.add(observedOn);
    const standing = [...touched].sort().flatMap((observed_on) => {
      const served = now.served.get(observed_on);
      return served === undefined ? [] : [{ observed_on, amounts: served as Row }];
    });
    const served = now.served.get(observedOn) as Row;
    this.#put(row, served, observedOn);
    for (const day of standing) this.#put(row, day.amounts, day.observed_on);
    return { served, days: standing };
  }

  /** The row's days: those in the store, and what was judged since. */
  daysOf(row: string, stored: ReadonlyMap<string, object>): Map<string, Amounts> {
    const days = new Map(stored as ReadonlyMap<string, Amounts>);
    let newest = this.#accepted.get(row);
    const chain: AcceptedPrice[] = [];
    for (; newest !== undefined; newest = newest.earlier) chain.unshift(newest);
    for (const { observed_on, amounts } of chain) days.set(observed_on, amounts);
    for (const [day, amounts] of this.#unwritten.get(row) ?? []) days.set(day, amounts);
    return days;
  }

  #beginBatch(): void {
    if (this.#batchNumber === this.batch.number) return;
    this.#batchNumber = this.batch.number;
    this.#unwritten.clear();
    this.#ofBatch = new WeakSet();
  }

  #accept(row: string, amounts: Amounts, observed_on: string): void {
    const last = this.#accepted.get(row);
    const now: AcceptedPrice = { amounts, observed_on, source: this.#source };
    if (last !== undefined && this.#ofBatch.has(last)) now.earlier = last;
    this.#ofBatch.add(now);
    this.#accepted.set(row, now);
    for (const name in last?.amounts) {
      const amount = last.amounts[name];
      if (amount != null && amounts[name] == null) this.#before.set(row, { ...this.#before.get(row), [name]: amount });
    }
  }

  #put(row: string, amounts: Amounts, observedOn: string): void {
    const last = this.#accepted.get(row);
    if (last === undefined || last.observed_on < observedOn) this.#accept(row, amounts, observedOn);
    else if (last.observed_on === observedOn) last.amounts = amounts;
    const days = this.#unwritten.get(row) ?? new Map<string, Amounts>();
    this.#unwritten.set(row, days.set(observedOn, amounts));
  }

  #settle(row: string, amounts: Amounts, waiting: ReadonlyMap<string, Omit<PendingPrice, 'key'>>): void {
    for (const name in amounts) {
      const key = `${row}/${name}`;
      const waits = waiting.get(name);
      if (waits === undefined) this.#waiting.delete(key);
      else this.#waiting.set(key, { key, ...waits });
    }
  }

  /** Stores of before knew what waits alone. */
  #addHeld(key: string, cents: number, observed_on: string): void {
    const at = key.lastIndexOf('/');
    const [row, name] = [key.slice(0, at), key.slice(at + 1)];
    const judged = this.#judged.get(row) ?? [];
    if (judged.some((one) => one.observed_on === observed_on && one.name === name)) return;
    this.#judged.set(row, [...judged, { observed_on, name, cents, state: 'held' }]);
  }
}

const nothingOf = (amounts: Amounts): Amounts => Object.fromEntries(Object.keys(amounts).map((name) => [name, null]));
