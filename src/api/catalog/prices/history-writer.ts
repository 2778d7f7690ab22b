/** Writes price histories as JSON, byte by byte: a year of 20 printings in all conditions is 3 MB. */
import { createHash } from 'node:crypto';
import type { Amounts } from '../../../store/prices/observation-codec.ts';
import type { ObservedDay } from '../../../store/prices/price-history.ts';
import { Enveloped } from '../../answer/answer.ts';

/** A day's object with six amounts of ten digits and the comma before it has 152 bytes. */
const DAY_BYTES_MAX = 160;
/** Of a text in UTF-8. */
const CHARACTER_BYTES_MAX = 3;
/** Of a stretch: its month, its days, and six amounts. */
const STRETCH_MARKS_MAX = 8;
const KEPT_BYTES_MAX = 8 * 1024 * 1024;

const bytesOf = (...texts: string[]): readonly Buffer[] => texts.map((text) => Buffer.from(text));
const [DAY_HEAD = Buffer.alloc(0)] = bytesOf(',{"observed_on":"');
/** What stands before each amount. */
export const USD_DAY = bytesOf('","market":', ',"low":', ',"high":');
export const EUR_DAY = bytesOf('","avg":', ',"low":', ',"trend":', ',"avg_holo":', ',"low_holo":', ',"trend_holo":');
/** The tag is of these too: a release that writes a day otherwise has other tags. */
const DAY_FORMS = [DAY_HEAD, ...USD_DAY, ...EUR_DAY].join();
const [NULL = Buffer.alloc(0)] = bytesOf('null');
const [ZERO, CLOSING] = [0x30, 0x7d];

/** Kept to write in: taken anew each time, they make the garbage collector run often. */
let draft = Buffer.alloc(0);
let draftMarks = new Int32Array(0);

/**
 * Beside the bytes it keeps marks: all that they are made from, once for days in a row with the same amounts. The tag is of
 * these, a tenth of the bytes: equal ones mean equal bytes, and the bytes themselves took a third of the whole to hash.
 */
export class HistoryWriter {
  #json = draft;
  #length = 0;
  #marks = draftMarks;
  #marked = 0;
  #texts = DAY_FORMS;

  text(text: string): void {
    this.#room(text.length * CHARACTER_BYTES_MAX, 0);
    this.#length += this.#json.write(text, this.#length);
    this.#texts += text;
  }

  /** The days' objects, separated by commas; `names` is what stands before each amount. */
  days(days: readonly ObservedDay[], names: readonly Buffer[]): void {
    this.#room(days.length * DAY_BYTES_MAX, days.length * STRETCH_MARKS_MAX + 1);
    this.#marks[this.#marked++] = days.length;
    if (days.length === 0) return;
    // Every day begins with a comma; that of the first falls on the bracket which opens the list.
    const start = this.#length - 1;
    const bracket = this.#json[start] ?? 0;
    this.#length = start;
    for (let at = 0; at < days.length; ) at = this.#stretch(days, at, names);
    this.#json[start] = bracket;
  }

  /** The whole; nothing more can be written. */
  end(): Enveloped {
    const tag = createHash('sha256')
      .update(this.#texts)
      .update(this.#marks.subarray(0, this.#marked))
      .digest('base64url');
    if (this.#json.length <= KEPT_BYTES_MAX) [draft, draftMarks] = [this.#json, this.#marks];
    return new Enveloped(Buffer.from(this.#json.subarray(0, this.#length)), tag);
  }

  /**
   * The days from `at` on that have the amounts of the first, within its month: the first is written, the others are copies
   * of its bytes with other days. Returns the place of the next.
   */
  #stretch(days: readonly ObservedDay[], at: number, names: readonly Buffer[]): number {
    const { day, amounts } = days[at] as ObservedDay;
    const [json, start] = [this.#json, this.#length];
    const dayAt = start + DAY_HEAD.length + 8;
    const size = writeDay(json, start, day, amounts, names) - start;
    let end = at + 1;
    let dates = 1 << numberOf(day);
    for (let next = days[end]; next?.amounts === amounts && isSameMonth(next.day, day); next = days[end]) {
      dates |= 1 << numberOf(next.day);
      end += 1;
    }
    const total = (end - at) * size;
    for (let filled = size; filled < total; filled *= 2) {
      json.copyWithin(start + filled, start, start + Math.min(filled, total - filled));
    }
    for (let copy = at + 1, place = dayAt + size; copy < end; copy += 1, place += size) {
      const { day } = days[copy] as ObservedDay;
      json[place] = day.charCodeAt(8);
      json[place + 1] = day.charCodeAt(9);
    }
    this.#length = start + total;
    this.#mark(day, dates, amounts);
    return end;
  }

  #mark(day: string, dates: number, amounts: Amounts): void {
    const marks = this.#marks;
    let at = this.#marked;
    marks[at++] = monthOf(day);
    marks[at++] = dates;
    for (let column = 0; column < amounts.length; column += 1) marks[at++] = amounts[column] ?? -1;
    this.#marked = at;
  }

  #room(bytes: number, marks: number): void {
    const [length, marked] = [this.#length + bytes, this.#marked + marks];
    if (length > this.#json.length) {
      const larger = Buffer.allocUnsafeSlow(length * 2);
      larger.set(this.#json.subarray(0, this.#length));
      this.#json = larger;
    }
    if (marked > this.#marks.length) {
      const larger = new Int32Array(marked * 2);
      larger.set(this.#marks.subarray(0, this.#marked));
      this.#marks = larger;
    }
  }
}

/** Writes a day's object, and returns where it ends. Calling into Node for texts of ten bytes takes longer. */
function writeDay(json: Buffer, start: number, day: string, amounts: Amounts, names: readonly Buffer[]): number {
  let end = writeBytes(json, start, DAY_HEAD);
  for (let at = 0; at < day.length; at += 1) json[end + at] = day.charCodeAt(at);
  end += day.length;
  for (let column = 0; column < names.length; column += 1) {
    end = writeBytes(json, end, names[column] ?? NULL);
    const amount = amounts[column] ?? null;
    end = amount === null ? writeBytes(json, end, NULL) : writeWhole(json, end, amount);
  }
  json[end] = CLOSING;
  return end + 1;
}

function writeBytes(json: Buffer, start: number, bytes: Buffer): number {
  for (let at = 0; at < bytes.length; at += 1) json[start + at] = bytes[at] ?? 0;
  return start + bytes.length;
}

/** Writes a whole number below 2^31 that is not negative. */
function writeWhole(json: Buffer, start: number, value: number): number {
  let end = start + 1;
  for (let rest = value; rest >= 10; rest = (rest / 10) | 0) end += 1;
  for (let at = end - 1, rest = value; at >= start; at -= 1, rest = (rest / 10) | 0) json[at] = ZERO + (rest % 10);
  return end;
}

const digit = (text: string, at: number): number => text.charCodeAt(at) - ZERO;
const numberOf = (day: string): number => digit(day, 8) * 10 + digit(day, 9);
/** Of days that lie a year apart at most. */
const isSameMonth = (a: string, b: string): boolean =>
  a.charCodeAt(6) === b.charCodeAt(6) && a.charCodeAt(5) === b.charCodeAt(5) && a.charCodeAt(3) === b.charCodeAt(3);
/** A number for its month, from the digits of its year and month. */
const monthOf = (day: string): number =>
  ((((digit(day, 0) * 10 + digit(day, 1)) * 10 + digit(day, 2)) * 10 + digit(day, 3)) * 10 + digit(day, 5)) * 10 +
  digit(day, 6);
