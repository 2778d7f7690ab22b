/** A store of every release is opened by this one, and answers what it answered then. */
import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { sql, type Transaction } from 'kysely';
import { openSqlite } from '../../src/store/engines/sqlite.ts';
import { restore } from '../../src/store/maintenance/backup.ts';
import { moveStore } from '../../src/store/maintenance/move.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { ColumnTypes } from '../../src/store/schema/steps/declare-tables.ts';
import { ANEW } from '../../src/store/schema/steps/declare-tables.ts';
import { steps } from '../../src/store/schema/steps/schema-steps.ts';
import type { Tables } from '../../src/store/schema/tables.ts';
import type { Store, Writes } from '../../src/store/store.ts';
import type { View } from '../../src/store/views/view.ts';
import { upkeepOf, VIEWS, type Views } from '../../src/store/views/views.ts';
import { staleIn } from '../support/oracles/derived.ts';
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
async function restored(
  folder: string,
  open: (dataDir: string) => Promise<Store> = (dataDir) => openStore({ dataDir }),
): Promise<AsyncDisposable & { store: Store }> {
  const place = await mkdtemp(join(tmpdir(), 'cardstock-release-'));
  const copy = join(place, 'store.db');
  writeFileSync(copy, gunzipSync(readFileSync(join(folder, 'store.db.gz'))));
  const dataDir = join(place, 'data');
  await restore(copy, dataDir, { force: false });
  const store = await open(dataDir);
  return {
    store,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await rm(place, { recursive: true });
    },
  };
}

/** A release after this one: a step more, and code of a derived table that reads what that one adds. */
const LATER = {
  made: [
    ...steps,
    async ({ schema }: Transaction<Tables>, { text }: ColumnTypes) =>
      schema
        .alterTable('card_facts')
        .addColumn('probe', text, (column) => column.notNull().defaultTo('there'))
        .execute(),
  ],
  views: Object.fromEntries(
    Object.entries(VIEWS).map(([name, view]): [string, View] => {
      const probe = (writes: Writes) => sql`select probe from card_facts limit 1`.execute(writes);
      return [name, { ...view, rebuild: (writes) => probe(writes).then(() => view.rebuild(writes)) }];
    }),
  ),
};

const releases = globSync('test/releases/*/store.db.gz').map(dirname);

test('the first release is among those kept', () =>
  assert.ok(releases.map((path) => basename(path)).includes('0.1.0')));

for (const folder of releases) {
  suite(`the store of release ${basename(folder)}`, () => {
    test('answers as it did, but for what was added', async () => {
      await using old = await restored(folder);
      await assertAnswers(old.store, folder);
    });

    test('does so under a later release, whose code reads what only its last step adds', async () => {
      await using old = await restored(folder, (dataDir) => openSqlite(dataDir, upkeepOf(LATER)));
      await assertAnswers(old.store, folder);
      assert.deepEqual(await staleIn(old.store, []), []);
    });

    // Of 0.2.0 no step since makes anything anew.
    const whereStepsMark = basename(folder) === '0.1.0' ? test : () => undefined;
    whereStepsMark('has what follows made anew at the next start where the last one was cut off', async () => {
      const torn: Views = {
        ...VIEWS,
        price_entries: { ...VIEWS.price_entries, rebuild: () => Promise.reject(new Error('cut off')) },
      };
      await using old = await restored(folder, async (dataDir) => {
        await assert.rejects(openSqlite(dataDir, upkeepOf({ views: torn })), /cut off/);
        return openStore({ dataDir });
      });
      assert.deepEqual(await staleIn(old.store, []), []);
      await assertAnswers(old.store, folder);
      const marks = old.store.reads.selectFrom('meta').select('key').where('key', 'like', `${ANEW}%`);
      assert.deepEqual(await marks.execute(), []);
    });

    test('does so moved to PostgreSQL too', { skip: postgresMissing }, async () => {
      await using old = await restored(folder);
      await using target = await newStore('postgres');
      await moveStore({ from: old.store, to: target.store, onProgress: () => undefined });
      await assertAnswers(target.store, folder);
    });
  });
}
