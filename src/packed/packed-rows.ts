/** Records by number, as JSON in blocks that are compressed: few are asked for at once, and all of them are most of what is held. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** More would be packed smaller, and take longer to get one of. */
const BLOCK_ROWS = 16;

type Row = Record<string, unknown>;

export class PackedRows {
  readonly #blocks: Buffer[] = [];
  #open: string[] = [];

  push(row: Row): void {
    this.#open.push(JSON.stringify(row));
    if (this.#open.length < BLOCK_ROWS) return;
    this.#blocks.push(zstdCompressSync(this.#open.join('\n')));
    this.#open = [];
  }

  at(numbers: readonly number[]): Row[] {
    const blocks = new Map<number, readonly string[]>();
    return numbers.map((number) => {
      const block = Math.floor(number / BLOCK_ROWS);
      const lines = blocks.get(block) ?? this.#lines(block);
      blocks.set(block, lines);
      return JSON.parse(lines[number % BLOCK_ROWS] ?? '{}') as Row;
    });
  }

  #lines(block: number): readonly string[] {
    const packed = this.#blocks[block];
    return packed === undefined ? this.#open : zstdDecompressSync(packed).toString().split('\n');
  }
}
