/** Inserts whose text is built once for each number of rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertion } from '../../../src/store/engines/statement.ts';
import type { AliasTable } from '../../../src/store/schema/catalog-tables.ts';
import { newStore } from '../../support/stages/stores.ts';

test('rows go in as they are, in whatever order their fields come, by a text for each length and set of columns', async () => {
  await using place = await newStore('sqlite');
  const built: number[] = [];
  const insert = insertion((writes, rows: readonly AliasTable[]) => {
    built.push(rows.length);
    return writes.insertInto('aliases').values(rows).returning(['id', 'target_id']);
  });
  const row = (id: string): AliasTable => ({ kind: 'card', id, target_id: `of ${id}`, since: null });
  const turned = (id: string): AliasTable => ({ since: null, target_id: `of ${id}`, id, kind: 'card' });
  const ids = (start: string, count: number) => Array.from({ length: count }, (_, at) => `${start}${at}`);
  const given = ids('a', 700).map((id, at) => (at % 2 === 0 ? row(id) : turned(id)));
  await place.store.write(async (writes) => {
    assert.deepEqual(
      await insert(writes, given),
      given.map(({ id, target_id }) => ({ id, target_id })),
    );
    assert.deepEqual(built, [500, 128, 64, 8]);
    await insert(writes, ids('b', 700).map(row));
    assert.equal(built.length, 4);
    await insert(writes, ids('c', 8).map(turned));
    assert.equal(built.length, 5);
    assert.deepEqual(await insert(writes, []), []);
  });
  const stored = await place.store.reads.selectFrom('aliases').selectAll().execute();
  assert.equal(stored.length, 1408);
  for (const { id, target_id } of stored) assert.equal(target_id, `of ${id}`);
});
