/** The simulation on PostgreSQL: the same lives, each the same each time. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { metaValue, setMetaValue } from '../../src/store/meta.ts';
import { postgresMissing } from '../support/stages/stores.ts';
import { isStruck } from './faults.ts';
import { PostgresPlace } from './places/postgres-place.ts';
import { live } from './seeds.ts';

/** One that changes records itself, and one that ingests. */
const KINDS = [1, 4];

after(() => PostgresPlace.leave());

test('on PostgreSQL a seed lives the same life each time, and nothing is wrong', {
  skip: postgresMissing,
}, async () => {
  for (const seed of KINDS) {
    const [first, second] = [await live(seed, undefined, 'postgres'), await live(seed, undefined, 'postgres')];
    assert.deepEqual(first.violations, [], `seed ${seed}`);
    assert.deepEqual(first, second);
    assert.ok(first.steps > 100);
  }
});

test('a connection that is lost, and a process that dies, leave nothing of a transaction', {
  skip: postgresMissing,
}, async () => {
  const place = await PostgresPlace.emptied();
  let isCut = false;
  const store = await place.open({ isCut: () => isCut });
  await store.write((writes) => setMetaValue(writes, 'public_url', 'before'));
  const cut = store.write(async (writes) => {
    await setMetaValue(writes, 'public_url', 'cut');
    isCut = true;
    await setMetaValue(writes, 'cursor_secret', 'cut');
  });
  await assert.rejects(cut, isStruck);
  isCut = false;
  assert.equal(await metaValue(store.reads, 'public_url'), 'before');
  await new Promise<void>((resolve) => {
    void store.write(async (writes) => {
      await setMetaValue(writes, 'public_url', 'died');
      resolve();
      await new Promise(() => undefined);
    });
  });
  await store.close();
  const next = await place.open();
  assert.equal(await metaValue(next.reads, 'public_url'), 'before');
  await next.close();
});
