/** Packs one month of daily price observations of one card or product into a compact blob, and back. */
import { crc32 } from 'node:zlib';

// Layout: version, then each series by ascending key: varint(4 × distance from the previous key + 2 × same days as the
// previous series + 1 × six columns), the bitmap of its days (left out where it is the previous series'), the bitmap of
// the days that differ from the day before, and for each of those a mask of the columns that moved and their differences
// as zigzag varints; last the CRC-32 of all that. Every column starts the month at null. One bitmap of changes for all
// columns of a series, rather than one list of days per column, is what keeps a moving series under 2.5 bytes a day.
const VERSION = 1;
const CHECKSUM_BYTES = 4;
const DAYS = 31;
const AMOUNT_MAX = 2 ** 31 - 1;
/** A key takes two flags along in its varint, which must stay an exact number. */
const SERIES_KEY_MAX = 2 ** 51 - 1;

/** Number of amounts in an observation: three on the USD side, six on the EUR side. */
type Width = 3 | 6;

/** What was published for one series on one day: amounts in cents, null where the column was empty. */
export interface Observation {
  /** Day of the month, 1 to 31. */
  day: number;
  /** Three amounts (USD: market, low, high) or six (EUR: avg, low, trend, avg_holo, low_holo, trend_holo). */
  amounts: readonly (number | null)[];
}

/** Observations by series key, a whole number the caller gives; days ascending. */
export type Month = Map<number, Observation[]>;

/** A month blob whose bytes are not what was written. */
export class DamagedMonth extends Error {
  constructor(what: string) {
    super(`price history blob is damaged: ${what}`);
    this.name = 'DamagedMonth';
  }
}

/** A series unpacked: bit `day` of `days` says whether it has the day, `cells` holds amount + 1 (0: null) by day and column. */
interface Series {
  width: Width;
  days: number;
  cells: Uint32Array;
}

/** @throws DamagedMonth when the bytes are not those of a month written here */
export function decodeMonth(blob: Uint8Array): Month {
  const month: Month = new Map();
  for (const [key, { width, days, cells }] of unpack(blob)) {
    const observations: Observation[] = [];
    for (let day = 1; day <= DAYS; day += 1) {
      if ((days & bit(day)) === 0) continue;
      const amounts: (number | null)[] = [];
      for (let cell = day * width; cell < (day + 1) * width; cell += 1) amounts.push(toAmount(cells[cell] ?? 0));
      observations.push({ day, amounts });
    }
    month.set(key, observations);
  }
  return month;
}

/**
 * The month with one day's amounts by series key set: a day that is there is overwritten, other days and series stay.
 * Returns `blob` itself when that changes nothing.
 * @throws RangeError on amounts that are not three or six, or not null or whole cents from 0 to 2^31 − 1
 * @throws DamagedMonth when `blob` is damaged
 */
export function withDay(
  blob: Uint8Array | undefined,
  day: number,
  amountsBySeries: Iterable<readonly [number, Observation['amounts']]>,
): Uint8Array {
  const month = blob ? unpack(blob) : new Map<number, Series>();
  let hasChanged = blob === undefined;
  for (const [key, amounts] of amountsBySeries) if (setDay(month, key, day, amounts)) hasChanged = true;
  return blob && !hasChanged ? blob : pack(month);
}

function setDay(month: Map<number, Series>, key: number, day: number, amounts: Observation['amounts']): boolean {
  const width = amounts.length;
  if (width !== 3 && width !== 6) throw new RangeError(`${width} amounts in an observation`);
  if (!Number.isInteger(day) || day < 1 || day > DAYS) throw new RangeError(`no day of a month: ${day}`);
  if (!Number.isInteger(key) || key < 0 || key > SERIES_KEY_MAX) throw new RangeError(`no series key: ${key}`);
  const series = month.get(key) ?? emptySeries(width);
  if (series.width !== width) throw new RangeError(`${width} amounts in a series of ${series.width}`);
  month.set(key, series);
  let hasChanged = (series.days & bit(day)) === 0;
  series.days |= bit(day);
  for (let column = 0; column < width; column += 1) {
    const value = toCell(amounts[column] ?? null);
    if (series.cells[day * width + column] === value) continue;
    series.cells[day * width + column] = value;
    hasChanged = true;
  }
  return hasChanged;
}

