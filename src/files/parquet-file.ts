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
  #rows = 0;
  /** By column. */
  #cells: unknown[][];
  readonly #last: { value: unknown; cell: unknown }[] = [];

  constructor(path: string, columns: readonly ParquetColumn[]) {
    this.#path = path;
    this.#columns = columns;
    this.#cells = columns.map(() => []);
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
    for (const [at, values] of this.#cells.entries()) values.push(this.#cellOf(at, row[at] ?? null));
    this.#rows += 1;
    if (this.#rows === GROUP_ROWS) this.#flush();
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
    if (this.#rows === 0) return;
    const columnData = this.#columns.map(({ name, repeats }, at) => ({
      name,
      data: this.#cells[at] ?? [],
      ...(repeats && { encoding: 'RLE_DICTIONARY' as const }),
    }));
    this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    this.#cells = this.#columns.map(() => []);
    this.#rows = 0;
  }

  /** Neighbours are often equal: an id is no new object then. */
  #cellOf(at: number, value: unknown): unknown {
    const type = this.#columns[at]?.type;
    if (value === null || (type !== 'id' && type !== 'day')) return value;
    const last = this.#last[at];
    if (last !== undefined && last.value === value) return last.cell;
    const cell = type === 'id' ? BigInt(value as number) : Date.parse(value as string) / DAY_MS;
    this.#last[at] = { value, cell };
    return cell;
  }
}
