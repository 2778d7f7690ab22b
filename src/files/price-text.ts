/** Rows of prices as text. */
import { columnsOf, type Market, type PriceCell, type PriceRun } from '../store/views/priced/price-rows.ts';

/** How a form spells a row. */
interface Spelling {
  /** What stands before the value of each column. */
  before: readonly string[];
  value(value: PriceCell): string;
  /** What stands on both sides of a day. */
  quote: string;
  end: string;
}

/** Of one UTF-16 unit at most. */
const UTF8_BYTES = 3;
const FIRST_BYTES = 64 * 1024;
/** `2026-05-` before the two digits that tell the days of a month apart. */
const DIGITS_AT = 8;

/**
 * Puts rows together as bytes: what stands before the day once a series, what stands behind it once a run, and the further days of a run
 * as the bytes of its first with other digits. To put each row together took ten times as long.
 */
export class PriceText {
  readonly #spelling: Spelling;
  readonly #dayAt: number;
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #of: PriceRun['before'] = [];
  #head = '';
  #digitsAt = 0;

  constructor(market: Omit<Market, 'game'>, spellingOf: (columns: readonly string[]) => Spelling) {
    const columns = columnsOf(market);
    this.#spelling = spellingOf(columns);
    this.#dayAt = columns.indexOf('observed_on');
  }

  /** The rows as text, which the next call writes over. */
  of(runs: readonly PriceRun[]): Buffer {
    let end = 0;
    for (const { before, days, after } of runs) {
      if (before !== this.#of) this.#begin(before);
      const line = this.#head + (days[0] ?? '') + this.#tail(after);
      this.#reserve(end, days.length * line.length * UTF8_BYTES);
      const start = end;
      const length = this.#bytes.write(line, start);
      for (const day of days) {
        if (end > start) {
          this.#bytes.copyWithin(end, start, start + length);
          this.#bytes[end + this.#digitsAt] = day.charCodeAt(DIGITS_AT);
          this.#bytes[end + this.#digitsAt + 1] = day.charCodeAt(DIGITS_AT + 1);
        }
        end += length;
      }
    }
    return this.#bytes.subarray(0, end);
  }

  #begin(before: PriceRun['before']): void {
    const { before: labels, value, quote } = this.#spelling;
    this.#of = before;
    this.#head = '';
    for (const [at, cell] of before.entries()) this.#head += labels[at] + value(cell);
    this.#head += labels[this.#dayAt] + quote;
    this.#digitsAt = Buffer.byteLength(this.#head) + DIGITS_AT;
  }

  #tail(after: PriceRun['after']): string {
    const { before: labels, value, quote, end } = this.#spelling;
    let text = quote;
    for (let at = 0; at < after.length; at += 1) text += labels[this.#dayAt + 1 + at] + value(after[at] ?? null);
    return text + end;
  }

  #reserve(used: number, more: number): void {
    if (used + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(used + more, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, used);
    this.#bytes = larger;
  }
}

export const jsonLines = (market: Omit<Market, 'game'>) =>
  new PriceText(market, (columns) => ({
    before: columns.map((name, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    value: (value) => (typeof value === 'string' ? JSON.stringify(value) : String(value)),
    quote: '"',
    end: '}\n',
  }));

/** RFC 4180, as data: nothing is changed for spreadsheets. */
export const csvLines = (market: Omit<Market, 'game'>) =>
  new PriceText(market, (columns) => ({
    before: columns.map((_, at) => (at === 0 ? '' : ',')),
    value: csvField,
    quote: '',
    end: '\n',
  }));

const csvField = (value: PriceCell): string =>
  typeof value === 'string' && /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : String(value ?? '');
