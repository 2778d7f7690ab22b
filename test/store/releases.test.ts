/** A store of every release is opened by this one, and answers what it answered then. */
import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { restore } from '../../src/store/care/backup.ts';
import { moveStore } from '../../src/store/care/move.ts';
import { openStore } from '../../src/store/engines/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { answersOf, asOf } from '../support/oracles/kept-store.ts';
import { apiOn } from '../support/stages/api.ts';
import { newStore, postgresMissing } from '../support/stages/stores.ts';

async function assertAnswers(store: Store, folder: string): Promise<void> {
  const kept = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8'));
  const api = await apiOn(store);
  const answers = await answersOf(api);
  await api[Symbol.asyncDispose]();
  for (const [path, answer] of Object.entries(answers)) assert.deepEqual(asOf(kept[path], answer), kept[path], path);
}

/** The store as a restored backup: brought to this release's schema when it is opened. */
async function restored(folder: string): Promise<AsyncDisposable & { store: Store }> {
  const place = await mkdtemp(join(tmpdir(), 'cardstock-release-'));
  const copy = join(place, 'store.db');
  writeFileSync(copy, gunzipSync(readFileSync(join(folder, 'store.db.gz'))));
  const dataDir = join(place, 'data');
  await restore(copy, dataDir, { force: false });
  const store = await openStore({ dataDir });
  return {
    store,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await rm(place, { recursive: true });
    },
  };
}

const releases = globSync('test/releases/*/store.db.gz').map(dirname);

test('the first release is among those kept', () =>
  assert.ok(releases.map((path) => basename(path)).includes('0.1.0')));

for (const folder of releases) {
  suite(`the store of release ${basename(folder)}`, () => {
    test('answers as it did, but for what was added', async () => {
      await using old = await restored(folder);
      await assertAnswers(old.store, folder);
    });

    test('does so moved to PostgreSQL too', { skip: postgresMissing }, async () => {
      await using old = await restored(folder);
      await using target = await newStore('postgres');
      await moveStore({ from: old.store, to: target.store, onProgress: () => undefined });
      await assertAnswers(target.store, folder);
    });
  });
}
