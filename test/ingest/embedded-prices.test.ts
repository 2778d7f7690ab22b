/** Prices in a catalog's cards: each of their guards trips, is told, leaves out what it is about, and lets go by both ways. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import { explainCard } from '../../src/ingest/audit/explain-card.ts';
import { verifyPrices } from '../../src/ingest/audit/verify-prices.ts';
import { acceptHeld, allHeld } from '../../src/store/sources/held-parts.ts';
import { cardHistory } from '../support/oracles/shown-histories.ts';
import { type RestCatalog, startTcgdexRest } from '../support/sources/tcgdex-rest.ts';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { GAME } from '../support/stages/game.ts';
import { runAll } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const DAY = '2026-03-01';
const day = (at: number) => addDays(DAY, at);

/** A day of the catalog: card n has the product n at 1.00 € and more, times `factor`; what `trend` is said to be. */
function pricedCatalog(observed: string, factor: number, trend?: unknown): RestCatalog {
  const { series, sets, cards } = tinyCatalog();
  for (const [at, card] of cards.entries()) {
    const amounts = { avg: (100 + at) * 0.01 * factor, low: 0.5 * factor, trend: trend ?? (90 + at) * 0.01 * factor };
    card.variants_detailed = [{ type: 'normal', size: 'standard', thirdParty: { cardmarket: at + 1 } }];
    card.pricing = { cardmarket: { updated: `${observed}T10:00:00.000Z`, unit: 'EUR', idProduct: at + 1, ...amounts } };
  }
  const listed = (id: string) => cards.filter((card) => card.set.id === id).map((card) => ({ id: card.id }));
  return { series, sets: sets.map((set) => ({ ...set, cards: listed(set.id) })), cards };
}

const guards: [what: string, spoilt: (observed: string) => RestCatalog, says: RegExp][] = [
  [
    'amounts of another unit',
    (observed) => pricedCatalog(observed, 100),
    /the EUR prices in the cards of 2026-03-0\d: half of its amounts are 100.00 times .*: left out until it stays so/,
  ],
  [
    'a column that cannot be read',
    (observed) => pricedCatalog(observed, 1, -1),
    /the prices in the cards: .*trend is no amount in 36 of 36 rows .*: left out until it stays so/,
  ],
];

for (const [engine, skip] of ENGINES) {
  suite(`a guard of prices in cards on ${engine}`, { skip }, () => {
    for (const [what, spoilt, says] of guards) {
      const lived = async () => {
        const place = await newStore(engine);
        const upstream = await startTcgdexRest(pricedCatalog(day(0), 1));
        const run = async (at: number, catalog: RestCatalog) => {
          upstream.publish(catalog);
          const now = () => new Date(`${day(at)}T12:00:00Z`);
          const [report] = await runAll(place.store, { catalog: { adapter: 'tcgdex', url: upstream.rest } }, { now });
          assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
          return report?.reason ?? '';
        };
        const days = async () => {
          const [printing] =
            (await cardHistory(place.store.reads, 'ember1-1', { from: DAY, to: day(30) }))?.variants ?? [];
          return (printing?.eur.days ?? []).map(
            (observed) => (Date.parse(observed.day) - Date.parse(DAY)) / 86_400_000,
          );
        };
        await run(0, pricedCatalog(day(0), 1));
        return {
          ...{ store: place.store, run, days },
          [Symbol.asyncDispose]: async () => {
            await place[Symbol.asyncDispose]();
            await upstream[Symbol.asyncDispose]();
          },
        };
      };

      test(`${what} are left out and told while the catalog is taken, and let go with the third day`, async () => {
        await using s = await lived();
        for (const at of [1, 1, 2]) assert.match(await s.run(at, spoilt(day(at))), says);
        assert.deepEqual(await s.days(), [0]);
        assert.deepEqual(
          (await allHeld(s.store.reads)).map(({ source, since }) => [source, since]),
          [['catalog', day(1)]],
        );
        for (const at of [3, 4]) assert.doesNotMatch(await s.run(at, spoilt(day(at))), /until it stays so/);
        assert.deepEqual([await s.days(), await allHeld(s.store.reads)], [[0, 1, 2, 3, 4], []]);
      });

      test(`${what} let go when they are accepted`, async () => {
        await using s = await lived();
        assert.match(await s.run(1, spoilt(day(1))), says);
        await s.store.write(async (writes) => acceptHeld(writes, await allHeld(writes)));
        assert.doesNotMatch(await s.run(1, spoilt(day(1))), /until it stays so/);
        assert.deepEqual([await s.days(), await allHeld(s.store.reads)], [[0, 1], []]);
      });

      test(`${what} that were a day's alone leave no trace`, async () => {
        await using s = await lived();
        assert.match(await s.run(1, spoilt(day(1))), says);
        assert.equal(await s.run(2, pricedCatalog(day(2), 1)), '');
        assert.deepEqual([await s.days(), await allHeld(s.store.reads)], [[0, 2], []]);
      });
    }
  });
}

