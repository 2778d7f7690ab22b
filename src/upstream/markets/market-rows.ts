/** What the price adapters hand over: rows of one observation day, in cents, each key once, and what could not be taken. */
import type { Condition, EurAmounts, UsdAmounts } from '../../catalog/price-rows.ts';
import type { Quarantined } from '../../catalog/seeds.ts';
import { isText, withoutEntities } from '../record-fields.ts';
import { SAMPLE_LENGTH_MAX } from '../web-addresses.ts';
import { centsOf } from './money.ts';

/** USD amounts in cents under (product, sub type, condition). */
export interface UsdRow extends UsdAmounts {
  product_id: number;
  /** The marketplace's name of the printing: `Normal`, `Foil` … */
  sub_type: string;
  condition: Condition;
}

/** EUR amounts in cents of one product: its plain side and its holo side. */
export type EurRow = EurAmounts & { product_id: number };

export interface MarketProduct {
  product_id: number;
  /** The marketplace's own number of the expansion. */
  group_id: number;
  name: string;
  /** True for boosters, boxes, tins: all that is no single card. */
  sealed: boolean;
}

export interface PriceDay<Row> {
  /** `YYYY-MM-DD`: the day that the source's file states, never the day it was read. */
  observed_on: string;
  rows: Row[];
}

export type Observed<Row> = Row & { observed_on: string };

/** The rows by day, oldest first. */
export const byDay = <Row>(rows: Observed<Row>[]): PriceDay<Row>[] =>
  [...Map.groupBy(rows, ({ observed_on }) => observed_on)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([observed_on, list]) => ({
      observed_on,
      rows: list.map(({ observed_on: _, ...row }) => row as unknown as Row),
    }));

/** Why a row is not taken; the message is the reason it is counted under. */
export class BadRow extends Error {}

/** @throws BadRow */
export function fields(raw: unknown): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new BadRow('not an object');
  return raw as Record<string, unknown>;
}

/** A marketplace id, a number or its digits. @throws BadRow */
export function idField(row: Record<string, unknown>, name: string): number {
  const value = row[name];
  const id = typeof value === 'string' && /^[1-9]\d*$/.test(value) ? Number(value) : value;
  if (!Number.isSafeInteger(id) || (id as number) < 1) throw new BadRow(`${name} is no id`);
  return id as number;
}

/** A name that can be stored and shown. @throws BadRow */
export function textField(row: Record<string, unknown>, name: string): string {
  const value = row[name];
  const text = isText(value) ? withoutEntities(value) : '';
  if (text.trim() === '') throw new BadRow(`${name} is no text`);
  return text;
}

/** Hears of a field that cannot be taken, and why: the row stays. */
export type LeaveOut = (fault: string) => void;

/** @throws BadRow */
export type ParseRow<Row> = (row: Record<string, unknown>, leaveOut: LeaveOut) => Row | undefined;

/** Null where the field is no amount, which is told. */
export function amountField(row: Record<string, unknown>, name: string, leaveOut: LeaveOut): number | null {
  const cents = centsOf(row[name]);
  if (cents === undefined) leaveOut(`${name} is no amount`);
  return cents ?? null;
}

/** Null where the field is there and no text, which is told. */
export function optionalText(row: Record<string, unknown>, name: string, leaveOut: LeaveOut): string | null {
  const value = row[name];
  if (value === null || value === undefined || value === '') return null;
  if (isText(value)) return value;
  leaveOut(`${name} is no text`);
  return null;
}

const sampleOf = (raw: unknown): string => (JSON.stringify(raw) ?? String(raw)).slice(0, SAMPLE_LENGTH_MAX);

/** Gathers rows, each key once: an exact repetition counts once, two rows that contradict each other are both refused. */
export class DistinctRows<Row extends object> {
  readonly quarantined: Quarantined[] = [];
  /** Fields that could not be taken, of rows that were. */
  readonly leftOut: Quarantined[] = [];
  #duplicates = 0;
  readonly #keyOf: (row: Row) => string | number;
  readonly #rows = new Map<string | number, Row>();
  readonly #contradicted = new Set<string | number>();
  /** Those taken without a field that they had: another row of their key that has it says no other thing. */
  readonly #lacking = new Set<string | number>();

  constructor(keyOf: (row: Row) => string | number) {
    this.#keyOf = keyOf;
  }

  /** Takes what `parse` makes of the fields of `raw`; a BadRow is quarantined, undefined is skipped. */
  add(raw: unknown, parse: ParseRow<Row>): void {
    try {
      const faults: string[] = [];
      const row = parse(fields(raw), (fault) => faults.push(fault));
      this.leftOut.push(...faults.map((reason) => ({ reason, sample: sampleOf(raw) })));
      if (row !== undefined) this.#keep(row, raw, faults.length > 0);
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      this.refuse(error.message, raw);
    }
  }

  /** Quarantines the rows taken so far that `reasonOf` has something against. */
  refuseWhere(reasonOf: (row: Row) => string | undefined): void {
    for (const [key, row] of this.#rows) {
      const reason = reasonOf(row);
      if (reason === undefined) continue;
      this.#rows.delete(key);
      this.refuse(reason, row);
    }
  }

  refuse(reason: string, raw: unknown): void {
    this.quarantined.push({ reason, sample: sampleOf(raw) });
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  get rows(): Row[] {
    return [...this.#rows.values()];
  }

  /** The rows with what could not be taken, and how many exact repetitions were left out. */
  get taken() {
    return { rows: this.rows, duplicates: this.#duplicates, quarantined: this.quarantined, leftOut: this.leftOut };
  }

  #keep(row: Row, raw: unknown, isLacking: boolean): void {
    const key = this.#keyOf(row);
    const known = this.#rows.get(key);
    if (this.#contradicted.has(key)) this.refuse('contradicts another row of its key', raw);
    else if (known === undefined || this.#lacking.has(key)) {
      this.#rows.set(key, row);
      if (isLacking) this.#lacking.add(key);
      else this.#lacking.delete(key);
    } else if (isLacking || JSON.stringify(known) === JSON.stringify(row)) this.#duplicates += 1;
    else {
      this.#contradicted.add(key);
      this.#rows.delete(key);
      this.refuse('contradicts another row of its key', raw);
    }
  }
}
