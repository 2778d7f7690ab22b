/** Writes rows into a Parquet file, some thousand at a time. Loaded when a file is made: the writer takes 17 MB. */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { Digested } from './coded-file.ts';
import { FORMAT } from './manifest.ts';

/** Of more at once the peak of memory grows by 70 MB for a tenth of the bytes. */
const GROUP_ROWS = 20_000;
const DAY_MS = 86_400_000;

/** Columns by name; a text column that repeats is worth a dictionary, which a sample of sorted ids does not show. */
export interface ParquetColumn {
  name: string;
  type: 'text' | 'json' | 'id' | 'cents' | 'flag' | 'day';
  isRequired: boolean;
  repeats?: boolean;
}

const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  id: { type: 'INT64' },
  cents: { type: 'INT32' },
  flag: { type: 'BOOLEAN' },
  day: { type: 'INT32', converted_type: 'DATE' },
} as const;

export class ParquetFile {
  readonly #path: string;
  readonly #columns: readonly ParquetColumn[];
  readonly #writer: ParquetWriter;
  #rows: (readonly unknown[])[] = [];

  constructor(path: string, columns: readonly ParquetColumn[]) {
    this.#path = path;
    this.#columns = columns;
    const fields = columns.map(({ name, type, isRequired }) => ({
      ...{ name, ...TYPES[type] },
      repetition_type: isRequired ? ('REQUIRED' as const) : ('OPTIONAL' as const),
    }));
    this.#writer = new ParquetWriter({
      writer: fileWriter(path),
      schema: [{ name: 'root', num_children: columns.length }, ...fields],
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      kvMetadata: [
        { key: 'format', value: String(FORMAT) },
        { key: 'unit', value: 'cents' },
      ],
    });
  }

  add(row: readonly unknown[]): void {
    this.#rows.push(row);
    if (this.#rows.length === GROUP_ROWS) this.#flush();
  }

  end(): Digested {
    this.#flush();
    this.#writer.finish();
    const file = openSync(this.#path, 'r+');
    fsyncSync(file);
    closeSync(file);
    const bytes = readFileSync(this.#path);
    return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }

  #flush(): void {
    if (this.#rows.length === 0) return;
    const columnData = this.#columns.map(({ name, type, repeats }, at) => ({
      name,
      data: cellsOf(this.#rows, at, type),
      ...(repeats && { encoding: 'RLE_DICTIONARY' as const }),
    }));
    this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    this.#rows = [];
  }
}

/** A column of rows. Neighbours are often equal: an id is no new object then. */
function cellsOf(rows: readonly (readonly unknown[])[], at: number, type: ParquetColumn['type']): unknown[] {
  let last: unknown = null;
  let cell: unknown = null;
  return rows.map((row) => {
    const value = row[at] ?? null;
    if (value === last) return cell;
    last = value;
    cell = value;
    if (value !== null && type === 'id') cell = BigInt(value as number);
    if (value !== null && type === 'day') cell = Date.parse(value as string) / DAY_MS;
    return cell;
  });
}
