/** Each derived table is what its rebuild makes it, whatever is written; one that is not is found. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { cardBodies, setCardBody } from '../../src/store/catalog/cards.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { putProducts } from '../../src/store/catalog/products.ts';
import { openSqlite } from '../../src/store/engines/sqlite.ts';
import type { Store, Writes } from '../../src/store/store.ts';
import { VIEWS, type Views } from '../../src/store/views/views.ts';
import { rebuilt, staleIn, watchedUpkeep } from '../support/oracles/derived.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { marketFolder, tinyMarket } from '../support/sources/tiny-market.ts';
import { runAll, runCatalog } from '../support/stages/ingest.ts';
import { ENGINES, newLocation, newStore } from '../support/stages/stores.ts';

const BOTH = [{ currency: 'usd' }, { currency: 'eur' }] as const;

/** A catalog, two days of its prices, and the catalog once more with another card, another name and other dates. */
async function live(store: Store): Promise<void> {
  const catalog = tinyCatalog();
  for (const [at, card] of catalog.cards.entries()) card.thirdParty = { tcgplayer: at + 1, cardmarket: 1001 + at };
  await using folder = await catalogFolder(catalog);
  await using market = await marketFolder();
  await runCatalog(store, folder.files);
  for (const [day, cents] of [
    ['2026-03-01', 0],
    ['2026-03-02', 300],
  ] as const) {
    const content = tinyMarket(day, catalog.cards.length);
    for (const row of content.eur) row.trend = Number(row.trend) + cents / 100;
    content.usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 90, highPrice: 120, marketPrice: 100 + cents });
    await market.write(content);
    const reports = await runAll(store, market.sources);
    assert.ok(reports.every(({ outcome }) => outcome === 'succeeded'));
  }
  const [first] = catalog.cards;
  if (first) first.rarity = 'Another';
  await folder.write(catalog);
  assert.equal((await runCatalog(store, folder.files)).outcome, 'succeeded');
}

/** What a table may be instead of what it should, beside other tables that follow from it. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  external_ids: [
    'delete from external_ids',
    'update external_ids set external_id = external_id + 1',
    "insert into external_ids (market, external_id, card_id) values ('tcgplayer', 1, 'nobody')",
  ],
  card_facts: [
    'delete from card_facts',
    "update card_facts set name = 'other'",
    "update card_facts set facts = '[]'",
    "insert into card_facts (key, name, facts, changed_at) values (99999, 'other', '[]', 0)",
  ],
  lowest_prices: [
    'delete from lowest_prices',
    'update lowest_prices set usd = 1',
    'insert into lowest_prices (owner, usd, eur) values (99999, 1, 1)',
  ],
  price_entries: [
    'delete from price_entries',
    "update price_entries set body = '[]'",
    "insert into price_entries (key, body) values (99999, '[]')",
  ],
  list_columns: [
    'delete from list_columns',
    "update list_columns set digest = 'other'",
    "insert into list_columns (game, list, digest, body) select 'gone', list, digest, body from list_columns",
  ],
  movers: ["update movers set body = '[]'"],
};

test('a fault of each derived table is tried', () => {
  assert.deepEqual(
    Object.keys(FAULTS),
    Object.keys(VIEWS).filter((name) => name !== 'names_stamps'),
  );
});

for (const [engine, skip] of ENGINES) {
  suite(`derived tables on ${engine}`, { skip }, () => {
    test('are what their rebuild makes them, and one that is not is found', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      await live(store);
      assert.deepEqual(await staleIn(store, BOTH), []);
      for (const [table, faults] of Object.entries(FAULTS)) {
        for (const fault of faults) {
          const undone = new Error('undone');
          let found: string[] = [];
          const planting = store.write(async (writes) => {
            await sql.raw(fault).execute(writes);
            found = await rebuilt(writes, BOTH);
            throw undone;
          });
          await assert.rejects(planting, undone);
          assert.ok(found.includes(table), `${fault}: ${found}`);
        }
      }
    });
  });
}

for (const [engine, skip] of ENGINES) {
  test(`cards and products of one transaction are in the lists in whatever order they were written: ${engine}`, {
    skip,
  }, async () => {
    await using place = await newStore(engine);
    const { store } = place;
    await live(store);
    const names = { name: 'Box', clean_name: 'Box', number: null, image: null, usd_market_url: null, expansions: [] };
    const noPrices = { usd_market: [], eur_market: null };
    const box = { game: 'game', ...names, ...noPrices, external_ids: { tcgplayer: null, cardmarket: null } };
    const id = 'ember1-3';
    const changedAt = async () =>
      (
        await store.reads
          .selectFrom('card_facts')
          .innerJoin('cards', 'cards.key', 'card_facts.key')
          .select('changed_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).changed_at;
    const steps = {
      card: async (writes: Writes, rarity: string) => {
        const card = (await cardBodies(writes, [id])).get(id);
        await setCardBody(writes, id, JSON.stringify({ ...JSON.parse(card ?? ''), rarity }));
      },
      product: (writes: Writes, rarity: string) => putProducts(writes, [{ ...box, id: rarity.length }]),
    };
    for (const [rarity, order] of [
      ['One', ['card', 'product']],
      ['Three', ['product', 'card']],
    ] as const) {
      await store.write((writes) => writes.updateTable('card_facts').set({ changed_at: 1 }).execute());
      await store.write(async (writes) => {
        for (const step of order) await steps[step](writes, rarity);
        await bumpCatalogVersion(writes, { games: ['game'], names: false });
      });
      assert.deepEqual(await staleIn(store, []), [], order.join());
      assert.ok((await changedAt()) > 1, 'the record is another since now');
    }
  });
}

/** Which tables transactions left stale, of a store that keeps up these views. */
async function staleUnder(views: Views): Promise<string[]> {
  await using place = await newLocation('sqlite');
  const found = new Set<string>();
  const note = (tables: readonly string[]) => {
    for (const table of tables) found.add(table);
  };
  const store = await openSqlite(place.location.dataDir, watchedUpkeep(note, views));
  await live(store).finally(() => store.close());
  return [...found];
}

suite('a derived table that is not kept up is found at the end of the transaction', () => {
  test('while all are kept up there is none', async () => assert.deepEqual(await staleUnder(VIEWS), []));
  for (const [name, { update: _, settle: __, ...view }] of Object.entries<Views[string]>(VIEWS)) {
    if (name in FAULTS && name !== 'movers') {
      test(name, async () => assert.ok((await staleUnder({ ...VIEWS, [name]: view })).includes(name)));
    }
  }
});
