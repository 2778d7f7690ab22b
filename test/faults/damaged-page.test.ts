/** A damaged page of the embedded store costs the answers that need it, and is told. */
import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Health } from '../../src/api/health.ts';
import { checkStore } from '../../src/cli/doctor.ts';
import { DAMAGED } from '../../src/store/faults.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Reads } from '../../src/store/store.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { damage } from '../support/stages/damage.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newLocation } from '../support/stages/stores.ts';

function changedCatalog() {
  const catalog = tinyCatalog();
  for (const card of catalog.cards) card.rarity = 'Rare';
  return catalog;
}

async function damagedStore(...names: string[]) {
  const place = await newLocation('sqlite');
  await using folder = await catalogFolder(tinyCatalog());
  const store = await openStore(place.location);
  assert.equal((await runCatalog(store, folder.files)).outcome, 'succeeded');
  await store.close();
  damage(place.location, ...names);
  return place;
}

test('a read that meets a damaged page is a 500; all others go on, and /health names the damage from then on', async () => {
  await using place = await damagedStore('cards');
  const store = await openStore(place.location);
  {
    await using api = await apiOn(store);
    const health = async () => JSON.parse((await api.get('/health', {})).text) as Health;
    assert.equal((await health()).status, 'ok');
    for (let times = 0; times < 3; times += 1) {
      const [damaged, whole] = await Promise.all([api.get('/v1/cards/ember1-1'), api.get('/v1/series/ember')]);
      assert.equal(damaged.status, 500, damaged.text);
      assert.equal(damaged.body.error?.code, 'internal');
      assert.equal(whole.status, 200, whole.text);
    }
    const told = await health();
    assert.equal(told.status, 'degraded');
    const row = told.tasks.find(({ name }) => name === 'store');
    assert.equal(row?.status, 'late');
    assert.match(row?.last_error ?? '', /damaged/);
  }
  await store.close();
});

test('a damaged page outside snapshots, and one of the table that every snapshot begins with, end nothing either', async () => {
  await using place = await damagedStore('keys', 'events');
  const store = await openStore(place.location);
  await assert.rejects(store.reads.selectFrom('keys').selectAll().execute(), /malformed/);
  await assert.rejects(
    store.snapshot((reads) => reads.selectFrom('events').selectAll().execute()),
    /malformed/,
  );
  await assert.rejects(
    store.write((writes) => writes.deleteFrom('keys').execute()),
    /malformed/,
  );
  assert.equal((await store.snapshot((reads) => reads.selectFrom('series').selectAll().execute())).value.length, 2);
  await store.close();
});

test('a page that the disk no longer gives is a damaged one: it does not end the process', async () => {
  await using place = await damagedStore();
  const store = await openStore(place.location);
  const cards = (reads: Reads) => reads.selectFrom('cards').selectAll().execute();
  const moment = await store.longRead();
  await moment.reads.selectFrom('series').selectAll().execute();
  truncateSync(join(place.location.dataDir, 'cardstock.db'), 8 * 4096);
  for (const read of [() => cards(moment.reads), () => cards(store.reads), () => store.snapshot(cards)]) {
    await assert.rejects(read, /malformed|disk I\/O error/);
  }
  await moment.close();
  assert.match(store.faults.says ?? '', /damaged/);
  await store.close();
});

test('damage that only a run has met is told by /health of every process, until a run succeeds', async () => {
  await using place = await damagedStore('cards');
  await using folder = await catalogFolder(changedCatalog());
  const store = await openStore(place.location);
  const { outcome, reason } = await runCatalog(store, folder.files);
  assert.deepEqual([outcome, reason], ['failed', DAMAGED]);
  await store.close();
  const other = await openStore(place.location);
  {
    await using api = await apiOn(other, { tasks: [{ name: 'catalog', windowMs: 3_600_000 }] });
    const told = JSON.parse((await api.get('/health', {})).text) as Health;
    assert.equal(told.status, 'degraded');
    assert.match(told.tasks.find(({ name }) => name === 'store')?.last_error ?? '', /damaged/);
  }
  await other.close();
});

test('doctor looks at every page', async () => {
  await using place = await damagedStore('price_months');
  const store = await openStore(place.location);
  const { state, says, remedy } = await checkStore(store);
  assert.equal(state, 'bad', says);
  assert.match(says, /damaged/);
  assert.match(remedy ?? '', /restore/);
  await store.close();
});
