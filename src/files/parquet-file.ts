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

/** What a value is in the file, where that is another one. */
const CELLS: Partial<Record<ParquetColumn['type'], (value: never) => unknown>> = {
  id: BigInt,
  day: (day: string) => Date.parse(day) / DAY_MS,
};

export class ParquetFile {
  readonly #path: string;
  readonly #columns: readonly (ParquetColumn & { data: unknown[]; last: unknown; cell: unknown })[];
  readonly #writer: ParquetWriter;

  constructor(path: string, columns: readonly ParquetColumn[]) {
    this.#path = path;
    this.#columns = columns.map((column) => ({ ...column, data: [], last: null, cell: null }));
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

  /** Each value goes to its column at once: rows that wait for the others of their group are moved by the collector again and again. */
  add(row: readonly unknown[]): void {
    for (const [at, column] of this.#columns.entries()) {
      const value = row[at] ?? null;
      // Neighbours are often equal: an id is no new object then.
      if (value !== column.last) {
        column.last = value;
        column.cell = value === null ? null : (CELLS[column.type]?.(value as never) ?? value);
      }
      column.data.push(column.cell);
    }
    if (this.#columns[0]?.data.length === GROUP_ROWS) this.#flush();
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
    const columnData = this.#columns.map(({ name, data, type, repeats }) => ({
      ...{ name, data },
      ...(repeats && { encoding: 'RLE_DICTIONARY' as const }),
      // Amounts that stay for days are packed best as they are: half the bytes of what a dictionary makes of them.
      ...(type === 'cents' && { encoding: 'PLAIN' as const }),
    }));
    this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    for (const column of this.#columns) column.data = [];
  }
}
