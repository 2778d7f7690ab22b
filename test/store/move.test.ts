/** A move to the other engine: the same answers, prices, keys and pending deliveries, whatever cuts it off. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import { createSubscription } from '../../src/events/manage-subscriptions.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { numberEvents } from '../../src/store/events/events.ts';
import { moveMark, moveStore } from '../../src/store/maintenance/move.ts';
import { clearTable, counterOf, fingerprintOf } from '../../src/store/maintenance/whole-tables.ts';
import { openMoveTarget, openStore } from '../../src/store/open-store.ts';
import { insertRows } from '../../src/store/rows.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import { Closing } from '../support/processes/closing.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { marketFolder, tinyMarket } from '../support/sources/tiny-market.ts';
import { apiOn } from '../support/stages/api.ts';
import { runAll } from '../support/stages/ingest.ts';
import { ENGINES, newLocation, newStore, postgresMissing } from '../support/stages/stores.ts';

const PATHS = [
  '/v1/cards?limit=200&include=prices',
  '/v1/cards?q=glimmer&limit=200',
  '/v1/products?limit=200',
  '/v1/series',
  '/v1/expansions',
  '/v1/cards/ember1-3',
  '/v1/cards/ember1-3/prices?from=2026-01-01&to=2026-03-01',
  '/v1/events?limit=200',
];

const network = { resolve: async () => [], totalMs: 2000 };
const seal = sealUnder('test');

/** Cards with thirdParty ids, so that the market's prices find them. */
function pricedCatalog() {
  const catalog = tinyCatalog();
  for (const [at, card] of catalog.cards.entries()) {
    card.thirdParty = { tcgplayer: at + 1, cardmarket: 1001 + at };
  }
  return catalog;
}

/** Fills a store with everything that a store can hold: catalog, two days of prices, events, a subscriber who waits. */
async function fill(store: Store, receiverUrl: string) {
  await using folder = await catalogFolder(pricedCatalog());
  await using market = await marketFolder();
  const service = { store, games: [DEFAULT_SCOPE.game], seal, network };
  const { secret } = await createSubscription(service, { url: receiverUrl, events: ['game.*'], allowPrivate: true });
  await market.write(tinyMarket('2026-01-30', 36));
  const sources = { catalog: { adapter: 'tcgdex', files: folder.files } as const, ...market.sources };
  for (const { outcome, reason } of await runAll(store, sources)) assert.equal(outcome, 'succeeded', reason ?? '');
  await market.write(tinyMarket('2026-02-01', 36));
  await runAll(store, market.sources);
  while ((await numberEvents(store, new Date().toISOString(), () => true)) > 0);
  return secret;
}

async function answers(store: Store): Promise<string[]> {
  await using api = await apiOn(store);
  return await Promise.all(PATHS.map(async (path) => (await api.get(path)).text));
}

const other = (engine: Engine): Engine => (engine === 'sqlite' ? 'postgres' : 'sqlite');
const quiet = { onProgress: () => undefined };

for (const engine of ['sqlite', 'postgres'] as const) {
  suite(`a move away from ${engine}`, { skip: postgresMissing }, () => {
    test('cut off at any table it goes on; then every table, answer and pending delivery is there', async () => {
      await using receiver = await startReceiver();
      await using source = await newStore(engine);
      await using target = await newLocation(other(engine));
      const { store: from } = source;
      const secret = await fill(from, receiver.url);
      const before = await answers(from);
      // The last number was given out and is gone: it must not be given out again.
      await from.write((writes) => writes.insertInto('sub_types').values({ slug: 'gone' }).execute());
      await from.write((writes) => writes.deleteFrom('sub_types').where('slug', '=', 'gone').execute());

      for (const cutAt of ['keys', 'cards', 'price_months', 'deliveries']) {
        await using closing = new Closing();
        const to = closing.add(await openMoveTarget(target.location));
        const onProgress = (table: string) => {
          if (table === cutAt) throw new Error(`cut at ${table}`);
        };
        await assert.rejects(moveStore({ from, to, onProgress }), /cut at/);
        await assert.rejects(openStore(target.location), /not finished/);
      }
      // Between two attempts the source moves on: what was copied of it before counts no longer.
      await from.write((writes) => writes.updateTable('tasks').set({ last_error: 'late' }).execute());

      await using closing = new Closing();
      const half = closing.add(await openMoveTarget(target.location));
      const tables = await moveStore({ from, to: half, ...quiet });
      const rows = new Map(tables.map(({ table, rows }) => [table, rows]));
      for (const table of [
        'keys',
        'subscriptions',
        'price_months',
        'current_prices',
        'events',
        'deliveries',
      ] as const) {
        assert.ok((rows.get(table) ?? 0) > 0, table);
      }
      const to = closing.add(await openStore(target.location));
      assert.deepEqual(await answers(to), before);
      for (const table of ['cards', 'variants', 'sub_types', 'events'] as const) {
        assert.equal(await counterOf(to, table), await counterOf(from, table), table);
      }
      assert.ok((await counterOf(to, 'cards')) >= 36);
      const settings = { seal, network, userAgent: 'test', keptDays: 30, onFault: assert.ifError };
      const deliveries = startDeliveries({ store: to, ...settings });
      closing.add({ close: deliveries.stop });
      for (const { body, headers } of await receiver.got(rows.get('deliveries') ?? 0)) {
        assert.ok(new Webhook(secret).verify(body, headers));
      }
    });
  });
}

