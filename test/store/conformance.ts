/** What every engine must do: one suite, run on SQLite and on PostgreSQL. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { keyState } from '../../src/keys/issue.ts';
import { cardById } from '../../src/store/catalog/catalog-records.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { addKey, allKeys, keyByHash, keyById, revokeKey, type StoredKey, tidySessions } from '../../src/store/keys.ts';
import { catalogVersion, cursorSecret, metaValue, setMetaValue } from '../../src/store/meta.ts';
import { openStore } from '../../src/store/open-store.ts';
import { cardWithPrices } from '../../src/store/prices/current-prices.ts';
import { rowsWhere } from '../../src/store/rows.ts';
import {
  abandonTasks,
  endOpenRuns,
  failRun,
  openTasks,
  recentRuns,
  registerTasks,
  startRun,
  succeedRun,
  tasks,
} from '../../src/store/runs.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import {
  type CardPageText,
  cardPageText,
  expansionPage,
  seriesPage,
} from '../../src/store/views/priced/catalog-pages.ts';
import { Closing } from '../support/processes/closing.ts';
import { catalogFolder, tinyCard, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newLocation, newStore } from '../support/stages/stores.ts';

const pageOf = (store: Store, after: CardPageText['last'], limit: number) =>
  cardPageText(store.reads, { after, limit, isPriced: false });
const idsOn = ({ items }: CardPageText) => (JSON.parse(`[${items}]`) as { id: string }[]).map(({ id }) => id);

/** Walks the card list in pages of `limit` and returns the ids in order. */
async function walk(store: Store, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after: CardPageText['last']; ; ) {
    const page = await pageOf(store, after, limit);
    ids.push(...idsOn(page));
    if (page.last === undefined) return ids;
    after = page.last;
  }
}

async function filled(store: Store, change: (catalog: ReturnType<typeof tinyCatalog>) => void = () => undefined) {
  const catalog = tinyCatalog();
  change(catalog);
  await using folder = await catalogFolder(catalog);
  const report = await runCatalog(store, folder.files);
  assert.equal(report.outcome, 'succeeded', report.reason ?? '');
  return catalog;
}

const key = (over: Partial<StoredKey> = {}): StoredKey => ({
  id: 'k1',
  prefix: 'cs_live_abcd',
  rate_day: null,
  games: [],
  addresses: [],
  hash: 'f'.repeat(64),
  name: 'test',
  scopes: ['read'],
  rate: null,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  session_of: null,
  ...over,
});

const START = '2026-01-01T00:00:00.000Z';
const END = '2026-01-01T00:00:05.000Z';

