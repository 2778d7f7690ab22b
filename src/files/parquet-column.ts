/** A column of a Parquet file: a row group of it is kept as runs of equal cells, and each run is looked at once. */

import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, type ParquetWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import { writePlain } from 'hyparquet-writer/src/plain.js';

const DAY_MS = 86_400_000;
/** To pack less than that gains nothing. */
const PACKED_MIN = 256;
/** A run takes as many bits as so many cells that are packed side by side. */
const RUN_ROWS = 8;

/** A column by name, and what its cells are: days as texts, JSON as values. */
export interface Shape {
  name: string;
  type: 'text' | 'json' | 'id' | 'cents' | 'flag' | 'day';
  isRequired: boolean;
}

/** What a column is in the file. Amounts that stay for days are packed best as they are: half the bytes of what a dictionary makes of them. */
const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  id: { type: 'INT64' },
  cents: { type: 'INT32' },
  flag: { type: 'BOOLEAN' },
  day: { type: 'INT32', converted_type: 'DATE' },
} as const;

type Ordered = string | number | bigint;
type Cell = Ordered | boolean;

/** Cells, and how many rows that follow one another have each: two lists, since 20,000 small objects a group keep the collector busy. */
interface Runs<Of = Cell> {
  cells: Of[];
  rows: number[];
}

type Writer = ParquetWriter['writer'];
type Chunk = ParquetWriter['row_groups'][number]['columns'][number];

export class ParquetColumn {
  readonly element: ParquetWriter['schema'][number];
  readonly #shape: Shape;
  /** Days since 1970 of those that came. */
  readonly #days = new Map<string, number>();
  #runs: Runs<Cell | null> = { cells: [], rows: [] };
  #last: unknown;

  constructor(shape: Shape) {
    const { name, type, isRequired } = shape;
    this.element = { name, ...TYPES[type], repetition_type: isRequired ? 'REQUIRED' : 'OPTIONAL' };
    this.#shape = shape;
  }

  /** Adds so many rows with this cell; where it is a list of days, each of them once. */
  add(cell: unknown, rows: number): void {
    const runs = this.#runs;
    const last = runs.cells.length - 1;
    if (this.#shape.type === 'day') {
      for (const day of cell as string[]) {
        runs.cells.push(this.#dayNumber(day));
        runs.rows.push(1);
      }
    } else if (last >= 0 && this.#last === cell) runs.rows[last] = (runs.rows[last] ?? 0) + rows;
    else {
      this.#last = cell;
      runs.cells.push(cell === null ? null : this.#cellOf(cell));
      runs.rows.push(rows);
    }
  }

  #cellOf(value: unknown): Cell {
    if (this.#shape.type === 'json') return JSON.stringify(value);
    return this.#shape.type === 'id' ? BigInt(value as number) : (value as Cell);
  }

  #dayNumber(day: string): number {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const number = Date.parse(day) / DAY_MS;
    this.#days.set(day, number);
    return number;
  }

  /** Writes what was added since the last time, as this column's part of a row group. */
  write(writer: Writer): Chunk {
    const { element } = this;
    const all = this.#runs;
    this.#runs = { cells: [], rows: [] };
    const runs = knownOf(all);
    const [rows, values] = [sumOf(all.rows), sumOf(runs.rows)];
    const levels = new ByteWriter();
    if (element.repetition_type === 'OPTIONAL') {
      const isKnown = { cells: all.cells.map((cell) => (cell === null ? 0 : 1)), rows: all.rows };
      writeRuns(levels, values === rows ? { cells: [1], rows: [rows] } : isKnown, 1);
    }
    const indexes = element.type === 'BYTE_ARRAY' || element.type === 'INT64' ? indexesOf(runs) : undefined;
    const dictionary = indexes && plain(element, [...indexes.keys()]);
    const cells = indexes ? dictionaryCells(runs, indexes) : plainCells(element, runs, values);
    const isPacked = cells.length + (dictionary?.length ?? 0) >= PACKED_MIN;
    const began = BigInt(writer.offset);
    const head = dictionary && { num_values: indexes.size, encoding: 'PLAIN' as const };
    const ofDictionary = head
      ? writePage(writer, { isPacked, bytes: dictionary }, { type: 'DICTIONARY_PAGE', dictionary_page_header: head })
      : 0n;
    const data_page_offset = BigInt(writer.offset);
    const encoding = indexes ? ('RLE_DICTIONARY' as const) : ('PLAIN' as const);
    const ofData = writePage(
      writer,
      { isPacked, bytes: cells, levels: levels.getBytes() },
      {
        type: 'DATA_PAGE_V2',
        data_page_header_v2: {
          ...{ num_values: rows, num_nulls: rows - values, num_rows: rows, encoding, is_compressed: isPacked },
          ...{ definition_levels_byte_length: levels.offset, repetition_levels_byte_length: 0 },
        },
      },
    );
    return {
      meta_data: {
        ...{ type: element.type ?? 'BYTE_ARRAY', path_in_schema: [element.name], num_values: BigInt(rows) },
        ...{ encodings: indexes ? ['PLAIN', encoding] : [encoding], codec: isPacked ? 'ZSTD' : 'UNCOMPRESSED' },
        ...{ total_compressed_size: BigInt(writer.offset) - began, total_uncompressed_size: ofDictionary + ofData },
        ...{ data_page_offset, ...(dictionary && { dictionary_page_offset: began }) },
        statistics: { null_count: BigInt(rows - values), ...this.#bounds(indexes?.keys() ?? runs.cells) },
      },
      file_offset: began,
    };
  }

  /** Between which values all lie: a reader skips row groups by them. Texts compare by their bytes. */
  #bounds(cells: Iterable<Cell>): { min_value: Ordered; max_value: Ordered } | undefined {
    const { type } = this.#shape;
    if (type === 'json' || type === 'flag') return undefined;
    const isLess = (a: Ordered, b: Ordered) =>
      type === 'text' ? Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))) < 0 : a < b;
    let bounds: { min_value: Ordered; max_value: Ordered } | undefined;
    for (const cell of cells as Iterable<Ordered>) {
      bounds ??= { min_value: cell, max_value: cell };
      if (isLess(cell, bounds.min_value)) bounds.min_value = cell;
      if (isLess(bounds.max_value, cell)) bounds.max_value = cell;
    }
    return bounds;
  }
}

