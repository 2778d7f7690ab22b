/** What a run tells: every change once, in the shapes of the reads, and nothing when nothing changed. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { isWanted } from '../../src/events/event-names.ts';
import { cardPriceEvents, productPriceEvents } from '../../src/events/price-events.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { changeEvents, noChanges, noteBefore } from '../../src/ingest/changes.ts';
import { cardKeys } from '../../src/store/catalog/cards.ts';
import { cardById, expansionById, seriesById } from '../../src/store/catalog/catalog-records.ts';
import { eventsAfter, lastPosition, numberEvents } from '../../src/store/events/events.ts';
import { leaveMarketplaceProducts } from '../../src/store/marketplace-products/hand-over.ts';
import { cardAmounts } from '../../src/store/prices/current-prices.ts';
import { writeCardPriceDays } from '../../src/store/prices/price-days.ts';
import { cardOwner } from '../../src/store/prices/price-series.ts';
import type { Engine, Store, Writes } from '../../src/store/store.ts';
import { writeCardPrices, writeProductPrices } from '../support/sources/price-days.ts';
import { catalogFolder, tinyCard, tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newStore, postgresMissing } from '../support/stages/stores.ts';

interface Body {
  id: string;
  name: string;
  created_at: string;
  data: Record<string, unknown[]> & { currency?: string };
  chunk?: { index: number; of: number };
}

/** Numbers what was committed and returns the bodies after `after`. */
async function told(store: Store, after = 0): Promise<Body[]> {
  while ((await numberEvents(store, new Date().toISOString(), isWanted)) > 0);
  return (await eventsAfter(store.reads, { after, limit: 1000 })).map(({ body }) => JSON.parse(body) as Body);
}

