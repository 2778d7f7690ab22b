/** What the price adapters hand over: rows of one observation day, in cents, each key once, and what could not be taken. */
import type { Condition } from '../../catalog/price-rows.ts';
import type { Quarantined } from '../../catalog/seeds.ts';
import { centsOf } from './money.ts';

/** USD amounts in cents under (product, sub type, condition). */
export interface UsdRow {
  product_id: number;
  /** The marketplace's name of the printing: `Normal`, `Foil` … */
  sub_type: string;
  condition: Condition;
  market: number | null;
  low: number | null;
  high: number | null;
}

/** EUR amounts in cents of one product: its plain half and its holo half. */
export interface EurRow {
  product_id: number;
  avg: number | null;
  low: number | null;
  trend: number | null;
  avg_holo: number | null;
  low_holo: number | null;
  trend_holo: number | null;
}

/** An article as a marketplace lists it. */
export interface MarketProduct {
  product_id: number;
  /** The marketplace's own number of the expansion. */
  group_id: number;
  name: string;
  /** True for boosters, boxes, tins: all that is no single card. */
  sealed: boolean;
}

/** The rows that one source observed on one day. */
export interface PriceDay<Row> {
  /** `YYYY-MM-DD`: the day that the source's file states, never the day it was read. */
  observed_on: string;
  rows: Row[];
}

/** A row that says itself on which day it was observed. */
export type Observed<Row> = Row & { observed_on: string };

/** The rows by day, oldest first. */
export function byDay<Row>(rows: Observed<Row>[]): PriceDay<Row>[] {
  const days = new Map<string, Row[]>();
  for (const { observed_on, ...row } of rows) {
    const known = days.get(observed_on);
    if (known) known.push(row as Row);
    else days.set(observed_on, [row as Row]);
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([observed_on, list]) => ({ observed_on, rows: list }));
}

/** Why a row is not taken; the message is the reason it is counted under. */
export class BadRow extends Error {}

/** @throws BadRow */
export function fields(raw: unknown): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new BadRow('not an object');
  return raw as Record<string, unknown>;
}

/** A marketplace id. @throws BadRow */
export function idField(row: Record<string, unknown>, name: string): number {
  const value = row[name];
  if (!Number.isSafeInteger(value) || (value as number) < 1) throw new BadRow(`${name} is no id`);
  return value as number;
}

/** A name that can be stored and shown. @throws BadRow */
export function textField(row: Record<string, unknown>, name: string): string {
  const value = row[name];
  // PostgreSQL takes no NUL in text.
  if (typeof value !== 'string' || value === '' || value.includes('\0')) throw new BadRow(`${name} is no text`);
  return value;
}

/** @throws BadRow */
export function amountField(row: Record<string, unknown>, name: string): number | null {
  const cents = centsOf(row[name]);
  if (cents === undefined) throw new BadRow(`${name} is no amount`);
  return cents;
}

const SAMPLE_LENGTH_MAX = 160;

/** Gathers rows, each key once: an exact repetition counts once, two rows that contradict each other are both refused. */
export class DistinctRows<Row extends object> {
  readonly quarantined: Quarantined[] = [];
  #duplicates = 0;
  readonly #keyOf: (row: Row) => string | number;
  readonly #rows = new Map<string | number, Row>();
  readonly #contradicted = new Set<string | number>();

  constructor(keyOf: (row: Row) => string | number) {
    this.#keyOf = keyOf;
  }

  /** Takes what `parse` makes of `raw`; a BadRow is quarantined, undefined is passed over. */
  add(raw: unknown, parse: (raw: unknown) => Row | undefined): void {
    try {
      const row = parse(raw);
      if (row !== undefined) this.#keep(row, raw);
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      this.refuse(error.message, raw);
    }
  }

  /** Quarantines what cannot be taken. */
  refuse(reason: string, raw: unknown): void {
    this.quarantined.push({ reason, sample: (JSON.stringify(raw) ?? String(raw)).slice(0, SAMPLE_LENGTH_MAX) });
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  /** The rows taken so far, in the order they came. */
  get rows(): Row[] {
    return [...this.#rows.values()];
  }

  /** Exact repetitions that were left out. */
  get duplicates(): number {
    return this.#duplicates;
  }

  #keep(row: Row, raw: unknown): void {
    const key = this.#keyOf(row);
    const known = this.#rows.get(key);
    if (this.#contradicted.has(key)) this.refuse('contradicts another row of its key', raw);
    else if (known === undefined) this.#rows.set(key, row);
    else if (JSON.stringify(known) === JSON.stringify(row)) this.#duplicates += 1;
    else {
      this.#contradicted.add(key);
      this.#rows.delete(key);
      this.refuse('contradicts another row of its key', raw);
    }
  }
}
