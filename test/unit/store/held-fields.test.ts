/** Which columns of fields stay in memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldColumns } from '../../../src/store/views/listing/read-columns.ts';
import { newStore } from '../../support/stages/stores.ts';
import { fillVaried, variedCatalog } from '../../support/stages/varied-catalog.ts';

test('the columns that were asked for last are held, the others are unpacked anew and say the same', async () => {
  await using place = await newStore('sqlite');
  await fillVaried(place.store, variedCatalog(20));
  const column = async (path: string, most?: number) =>
    (await fieldColumns(place.store.reads, 'game', [path], most)).get(path) ?? assert.fail(path);
  const names = await column('card.name');
  assert.equal(await column('card.name'), names, 'held');
  const sets = await column('card.set', 1);
  assert.deepEqual(await column('card.set'), sets);
  const again = await column('card.name');
  assert.notEqual(again, names, 'let go');
  assert.deepEqual(again, names);
});
