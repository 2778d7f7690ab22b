/** Packs one month of daily price observations of one card or product into a compact blob, and back. */
import { crc32 } from 'node:zlib';
import { DamagedRow } from '../faults.ts';

// Layout: version, then each series by ascending key: varint(4 × distance from the previous key + 2 × same days as the
// previous series + 1 × six columns), the bitmap of its days (left out where it is the previous series'), the bitmap of
// the days that differ from the day before, and for each of those a mask of the columns that moved and their differences
// as zigzag varints; last the CRC-32 of all that. Every column starts the month at null. One bitmap of changes for all
// columns of a series, rather than one list of days per column, is what keeps a moving series under 2.5 bytes a day.
const VERSION = 1;
const CHECKSUM_BYTES = 4;
/** The last day that a month may have. */
export const DAY_MAX = 31;
const AMOUNT_MAX = 2 ** 31 - 1;
/** A key takes two flags along in its varint, which must stay an exact number. */
const SERIES_KEY_MAX = 2 ** 51 - 1;

/** What was published for one series on one day, the day named as the reader wants it. */
export interface Observation<Day> {
  day: Day;
  /** Successive days with equal amounts share one array. */
  amounts: Amounts;
}

/**
 * Cents, null where the column was empty: three amounts (USD: market, low, high) or six (EUR: avg, low, trend, avg_holo,
 * low_holo, trend_holo).
 */
export type Amounts = readonly (number | null)[];

/** A month blob whose bytes are not what was written. */
export class DamagedMonth extends DamagedRow {
  constructor(what: string) {
    super(`price history blob is damaged: ${what}`);
    this.name = 'DamagedMonth';
  }
}

/** Days with equal amounts, as a bitmap. */
export interface Stretch {
  days: number;
  amounts: Amounts;
}
type SeriesStretch = Stretch & { key: number };

/** A series as days with equal cells, in any order: a cell is an amount + 1, with 0 for null. Unpacking every day instead costs five times as much. */
interface MonthSeries {
  width: 3 | 6;
  stretches: { days: number; cells: readonly number[] }[];
}
type Month = Map<number, MonthSeries>;

/**
 * Observations by series key, days ascending. `names` has at index n what day n of the month is called; days outside
 * `window` (a bitmap as daysBetween makes it) are left out, and series of another `width` than that. They are added to those in `month`.
 * @throws DamagedMonth when the bytes are not those of a month written here
 */
export function decodeMonth<Day>(
  blob: Uint8Array,
  names: readonly Day[],
  window = -1,
  month = new Map<number, Observation<Day>[]>(),
  width?: MonthSeries['width'],
): Map<number, Observation<Day>[]> {
  findSeries(blob, (key, series) => {
    if ((width ?? series.width) !== series.width) return;
    const observations = month.get(key) ?? [];
    month.set(key, observations);
    forEachStretch(series, (stretch, cells) => {
      const amounts = amountsOf(cells, series.width);
      for (let rest = stretch & window; rest !== 0; rest &= rest - 1) {
        observations.push({ day: names[lowest(rest)] as Day, amounts });
      }
    });
  });
  return month;
}

/** The days of a month from `first` to `last` as a bitmap. */
export const daysBetween = (first: number, last: number): number => upTo(last) & ~upTo(first - 1);

/**
 * The month with these observations set: a day of a series that is there is overwritten, other days and series stay.
 * Returns `blob` itself when that changes nothing.
 * @throws RangeError on amounts that are not three or six, or not null or whole cents from 0 to 2^31 − 1
 * @throws DamagedMonth when `blob` is damaged
 */
export function withObservations(blob: Uint8Array | undefined, observations: Iterable<SeriesStretch>): Uint8Array {
  const now = pack(setAll(blob ? unpack(blob) : new Map(), observations));
  return blob && Buffer.compare(blob, now) === 0 ? blob : now;
}

