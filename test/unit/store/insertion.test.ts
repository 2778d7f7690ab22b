/** Inserts in statements of few lengths, and statements that are built once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putRows, rowsWhere } from '../../../src/store/rows.ts';
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

test('statements of one form are built once a transaction: of further ones only the values go out', async () => {
  await using place = await newStore('sqlite');
  const row = (id: string, since: string | null): Tables['aliases'] => ({
    kind: 'card',
    id,
    target_id: `of ${id}`,
    since,
  });
  await place.store.write(async (writes) => {
    let built = 0;
    const counted = (method: 'insertInto' | 'selectFrom') => {
      const own = writes[method].bind(writes) as (...given: unknown[]) => unknown;
      const counting = (...given: unknown[]) => {
        built += 1;
        return own(...given);
      };
      Object.assign(writes, { [method]: counting });
    };
    counted('insertInto');
    for (const id of ['a', 'b', 'c'])
      await putRows(writes, 'aliases', ['kind', 'id'], [row(id, null), row(`${id}2`, id)]);
    assert.equal(built, 1);
    counted('selectFrom');
    built = 0;
    const found = async (ids: string[], since?: string | null) =>
      (await rowsWhere(writes, 'aliases', { kind: 'card', id: ids, since }, ['id'], 'id')).map(({ id }) => id);
    assert.deepEqual(await found(['a', 'a2']), ['a', 'a2']);
    assert.deepEqual(await found(['c2', 'b', 'x']), ['b', 'c2']);
    assert.equal(built, 1);
    assert.deepEqual(await found(['a', 'a2'], null), ['a']);
    assert.deepEqual(await found(['a', 'a2', 'b2'], 'b'), ['b2']);
    assert.equal(built, 3);
  });
});