/** Writes a page of a column, and gives how many bytes it has unpacked. */
function writePage(
  writer: Writer,
  { isPacked, bytes, levels = new Uint8Array() }: { isPacked: boolean; bytes: Uint8Array; levels?: Uint8Array },
  head: Omit<Parameters<typeof writePageHeader>[1], 'uncompressed_page_size' | 'compressed_page_size'>,
): bigint {
  const packed = isPacked ? zstdCompressSync(bytes) : bytes;
  const began = writer.offset;
  const uncompressed_page_size = levels.length + bytes.length;
  writePageHeader(writer, { ...head, uncompressed_page_size, compressed_page_size: levels.length + packed.length });
  const headBytes = writer.offset - began;
  writer.appendBytes(levels);
  writer.appendBytes(packed);
  return BigInt(headBytes + uncompressed_page_size);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

function knownOf(runs: Runs<Cell | null>): Runs {
  if (!runs.cells.includes(null)) return runs as Runs;
  const isKnown = (_: unknown, at: number) => runs.cells[at] !== null;
  return { cells: runs.cells.filter(isKnown) as Cell[], rows: runs.rows.filter(isKnown) };
}

/** Each cell's place in the order of their first appearance. */
function indexesOf({ cells }: Runs): Map<Cell, number> {
  const indexes = new Map<Cell, number>();
  for (const cell of cells) if (!indexes.has(cell)) indexes.set(cell, indexes.size);
  return indexes;
}

function dictionaryCells({ cells, rows }: Runs, indexes: ReadonlyMap<Cell, number>): Uint8Array {
  const page = new ByteWriter();
  const width = 32 - Math.clz32(Math.max(indexes.size - 1, 0));
  page.appendUint8(width);
  writeRuns(page, { cells: cells.map((cell) => indexes.get(cell) ?? 0), rows }, width);
  return page.getBytes();
}

function plainCells(element: ParquetColumn['element'], runs: Runs, values: number): Uint8Array {
  if (element.type !== 'INT32') return plain(element, eachCell(runs));
  const cells = new Int32Array(values);
  let end = 0;
  for (const [at, cell] of (runs as Runs<number>).cells.entries()) {
    for (const from = end; end < from + (runs.rows[at] ?? 0); end += 1) cells[end] = cell;
  }
  return new Uint8Array(cells.buffer);
}

function eachCell<Of>({ cells, rows }: Runs<Of>): Of[] {
  const each: Of[] = [];
  for (const [at, cell] of cells.entries()) for (let row = 0; row < (rows[at] ?? 0); row += 1) each.push(cell);
  return each;
}

function plain({ type }: ParquetColumn['element'], cells: Cell[]): Uint8Array {
  const page = new ByteWriter();
  writePlain(page, cells, type ?? 'BYTE_ARRAY', undefined);
  return page.getBytes();
}

/** Writes numbers of so many bits. */
function writeRuns(page: ByteWriter, runs: Runs<number>, width: number): void {
  if (runs.cells.length * RUN_ROWS > sumOf(runs.rows)) {
    writeRleBitPackedHybrid(page, eachCell(runs), width);
    return;
  }
  for (const [at, cell] of runs.cells.entries()) {
    page.appendVarInt((runs.rows[at] ?? 0) * 2);
    for (let bit = 0; bit < width; bit += 8) page.appendUint8((cell >> bit) & 255);
  }
}