async function stage(engine: Engine, catalog = tinyCatalog(40)) {
  const place = await newStore(engine);
  const folder = await catalogFolder(catalog);
  const run = async (change: (catalog: UpstreamCatalog) => void = () => undefined) => {
    await told(place.store);
    const before = await lastPosition(place.store.reads);
    change(catalog);
    await folder.write(catalog);
    const report = await runCatalog(place.store, folder.files);
    assert.equal(report.outcome, 'succeeded', report.reason ?? '');
    return told(place.store, before);
  };
  return {
    store: place.store,
    run,
    [Symbol.asyncDispose]: async () => {
      await folder[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

const names = (bodies: Body[]) => bodies.map(({ name }) => name);
const idsOf = (body: Body | undefined, key: string) =>
  (body?.data[key] as { id: string }[] | undefined)?.map(({ id }) => id);

for (const engine of ['sqlite', 'postgres'] as const) {
  suite(`recorded events on ${engine}`, { skip: engine === 'postgres' && postgresMissing }, () => {
    test('a first run tells of every series, expansion and card, as the reads show them', async () => {
      await using s = await stage(engine);
      const bodies = await s.run();
      assert.deepEqual(names(bodies), ['game.series.created', 'game.expansions.created', 'game.cards.updated']);
      const [series, expansions, cards] = bodies;
      assert.deepEqual(series?.data.series, [
        await seriesById(s.store.reads, 'ember'),
        await seriesById(s.store.reads, 'frost'),
      ]);
      assert.deepEqual(expansions?.data.expansions?.[0], await expansionById(s.store.reads, 'ember1'));
      assert.equal(cards?.data.cards?.length, 120);
      assert.deepEqual(cards?.data.cards?.[7], await cardById(s.store.reads, 'ember1-8'));
      for (const body of bodies) {
        assert.match(body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        assert.match(body.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
        assert.deepEqual(Object.keys(body), ['id', 'name', 'created_at', 'data']);
      }
    });

    test('the same upstream again tells nothing', async () => {
      await using s = await stage(engine);
      await s.run();
      assert.deepEqual(await s.run(), []);
      assert.deepEqual(await s.run(({ cards }) => cards.reverse()), []);
    });

    test('a changed field of a card tells of that card alone, whichever field a read shows', async () => {
      await using s = await stage(engine);
      await s.run();
      const changes: Record<string, unknown>[] = [
        { name: 'Renamed' },
        { rarity: 'Rare' },
        { illustrator: 'Bo Reed' },
        { category: 'Item' },
        { hp: 90 },
        { image: 'https://pictures.example/1' },
        { variants_detailed: [{ type: 'normal' }, { type: 'reverse' }, { type: 'holo' }] },
      ];
      for (const change of changes) {
        const bodies = await s.run(({ cards }) => Object.assign(cards[3] ?? {}, change));
        assert.deepEqual(names(bodies), ['game.cards.updated'], JSON.stringify(change));
        assert.deepEqual(bodies[0]?.data.cards, [await cardById(s.store.reads, 'ember1-4')]);
      }
    });

    test('a pruned printing is named by its id, and its card comes once, without it', async () => {
      await using s = await stage(engine);
      await s.run();
      const gone = (await cardById(s.store.reads, 'ember1-1'))?.variants[1]?.id;
      const drop = { variants_detailed: [{ type: 'normal', size: 'standard' }] };
      assert.deepEqual(await s.run(({ cards }) => Object.assign(cards[0] ?? {}, drop)), []);
      const bodies = await s.run();
      assert.deepEqual(names(bodies), ['game.card_variants.deleted', 'game.cards.updated']);
      assert.deepEqual(bodies[0]?.data.variant_ids, [gone]);
      assert.deepEqual(bodies[1]?.data.cards, [await cardById(s.store.reads, 'ember1-1')]);
    });

    test('an expansion and a series are corrected by their own fields only', async () => {
      await using s = await stage(engine);
      await s.run();
      const renamed = await s.run(({ sets }) => Object.assign(sets[0] ?? {}, { name: 'Ember Noon' }));
      assert.deepEqual(names(renamed), ['game.expansions.updated']);
      assert.deepEqual(renamed[0]?.data.expansions, [await expansionById(s.store.reads, 'ember1')]);
      const series = await s.run((catalog) => Object.assign(catalog.series[0] ?? {}, { name: 'Embers' }));
      assert.deepEqual(names(series), ['game.series.updated']);
      assert.deepEqual(idsOf(series[0], 'series'), ['ember']);
      const added = await s.run((catalog) => {
        const cardCount = { official: 1, total: 1 };
        catalog.sets.push({ id: 'frost2', name: 'Frost Wall', serie: { id: 'frost' }, cardCount });
        catalog.cards.push(tinyCard('frost2', 1));
      });
      assert.deepEqual(names(added), ['game.expansions.created', 'game.cards.updated']);
    });

    test('a group of more than 500 is split: 500, then the rest, each with its chunk; 500 is whole', async () => {
      await using place = await newStore(engine);
      const sizes = async (count: number) => {
        const before = await lastPosition(place.store.reads);
        const group = groupOf(
          'card_variants.deleted',
          Array.from({ length: count }, (_, at) => at),
        );
        await place.store.write((writes) => recordEvents(writes, DEFAULT_SCOPE, [group]));
        const bodies = await told(place.store, before);
        const all = bodies.flatMap(({ data }) => data.variant_ids);
        assert.deepEqual(all, [...group.keys]);
        const rows = await eventsAfter(place.store.reads, { after: before, limit: 10 });
        assert.ok(new Set(rows.map(({ group_id }) => group_id)).size <= 1);
        return bodies.map(({ data, chunk }) => [data.variant_ids?.length, chunk]);
      };
      assert.deepEqual(await sizes(0), []);
      assert.deepEqual(await sizes(500), [[500, undefined]]);
      assert.deepEqual(await sizes(501), [
        [500, { index: 0, of: 2 }],
        [1, { index: 1, of: 2 }],
      ]);
      assert.deepEqual(
        (await sizes(1001)).map(([length]) => length),
        [500, 500, 1],
      );
    });

    test('a transaction that fails tells nothing', async () => {
      await using place = await newStore(engine);
      const work = place.store.write(async (writes) => {
        await recordEvents(writes, DEFAULT_SCOPE, [groupOf('cards.deleted', ['a'])]);
        throw new Error('in the middle');
      });
      await assert.rejects(work, /in the middle/);
      assert.deepEqual(await told(place.store), []);
    });

    test('changed prices tell all rows of the card in that currency; a new day with the same amounts tells nothing', async () => {
      await using s = await stage(engine);
      await s.run();
      const [normal, reverse] = (await cardById(s.store.reads, 'ember1-1'))?.variants ?? [];
      assert.ok(normal && reverse);
      const amounts = { market: 120, low: 80, high: 200 };
      const day = (observed_on: string, market: number) => async (writes: Writes) => {
        const rows = new Map([
          [
            'ember1-1',
            [
              { variant_id: normal.id, market: 'usd' as const, condition: 'NM' as const, amounts },
              {
                variant_id: reverse.id,
                market: 'usd' as const,
                condition: 'NM' as const,
                amounts: { ...amounts, market },
              },
            ],
          ],
        ]);
        const { usd, eur } = await writeCardPrices(writes, { source: 'usd_market', observed_on }, rows);
        return recordEvents(writes, DEFAULT_SCOPE, [
          (await cardPriceEvents(writes, 'USD', [...usd.keys()])).group,
          (await cardPriceEvents(writes, 'EUR', [...eur.keys()])).group,
        ]);
      };
      const start = await lastPosition(s.store.reads);
      assert.equal(await s.store.write(day('2026-01-01', 300)), 1);
      assert.equal(await s.store.write(day('2026-01-02', 300)), 0);
      assert.equal(await s.store.write(day('2026-01-03', 310)), 1);
      const last = (await told(s.store, start)).at(-1);
      assert.equal(last?.name, 'game.card_prices.updated');
      assert.deepEqual(last?.data, {
        currency: 'USD',
        cards: [
          {
            card_id: 'ember1-1',
            prices: [
              { variant: 'normal', condition: 'NM', currency: 'USD', ...amounts },
              { variant: 'reverse', condition: 'NM', currency: 'USD', ...amounts, market: 310 },
            ],
          },
        ],
      });
      await s.store.write(async (writes) => {
        const events = noChanges();
        noteBefore(events.prices.usd.cards, await cardAmounts(writes, 'usd', ['ember1-1']));
        const owner = cardOwner((await cardKeys(writes, ['ember1-1'])).get('ember1-1') ?? 0);
        const reader = { owner, market: 'usd' as const, article: 'usd/1/Normal' };
        await leaveMarketplaceProducts(
          writes,
          [normal, reverse].map(({ id }) => ({ ...reader, variantId: id })),
        );
        await recordEvents(writes, DEFAULT_SCOPE, await changeEvents(writes, events));
      });
      const withdrawn = (await told(s.store, start)).at(-1);
      const cards = withdrawn?.data.cards as { id: string; variants: { usd_market: unknown[] }[] }[];
      assert.deepEqual(
        cards[0]?.variants.map(({ usd_market }) => usd_market),
        [[], []],
      );
      assert.equal(withdrawn?.name, 'game.cards.updated', 'a card without any price is left out of price events');
    });

    test('amounts that move and move back before they are told are not told', async () => {
      await using s = await stage(engine);
      await s.run();
      const [printing] = (await cardById(s.store.reads, 'ember1-1'))?.variants ?? [];
      const days = (...amounts: [observed_on: string, market: number][]) =>
        amounts.map(([observed_on, market]) => ({
          observed_on,
          rows: new Map([
            [
              'ember1-1',
              [
                {
                  ...{ variant_id: printing?.id ?? 0, market: 'usd' as const, condition: 'NM' as const },
                  amounts: { market, low: null, high: null },
                },
              ],
            ],
          ]),
        }));
      const write = (...runs: ReturnType<typeof days>[]) =>
        s.store.write(async (writes) => {
          const changes = noChanges();
          for (const each of runs) {
            noteBefore(
              changes.prices.usd.cards,
              (await writeCardPriceDays(writes, { source: 'usd_market' }, each)).usd,
            );
          }
          return recordEvents(writes, DEFAULT_SCOPE, await changeEvents(writes, changes));
        });
      assert.equal(await write(days(['2026-01-01', 300])), 1);
      assert.equal(await write(days(['2026-01-02', 310], ['2026-01-03', 300])), 0, 'in one go');
      assert.equal(await write(days(['2026-01-04', 310]), days(['2026-01-05', 300])), 0, 'one after the other');
      assert.equal(await write(days(['2026-01-06', 300], ['2026-01-07', 310])), 1);
    });

    test("a product's changed prices come by currency, EUR rows without price_kind and variant", async () => {
      await using place = await newStore(engine);
      const usd = { market: 10_000, low: null, high: null };
      const eur = { avg: 9000, low: 8000, trend: 8500, avg_holo: null, low_holo: null, trend_holo: null };
      await place.store.write(async (writes) => {
        const source = { source: 'x', observed_on: '2026-01-01' };
        const rows = new Map([
          [
            7,
            [
              { variant: 'normal', market: 'usd' as const, condition: 'Unopened' as const, amounts: usd },
              { market: 'eur' as const, amounts: eur },
            ],
          ],
        ]);
        const changed = await writeProductPrices(writes, source, rows);
        await recordEvents(writes, DEFAULT_SCOPE, [
          await productPriceEvents(writes, 'USD', [...changed.usd.keys()]),
          await productPriceEvents(writes, 'EUR', [...changed.eur.keys()]),
        ]);
      });
      const data = (await told(place.store)).map((body) => body.data as unknown);
      assert.deepEqual(data, [
        {
          currency: 'USD',
          products: [
            { product_id: 7, prices: [{ variant: 'normal', condition: 'Unopened', currency: 'USD', ...usd }] },
          ],
        },
        { currency: 'EUR', products: [{ product_id: 7, prices: [{ currency: 'EUR', ...eur }] }] },
      ]);
    });
  });
}