for (const [engine, missing] of ENGINES) {
  test(`a target on ${engine} is marked with its first table: killed before the first row, nothing else opens it`, {
    skip: missing,
  }, async () => {
    await using given = await newStore('sqlite');
    await using source = await newStore('sqlite');
    await using target = await newLocation(engine);
    await (await openMoveTarget(target.location, await moveMark(given.store))).close();
    await assert.rejects(openStore(target.location), /was not finished: run cardstock db move again/);
    // It holds nothing yet: the next move may be one of another store.
    await using closing = new Closing();
    const to = closing.add(await openMoveTarget(target.location, await moveMark(source.store)));
    await moveStore({ from: source.store, to, ...quiet });
    await (await openStore(target.location)).close();
  });
}

test('a store that is at work is not moved, and nothing is moved into one that holds something', async () => {
  await using source = await newStore('sqlite');
  await using target = await newStore('sqlite');
  const move = () => moveStore({ from: source.store, to: target.store, ...quiet });
  const lock = await source.store.lock('worker');
  await assert.rejects(move(), /at work on the store to be moved/);
  await lock?.release();
  const serving = await source.store.lock('presence', 'shared');
  await assert.rejects(move(), /still runs on the store to be moved/);
  await serving?.release();
  await assert.rejects(moveStore({ from: source.store, to: source.store, ...quiet }), /at work/);
  await target.store.write((writes) => insertRows(writes, 'aliases', [{ kind: 'card', id: 'a', target_id: 'b' }]));
  await assert.rejects(move(), /not empty/);
  await target.store.write((writes) => clearTable(writes, 'aliases'));
  await move();
  assert.equal((await fingerprintOf(target.store, 'aliases')).rows, 0);
});

const alias = (target_id: string) => [{ kind: 'card' as const, id: 'a', target_id }];

test('a row that changed since a move was cut off goes over as it is now, though as many rows are there', async () => {
  await using source = await newStore('sqlite');
  await using target = await newLocation('sqlite');
  await source.store.write((writes) => insertRows(writes, 'aliases', alias('before')));
  await using closing = new Closing();
  const to = closing.add(await openMoveTarget(target.location));
  const onProgress = (table: string, does: string) => {
    if (table === 'aliases' && does === 'compared') throw new Error('cut');
  };
  await assert.rejects(moveStore({ from: source.store, to, onProgress }), /cut/);
  await source.store.write((writes) => writes.updateTable('aliases').set({ target_id: 'after' }).execute());
  await moveStore({ from: source.store, to, ...quiet });
  const moved = await to.reads.selectFrom('aliases').select('target_id').execute();
  assert.deepEqual(moved, [{ target_id: 'after' }]);
});

test('a move whose rows differ in the end is refused, though as many rows are there, and stays marked', async () => {
  await using source = await newStore('sqlite');
  await using target = await newLocation('sqlite');
  await source.store.write((writes) => insertRows(writes, 'aliases', alias('a')));
  await using closing = new Closing();
  const to = closing.add(await openMoveTarget(target.location));
  await to.write((writes) =>
    sql`create trigger damage after insert on aliases begin update aliases set target_id = 'b'; end`.execute(writes),
  );
  await assert.rejects(moveStore({ from: source.store, to, ...quiet }), /the rows of aliases differ after the move/);
  await assert.rejects(openStore(target.location), /was not finished/);
});

test('a store moved to PostgreSQL is known to its planner', { skip: postgresMissing }, async () => {
  await using source = await newStore('sqlite');
  await using receiver = await startReceiver();
  await fill(source.store, receiver.url);
  await using location = await newLocation('postgres');
  await using closing = new Closing();
  const to = closing.add(await openMoveTarget(location.location));
  await moveStore({ from: source.store, to, ...quiet });
  const { rows } = await sql<{ known: number }>`
    select reltuples::int as known from pg_class where oid = to_regclass('cards')`.execute(to.reads);
  assert.equal(rows[0]?.known, (await fingerprintOf(to, 'cards')).rows);
});
