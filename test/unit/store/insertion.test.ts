/** Inserts in statements of few lengths. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putRows } from '../../../src/store/rows.ts';
import type { Tables } from '../../../src/store/schema/tables.ts';
import { newStore } from '../../support/stages/stores.ts';

test('rows go in as they are, in whatever order their fields come and however many they are', async () => {
  await using place = await newStore('sqlite');
  const row = (id: string): Tables['aliases'] => ({ kind: 'card', id, target_id: `of ${id}`, since: null });
  const turned = (id: string): Tables['aliases'] => ({ since: null, target_id: `of ${id}`, id, kind: 'card' });
  const ids = (start: string, count: number) => Array.from({ length: count }, (_, at) => `${start}${at}`);
  const given = ids('a', 700).map((id, at) => (at % 2 === 0 ? row(id) : turned(id)));
  await place.store.write(async (writes) => {
    for (const rows of [given, ids('b', 700).map(row), ids('c', 8).map(turned), []]) {
      await putRows(writes, 'aliases', ['kind', 'id'], rows);
    }
  });
  const stored = await place.store.reads.selectFrom('aliases').selectAll().execute();
  assert.equal(stored.length, 1408);
  for (const { id, target_id } of stored) assert.equal(target_id, `of ${id}`);
});
