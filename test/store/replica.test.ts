/** Reads while a streaming replica is lost: they come from the main server, as of its own version, and it is told. */
import assert from 'node:assert/strict';
import { after, before, suite, type TestContext, test } from 'node:test';
import type { Health } from '../../src/api/health.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { replicaReads } from '../../src/store/engines/replica-reads.ts';
import { catalogVersion, servedVersion } from '../../src/store/meta.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Snapshot, Store } from '../../src/store/store.ts';
import { Closing } from '../support/processes/closing.ts';
import { newPostgresServer, type PostgresServer, postgresProgramsMissing } from '../support/servers/postgres-server.ts';
import { newStandby, type PostgresStandby } from '../support/servers/postgres-standby.ts';
import { apiOn } from '../support/stages/api.ts';

const LIMIT_MS = 20_000;
const READS = 20;
const within = (t: TestContext, check: () => Promise<void>) => t.waitFor(check, { interval: 50, timeout: LIMIT_MS });

suite('a replica that is lost', { skip: postgresProgramsMissing }, () => {
  let primary: PostgresServer;
  let standby: PostgresStandby;
  let store: Store;
  const told: boolean[] = [];

  /** Where a read came from, and that it is of the version that it is told to be. */
  const readOnce = async () => {
    const { version, value } = await store.snapshot(async (reads) => {
      const { rows } = await reads.executeQuery<{ value: boolean }>({
        ...reads.selectNoFrom(({ fn }) => fn<boolean>('pg_is_in_recovery').as('value')).compile(),
      });
      return { isReplica: rows[0]?.value, version: await catalogVersion(reads) };
    });
    assert.equal(value.version, version);
    return { version, isReplica: value.isReplica };
  };
  const readMany = () => Promise.all(Array.from({ length: READS }, readOnce));

  before(async () => {
    primary = await newPostgresServer();
    const location = { dataDir: '/nowhere', databaseUrl: primary.url };
    {
      await using closing = new Closing();
      await closing.add(await openStore(location)).write(bumpCatalogVersion);
    }
    standby = await newStandby(primary.url);
    store = await openStore({ ...location, readUrl: standby.url });
    store.replica?.onChange((isConnected) => told.push(isConnected));
  });
  after(async () => {
    await store?.close();
    await standby?.[Symbol.asyncDispose]();
    await primary?.[Symbol.asyncDispose]();
  });

  test('costs no read anything, is told in health and metrics, and is read again once it is back', async (t) => {
    await using api = await apiOn(store, { settings: { cacheMb: 0 } });
    const health = async () => JSON.parse((await api.get('/health', {})).text) as Health;
    const replicaUp = async () => /^cardstock_replica_up (\d)$/m.exec((await api.get('/metrics')).text)?.[1];
    assert.ok((await readMany()).every(({ isReplica }) => isReplica));
    assert.equal((await health()).status, 'ok');
    assert.equal(await replicaUp(), '1');

    await standby.pause();
    await store.write(bumpCatalogVersion);
    const lagging = await readMany();
    assert.ok(lagging.every(({ version, isReplica }) => version === 1 && isReplica));
    await standby.kill();
    const lost = await readMany();
    assert.ok(lost.every(({ version, isReplica }) => version === 2 && !isReplica));
    assert.equal(await servedVersion(store), 2);
    const degraded = await health();
    assert.equal(degraded.status, 'degraded');
    const [row] = degraded.tasks.filter(({ name }) => name === 'replica');
    assert.equal(row?.status, 'late');
    assert.match(row?.last_error ?? '', /reads go to the main server/);
    assert.ok(row?.last_success_at);
    assert.equal(await replicaUp(), '0');
    assert.deepEqual(told, [false]);

    await standby.start();
    await within(t, async () => assert.ok((await readOnce()).isReplica));
    assert.equal((await health()).status, 'ok');
    assert.equal(await replicaUp(), '1');
    assert.deepEqual(told, [false, true]);
  });

  test('under load none of its reads fails, whatever moment it is killed at', async (t) => {
    await within(t, async () => assert.ok((await readOnce()).isReplica));
    let isOver = false;
    t.after(() => {
      isOver = true;
    });
    const seen: boolean[] = [];
    const load = Array.from({ length: READS }, async () => {
      while (!isOver) seen.push((await readOnce()).isReplica === true);
    });
    await within(t, async () => assert.ok(seen.length > 100));
    await standby.kill();
    await within(t, async () => assert.equal(seen.at(-1), false));
    await standby.start();
    await within(t, async () => assert.equal(seen.at(-1), true));
    isOver = true;
    await Promise.all(load);
  });

  test('one cut connection is no lost replica', async () => {
    const before = told.length;
    const reads = readMany();
    await standby.cut();
    await reads;
    await readMany();
    assert.equal(store.replica?.state().isConnected, true);
    assert.equal(told.length, before);
  });

  test('a process that starts while it is lost reads from the main server', async (t) => {
    await standby.kill();
    const location = { dataDir: '/nowhere', databaseUrl: primary.url, readUrl: standby.url };
    await using closing = new Closing();
    const late = closing.add(await openStore(location));
    assert.equal(await servedVersion(late), 2);
    assert.equal(late.replica?.state().isConnected, false);
    assert.equal(late.replica?.state().connectedAt, null);
    await standby.start();
    await within(t, async () => assert.equal(late.replica?.state().isConnected, true));
  });

  test('one that is slow, but there, does not bring its load down on the main server', async () => {
    const noAnswer = async () => Promise.reject(new Error('timeout exceeded when trying to connect'));
    let onMain = 0;
    const main: Store['snapshot'] = (work) => {
      onMain += 1;
      return store.snapshot(work);
    };
    await using closing = new Closing();
    const slow = closing.add(replicaReads({ url: standby.url, replica: noAnswer, main }));
    await assert.rejects(slow.take(catalogVersion), /timeout exceeded/);
    assert.deepEqual([onMain, slow.state().isConnected], [0, true]);
    const gone = closing.add(replicaReads({ url: 'postgres://127.0.0.1:1/gone', replica: noAnswer, main }));
    assert.equal((await gone.take(catalogVersion)).version, 2);
    assert.deepEqual([onMain, gone.state().isConnected], [1, false]);
  });

  test('one that went away without a word is found lost within 6 s, and its reads are answered then', async () => {
    const silence = <T>() => new Promise<Snapshot<T>>(() => undefined);
    await using closing = new Closing();
    const lost = { url: 'postgres://127.0.0.1:1/gone', replica: silence, main: store.snapshot };
    const silent = closing.add(replicaReads(lost));
    const began = performance.now();
    // Its own timer keeps no process running.
    const stay = setInterval(() => undefined, 1000);
    closing.add({ close: () => clearInterval(stay) });
    const reads = await Promise.all([silent.take(catalogVersion), silent.take(catalogVersion)]);
    assert.ok(performance.now() - began < 12_000, 'twice the 6 s: a busy machine hears late');
    assert.deepEqual(
      reads.map(({ version }) => version),
      [2, 2],
    );
    assert.equal(silent.state().isConnected, false);
  });

  test('what fails by its own fault fails as it did', async () => {
    await assert.rejects(
      store.snapshot(async () => Promise.reject(new Error('no such card'))),
      /no such card/,
    );
    await assert.rejects(
      store.snapshot((reads) =>
        reads
          .selectFrom('nothing' as 'meta')
          .selectAll()
          .execute(),
      ),
    );
    assert.equal(store.replica?.state().isConnected, true);
  });
});
