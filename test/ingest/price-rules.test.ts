/** What a price run does with what comes: match, withdraw, hold back, refuse, and read the days it has missed. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import type { RunReport } from '../../src/ingest/runs/runner.ts';
import { allProducts } from '../../src/store/catalog/products.ts';
import { catalogVersion } from '../../src/store/meta.ts';
import { currentCardPrices, currentProductPrices } from '../../src/store/prices/current-prices.ts';
import type { Store } from '../../src/store/store.ts';
import { cardHistory, productHistory } from '../support/oracles/shown-histories.ts';
import type { UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { type MarketDay, tinyMarket } from '../support/sources/tiny-market.ts';
import { runAll } from '../support/stages/ingest.ts';
import { CARDS, current, PRICED_CARD, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

const DAY = '2026-03-01';
const CARD = PRICED_CARD;

const days = async (store: Store, from: string, to: string, id = CARD) =>
  ((await cardHistory(store.reads, id, { from, to }))?.variants ?? []).map(({ usd, eur }) => [
    (usd[0]?.days ?? []).map(({ day }) => day),
    eur.days.map(({ day }) => day),
  ]);

const outcomes = (reports: RunReport[]) => reports.map(({ outcome }) => outcome);

for (const [engine, skip] of ENGINES) {
  suite(`a price run on ${engine}`, { skip }, () => {
    test('prices every printing by its row, in cents', async () => {
      await using s = await stage(engine);
      assert.deepEqual(outcomes(await s.run(DAY)), ['succeeded', 'succeeded']);
      const eur = [350, 150, 300, 450, 300, 600];
      assert.deepEqual(await current(s.store), {
        'normal usd': [300, 150, 600],
        'reverse usd': [350, 175, 700],
        'normal eur': eur,
        'reverse eur': eur,
      });
      const kinds = ((await cardHistory(s.store.reads, CARD, { from: DAY, to: DAY }))?.variants ?? []).map(
        ({ eur }) => eur.price_kind,
      );
      assert.deepEqual(kinds, ['plain', 'holo']);
    });

    test('the same day twice changes nothing', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      const version = await catalogVersion(s.store.reads);
      assert.deepEqual(outcomes(await s.run(DAY)), ['succeeded', 'succeeded']);
      assert.equal(await catalogVersion(s.store.reads), version);
    });

    test('a day of which both files say the same as the day before is one more day of history', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      await s.run(addDays(DAY, 2));
      const observed = [DAY, addDays(DAY, 2)];
      assert.deepEqual(await days(s.store, DAY, addDays(DAY, 9)), [
        [observed, observed],
        [observed, observed],
      ]);
    });

    test('a sealed product has its expansion, its own prices, and those of its marketplace product at the other marketplace', async () => {
      await using s = await stage(engine);
      await s.run(DAY, (market) => {
        market.usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 80, highPrice: null, marketPrice: 90 });
        market.eur.push({ idProduct: 1900, avg: 70, low: 60, trend: 75 });
      });
      const [product] = await allProducts(s.store.reads, DEFAULT_SCOPE.game);
      assert.deepEqual(product?.expansions, [{ id: 'ember1', name: 'Ember Dawn' }]);
      assert.deepEqual(product?.external_ids, { tcgplayer: 900, cardmarket: 1900 });
      const prices = (await currentProductPrices(s.store.reads, [900])).get(900) ?? [];
      assert.deepEqual(prices.map((price) => [price.market, ...Object.values(price.amounts)]).sort(), [
        ['eur', 7000, 6000, 7500, null, null, null],
        ['usd', 9000, 8000, null],
      ]);
      const [history] = (await productHistory(s.store.reads, 900, { from: DAY, to: DAY }))?.variants ?? [];
      assert.deepEqual(
        history?.usd.map(({ condition }) => condition),
        ['Unopened'],
      );
    });

    test('a sealed product that turns out to be another marketplace product is judged by nothing that the old one cost', async () => {
      await using s = await stage(engine);
      const listed = { idExpansion: 70, categoryName: 'Kind', name: 'Ember Dawn Booster Display' };
      for (const [day, idProduct, trend] of [
        [DAY, 1900, 75],
        [addDays(DAY, 1), 1901, 7500],
      ] as const) {
        const products = [{ ...listed, idProduct }];
        await s.market.put('nonsingles.json', { version: 1, createdAt: '2026-01-01T08:00:00+0100', products });
        await s.run(day, (market) => void market.eur.push({ idProduct, avg: null, low: null, trend }));
        const [price] = (await currentProductPrices(s.store.reads, [900])).get(900) ?? [];
        assert.deepEqual([price?.observed_on, Object.values(price?.amounts ?? {})[2]], [day, trend * 100]);
      }
    });

    test('an id that differently named cards come to claim prices neither of them any longer', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      await s.relink(({ cards: [, , third, fourth] }) => {
        if (third && fourth) fourth.thirdParty = third.thirdParty;
      });
      const none = [{}, {}];
      assert.deepEqual([await current(s.store), await current(s.store, 'ember1-4')], none, 'at once');
      await s.run(DAY);
      assert.deepEqual([await current(s.store), await current(s.store, 'ember1-4')], none);
      assert.notDeepEqual(await current(s.store, 'ember1-5'), {});
    });

    test('a printing that turns out to be another marketplace product has no price of the old one', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      await s.relink(({ cards: [, , third] }) => {
        if (third) third.thirdParty = { tcgplayer: 150, cardmarket: 1150 };
      });
      await s.run(DAY);
      assert.deepEqual(await current(s.store), {});
      await s.run(addDays(DAY, 1), (market) => {
        market.usd.push({ productId: 150, subTypeName: 'Normal', lowPrice: null, highPrice: null, marketPrice: 5000 });
        market.eur.push({ idProduct: 1150, avg: 4000, low: null, trend: null });
      });
      assert.deepEqual(await current(s.store), {
        'normal usd': [500_000, null, null],
        'normal eur': [400_000, null, null, null, null, null],
        'reverse eur': [400_000, null, null, null, null, null],
      });
    });

    test('history is that of the marketplace product: a printing shows the days of what it is linked to now', async () => {
      await using s = await stage(engine);
      const link = (at: number, marketProduct: number) => (catalog: UpstreamCatalog) => {
        const card = catalog.cards[at];
        if (card) card.thirdParty = { tcgplayer: marketProduct, cardmarket: 1000 + marketProduct };
      };
      const other = (market: MarketDay) => {
        market.usd.push({ productId: 150, subTypeName: 'Normal', lowPrice: null, highPrice: null, marketPrice: 50 });
        market.eur.push({ idProduct: 1150, avg: 40, low: null, trend: null });
      };
      const [one, two, three, four] = [DAY, addDays(DAY, 1), addDays(DAY, 2), addDays(DAY, 3)];
      const shown = (id: string) => days(s.store, DAY, addDays(DAY, 9), id);
      for (const day of [one, two]) await s.run(day);
      // Marketplace product 3 turns out to be the fourth card; the third is another product, of one printing's price.
      await s.relink((catalog) => [link(2, 150)(catalog), link(3, 3)(catalog)]);
      await s.run(three, other);
      assert.deepEqual(await shown(CARD), [
        [[three], [three]],
        [[], [three]],
      ]);
      const moved = [one, two, three];
      assert.deepEqual(await shown('ember1-4'), [
        [moved, moved],
        [moved, moved],
      ]);
      const [normal] = (await cardHistory(s.store.reads, 'ember1-4', { from: one, to: one }))?.variants ?? [];
      assert.deepEqual(normal?.usd[0]?.days[0]?.amounts, [300, 150, 600], 'amounts are those of article 3');
      // It was right as it was before.
      await s.relink((catalog) => [link(2, 3)(catalog), link(3, 4)(catalog)]);
      await s.run(four);
      const all = [one, two, three, four];
      assert.deepEqual(await shown(CARD), [
        [all, all],
        [all, all],
      ]);
      // Marketplace product 4 had nobody to read it on the third day; it is known all the same.
      assert.deepEqual(await shown('ember1-4'), [
        [all, all],
        [all, all],
      ]);
    });

    test('history is not shown while a mapping is withheld, and is back, those days too, when it is not', async () => {
      await using s = await stage(engine);
      const claim = (marketProduct: number) => (catalog: UpstreamCatalog) => {
        const fourth = catalog.cards[3];
        if (fourth) fourth.thirdParty = { tcgplayer: marketProduct, cardmarket: 1000 + marketProduct };
      };
      await s.run(DAY);
      await s.relink(claim(3));
      await s.run(addDays(DAY, 1));
      const nothing = [
        [[], []],
        [[], []],
      ];
      assert.deepEqual(await days(s.store, DAY, addDays(DAY, 9)), nothing);
      assert.deepEqual(await days(s.store, DAY, addDays(DAY, 9), 'ember1-4'), nothing);
      await s.relink(claim(4));
      await s.run(addDays(DAY, 2));
      const observed = [DAY, addDays(DAY, 1), addDays(DAY, 2)];
      for (const id of [CARD, 'ember1-4']) {
        assert.deepEqual(await days(s.store, DAY, addDays(DAY, 9), id), [
          [observed, observed],
          [observed, observed],
        ]);
      }
    });

    test('amounts as text, 0 and null are read as what they mean; a bad row is quarantined with its reason', async () => {
      await using s = await stage(engine);
      const reports = await s.run(DAY, ({ usd, eur }) => {
        const [, , , , third] = usd;
        if (third) third.marketPrice = '3.10';
        Object.assign(eur[2] ?? {}, { avg: 0, trend: '0.00', low: '12.34' });
        usd.push(
          ...Array.from(
            { length: 40 },
            (_, at) => ({ ...tinyMarket(DAY, 1).usd[0], productId: 100 + at }) as MarketDay['usd'][0],
          ),
        );
        usd.push({ productId: 99, subTypeName: 'Normal', lowPrice: 1, highPrice: 1, marketPrice: -1 });
        usd.push({ productId: 98, subTypeName: '', lowPrice: 1, highPrice: 1, marketPrice: 1 });
      });
      assert.deepEqual(outcomes(reports), ['succeeded', 'succeeded']);
      assert.equal(reports[0]?.counts.quarantined, 1);
      assert.match(reports[0]?.reason ?? '', /rows quarantined: 1 × subTypeName is no text/);
      assert.equal(reports[0]?.counts.fields_left_out, 1);
      assert.match(reports[0]?.reason ?? '', /fields left out: 1 × marketPrice is no amount/);
      const amounts = await current(s.store);
      assert.deepEqual(amounts['normal usd'], [310, 150, 600]);
      assert.deepEqual(amounts['normal eur'], [null, 1234, null, 450, 300, 600]);
    });

    // U04 and U11 of the cases from the field.
    test('one bad amount leaves the others of its row; a row without any leaves the last price with its day', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      const reports = await s.run(addDays(DAY, 1), ({ usd, eur }) => {
        Object.assign(eur[2] ?? {}, { avg: -1 });
        const third = usd.find(({ productId }) => productId === 3);
        Object.assign(third ?? {}, { marketPrice: null, lowPrice: null, highPrice: null });
      });
      assert.deepEqual(outcomes(reports), ['succeeded', 'succeeded']);
      assert.equal(reports[1]?.counts.fields_left_out, 1);
      assert.deepEqual((await current(s.store))['normal eur'], [null, 150, 300, 450, 300, 600]);
      const prices = (await currentCardPrices(s.store.reads, [PRICED_CARD])).get(PRICED_CARD) ?? [];
      const [last] = prices.filter(({ market, observed_on }) => market === 'usd' && observed_on === DAY);
      assert.deepEqual(last?.amounts, { market: 300, low: 150, high: 600 });
    });

    const spoilt: [string, RegExp, (market: MarketDay) => void][] = [
      [
        'of another unit',
        /wrong unit/,
        ({ usd, eur }) => {
          for (const row of usd) row.marketPrice = Number(row.marketPrice) * 100;
          for (const row of usd) row.lowPrice = Number(row.lowPrice) * 100;
          for (const row of eur)
            for (const key of ['avg', 'low', 'trend', 'avg-holo']) row[key] = Number(row[key]) * 100;
        },
      ],
      [
        'with fewer than 90 % of the rows',
        /came/,
        (market) => {
          market.usd.splice(10);
          market.eur.splice(10);
        },
      ],
      [
        'without rows',
        /came/,
        (market) => {
          market.usd = [];
          market.eur = [];
        },
      ],
      [
        'with more than 1 % of rows that cannot be taken',
        /cannot be taken/,
        ({ usd, eur }) => {
          for (const row of usd.slice(0, 5)) row.subTypeName = '';
          for (const row of eur.slice(0, 2)) Object.assign(row, { idProduct: 'n/a' });
        },
      ],
    ];
    for (const [what, reason, spoil] of spoilt) {
      test(`a file ${what} is an outage: nothing is written, and the run says why`, async () => {
        await using s = await stage(engine);
        await s.run(DAY);
        const before = [await current(s.store), await catalogVersion(s.store.reads)];
        const reports = await s.run(addDays(DAY, 1), spoil);
        assert.deepEqual(outcomes(reports), ['failed', 'failed']);
        for (const report of reports) assert.match(report.reason ?? '', reason);
        assert.deepEqual([await current(s.store), await catalogVersion(s.store.reads)], before);
      });
    }

    test('a guide that is cut off in the middle is an outage, also where its day was read before', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      const cut = JSON.stringify({
        version: 1,
        createdAt: `${DAY}T02:40:00+0100`,
        priceGuides: tinyMarket(DAY, CARDS).eur,
      });
      await s.market.put('guide.json', cut.slice(0, cut.length / 2));
      const [report] = await runAll(s.store, { eur: s.market.sources.eur });
      assert.equal(report?.outcome, 'failed');
      assert.match(report?.reason ?? '', /is not whole JSON/);
    });

    test('a source whose rows price nobody says so', async () => {
      await using s = await stage(engine);
      const [, eur] = await s.run(DAY, (market) => {
        for (const row of market.eur) row.idProduct += 500_000;
      });
      assert.deepEqual(
        [eur?.outcome, eur?.reason],
        ['succeeded', 'none of its 36 rows prices a card or product that is here'],
      );
    });

    test('a guide of another version is an outage', async () => {
      await using s = await stage(engine);
      const [, eur] = await s.run(DAY, (market) => {
        market.version = 2;
      });
      assert.equal(eur?.outcome, 'failed');
      assert.match(eur?.reason ?? '', /version 2/);
    });

    test('where each day has its address, every missed day is read, and days that upstream lacks stay absent', async () => {
      await using s = await stage(engine);
      const today = dayOf(Date.now());
      const offered = [-4, -3, -1, 0].map((back) => addDays(today, back));
      for (const day of offered.slice(0, 2)) await s.market.write(tinyMarket(day, CARDS));
      assert.deepEqual(outcomes(await runAll(s.store, s.market.dailySources(5))), ['succeeded', 'succeeded']);
      for (const day of offered.slice(2)) await s.market.write(tinyMarket(day, CARDS));
      assert.deepEqual(outcomes(await runAll(s.store, s.market.dailySources(5))), ['succeeded', 'succeeded']);
      assert.deepEqual(await days(s.store, addDays(today, -9), today), [
        [offered, offered],
        [offered, offered],
      ]);
      const version = await catalogVersion(s.store.reads);
      await runAll(s.store, s.market.dailySources(5));
      assert.equal(await catalogVersion(s.store.reads), version);
    });

    test('up to 3 days without any file are quiet days, a fourth says that upstream is gone', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      assert.deepEqual(outcomes(await runAll(s.store, s.market.dailySources(2))), ['succeeded', 'succeeded']);
      const gone = await runAll(s.store, s.market.dailySources(3));
      assert.deepEqual(outcomes(gone), ['failed', 'failed']);
      assert.match(gone[0]?.reason ?? '', /has none of the last 4 days$/);
    });

    test('older days asked for are added to the history, leave the current prices alone, and are not where the next run goes on', async () => {
      await using s = await stage(engine);
      const today = dayOf(Date.now());
      const older = addDays(today, -40);
      await s.market.write(tinyMarket(today, CARDS));
      await runAll(s.store, s.market.dailySources(0));
      const before = await current(s.store);
      const cheap = tinyMarket(older, 20);
      for (const row of cheap.usd) row.marketPrice = 0.5;
      await s.market.write(cheap);
      const asked = { days: { from: addDays(older, -1), to: older } };
      assert.deepEqual(outcomes(await runAll(s.store, s.market.dailySources(0), asked)), ['succeeded', 'succeeded']);
      assert.deepEqual(await days(s.store, older, today), [
        [
          [older, today],
          [older, today],
        ],
        [
          [older, today],
          [older, today],
        ],
      ]);
      assert.deepEqual(await current(s.store), before);
      const next = await runAll(s.store, s.market.dailySources(0));
      assert.deepEqual(
        next.map(({ counts }) => counts),
        [{}, {}],
        'nothing is new since today',
      );
    });

    test('days asked for are read alone, also where the catalog has changed since the last one', async () => {
      await using s = await stage(engine);
      const today = dayOf(Date.now());
      await s.market.write(tinyMarket(today, CARDS));
      const read = async (asked = {}) =>
        (await runAll(s.store, s.market.dailySources(0), asked)).map(({ counts }) => counts.rows);
      const older = addDays(today, -40);
      assert.deepEqual(await read(), [72, 36]);
      await s.market.write(tinyMarket(older, 20));
      await s.relink(({ cards }) => Object.assign(cards[0] ?? {}, { name: 'Glimmer of another name' }));
      assert.deepEqual(await read({ days: { from: older, to: older } }), [40, 20]);
      await s.market.write(tinyMarket(today, CARDS));
      assert.deepEqual(await read(), [72, 36], 'the newest day has not met the changed catalog yet');
    });
  });
}
