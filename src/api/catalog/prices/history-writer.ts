/** Writes price histories as JSON, straight from the packed months: a year of 20 printings in all conditions is 3 MB. */
import { createHash } from 'node:crypto';
import { bitCount } from '../../../packed/lists.ts';
import { type BlobCursor, lowest, lowestOf, readDifference } from '../../../store/prices/observation-codec.ts';
import type { SeriesMonth } from '../../../store/prices/price-history.ts';
import { daysOfMonth } from '../../../store/prices/price-series.ts';
import { Enveloped } from '../../answer/answer.ts';
import { type Piece, pieceOf, put, putTwoDigits, putWhole, repeat, WORD_BYTES } from './ascii-pieces.ts';

/** What a day's object has beside its amounts, and the digits of an amount, at most. */
const [HEAD_BYTES, AMOUNT_BYTES] = [32, 10];
/** Of a stretch: its month, its days, and six amounts. */
const STRETCH_MARKS_MAX = 8;

const DAY_HEAD = ',{"observed_on":"';
/** What stands before each amount. */
export const USD_DAY = ['","market":', ',"low":', ',"high":'].map(pieceOf);
export const EUR_DAY = ['","avg":', ',"low":', ',"trend":', ',"avg_holo":', ',"low_holo":', ',"trend_holo":'].map(
  pieceOf,
);
/** The tag is of these too: a release that writes a day otherwise has other tags. */
const DAY_FORMS = [DAY_HEAD, ...[...USD_DAY, ...EUR_DAY].map(({ text }) => text)].join();
const NULL = pieceOf('null');
const CLOSING = 0x7d;

const COLUMNS_MAX = 6;
/** What the month at work is read with: its place, and the amounts as of the day that is read, one below zero for null. */
const cursor: BlobCursor = { blob: new Uint8Array(0), at: 0 };
const amounts = new Int32Array(COLUMNS_MAX);

/** What a day's object of a month begins with, up to the number of the day; the mark is its year and month. */
interface MonthHead {
  piece: Piece;
  mark: number;
}

const heads = new Map<number, MonthHead>();
const HEADS_MAX = 64;

/** What a history is put together from: text, and the days of a series with what stands before each amount. */
export type HistoryPart = string | { months: readonly SeriesMonth[]; names: readonly Piece[] };

/**
 * The whole. Its tag is of all that the days are made from, once for days in a row with the same amounts: a tenth of the bytes,
 * which took a third of the whole to hash; equal ones mean equal bytes.
 */
export function writeHistory(parts: readonly HistoryPart[]): Enveloped {
  const texts = parts.filter((part) => typeof part === 'string').join('');
  let [bytesMax, marksMax] = [Buffer.byteLength(texts) + WORD_BYTES, parts.length];
  for (const part of parts) {
    if (typeof part === 'string') continue;
    const dayBytes = part.names.reduce((sum, { length }) => sum + length + AMOUNT_BYTES, HEAD_BYTES);
    for (const { window, series } of part.months) {
      bytesMax += bitCount(series.days & window) * dayBytes;
      marksMax += (bitCount(series.changes) + 1) * STRETCH_MARKS_MAX;
    }
  }
  const writer = new Writer(bytesMax, marksMax);
  for (const part of parts) {
    if (typeof part === 'string') writer.text(part);
    else writer.days(part.months, part.names);
  }
  const tag = createHash('sha256').update(DAY_FORMS).update(texts).update(writer.marks).digest('base64url');
  return new Enveloped(writer.bytes, tag);
}

function draftOf(bytesMax: number, marksMax: number) {
  const bytes = Buffer.allocUnsafeSlow(bytesMax);
  return { bytes, view: new DataView(bytes.buffer), marks: new Int32Array(marksMax) };
}

/**
 * What a history is written in where it fits, as 90 days do: taken anew for each, three times as large as what is sent, it
 * had the garbage collector's threads run for longer than the writing takes.
 */
const kept = draftOf(256 * 1024, 16 * 1024);