function pack(month: Map<number, Series>): Uint8Array {
  const bytes: number[] = [VERSION];
  let previousKey = 0;
  let previousDays = 0;
  for (const [key, series] of [...month].sort(([a], [b]) => a - b)) {
    const hasSameDays = series.days === previousDays;
    pushVarint(bytes, (key - previousKey) * 4 + (hasSameDays ? 2 : 0) + (series.width === 6 ? 1 : 0));
    if (!hasSameDays) pushBitmap(bytes, series.days);
    pushChanges(bytes, series);
    previousKey = key;
    previousDays = series.days;
  }
  const blob = new Uint8Array(bytes.length + CHECKSUM_BYTES);
  blob.set(bytes);
  new DataView(blob.buffer).setUint32(bytes.length, crc32(blob.subarray(0, bytes.length)));
  return blob;
}

function pushChanges(bytes: number[], { width, days, cells }: Series): void {
  const bitmapAt = bytes.length;
  pushBitmap(bytes, 0);
  const last = new Float64Array(width);
  let changedDays = 0;
  for (let day = 1; day <= DAYS; day += 1) {
    if ((days & bit(day)) === 0) continue;
    const maskAt = bytes.length;
    let mask = 0;
    for (let column = 0; column < width; column += 1) {
      const value = cells[day * width + column] ?? 0;
      const change = value - (last[column] ?? 0);
      if (change === 0) continue;
      if (mask === 0) bytes.push(0);
      mask |= 1 << column;
      pushVarint(bytes, change > 0 ? change * 2 : change * -2 - 1);
      last[column] = value;
    }
    if (mask === 0) continue;
    bytes[maskAt] = mask;
    changedDays |= bit(day);
  }
  for (let byte = 0; byte < 4; byte += 1) bytes[bitmapAt + byte] = (changedDays >>> (8 * byte)) & 0xff;
}

function unpack(blob: Uint8Array): Map<number, Series> {
  const end = blob.length - CHECKSUM_BYTES;
  if (end < 1) throw new DamagedMonth(`${blob.length} bytes`);
  const stored = new DataView(blob.buffer, blob.byteOffset, blob.length).getUint32(end);
  if (crc32(blob.subarray(0, end)) !== stored) throw new DamagedMonth('checksum');
  if (blob[0] !== VERSION) throw new DamagedMonth(`version ${blob[0]}`);
  const reader: Reader = { blob, at: 1 };
  const month = new Map<number, Series>();
  let key = 0;
  let days = 0;
  while (reader.at < end) {
    const head = readVarint(reader);
    key += Math.floor(head / 4);
    if ((head & 2) === 0) days = readBitmap(reader);
    month.set(key, unpackSeries(reader, (head & 1) === 1 ? 6 : 3, days));
  }
  if (reader.at !== end) throw new DamagedMonth('length');
  return month;
}

function unpackSeries(reader: Reader, width: Width, days: number): Series {
  const series = emptySeries(width);
  series.days = days;
  const changedDays = readBitmap(reader);
  let previous = 0;
  for (let day = 1; day <= DAYS; day += 1) {
    if ((days & bit(day)) === 0) continue;
    series.cells.copyWithin(day * width, previous, previous + width);
    previous = day * width;
    if ((changedDays & bit(day)) === 0) continue;
    const mask = reader.blob[reader.at++] ?? 0;
    for (let column = 0; column < width; column += 1) {
      if ((mask & (1 << column)) === 0) continue;
      const zigzag = readVarint(reader);
      const change = zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
      series.cells[previous + column] = (series.cells[previous + column] ?? 0) + change;
    }
  }
  return series;
}

interface Reader {
  blob: Uint8Array;
  at: number;
}

function readVarint(reader: Reader): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = reader.blob[reader.at++] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
  }
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

function readBitmap(reader: Reader): number {
  let bitmap = 0;
  for (let byte = 0; byte < 4; byte += 1) bitmap |= (reader.blob[reader.at++] ?? 0) << (8 * byte);
  return bitmap;
}

function pushBitmap(bytes: number[], bitmap: number): void {
  for (let byte = 0; byte < 4; byte += 1) bytes.push((bitmap >>> (8 * byte)) & 0xff);
}

const bit = (day: number): number => 1 << day;
const emptySeries = (width: Width): Series => ({ width, days: 0, cells: new Uint32Array((DAYS + 1) * width) });
const toAmount = (cell: number): number | null => (cell === 0 ? null : cell - 1);

function toCell(amount: number | null): number {
  if (amount === null) return 0;
  if (!Number.isInteger(amount) || amount < 0 || amount > AMOUNT_MAX) throw new RangeError(`no amount: ${amount}`);
  return amount + 1;
}