for (const [engine, skip] of ENGINES) {
  test(`printings that the cards call otherwise are told while their prices stand still, on ${engine}`, {
    skip,
  }, async () => {
    await using place = await newStore(engine);
    const called = (observed: string, word: string): RestCatalog => {
      const catalog = pricedCatalog(observed, 1);
      const cards = catalog.cards.map((card, at) => {
        const row = { productId: at + 1, lowPrice: 1, marketPrice: 2, highPrice: 3 };
        const tcgplayer = { updated: `${observed}T10:00:00.000Z`, unit: 'USD', [word]: row };
        const printing = { type: 'normal', size: 'standard', thirdParty: { tcgplayer: at + 1 } };
        return { ...card, variants_detailed: [printing], pricing: { tcgplayer } };
      });
      return { ...catalog, cards };
    };
    await using upstream = await startTcgdexRest(called(day(0), 'normal'));
    const said: (string | null | undefined)[] = [];
    for (const [at, word] of ['normal', 'regular', 'regular', 'normal'].entries()) {
      upstream.publish(called(day(at), word));
      const now = () => new Date(`${day(at)}T12:00:00Z`);
      const [report] = await runAll(place.store, { catalog: { adapter: 'tcgdex', url: upstream.rest } }, { now });
      said.push(report?.reason);
    }
    const told =
      '36 of 36 rows that cards are priced by are missing: those prices stand still; ' +
      '36 came under other words, the first: Normal as regular (product 1)';
    assert.deepEqual(said, [null, told, told, null]);
  });
}

for (const [engine, skip] of ENGINES) {
  test(`each card is the document of its prices, the newest alone unless bytes are kept, on ${engine}`, {
    skip,
  }, async () => {
    await using place = await newStore(engine);
    const { reads } = place.store;
    await using upstream = await startTcgdexRest(pricedCatalog(day(0), 1));
    const address = `${upstream.rest}/en/cards/ember1-1`;
    const run = async (at: number, keep_documents?: string) => {
      upstream.publish(pricedCatalog(day(at), 1 + at / 100));
      const now = () => new Date(`${day(at)}T12:00:00Z`);
      const source = { adapter: 'tcgdex', url: upstream.rest, ...(keep_documents && { keep_documents }) };
      const [report] = await runAll(place.store, { catalog: source }, { now });
      assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
      const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
      return createHash('sha256').update(bytes).digest('hex');
    };
    const known = async () => {
      const rows = await reads.selectFrom('source_documents').selectAll().where('address', '=', address).execute();
      return rows.map(({ observed_on, sha256 }) => `${observed_on} ${sha256}`).sort();
    };
    const first = await run(0);
    assert.deepEqual(await known(), [`${day(0)} ${first}`]);
    const second = await run(1);
    assert.deepEqual(await known(), [`${day(1)} ${second}`]);
    const explained = await explainCard(reads, 'ember1-1', [GAME]);
    const [price] = explained?.variants[0]?.eur_market.prices ?? [];
    assert.deepEqual(price?.document, { day: day(1), address, sha256: second });

    const [third, fourth] = [await run(2, '30d'), await run(3, '30d')];
    assert.deepEqual(await known(), [`${day(2)} ${third}`, `${day(3)} ${fourth}`]);
    const { amounts, differ } = await verifyPrices(reads, [GAME], 10_000);
    assert.deepEqual([differ, amounts > 100], [[], true], `${amounts} amounts`);
    const trend = Math.round(90 * 1.03);
    await place.store.write(async (writes) => {
      for (const { owner, body } of await writes.selectFrom('current_prices').selectAll().execute()) {
        const planted = body.replace(`,${trend},`, `,${trend + 1},`);
        await writes.updateTable('current_prices').set({ body: planted }).where('owner', '=', owner).execute();
      }
    });
    const planted = (await verifyPrices(reads, [GAME], 10_000)).differ;
    assert.ok(
      planted.some((one) => one.card_id === 'ember1-1' && one.field === 'trend'),
      JSON.stringify(planted),
    );
  });
}
