/** What many processes on one PostgreSQL rely on: locks that end, commits that are told, poolers, replicas, lost connections. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { followAnnouncements } from '../../src/store/engines/announcements.ts';
import { revokeKey } from '../../src/store/keys.ts';
import { catalogVersion, servedVersion } from '../../src/store/meta.ts';
import { openStore } from '../../src/store/open-store.ts';
import { Closing } from '../support/processes/closing.ts';
import { pgbouncerMissing, startPgbouncer } from '../support/servers/pgbouncer.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { commitsTo } from '../support/stages/commits.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newLocation, newStore, postgresMissing } from '../support/stages/stores.ts';

const LIMIT_MS = 10_000;
const within = (t: TestContext, check: () => void) => t.waitFor(check, { interval: 20, timeout: LIMIT_MS });

async function onServer(databaseUrl: string | undefined, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl ?? '' });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Ends every connection to the database but its own, as a restart of the server does. */
const cutConnections = (databaseUrl: string | undefined) =>
  onServer(
    databaseUrl,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );

suite('many processes on PostgreSQL', { skip: postgresMissing }, () => {
  test('a lock whose connection is cut is lost, and free for another', async () => {
    await using place = await newStore('postgres');
    const lock = await place.store.lock('worker');
    assert.ok(lock);
    assert.equal(await place.store.lock('worker'), undefined);
    await cutConnections(place.location.databaseUrl);
    await lock.lost;
    await using closing = new Closing();
    const other = closing.add(await openStore(place.location));
    const taken = await other.lock('worker');
    assert.ok(taken);
    await taken.release();
  });

  test('a connection cut between two statements of a transaction fails the transaction, not the process', async () => {
    await using place = await newStore('postgres');
    const { store } = place;
    const write = store.write(async (writes) => {
      await bumpCatalogVersion(writes);
      await cutConnections(place.location.databaseUrl);
      await sleep(100);
      await bumpCatalogVersion(writes);
    });
    await assert.rejects(write);
    await assert.rejects(
      store.snapshot(async (reads) => {
        await catalogVersion(reads);
        await cutConnections(place.location.databaseUrl);
        await sleep(100);
        return catalogVersion(reads);
      }),
    );
    await store.write(bumpCatalogVersion);
    assert.equal(await servedVersion(store), 1);
  });

  test('a migration under a process that runs costs its reads nothing, though they were planned before', async () => {
    await using place = await newStore('postgres');
    const { store } = place;
    await store.write(bumpCatalogVersion);
    const columns = async () => {
      const { version, value } = await store.snapshot((reads) => reads.selectFrom('aliases').selectAll().execute());
      return { version, columns: Object.keys(value[0] ?? {}).sort() };
    };
    await store.write((writes) =>
      writes.insertInto('aliases').values({ kind: 'card', id: 'a', target_id: 'b' }).execute(),
    );
    assert.deepEqual(await columns(), { version: 1, columns: ['id', 'kind', 'since', 'target_id'] });
    await onServer(place.location.databaseUrl, 'alter table aliases add column later integer');
    assert.deepEqual(await columns(), { version: 1, columns: ['id', 'kind', 'later', 'since', 'target_id'] });
  });

  test('on a connection where a statement and its version may see two states, neither is trusted', async () => {
    await using place = await newStore('postgres');
    const { store } = place;
    await store.write(bumpCatalogVersion);
    let tries = 0;
    const { version, value } = await store.snapshot(async (reads) => {
      tries += 1;
      const lower = sql`select set_config('default_transaction_isolation', 'read committed', false)`;
      if (tries === 1) await lower.execute(reads);
      return catalogVersion(reads);
    });
    assert.deepEqual([version, value, tries], [1, 1, 2]);
  });

  test('a commit is told to other processes with its version, a revoked key with its id', async (t) => {
    await using place = await newStore('postgres');
    await using closing = new Closing();
    const heard: (string | undefined)[] = [];
    const announcements = closing.add(followAnnouncements(place.location));
    announcements.on('catalog', (version) => heard.push(version));
    announcements.on('keys', (id) => heard.push(id));
    await within(t, () => assert.ok(announcements.isHearing()));
    const atStart = heard.splice(0);
    assert.deepEqual(atStart, [undefined, undefined]);
    await place.store.write(bumpCatalogVersion);
    await place.store.write((writes) => revokeKey(writes, 'k7', '2026-01-01T00:00:00.000Z'));
    await within(t, () => assert.deepEqual(heard, ['1', 'k7']));
    await cutConnections(place.location.databaseUrl);
    await within(t, () => assert.ok(!announcements.isHearing()));
    await within(t, () => assert.ok(announcements.isHearing()));
    assert.deepEqual(heard.splice(2), [undefined, undefined], 'what was told meanwhile went by unheard');
    await place.store.write(bumpCatalogVersion);
    await within(t, () => assert.equal(heard.at(-1), '2'));
  });

  test('behind pgbouncer in transaction mode reads, writes, locks and announcements work', {
    skip: pgbouncerMissing,
  }, async (t) => {
    await using place = await newLocation('postgres');
    const directUrl = place.location.databaseUrl ?? '';
    await using pooler = await startPgbouncer(directUrl);
    const location = { ...place.location, databaseUrl: pooler.url, directUrl };
    await using closing = new Closing();
    const store = closing.add(await openStore(location));
    const other = closing.add(await openStore(location));
    await using folder = await catalogFolder(tinyCatalog());
    const announcements = closing.add(followAnnouncements(location));
    const heard: (string | undefined)[] = [];
    announcements.on('catalog', (version) => heard.push(version));
    await within(t, () => assert.ok(announcements.isHearing()));
    assert.equal((await runCatalog(store, folder.files)).outcome, 'succeeded');
    await within(t, () => assert.ok(Number(heard.at(-1)) >= 1));
    const [lock, second] = [await store.lock('worker'), await other.lock('worker')];
    assert.ok(lock && second === undefined);
    closing.add({ close: lock.release });
    await using api = await apiOn(store, { settings: { cacheMb: 0 } });
    const paths = ['/v1/cards?limit=200&include=prices', '/v1/cards/ember1-1', '/v1/cards?q=glimmer', '/v1/series'];
    const first = await Promise.all(paths.map((path) => api.get(path)));
    for (const { status } of first) assert.equal(status, 200);
    // More requests at once than the pooler has connections: each must get its own answer, or be told to come again.
    const many = await Promise.all(Array.from({ length: 60 }, (_, at) => api.get(paths[at % 4] ?? '')));
    for (const [at, { status, text }] of many.entries()) {
      if (status !== 429) assert.equal(text, first[at % 4]?.text);
    }
    assert.ok(many.filter(({ status }) => status === 200).length > many.length / 4);
  });

  test('with a replica that lags, answers and tags are those of its own version until it has caught up', async () => {
    await using place = await newLocation('postgres');
    await using folder = await catalogFolder(tinyCatalog());
    {
      await using closing = new Closing();
      await runCatalog(closing.add(await openStore(place.location)), folder.files);
    }
    // A copy stands in for the replica: it has what was committed so far, and nothing of what follows.
    await using replica = await newLocation('postgres', place.location);
    const readUrl = replica.location.databaseUrl;
    await using closing = new Closing();
    const store = closing.add(await openStore({ ...place.location, readUrl }));
    const late = closing.add(await openStore(replica.location));
    const before = await servedVersion(store);
    const changed = tinyCatalog();
    for (const card of changed.cards) card.rarity = 'Rare';
    await folder.write(changed);
    await runCatalog(store, folder.files);
    assert.ok((await catalogVersion(store.reads)) > before);
    assert.equal(await servedVersion(store), before);
    {
      await using api = await apiOn(store);
      const old = await api.get('/v1/cards/ember1-1');
      assert.equal(old.headers['catalog-version'], String(before));
      assert.match(old.text, /Common/);
      await runCatalog(late, folder.files);
      const fresh = await api.get('/v1/cards/ember1-1', {
        authorization: `Bearer ${api.key}`,
        'if-none-match': String(old.headers.etag),
      });
      assert.equal(fresh.status, 200);
      assert.match(fresh.text, /Rare/);
      assert.equal(fresh.headers['catalog-version'], String(await catalogVersion(late.reads)));
    }
  });
});

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`a snapshot shows one state however many commits come in between (${engine})`, {
    skip: engine === 'postgres' && postgresMissing,
  }, async () => {
    await using place = await newStore(engine);
    const { store } = place;
    const commit = commitsTo(store);
    await commit();
    let tries = 0;
    const { version, value } = await store.snapshot(async (reads) => {
      tries += 1;
      const one = await catalogVersion(reads);
      // A commit between any two statements: every try meets one, until the last has a transaction of its own.
      await commit();
      return [one, await catalogVersion(reads)];
    });
    assert.deepEqual(value, [version, version]);
    assert.equal(tries, engine === 'sqlite' ? 6 : 2);
    await assert.rejects(
      store.snapshot(async () => Promise.reject(new Error('no such card'))),
      /no such card/,
    );
  });

  test(`whoever wrote reads it at once, whoever else read in the same turn or not (${engine})`, {
    skip: engine === 'postgres' && postgresMissing,
  }, async () => {
    await using place = await newStore(engine);
    const { store } = place;
    for (let tick = 1; tick <= 3; tick += 1) {
      const before = await store.snapshot(catalogVersion);
      await store.write(bumpCatalogVersion);
      const after = await store.snapshot(catalogVersion);
      assert.deepEqual([after.version, after.value], [before.version + 1, before.version + 1]);
    }
  });

  test(`a turn that was read in ends: what another process commits is seen in the next (${engine})`, {
    skip: engine === 'postgres' && postgresMissing,
  }, async () => {
    await using place = await newStore(engine);
    await using closing = new Closing();
    const other = closing.add(await openStore(place.location));
    for (let tick = 1; tick <= 3; tick += 1) {
      const before = await place.store.snapshot(catalogVersion);
      await other.write(bumpCatalogVersion);
      await new Promise((done) => setImmediate(() => setImmediate(done)));
      assert.equal((await place.store.snapshot(catalogVersion)).value, before.value + 1);
    }
  });
}