/**
 * The month with these observations in the place of the series that `isReplaced` names; undefined where nothing is left.
 * @throws RangeError, DamagedMonth
 */
export function withSeries(
  blob: Uint8Array | undefined,
  isReplaced: (key: number) => boolean,
  observations: Iterable<SeriesStretch>,
): Uint8Array | undefined {
  return packed(setAll(blob ? unpack(blob, (key) => !isReplaced(key)) : new Map(), observations));
}

/**
 * The month in two: the series that `keyOf` names, under the keys it gives, and the rest as they were. A part without
 * series is undefined; where nothing is taken, `rest` is the blob itself.
 * @throws DamagedMonth
 */
export function splitMonth(blob: Uint8Array, keyOf: (key: number) => number | undefined) {
  const rest = unpack(blob);
  const taken: Month = new Map();
  for (const [key, series] of [...rest]) {
    const name = keyOf(key);
    if (name === undefined) continue;
    taken.set(name, series);
    rest.delete(key);
  }
  return { rest: taken.size === 0 ? blob : packed(rest), taken: packed(taken) };
}

/**
 * The month without one day of the series that `isTaken` names: which these were, and the rest, undefined where nothing is
 * left of the month.
 * @throws DamagedMonth
 */
export function withoutDay(blob: Uint8Array, day: number, isTaken: (key: number) => boolean) {
  const month = unpack(blob);
  const gone: number[] = [];
  for (const [key, series] of month) {
    if (!has(daysOf(series), day) || !isTaken(key)) continue;
    gone.push(key);
    setDays(series, dayBit(day), undefined);
    if (daysOf(series) === 0) month.delete(key);
  }
  return { rest: gone.length === 0 ? blob : packed(month), gone };
}

/** A day of a month as a bitmap. @throws RangeError on days outside 1 to 31 */
export function dayBit(day: number): number {
  if (!Number.isInteger(day) || day < 1 || day > DAY_MAX) throw new RangeError(`no day of a month: ${day}`);
  return bit(day);
}

/**
 * Both months as one; of a day that both have, that of `over` stands.
 * @throws DamagedMonth
 */
export function mergedMonths(under: Uint8Array, over: Uint8Array): Uint8Array {
  const month = unpack(under);
  for (const [key, { width, stretches }] of unpack(over)) {
    const series = seriesOf(month, key, width);
    for (const { days, cells } of stretches) setDays(series, days, cells);
  }
  return pack(month);
}

// Literals: an array that is copied and mapped takes three times as long.
export function amountsOf(cells: readonly number[], width: MonthSeries['width']): Amounts {
  const [a, b, c] = [toAmount(cells[0]), toAmount(cells[1]), toAmount(cells[2])];
  return width === 3 ? [a, b, c] : [a, b, c, toAmount(cells[3]), toAmount(cells[4]), toAmount(cells[5])];
}

function seriesOf(month: Month, key: number, width: number): MonthSeries {
  if (width !== 3 && width !== 6) throw new RangeError(`${width} amounts in an observation`);
  if (!Number.isInteger(key) || key < 0 || key > SERIES_KEY_MAX) throw new RangeError(`no series key: ${key}`);
  const series = month.get(key) ?? { width, stretches: [] };
  if (series.width !== width) throw new RangeError(`${width} amounts in a series of ${series.width}`);
  month.set(key, series);
  return series;
}

function setAll(month: Month, observations: Iterable<SeriesStretch>): Month {
  for (const { key, days, amounts } of observations)
    setDays(seriesOf(month, key, amounts.length), days, amounts.map(toCell));
  return month;
}

/** These days have those cells now, or are gone without. */
function setDays({ stretches }: MonthSeries, days: number, cells: readonly number[] | undefined): void {
  for (const stretch of stretches) stretch.days &= ~days;
  if (cells !== undefined) stretches.push({ days, cells });
}

