/** The amounts last believed of each marketplace row, against which a day's amounts are judged. */
import { addDays } from '../../catalog/days.ts';
import { type HeldAmount, judgeAmount, type Move } from './price-guards.ts';

/** Amounts by name (`market`, `trend_holo` …), in cents. */
export type Amounts = Record<string, number | null>;

/** What was last published of a row. */
export interface Believed {
  amounts: Amounts;
  observed_on: string;
  /** Name of the source in the configuration. */
  source: string;
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

  constructor(source: string, believed: Iterable<readonly [string, Believed]>, waiting: Iterable<HeldAmount>) {
    this.#source = source;
    this.#believed = new Map(believed);
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

  /** Each amount of the rows beside the last one known, where both exist and lie near enough in time. */
  moves(rows: Iterable<readonly [row: string, amounts: Amounts]>, observedOn: string): Move[] {
    const [earliest, latest] = [addDays(observedOn, -COMPARABLE_DAYS), addDays(observedOn, COMPARABLE_DAYS)];
    const moves: Move[] = [];
    for (const [row, amounts] of rows) {
      const last = this.#believed.get(row);
      if (last === undefined || last.observed_on < earliest || last.observed_on > latest) continue;
      for (const name in amounts) {
        const [today, previous] = [amounts[name], last.amounts[name]];
        if (today != null && previous != null) moves.push({ previous, today });
      }
    }
    return moves;
  }

  /** The row's amounts with those that moved 50-fold held back as null. */
  judge<Row extends Amounts>(row: string, amounts: Row, observedOn: string): Row {
    const last = this.#believed.get(row);
    const before = this.#before.get(row);
    const isNewest = last === undefined || last.observed_on <= observedOn;
    const served = Object.fromEntries(
      Object.entries(amounts).map(([name, cents]) => {
        if (cents === null) return [name, null];
        const previous = last?.amounts[name] ?? before?.[name];
        return [name, this.#judgeAmount(`${row}/${name}`, { cents, observed_on: observedOn }, previous, isNewest)];
      }),
    ) as Row;
    if (isNewest) this.#believe(row, { amounts: served, observed_on: observedOn, source: this.#source }, last);
    return served;
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

  #judgeAmount(
    key: string,
    today: { cents: number; observed_on: string },
    previous: number | undefined,
    isNewest: boolean,
  ) {
    const judgement = judgeAmount(key, today, previous, this.#waiting.get(key));
    if ('serve' in judgement) {
      if (judgement.settled) this.#waiting.delete(key);
      return judgement.serve;
    }
    // A day run after the fact can be confirmed by none that follows: it is left out, and nothing waits for it.
    if (isNewest) this.#waiting.set(key, judgement.hold);
    return null;
  }
}
