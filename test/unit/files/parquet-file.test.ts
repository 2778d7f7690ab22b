/** Parquet files: what is added as runs is read back as rows, with bounds by which a reader skips row groups. */
import assert from 'node:assert/strict';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { seeded } from '../../../demo/random.ts';
import type { Shape } from '../../../src/files/parquet-column.ts';
import { ParquetFile } from '../../../src/files/parquet-file.ts';
import { fc } from '../../support/made/properties.ts';

const SHAPES: Shape[] = [
  { name: 'id', type: 'id', isRequired: true },
  { name: 'name', type: 'text', isRequired: false },
  { name: 'day', type: 'day', isRequired: true },
  { name: 'cents', type: 'cents', isRequired: false },
  { name: 'is_new', type: 'flag', isRequired: false },
  { name: 'list', type: 'json', isRequired: false },
];
const DAYS = Array.from({ length: 31 }, (_, at) => `2026-05-${String(at + 1).padStart(2, '0')}`);
/** U+E000 stands before what lies beyond 16 bits in the file, and behind it as UTF-16 compares. */
const NAMES = ['a', 'ä', 'Ω'.repeat(300), '', '\ue000', '\u{1f0a1}', null];

async function read(path: string) {
  const file = Uint8Array.from(readFileSync(path)).buffer;
  const compressors = { ZSTD: (packed: Uint8Array) => new Uint8Array(zstdDecompressSync(packed)) };
  return { rows: await parquetReadObjects({ file, compressors }), metadata: parquetMetadata(file) };
}

for (const longest of [1, 3, 31]) {
  test(`runs of up to ${longest} days are read back as their rows`, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'cardstock-parquet-'));
    const path = join(folder.path, 'rows.parquet');
    const file = new ParquetFile(path, SHAPES);
    const random = seeded(longest);
    const one = <Of>(of: readonly Of[]): Of => of[Math.floor(random() * of.length)] as Of;
    const expected: Record<string, unknown>[] = [];
    while (expected.length < 45_000) {
      const from = Math.floor(random() * (31 - longest + 1));
      const days = DAYS.slice(from, from + 1 + Math.floor(random() * longest));
      const id = Math.floor(expected.length / 40);
      const [name, cents, is_new] = [one(NAMES), one([null, 0, 2 ** 31 - 1, 125]), one([true, false, null])];
      const list = one([null, [], [{ a: 'ä' }], 'x']);
      file.add([id, name, days, cents, is_new, list], days.length);
      for (const day of days) expected.push({ id: BigInt(id), name, day: new Date(day), cents, is_new, list });
    }
    const { bytes } = file.end();
    const { rows, metadata } = await read(path);
    assert.equal(bytes, readFileSync(path).length);
    assert.deepEqual(rows, expected);
    const groups = metadata.row_groups.map(({ num_rows }) => Number(num_rows));
    assert.ok(groups.length === 3 && groups.every((count) => count <= 20_000), String(groups));
    let first = 0;
    for (const { columns, num_rows } of metadata.row_groups) {
      const ids = expected.slice(first, first + Number(num_rows)).map(({ id }) => id);
      first += Number(num_rows);
      const bounds = columns.map(({ meta_data }) => meta_data?.statistics);
      assert.deepEqual([bounds[0]?.min_value, bounds[0]?.max_value], [ids[0], ids.at(-1)]);
      assert.deepEqual([bounds[1]?.min_value, bounds[1]?.max_value], ['', '\u{1f0a1}']);
      assert.deepEqual([bounds[3]?.min_value, bounds[3]?.max_value], [0, 2 ** 31 - 1]);
    }
  });
}

test('a file without rows, and one of which a column is null throughout, are read', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'cardstock-parquet-'));
  const path = join(folder.path, 'rows.parquet');
  new ParquetFile(path, SHAPES).end();
  assert.deepEqual((await read(path)).rows, []);
  const file = new ParquetFile(path, SHAPES);
  file.add([1, null, DAYS, null, null, null], DAYS.length);
  file.end();
  const rows = DAYS.map((day) => ({ id: 1n, name: null, day: new Date(day), cents: null, is_new: null, list: null }));
  assert.deepEqual((await read(path)).rows, rows);
});

test('equal rows make equal bytes, whether they come as runs of days or one by one', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'cardstock-parquet-'));
  const shapes = SHAPES.filter(({ type }) => type !== 'json');
  const made = (rows: readonly (readonly [cells: unknown[], count: number])[]) => {
    const file = new ParquetFile(join(folder.path, 'rows.parquet'), shapes);
    for (const [cells, count] of rows) file.add(cells, count);
    return file.end().sha256;
  };
  const run = fc.record({
    id: fc.integer({ min: 0, max: 3 }),
    name: fc.constantFrom(...NAMES),
    from: fc.integer({ min: 0, max: 30 }),
    count: fc.integer({ min: 1, max: 31 }),
    cents: fc.constantFrom(null, 0, 125),
    is_new: fc.constantFrom(true, false, null),
  });
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 40 }), (runs) => {
      const asRuns = runs.map(({ id, name, from, count, cents, is_new }) => {
        const days = DAYS.slice(from, from + count);
        return [[id, name, days, cents, is_new], days.length] as const;
      });
      const single = asRuns.flatMap(([cells]) =>
        (cells[2] as string[]).map((day) => [cells.with(2, [day]), 1] as const),
      );
      const digest = made(asRuns.map(([cells, count]) => [[...cells], count]));
      assert.equal(made(single.map(([cells, count]) => [[...cells], count])), digest);
    }),
    { numRuns: 50 },
  );
});