const daysOf = ({ stretches }: MonthSeries): number => stretches.reduce((all, { days }) => all | days, 0);

const packed = (month: Month): Uint8Array | undefined => (month.size === 0 ? undefined : pack(month));

function pack(month: Month): Uint8Array {
  const bytes: number[] = [VERSION];
  let previousKey = 0;
  let previousDays = 0;
  for (const [key, series] of [...month].sort(([a], [b]) => a - b)) {
    const days = daysOf(series);
    const hasSameDays = days === previousDays;
    pushVarint(bytes, (key - previousKey) * 4 + (hasSameDays ? 2 : 0) + (series.width === 6 ? 1 : 0));
    if (!hasSameDays) putBitmap(bytes, bytes.length, days);
    pushChanges(bytes, series, days);
    previousKey = key;
    previousDays = days;
  }
  const blob = new Uint8Array(bytes.length + CHECKSUM_BYTES);
  blob.set(bytes);
  new DataView(blob.buffer).setUint32(bytes.length, crc32(blob.subarray(0, bytes.length)));
  return blob;
}

/** Which days differ from the one before, and by how much. */
function pushChanges(bytes: number[], { width, stretches }: MonthSeries, days: number): void {
  const ofDays: (readonly number[])[] = [];
  for (const { days: own, cells } of stretches) {
    for (let rest = own; rest !== 0; rest &= rest - 1) ofDays[lowest(rest)] = cells;
  }
  const changesAt = bytes.length;
  let changes = 0;
  putBitmap(bytes, changesAt, changes);
  let before: readonly number[] = [];
  for (let rest = days; rest !== 0; rest &= rest - 1) {
    const cells = ofDays[lowest(rest)] ?? before;
    if (cells === before) continue;
    const maskAt = bytes.push(0) - 1;
    let mask = 0;
    for (let column = 0; column < width; column += 1) {
      const change = (cells[column] ?? 0) - (before[column] ?? 0);
      if (change === 0) continue;
      mask |= bit(column);
      pushVarint(bytes, change > 0 ? change * 2 : change * -2 - 1);
    }
    before = cells;
    if (mask === 0) bytes.pop();
    else {
      bytes[maskAt] = mask;
      changes |= lowestOf(rest);
    }
  }
  putBitmap(bytes, changesAt, changes);
}

/** @throws DamagedMonth */
function unpack(blob: Uint8Array, isWanted: (key: number) => boolean = () => true): Month {
  const month: Month = new Map();
  findSeries(blob, (key, series) => {
    if (!isWanted(key)) return;
    const { width } = series;
    const stretches: MonthSeries['stretches'] = [];
    forEachStretch(series, (days, cells) => void stretches.push({ days, cells: cells.slice(0, width) }));
    month.set(key, { width, stretches });
  });
  return month;
}

/** A series as it lies in its blob, for who reads it once: taken apart into lists first, the reading of 90 days took a third longer. */
export interface PackedSeries {
  blob: Uint8Array;
  /** Where the masks and differences of its changes begin. */
  at: number;
  width: MonthSeries['width'];
  days: number;
  changes: number;
}

/**
 * Finds the series of a month, in the order of their keys.
 * @throws DamagedMonth
 */
export function findSeries(blob: Uint8Array, found: (key: number, series: PackedSeries) => void): void {
  const end = checkedEnd(blob);
  const cursor: BlobCursor = { blob, at: 1 };
  let key = 0;
  let days = 0;
  while (cursor.at < end) {
    const head = readVarint(cursor);
    key += Math.floor(head / 4);
    if (!has(head, 1)) days = readBitmap(cursor);
    const changes = readBitmap(cursor);
    found(key, { blob, at: cursor.at, width: has(head, 0) ? 6 : 3, days, changes });
    skipChanges(cursor, changes);
  }
  if (cursor.at !== end) throw new DamagedMonth('length');
}

const COLUMNS_MAX = 6;