class Writer {
  readonly #buffer: Buffer;
  readonly #view: DataView;
  readonly #marks: Int32Array;
  #length = 0;
  #marked = 0;

  constructor(bytesMax: number, marksMax: number) {
    const isKept = bytesMax <= kept.bytes.length && marksMax <= kept.marks.length;
    const draft = isKept ? kept : draftOf(bytesMax, marksMax);
    this.#buffer = draft.bytes;
    this.#view = draft.view;
    this.#marks = draft.marks;
  }

  /** A copy: the draft is written again. */
  get bytes(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length));
  }

  get marks(): Int32Array {
    return this.#marks.subarray(0, this.#marked);
  }

  text(text: string): void {
    this.#length += this.#buffer.write(text, this.#length);
  }

  /** The days' objects, separated by commas. */
  days(months: readonly SeriesMonth[], names: readonly Piece[]): void {
    const [start, countAt] = [this.#length - 1, this.#marked++];
    // Every day begins with a comma; that of the first falls on the bracket which opens the list.
    const bracket = this.#buffer[start] ?? 0;
    this.#length = start;
    let count = 0;
    for (const month of months) count += this.#month(month, names);
    if (count === 0) this.#length += 1;
    this.#buffer[start] = bracket;
    this.#marks[countAt] = count;
  }

  /** Writes the days of a series in a month, and returns how many there are. */
  #month({ month, window, series: { blob, at, days, changes } }: SeriesMonth, names: readonly Piece[]): number {
    const head = headOf(month);
    cursor.blob = blob;
    cursor.at = at;
    // Before its first change a series has nothing but nulls.
    amounts.fill(-1);
    let count = 0;
    for (let rest = days; rest !== 0; ) {
      if ((changes & lowestOf(rest)) !== 0) readChange();
      // It lasts until the day before the next change.
      const later = changes & rest & (rest - 1);
      const stretch = later === 0 ? rest : rest & (lowestOf(later) - 1);
      rest &= ~stretch;
      if ((stretch & window) !== 0) count += this.#stretch(head, stretch & window, names);
    }
    return count;
  }

  /** Writes days with the same amounts, and returns how many: the first is spelled, the others are copies of its bytes. */
  #stretch(head: MonthHead, days: number, names: readonly Piece[]): number {
    const [view, start, marks] = [this.#view, this.#length, this.#marks];
    const dayAt = put(view, start, head.piece);
    putTwoDigits(view, dayAt, lowest(days));
    marks[this.#marked++] = head.mark;
    marks[this.#marked++] = days;
    let end = dayAt + 2;
    for (let column = 0; column < names.length; column += 1) {
      const amount = amounts[column] ?? -1;
      end = put(view, end, names[column] ?? NULL);
      end = amount < 0 ? put(view, end, NULL) : putWhole(view, end, amount);
      marks[this.#marked++] = amount;
    }
    this.#buffer[end] = CLOSING;
    const size = end + 1 - start;
    const count = bitCount(days);
    this.#length = repeat(view, start, size, count);
    let place = dayAt;
    for (let rest = days & (days - 1); rest !== 0; rest &= rest - 1) {
      place += size;
      putTwoDigits(view, place, lowest(rest));
    }
    return count;
  }
}

/** Reads what a day has that differs from the day before. */
function readChange(): void {
  const moved = cursor.blob[cursor.at++] ?? 0;
  for (let rest = moved; rest !== 0; rest &= rest - 1) {
    const column = lowest(rest);
    amounts[column] = (amounts[column] ?? -1) + readDifference(cursor);
  }
}

function headOf(month: number): MonthHead {
  let head = heads.get(month);
  if (head === undefined) {
    const [first = ''] = daysOfMonth(month);
    const piece = pieceOf(DAY_HEAD + first.slice(0, -2));
    head = { piece, mark: Number(first.slice(0, 4)) * 100 + Number(first.slice(5, 7)) };
    if (heads.size >= HEADS_MAX) heads.clear();
    heads.set(month, head);
  }
  return head;
}
