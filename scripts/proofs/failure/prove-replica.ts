/** Proves reads from a streaming replica: it may lag, stand still or die, no read fails, and none is told to be newer than it is. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from '../../../src/api/health.ts';
import { issueKey } from '../../../src/keys/issue.ts';
import { catalogVersion } from '../../../src/store/meta.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { newWorkplace, startServer } from '../../../test/support/processes/command.ts';
import { ask, startClients } from '../../../test/support/processes/reading-clients.ts';
import { newPostgresServer, postgresProgramsMissing } from '../../../test/support/servers/postgres-server.ts';
import { newStandby } from '../../../test/support/servers/postgres-standby.ts';
import { catalogFolder, tinyCatalog } from '../../../test/support/sources/tiny-catalog.ts';
import { runCatalog } from '../../../test/support/stages/ingest.ts';

const LIMIT_MS = 20_000;
const PATHS = [
  '/v1/cards?limit=200',
  '/v1/cards/ember1-1',
  '/v1/cards?q=glimmer&limit=20',
  '/v1/cards?expansion_id=frost1',
];
const states = (text: string) => new Set([...text.matchAll(/"rarity":"(State \d+)"/g)].map(([, state]) => state ?? ''));
const within = (t: TestContext, check: () => Promise<void>) => t.waitFor(check, { interval: 50, timeout: LIMIT_MS });

/** What `/health` says of the replica. */
async function replicaStatus(base: string, key: string): Promise<string | undefined> {
  const { tasks } = JSON.parse((await ask(base, '/health', key)).text) as Health;
  return tasks.find(({ name }) => name === 'replica')?.status;
}

suite('a streaming replica', { skip: postgresProgramsMissing }, () => {
  test('whether it lags, stands still, dies or comes back, every answer is of the version it is told to be', async (t) => {
    await using primary = await newPostgresServer();
    await using place = await newWorkplace();
    await using folder = await catalogFolder(tinyCatalog());
    const store = await openStore({ dataDir: place.directory, databaseUrl: primary.url });
    t.after(() => store.close());
    const { key } = await issueKey(store, { name: 'test', scopes: ['read'], rate: 0, expires_at: null });
    /** The state that the main server had at each version. */
    const published = new Map<string, string>();
    let state = '';
    const publish = async (name: string) => {
      state = name;
      const catalog = tinyCatalog();
      for (const card of catalog.cards) card.rarity = name;
      await folder.write(catalog);
      assert.equal((await runCatalog(store, folder.files)).outcome, 'succeeded');
      published.set(String(await catalogVersion(store.reads)), name);
    };
    await publish('State 1');
    await using replica = await newStandby(primary.url);
    const env = { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url, CARDSTOCK_LOG_LEVEL: 'silent' };
    await using kept = await startServer(place, ['--no-work'], env);
    await using fresh = await startServer(place, ['--no-work'], { ...env, CARDSTOCK_CACHE_MB: '0' });
    const bases = [kept, fresh].map(({ announced }) => announced.listening);
    const clients = bases.map((base) => startClients(base, key, PATHS, 2, states));
    const shown = async (wanted: string) => {
      for (const base of bases) {
        for (const path of PATHS) {
          const { status, version, text } = await ask(base, path, key);
          assert.equal(status, 200);
          const [catalog = ''] = version.split('/');
          if (!path.includes('q='))
            assert.deepEqual([...states(text)], [published.get(catalog)], `${path} at ${version}`);
          assert.deepEqual([...states(text)], [wanted]);
        }
      }
    };
    try {
      await within(t, () => shown('State 1'));
      await publish('State 2');
      await within(t, () => shown('State 2'));

      await replica.pause();
      await publish('State 3');
      await publish('State 4');
      // The main server has told of both by now: what is shown stays what the replica has.
      for (let asked = 0; asked < 10; asked += 1) {
        await shown('State 2');
        await sleep(50);
      }
      await replica.resume();
      await within(t, () => shown('State 4'));

      await replica.kill();
      await publish('State 5');
      // In its absence the main server answers.
      await within(t, () => shown('State 5'));
      for (const base of bases) assert.equal(await replicaStatus(base, key), 'late');
      await publish('State 6');
      await within(t, () => shown('State 6'));
      await replica.start();
      for (const base of bases) await within(t, async () => assert.equal(await replicaStatus(base, key), 'ok'));
      await within(t, () => shown('State 6'));
      await publish('State 7');
      await within(t, () => shown('State 7'));
      assert.equal(state, 'State 7');
    } finally {
      for (const each of clients) await each.stop();
    }
    for (const { contradictions, misses, versions } of clients) {
      assert.deepEqual(misses, []);
      assert.deepEqual(contradictions, []);
      assert.ok(versions.size >= 3, [...versions].join());
    }
  });
});