/**
 * Reads a series day by day: the days from one change to the next as a bitmap, with a cell for each column, one above its amount
 * and 0 for none. The cells are written over by the next.
 */
export function forEachStretch(
  { blob, at, days, changes }: PackedSeries,
  see: (days: number, cells: readonly number[]) => void,
): void {
  const cursor = { blob, at };
  // Before its first change a series has nothing.
  const cells = new Array<number>(COLUMNS_MAX).fill(0);
  for (let rest = days; rest !== 0; ) {
    if ((changes & lowestOf(rest)) !== 0) {
      for (let moved = blob[cursor.at++] ?? 0; moved !== 0; moved &= moved - 1) {
        const column = lowest(moved);
        cells[column] = (cells[column] ?? 0) + readDifference(cursor);
      }
    }
    const later = changes & rest & (rest - 1);
    const stretch = later === 0 ? rest : rest & (lowestOf(later) - 1);
    rest &= ~stretch;
    see(stretch, cells);
  }
}

function skipChanges(cursor: BlobCursor, changes: number): void {
  const { blob } = cursor;
  let { at } = cursor;
  for (let rest = changes; rest !== 0; rest &= rest - 1) {
    for (let mask = blob[at++] ?? 0; mask !== 0; mask &= mask - 1) while ((blob[at++] ?? 0) >= 0x80);
  }
  cursor.at = at;
}

/** Where the series of a blob end that is as it was written. @throws DamagedMonth */
function checkedEnd(blob: Uint8Array): number {
  const end = blob.length - CHECKSUM_BYTES;
  if (end < 1) throw new DamagedMonth(`${blob.length} bytes`);
  const stored = new DataView(blob.buffer, blob.byteOffset, blob.length).getUint32(end);
  if (crc32(blob.subarray(0, end)) !== stored) throw new DamagedMonth('checksum');
  if (blob[0] !== VERSION) throw new DamagedMonth(`version ${blob[0]}`);
  return end;
}

interface BlobCursor {
  blob: Uint8Array;
  at: number;
}

function readVarint(cursor: BlobCursor): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = cursor.blob[cursor.at++] ?? 0;
    if (byte < 0x80) return value + byte * scale;
    value += (byte - 0x80) * scale;
  }
}

function readDifference(cursor: BlobCursor): number {
  // Most prices move by less than 64 cents: one byte, and whole numbers all the way.
  const byte = cursor.blob[cursor.at] ?? 0;
  if (byte < 0x80) {
    cursor.at += 1;
    return (byte >>> 1) ^ -(byte & 1);
  }
  const zigzag = readVarint(cursor);
  return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

function readBitmap(cursor: BlobCursor): number {
  let bitmap = 0;
  for (let byte = 0; byte < 4; byte += 1) bitmap |= (cursor.blob[cursor.at++] ?? 0) << (8 * byte);
  return bitmap;
}

function putBitmap(bytes: number[], at: number, bitmap: number): void {
  for (let byte = 0; byte < 4; byte += 1) bytes[at + byte] = (bitmap >>> (8 * byte)) & 0xff;
}

const bit = (position: number): number => 1 << position;
export const has = (bits: number, position: number): boolean => (bits & bit(position)) !== 0;
/** The lowest bit of a bitmap, alone. */
const lowestOf = (bits: number): number => bits & -bits;
export const lowest = (bits: number): number => 31 - Math.clz32(lowestOf(bits));
/** Days 0 to `day` as a bitmap. */
const upTo = (day: number): number => (day === DAY_MAX ? -1 : bit(day + 1) - 1);

const toAmount = (cell = 0): number | null => (cell === 0 ? null : cell - 1);

function toCell(amount: number | null): number {
  if (amount === null) return 0;
  if (!Number.isInteger(amount) || amount < 0 || amount > AMOUNT_MAX) throw new RangeError(`no amount: ${amount}`);
  return amount + 1;
}
