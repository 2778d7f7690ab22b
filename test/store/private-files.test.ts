/** The files of a data directory are their owner's alone: those that are made, and those that 0.1.0 made for everybody. */
import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { secretsKey } from '../../src/events/sealed-secrets.ts';
import { openStore } from '../../src/store/open-store.ts';
import { newLocation } from '../support/stages/stores.ts';

/** Files that others may read or write. */
const openFiles = (folder: string): string[] =>
  readdirSync(folder).filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);

const MADE = ['cardstock.db', 'cardstock.db-shm', 'cardstock.db-wal', 'secrets-key', 'worker.lock'];

test('the store, what SQLite lays beside it, locks and keys are readable by their owner alone', async () => {
  await using place = await newLocation('sqlite');
  const { dataDir } = place.location;
  for (const isOld of [false, true]) {
    if (isOld) for (const name of ['cardstock.db', 'worker.lock']) chmodSync(join(dataDir, name), 0o644);
    const store = await openStore(place.location);
    const lock = await store.lock('worker');
    secretsKey(undefined, dataDir);
    await store.write((writes) =>
      writes
        .insertInto('meta')
        .values({ key: String(isOld), value: '' })
        .execute(),
    );
    assert.deepEqual(
      MADE.filter((name) => !readdirSync(dataDir).includes(name)),
      [],
    );
    assert.deepEqual(openFiles(dataDir), []);
    await lock?.release();
    await store.close();
  }
});