export function conformance(engine: Engine, options: { skip: string | false }): void {
  suite(`the store on ${engine}`, options, () => {
    test('cards come by expansion, then by number as printed, then by id', async () => {
      await using place = await newStore(engine);
      await filled(place.store, (catalog) => {
        catalog.cards.push(
          { ...tinyCard('ember1', 900), localId: 'TG1' },
          { ...tinyCard('ember1', 901), localId: '4a' },
        );
      });
      const ids = await walk(place.store, 1000);
      const numbers = Array.from({ length: 12 }, (_, at) => String(at + 1));
      const ember1 = [...numbers.slice(0, 4), '901', ...numbers.slice(4), '900'].map((number) => `ember1-${number}`);
      const plain = (set: string) => numbers.map((number) => `${set}-${number}`);
      assert.deepEqual(ids, [...plain('frost1'), ...ember1, ...plain('ember2')]);
    });

    test('a walk sees each row once, at any page size', async () => {
      await using place = await newStore(engine);
      await filled(place.store);
      const whole = await walk(place.store, 1000);
      assert.equal(whole.length, 36);
      for (const limit of [1, 5, 7, 36]) assert.deepEqual(await walk(place.store, limit), whole);
    });

    test('a walk sees each stable row once while other rows come and go', async () => {
      await using place = await newStore(engine);
      const catalog = await filled(place.store);
      const first = await pageOf(place.store, undefined, 20);
      catalog.cards.unshift({ ...tinyCard('frost1', 99), localId: '0' });
      catalog.cards.push(tinyCard('ember2', 50));
      await using folder = await catalogFolder(catalog);
      await runCatalog(place.store, folder.files);
      const rest = await pageOf(place.store, first.last, 100);
      const seen = [...idsOn(first), ...idsOn(rest)];
      assert.equal(new Set(seen).size, seen.length);
      assert.equal(seen.filter((id) => id !== 'ember2-50').length, 36);
    });

    test('expansions and series come by release date, those without one last', async () => {
      await using place = await newStore(engine);
      await filled(place.store, (catalog) => {
        catalog.sets.push({ id: 'a0', name: 'Undated', serie: { id: 'later' }, cardCount: { total: 1, official: 1 } });
        catalog.series.push({ id: 'later', name: 'Later' }, { id: 'empty', name: 'Empty' });
        catalog.cards.push(tinyCard('a0', 1));
      });
      const expansions = await expansionPage(place.store.reads, { after: undefined, limit: 10 });
      assert.deepEqual(
        expansions.map(({ row }) => row.id),
        ['frost1', 'ember1', 'ember2', 'a0'],
      );
      const next = await expansionPage(place.store.reads, { after: expansions[1]?.position, limit: 10 });
      assert.deepEqual(
        next.map(({ row }) => row.id),
        ['ember2', 'a0'],
      );
      const series = await seriesPage(place.store.reads, { after: undefined, limit: 10 });
      assert.deepEqual(
        series.map(({ row }) => row.id),
        ['frost', 'ember', 'later', 'empty'],
      );
      const last = await seriesPage(place.store.reads, { after: series[2]?.position, limit: 10 });
      assert.deepEqual(
        last.map(({ row }) => row.id),
        ['empty'],
      );
    });

    test('strings compare by code point, not by the locale of the server', async () => {
      await using place = await newStore(engine);
      await filled(place.store, (catalog) => {
        catalog.cards = ['a', 'B', 'é', 'Z', '!'].map((id) => ({ ...tinyCard('ember1', 1), id, localId: '1' }));
      });
      assert.deepEqual(await walk(place.store, 2), ['!', 'B', 'Z', 'a', 'é']);
    });

    test('a transaction that fails leaves nothing behind', async () => {
      await using place = await newStore(engine);
      const work = place.store.write(async (writes) => {
        await setMetaValue(writes, 'public_url', 'http://half');
        throw new Error('in the middle');
      });
      await assert.rejects(work, /in the middle/);
      assert.equal(await metaValue(place.store.reads, 'public_url'), undefined);
    });

    test('reads never wait for a writer, and see the old state until it is done', { timeout: 10_000 }, async () => {
      await using place = await newStore(engine);
      await filled(place.store);
      await place.store.write(async (writes) => {
        await writes.deleteFrom('cards').execute();
        assert.notEqual(await cardById(place.store.reads, 'ember1-1'), undefined);
      });
      assert.equal(await cardById(place.store.reads, 'ember1-1'), undefined);
    });

    test('a long read shows one moment, whatever is written meanwhile', async () => {
      await using place = await newStore(engine);
      await filled(place.store);
      const { store } = place;
      const name = async (reads: Store['reads']) =>
        (await reads.selectFrom('cards').select('name').where('id', '=', 'ember1-1').executeTakeFirstOrThrow()).name;
      const read = await store.longRead();
      const before = await name(read.reads);
      await store.write((writes) => writes.updateTable('cards').set({ name: 'Another' }).execute());
      assert.equal(await name(read.reads), before);
      assert.equal(await name(store.reads), 'Another');
      await read.close();
      await read.close();
      await assert.rejects(name(read.reads));
    });

    test('a long read that asked nothing but statements planned once is closed for them too', async () => {
      await using place = await newStore(engine);
      await filled(place.store);
      const read = await place.store.longRead();
      assert.equal((await cardWithPrices(read.reads, 'ember1-1'))?.id, 'ember1-1');
      await read.close();
      await assert.rejects(cardWithPrices(read.reads, 'ember1-1'));
    });

    test('writers on separate connections wait for each other', async () => {
      await using place = await newStore(engine);
      const other = await openStore(place.location);
      try {
        const bump = (store: Store) => store.write(bumpCatalogVersion);
        await Promise.all([place.store, other].flatMap((store) => Array.from({ length: 10 }, () => bump(store))));
        assert.equal(await catalogVersion(place.store.reads), 20);
      } finally {
        await other.close();
      }
    });

    test('a shared lock is held by any number, and by one alone only when none of them is left', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const other = await openStore(place.location);
      try {
        const [first, second] = [await store.lock('presence', 'shared'), await other.lock('presence', 'shared')];
        assert.ok(first && second);
        assert.equal(await other.lock('presence'), undefined);
        await first.release();
        assert.equal(await store.lock('presence'), undefined);
        await second.release();
        const alone = await store.lock('presence');
        assert.ok(alone);
        assert.equal(await other.lock('presence', 'shared'), undefined);
        await alone.release();
      } finally {
        await other.close();
      }
    });

    test('a lock is held by one at a time and free again after its release', async () => {
      await using place = await newStore(engine);
      const other = await openStore(place.location);
      try {
        const lock = await place.store.lock('ingest');
        assert.ok(lock);
        assert.equal(await other.lock('ingest'), undefined);
        const second = await other.lock('something else');
        assert.ok(second);
        await second.release();
        await lock.release();
        const again = await other.lock('ingest');
        assert.ok(again);
        await again.release();
      } finally {
        await other.close();
      }
    });

    test('every process of one store has the same cursor secret', async () => {
      await using place = await newStore(engine);
      const other = await openStore(place.location);
      try {
        const [one, two] = await Promise.all([cursorSecret(place.store), cursorSecret(other)]);
        assert.deepEqual(one, two);
        assert.deepEqual(await cursorSecret(other), one);
      } finally {
        await other.close();
      }
    });

    test('a key is found by its hash and can be revoked once', async () => {
      await using place = await newStore(engine);
      await place.store.write((writes) => addKey(writes, key()));
      assert.deepEqual(await keyByHash(place.store.reads, 'f'.repeat(64)), key());
      assert.equal(await keyByHash(place.store.reads, 'e'.repeat(64)), undefined);
      assert.equal(await place.store.write((writes) => revokeKey(writes, 'k1', END)), true);
      assert.equal(await place.store.write((writes) => revokeKey(writes, 'k1', END)), false);
      assert.equal((await keyById(place.store.reads, 'k1'))?.revoked_at, END);
      assert.equal((await allKeys(place.store.reads)).length, 1);
      assert.equal(keyState(key({ expires_at: START }), new Date(START)), 'expired');
    });

    test('a session holds no longer than the key that opened it, and one of a session is none', async () => {
      await using place = await newStore(engine);
      const { reads } = place.store;
      const session = (id: string, session_of: string) => key({ id, hash: id, session_of, expires_at: END });
      const rows = [key({ expires_at: START }), session('s1', 'k1'), session('s2', 's1'), session('s3', 'link')];
      for (const row of rows) await place.store.write((writes) => addKey(writes, row));
      assert.equal((await keyById(reads, 's1'))?.expires_at, START);
      assert.equal(await keyByHash(reads, 's2'), undefined);
      const shown = async () => (await allKeys(reads)).map(({ id }) => id);
      assert.deepEqual(await shown(), ['k1', 's1', 's3']);
      await place.store.write((writes) => tidySessions(writes, START));
      const stored = async () => (await rowsWhere(reads, 'keys', {}, ['id'], 'id')).map(({ id }) => id);
      assert.deepEqual(await stored(), ['k1', 's1', 's3']);
      await place.store.write((writes) => revokeKey(writes, 'k1', START));
      await place.store.write((writes) => tidySessions(writes, START));
      assert.deepEqual(await stored(), ['k1', 's3']);
    });

    test('a run ends with its outcome; one that is open is ended as failed, and its task is due', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const run = { id: '1', task: 'catalog' };
      const outcome = { finished_at: END, counts: { cards: 1 }, reason: null };
      await store.write((writes) => registerTasks(writes, ['catalog'], START));
      await store.write((writes) => registerTasks(writes, ['catalog'], END));
      await store.write((writes) => startRun(writes, { ...run, started_at: START }));
      assert.deepEqual(await openTasks(store.reads), ['catalog']);
      await store.write((writes) => endOpenRuns(writes, ['catalog'], END, 'cut off'));
      assert.equal((await tasks(store.reads))[0]?.last_run_at, null);
      await store.write((writes) => startRun(writes, { ...run, id: '2', started_at: START }));
      await store.write((writes) => succeedRun(writes, { ...run, id: '2', ...outcome }, { rows: 1, configured: 'x' }));
      await store.write((writes) => startRun(writes, { ...run, id: '3', started_at: END }));
      await store.write((writes) => failRun(writes, { ...run, id: '3', ...outcome, reason: 'no cards came' }));
      await store.write((writes) => endOpenRuns(writes, ['catalog'], END, 'nothing was open'));
      const fault = { since: END, now: END, reason: 'this one ended by itself' };
      await store.write((writes) => abandonTasks(writes, ['catalog'], fault));
      const runs = await recentRuns(store.reads, { limit: 10 });
      assert.deepEqual(
        runs.map(({ id, outcome }) => [id, outcome]),
        [
          ['3', 'failed'],
          ['2', 'succeeded'],
          ['1', 'failed'],
        ],
      );
      const [task] = await tasks(store.reads);
      assert.deepEqual(task, {
        name: 'catalog',
        since: START,
        last_run_at: END,
        last_success_at: END,
        last_error: 'no cards came',
        last_rows: 1,
        last_counts: '{"cards":1}',
        notice: null,
        configured: 'x',
      });
    });

    test('a store of a newer release is opened where that only added, and else refused untouched', async () => {
      await using place = await newLocation(engine);
      const mark = async (key: string) => {
        const store = await openStore(place.location);
        await store.write((writes) =>
          writes.updateTable('meta').set({ value: '9999' }).where('key', '=', key).execute(),
        );
        await store.close();
      };
      await mark('schema_version');
      await mark('schema_least');
      await assert.rejects(openStore(place.location), /newer release/);
    });

    test('two processes that start on an empty store at once both find it ready', async () => {
      await using place = await newLocation(engine);
      await using closing = new Closing();
      const stores = await Promise.all([openStore(place.location), openStore(place.location)]);
      for (const store of stores.map((opened) => closing.add(opened))) {
        assert.equal(await catalogVersion(store.reads), 0);
      }
    });
  });
}
