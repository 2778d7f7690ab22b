/** PostgreSQL that refuses, or takes everything and says nothing: who waits, for how long, and what comes back. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Health } from '../../src/api/health.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Reads, StoreLocation } from '../../src/store/store.ts';
import { Closing } from '../support/processes/closing.ts';
import { type TcpProxy, tcpProxyTo } from '../support/servers/tcp-proxy.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newLocation, postgresMissing } from '../support/stages/stores.ts';

/** Enough for an answer on a busy machine. */
const DEADLINE_MS = 2000;
/** Seven times the deadline: what waits for something else takes 30 s and more. */
const CEILING_MS = 14_000;
const PATHS = [
  '/v1/cards',
  '/v1/cards?q=glimmer',
  '/v1/cards/ember1-1',
  '/v1/cards/ember1-1/prices',
  '/v1/series/ember',
  '/v1/events',
  '/admin/runs',
  '/admin/keys',
  '/export/cards.ndjson',
];

async function behindProxy({ databaseUrl = '', ...rest }: StoreLocation) {
  const url = new URL(databaseUrl);
  const proxy = await tcpProxyTo(Number(url.port || 5432), url.hostname);
  url.host = `127.0.0.1:${proxy.port}`;
  return { proxy, location: { ...rest, databaseUrl: url.href } };
}

/** What `path` answered, and after how long. */
async function timed(api: TestApi, path: string) {
  const began = performance.now();
  const { status, body } = await api.get(path);
  return { path, status, code: body?.error?.code, isLate: performance.now() - began > CEILING_MS };
}

const asked = (api: TestApi) =>
  Promise.all([...PATHS, ...PATHS].map((path, at) => timed(api, at < PATHS.length ? path : `${path}#${at}`)));

const health = async (api: TestApi) => JSON.parse((await api.get('/health', {})).text) as Health;

suite('while PostgreSQL', { skip: postgresMissing }, () => {
  const losses: [string, (proxy: TcpProxy) => void | Promise<void>][] = [
    ['takes everything and says nothing', (proxy) => proxy.silence()],
    ['refuses every connection', (proxy) => proxy.refuse()],
  ];
  for (const [loss, lose] of losses) {
    test(`${loss}, every request has its deadline, /health tells from memory, and all is well at once after it`, async () => {
      await using place = await newLocation('postgres');
      await using folder = await catalogFolder(tinyCatalog());
      const filled = await openStore(place.location);
      assert.equal((await runCatalog(filled, folder.files)).outcome, 'succeeded');
      await filled.close();
      const { proxy, location } = await behindProxy(place.location);
      await using _proxy = proxy;
      await using closing = new Closing();
      const store = closing.add(await openStore({ ...location, answerMs: DEADLINE_MS }));
      await using api = await apiOn(store, { tasks: [{ name: 'catalog', windowMs: 3_600_000 }] });
      for (const { path, status } of await asked(api)) assert.equal(status, 200, path);
      assert.equal((await health(api)).status, 'ok');

      await lose(proxy);
      const [lost, told] = await Promise.all([asked(api), health(api)]);
      for (const { path, ...answer } of lost) {
        assert.deepEqual(answer, { status: 500, code: 'internal', isLate: false }, path);
      }
      assert.equal(told.status, 'degraded');
      assert.match(told.tasks.find(({ name }) => name === 'store')?.last_error ?? '', /the store/);
      assert.ok(told.tasks[0]?.last_success_at, 'what was known is told on');
      assert.equal((await api.get('/livez', {})).status, 200);
      assert.equal((await api.get('/readyz', {})).status, 503);
      const written = await api.post('/admin/keys', { name: 'k', scopes: ['read'] });
      assert.equal(written.status, 500, written.text);

      await proxy.restore();
      // Connections that were silent stay so: a request that got one of them would not be answered.
      for (const { path, status } of await asked(api)) assert.equal(status, 200, path);
      assert.equal((await api.post('/admin/keys', { name: 'k', scopes: ['read'] })).status, 201);
      assert.equal((await health(api)).status, 'ok');
      assert.equal((await api.get('/readyz', {})).status, 200);
    });
  }

  test('an answer that goes on without an end is cut like silence, and a read that asks often waits no longer than one', async () => {
    await using place = await newLocation('postgres');
    await using folder = await catalogFolder(tinyCatalog());
    const { proxy, location } = await behindProxy(place.location);
    await using _proxy = proxy;
    await using closing = new Closing();
    const store = closing.add(await openStore({ ...location, answerMs: DEADLINE_MS }));
    assert.equal((await runCatalog(store, folder.files)).outcome, 'succeeded');
    const all = () => Promise.all([store.reads.selectFrom('cards').selectAll().execute(), store.snapshot(readOften)]);
    const readOften = async (reads: Reads) => {
      for (let times = 0; times < 5; times += 1) await reads.selectFrom('cards').select('id').limit(1).execute();
    };
    const late = async (read: () => Promise<unknown>) => {
      const began = performance.now();
      await assert.rejects(read, /did not answer/);
      assert.ok(performance.now() - began < 2 * DEADLINE_MS);
    };
    await all();

    proxy.slow({ ms: DEADLINE_MS / 4, bytes: 1 });
    await Promise.all([
      late(() => store.reads.selectFrom('cards').selectAll().execute()),
      late(() => store.snapshot(readOften)),
    ]);
    await proxy.restore();
    await all();

    proxy.slow({ ms: DEADLINE_MS * 0.4 });
    await late(() => store.snapshot(readOften));
    await proxy.restore();
    await all();
  });

  test('a transaction that waited in vain leaves no connection to the next', async () => {
    await using place = await newLocation('postgres');
    const { proxy, location } = await behindProxy(place.location);
    await using _proxy = proxy;
    await using closing = new Closing();
    const store = closing.add(await openStore({ ...location, poolMax: 1, answerMs: DEADLINE_MS }));
    const insert = (key: string) =>
      store.write((writes) => writes.insertInto('aliases').values({ kind: 'card', id: key, target_id: key }).execute());
    await insert('before');
    proxy.silence();
    await assert.rejects(insert('lost'), /did not answer/);
    await proxy.restore();
    await insert('after');
    const rows = await store.reads.selectFrom('aliases').select('id').orderBy('id').execute();
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['after', 'before'],
    );
  });
});
