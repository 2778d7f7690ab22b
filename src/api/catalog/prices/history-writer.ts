/** Writes price histories as JSON, straight from the packed months: a year of 20 printings in all conditions is 3 MB. */
import { createHash } from 'node:crypto';
import { countBits, lowest, lowestOf, type Reader, readDifference } from '../../../store/prices/observation-codec.ts';
import type { SeriesMonth } from '../../../store/prices/price-history.ts';
import { daysOfMonth } from '../../../store/prices/price-series.ts';
import { Enveloped } from '../../answer/answer.ts';
import { finished, grown, takeDraft } from '../../answer/drafts.ts';
import { type Piece, pieceOf, put, putTwoDigits, putWhole, repeat, WORD_BYTES } from './ascii-pieces.ts';

/** A day's object with six amounts of ten digits and the comma before it has 152 bytes. */
const DAY_BYTES_MAX = 160;
/** Of a text in UTF-8. */
const CHARACTER_BYTES_MAX = 3;
/** Of a stretch: its month, its days, and six amounts. */
const STRETCH_MARKS_MAX = 8;
const DAYS_MAX = 31;
/** 2 MB. */
const KEPT_MARKS_MAX = 2 ** 19;

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
const reader: Reader = { blob: new Uint8Array(0), at: 0 };
const amounts = new Int32Array(COLUMNS_MAX);

/** What a day's object of a month begins with, up to the number of the day; the mark is its year and month. */
interface MonthHead {
  piece: Piece;
  mark: number;
}

const heads = new Map<number, MonthHead>();
const HEADS_MAX = 64;

/** Kept to write marks in: taken anew each time, they make the garbage collector run often. */
let draftMarks = new Int32Array(0);

/**
 * Beside the bytes it keeps marks: all that they are made from, once for days in a row with the same amounts. The tag is of
 * these, a tenth of the bytes: equal ones mean equal bytes, and the bytes themselves took a third of the whole to hash.
 */
export class HistoryWriter {
  #draft = takeDraft();
  #length = 0;
  #marks = draftMarks;
  #marked = 0;
  #texts = DAY_FORMS;
  /** What was given since the last days: a call into Node for all of it. */
  #unwritten = '';

  text(text: string): void {
    this.#unwritten += text;
  }

  /** The days' objects, separated by commas; `names` is what stands before each amount. */
  days(months: readonly SeriesMonth[], names: readonly Piece[]): void {
    this.#writeTexts();
    this.#room(WORD_BYTES, 1);
    const [start, countAt] = [this.#length - 1, this.#marked++];
    // Every day begins with a comma; that of the first falls on the bracket which opens the list.
    const bracket = this.#draft.bytes[start] ?? 0;
    this.#length = start;
    let count = 0;
    for (const month of months) count += this.#month(month, names);
    if (count === 0) this.#length += 1;
    this.#draft.bytes[start] = bracket;
    this.#marks[countAt] = count;
  }

  /** The whole, its bytes lent if they are many; nothing more can be written. */
  end(): Enveloped {
    this.#writeTexts();
    const tag = createHash('sha256')
      .update(this.#texts)
      .update(this.#marks.subarray(0, this.#marked))
      .digest('base64url');
    if (this.#marks.length <= KEPT_MARKS_MAX) draftMarks = this.#marks;
    const { bytes, giveBack } = finished(this.#draft, this.#length);
    return new Enveloped(bytes, tag, giveBack);
  }

  #writeTexts(): void {
    const text = this.#unwritten;
    this.#unwritten = '';
    this.#room(text.length * CHARACTER_BYTES_MAX, 0);
    this.#length += this.#draft.bytes.write(text, this.#length);
    this.#texts += text;
  }

  /** Writes the days of a series in a month, and returns how many there are. */
  #month({ month, window, series: { blob, at, days, changes } }: SeriesMonth, names: readonly Piece[]): number {
    this.#room(DAYS_MAX * DAY_BYTES_MAX + WORD_BYTES, DAYS_MAX * STRETCH_MARKS_MAX);
    const head = headOf(month);
    reader.blob = blob;
    reader.at = at;
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
    const { bytes, view } = this.#draft;
    const [start, marks] = [this.#length, this.#marks];
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
    bytes[end] = CLOSING;
    const size = end + 1 - start;
    const count = countBits(days);
    this.#length = repeat(view, start, size, count);
    let place = dayAt;
    for (let rest = days & (days - 1); rest !== 0; rest &= rest - 1) {
      place += size;
      putTwoDigits(view, place, lowest(rest));
    }
    return count;
  }

  #room(bytes: number, marks: number): void {
    const [length, marked] = [this.#length + bytes, this.#marked + marks];
    if (length > this.#draft.bytes.length) this.#draft = grown(this.#draft, length, this.#length);
    if (marked > this.#marks.length) {
      const larger = new Int32Array(marked * 2);
      larger.set(this.#marks.subarray(0, this.#marked));
      this.#marks = larger;
    }
  }
}

/** Reads what a day has that differs from the day before. */
function readChange(): void {
  const moved = reader.blob[reader.at++] ?? 0;
  for (let rest = moved; rest !== 0; rest &= rest - 1) {
    const column = lowest(rest);
    amounts[column] = (amounts[column] ?? -1) + readDifference(reader);
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
