/** Columns of lists: packed and unpacked, found by id, and sorted page by page over several games. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { seeded } from '../../../demo/random.ts';
import { compareText } from '../../../src/packed/list-builder.ts';
import { textsBetween } from '../../../src/packed/packed-texts.ts';
import { LAST } from '../../../src/store/schema/tables.ts';
import { ColumnBuilder } from '../../../src/store/views/listing/column-builder.ts';
import { packColumns, unpackColumns } from '../../../src/store/views/listing/column-bytes.ts';
import { type ListColumns, rowOfId } from '../../../src/store/views/listing/list-columns.ts';
import { compareSorted, SORTS, type SortedPlace, sortedRows } from '../../../src/store/views/listing/list-order.ts';

/** Columns as they are read, not stored. */
const built = (builder: ColumnBuilder): ListColumns => {
  const columns = builder.columns();
  return { ...columns, ids: textsBetween(columns.ids, 0, columns.ids.starts.length - 1) };
};

/** Cards of a game in catalog order; `without` leaves some out. */
function columnsOf(game: string, seed: number, without: (id: string) => boolean = () => false): ListColumns {
  const random = seeded(seed);
  const builder = new ColumnBuilder(100);
  for (let set = 0; set < 5; set += 1) {
    for (let number = 0; number < 60; number += 1) {
      const id = `${game}${set}-${number}`;
      const coded = {
        released: [set === 4 ? LAST : `202${set}-01-01`],
        expansion: [`${game}${set}`],
        number: [String(Math.floor(number / 2)).padStart(6, '0')],
        name: [`name ${Math.floor(random() * 20)}`],
        rarity: [`rarity ${Math.floor(random() * 300)}`],
      };
      const [usd, eur] = [random(), random()].map((value) => (value < 0.3 ? null : Math.floor(value * 40)));
      if (!without(id))
        builder.add({
          key: set * 100 + number,
          id,
          coded,
          numbers: { usd: usd ?? null, eur: eur ?? null, changed: 1 },
        });
    }
  }
  return built(builder);
}

/** All places in the order of a sort, read in pages of several games at once. */
function walk(games: (page: number) => ListColumns[], sort: (typeof SORTS)[number], limit: number): SortedPlace[] {
  const places: SortedPlace[] = [];
  for (let page = 0; ; page += 1) {
    const after = places.at(-1);
    const found = games(page)
      .flatMap((columns) => sortedRows(columns, new Uint8Array(columns.keys.length).fill(1), { sort, after, limit }))
      .map(({ place }) => place)
      .sort((a, b) => compareSorted(sort, a, b))
      .slice(0, limit);
    places.push(...found);
    if (found.length < limit) return places;
  }
}

suite('columns of a list', () => {
  test('are the same after they were packed, however many values a field has', async () => {
    const columns = columnsOf('a', 1);
    assert.deepEqual(await unpackColumns(await packColumns(columns)), columns);
    assert.ok(columns.coded.rarity?.codes instanceof Uint8Array || columns.coded.rarity?.codes instanceof Uint16Array);
  });

  test('are unpacked in one piece, whose length they tell', async () => {
    for (const rows of [0, 1, 40, 3000]) {
      const builder = new ColumnBuilder(rows);
      for (let row = 0; row < rows; row += 1) {
        const coded = { name: [`name ${row}`], released: [LAST], expansion: ['a'], number: ['1'] };
        builder.add({ key: row, id: `a-${row}`, coded, numbers: { usd: row, eur: null, changed: 1 } });
      }
      const columns = builder.columns();
      const packed = await packColumns(columns);
      assert.deepEqual(
        await unpackColumns(packed),
        { ...columns, ids: textsBetween(columns.ids, 0, rows) },
        `${rows} rows`,
      );
      assert.equal(zstdDecompressSync(packed.subarray(4)).length, packed.readUInt32LE(0));
    }
  });

  test('bytes that are cut short, damaged, or none of these are refused', async () => {
    const packed = await packColumns(columnsOf('a', 1));
    for (const length of [0, 3, 4, 20, packed.length - 40])
      await assert.rejects(unpackColumns(packed.subarray(0, length)));
    for (const at of [0, 4, 12, packed.length >> 1]) {
      const damaged = Buffer.from(packed);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      // Of the first length, which only says how large a piece to make, nothing hangs.
      if (at > 3) await assert.rejects(unpackColumns(damaged), `byte ${at}`);
      else assert.ok(await unpackColumns(damaged));
    }
    await assert.rejects(unpackColumns(zstdCompressSync('{}')));
  });

  test('are the same with values of any characters, in turns of some values each, and without rows', async () => {
    const random = seeded(3);
    const names = Array.from(
      { length: 2100 },
      (_, row) => `é${'"ж\n\ud800'.slice(0, row % 5)}${Math.floor(random() * 1e6)}`,
    );
    for (const rows of [0, 1, 1000, 2100]) {
      const builder = new ColumnBuilder(0);
      const numbers = { usd: null, eur: 5, changed: null };
      for (const [key, id] of names.slice(0, rows).entries())
        builder.add({ key, id, coded: { name: [id], rarity: [id, 'rare'] }, numbers });
      const packed = builder.columns();
      const columns = { ...packed, ids: names.slice(0, rows) };
      assert.deepEqual(await unpackColumns(await packColumns(packed)), columns);
      const byId = Array.from(columns.byId, (row) => names[row] ?? '');
      assert.deepEqual(
        byId,
        byId.toSorted((a, b) => compareText(a, b)),
      );
    }
  });

  test('find the row of each id, and none for what no row has', () => {
    const columns = columnsOf('a', 1);
    for (const [row, id] of columns.ids.entries()) assert.equal(rowOfId(columns, id), row);
    for (const id of ['', 'a', 'a9-9', 'zz']) assert.equal(rowOfId(columns, id), undefined);
  });

  test('every sort, read page by page over two games, is that of all rows at once, those without a value last', () => {
    const games = [columnsOf('a', 1), columnsOf('b', 2)];
    for (const sort of SORTS) {
      const whole = walk(() => games, sort, 1000);
      assert.equal(whole.length, 600);
      assert.deepEqual(
        whole,
        whole.toSorted((a, b) => compareSorted(sort, a, b)),
        sort,
      );
      for (const limit of [1, 7, 64])
        assert.deepEqual(
          walk(() => games, sort, limit),
          whole,
          `${sort} by ${limit}`,
        );
      const values = whole.map(([value]) => value !== null);
      assert.equal(
        values.lastIndexOf(true) < values.indexOf(false) || !values.includes(true) || !values.includes(false),
        true,
      );
    }
  });

  test('a walk goes on where it was when the row that a page ended with is gone', () => {
    for (const sort of SORTS) {
      const whole = [columnsOf('a', 1)];
      const [last] = walk(() => whole, sort, 1000).slice(9, 10);
      const id = String(last?.at(-1));
      const rest = [columnsOf('a', 1, (each) => each === id)];
      const places = walk((page) => (page === 0 ? whole : rest), sort, 10);
      assert.deepEqual(
        places,
        walk(() => whole, sort, 1000),
        sort,
      );
    }
  });
});
