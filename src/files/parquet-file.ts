/** Writes rows into a Parquet file, some thousand at a time. Loaded when a file is made: the writer takes 17 MB. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { type Digested, sync } from './coded-file.ts';
import { FORMAT } from './manifest.ts';
import { ParquetColumn, type Shape } from './parquet-column.ts';

/** Of more at once the peak of memory grows for a tenth of the bytes. */
const GROUP_ROWS = 20_000;

export class ParquetFile {
  readonly #path: string;
  readonly #columns: readonly ParquetColumn[];
  readonly #writer: ParquetWriter;
  #rows = 0;

  constructor(path: string, shapes: readonly Shape[]) {
    this.#path = path;
    this.#columns = shapes.map((shape) => new ParquetColumn(shape));
    this.#writer = new ParquetWriter({
      writer: fileWriter(path),
      schema: [{ name: 'root', num_children: shapes.length }, ...this.#columns.map(({ element }) => element)],
      kvMetadata: [
        { key: 'format', value: String(FORMAT) },
        { key: 'unit', value: 'cents' },
      ],
    });
  }

  /** Adds so many rows with these cells, a list of days where they differ in theirs. */
  add(cells: readonly unknown[], rows = 1): void {
    if (this.#rows + rows > GROUP_ROWS) this.#flush();
    for (let at = 0; at < this.#columns.length; at += 1) this.#columns[at]?.add(cells[at] ?? null, rows);
    this.#rows += rows;
  }

  end(): Digested {
    if (this.#rows > 0) this.#flush();
    this.#writer.finish();
    sync(this.#path);
    const bytes = readFileSync(this.#path);
    return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }

  /** Writes a row group; what the writer does with rows takes eight times as long as what runs of them need. */
  #flush(): void {
    const { writer, row_groups } = this.#writer;
    const began = writer.offset;
    const columns = this.#columns.map((column) => column.write(writer));
    row_groups.push({
      columns,
      total_byte_size: columns.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n),
      num_rows: BigInt(this.#rows),
      total_compressed_size: BigInt(writer.offset - began),
    });
    this.#writer.num_rows += BigInt(this.#rows);
    this.#rows = 0;
  }
}
