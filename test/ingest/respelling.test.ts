/** Printings that upstream spells otherwise: each stays the printing that it was, with its id, its prices and its days. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { health } from '../../src/api/health.ts';
import { addDays } from '../../src/catalog/days.ts';
import { explainCard } from '../../src/ingest/audit/explain-card.ts';
import { cardPriceEntries } from '../../src/store/views/priced/priced-records.ts';
import { FollowedStore } from '../invariants/followed-store.ts';
import { cardHistory } from '../support/oracles/shown-histories.ts';
import { tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import type { EurPriceRow } from '../support/sources/tiny-market.ts';
import { cardOf, catalogStage, types } from '../support/stages/catalog-stage.ts';
import { GAME } from '../support/stages/game.ts';
import { CARDS, current, PRICED_CARD, type Stage, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

const DAY = '2026-03-01';
const spelled =
  (...variants_detailed: object[]) =>
  ({ cards }: UpstreamCatalog) =>
    void Object.assign(cards.find(({ id }) => id === PRICED_CARD) ?? {}, { variants_detailed });

const NORMAL = { type: 'normal' };
const REVERSE = { type: 'reverse' };

/** Names of the events that the store has told beside those of prices, each with how many records. */
async function told({ store }: Stage, from: number): Promise<Record<string, number>> {
  const rows = await store.reads.selectFrom('events').select('body').where('seq', '>', from).execute();
  return Object.fromEntries(
    rows.map(({ body }) => {
      const { name, data } = JSON.parse(body) as { name: string; data: Record<string, unknown[]> };
      return [name, Object.values(data).find(Array.isArray)?.length ?? 0];
    }),
  );
}

const lastEvent = async ({ store }: Stage) =>
  Number(
    (
      await store.reads
        .selectFrom('events')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .executeTakeFirst()
    )?.seq,
  );

for (const [engine, skip] of ENGINES) {
  suite(`a printing that is spelled otherwise on ${engine}`, { skip }, () => {
    test('its id, history and links pass to the successor at once, told by its record and its price rows', async () => {
      await using s = await stage(engine);
      for (const day of [DAY, addDays(DAY, 1)]) await s.run(day);
      const [before] = (await cardOf(s.store, PRICED_CARD)).variants;
      const prices = await current(s.store);
      const from = await lastEvent(s);
      await s.relink(spelled({ ...NORMAL, foil: 'mirror' }, REVERSE));
      const card = await cardOf(s.store, PRICED_CARD);
      assert.deepEqual(
        card.variants.map(({ id, foil }) => [id, foil]),
        [
          [before?.id, 'mirror'],
          [(before?.id ?? 0) + 1, null],
        ],
      );
      assert.deepEqual(await current(s.store), prices);
      const [history] =
        (await cardHistory(s.store.reads, PRICED_CARD, { from: DAY, to: addDays(DAY, 9) }))?.variants ?? [];
      assert.deepEqual(history?.usd[0]?.days.length, 2);
      assert.deepEqual(history?.eur.days.length, 2);
      // The key of a price row names its printing.
      const events = { 'game.cards.updated': 1, 'game.card_prices.updated': 1, 'game.price_days.recorded': 0 };
      assert.deepEqual(await told(s, from), events);
      await s.relink(() => undefined);
      assert.deepEqual(await told(s, from), events, 'and the next run tells nothing');
    });

    test('the guard counts what is really lost, however many are spelled otherwise', async () => {
      await using s = await stage(engine);
      await s.relink(({ cards }) => {
        for (const card of cards) card.variants_detailed = [{ type: 'holo' }, REVERSE];
      });
      await s.relink(() => undefined);
      assert.deepEqual(types(await cardOf(s.store, PRICED_CARD)), ['holo', 'reverse']);
      const { last_counts } = await s.store.reads.selectFrom('tasks').selectAll().executeTakeFirstOrThrow();
      assert.equal(JSON.parse(last_counts ?? '').prune_withheld, 0);
    });

    test('of several that may be one another, those are that have most in common', async () => {
      await using s = await stage(engine);
      const before = (await cardOf(s.store, PRICED_CARD)).variants.map(({ id }) => id);
      await s.relink(spelled({ ...REVERSE, stamp: ['staff'] }, { ...NORMAL, stamp: ['staff'] }));
      const after = (await cardOf(s.store, PRICED_CARD)).variants;
      assert.deepEqual(
        after.map(({ id, type }) => [id, type]),
        [
          [before[1], 'reverse'],
          [before[0], 'normal'],
        ],
      );
    });

    test('of exact duplicates the first that the source names has the bare name, also with a later id', async () => {
      await using s = await stage(engine);
      const followed = new FollowedStore(s.store);
      const other = { ...REVERSE, thirdParty: { tcgplayer: CARDS + 1, cardmarket: 1001 + CARDS } };
      await s.relink(spelled(NORMAL, REVERSE, REVERSE));
      await s.relink(spelled(NORMAL, { ...REVERSE, foil: 'mirror' }));
      await s.relink(spelled(NORMAL, { ...REVERSE, foil: 'mirror' }, other));
      await s.run(DAY, ({ eur }) => void eur.push({ ...eur[2], idProduct: 1001 + CARDS, trend: 7 } as EurPriceRow));
      assert.deepEqual(await followed.follow(), []);
      const { variants } = await cardOf(s.store, PRICED_CARD);
      const came = variants.find(({ external_ids }) => external_ids.tcgplayer === CARDS + 1);
      assert.equal(came?.id, Math.max(...variants.map(({ id }) => id)));
      const rows = (await cardPriceEntries(s.store.reads, [PRICED_CARD])).get(PRICED_CARD) ?? [];
      assert.deepEqual(rows.map((row) => [row.variant, row.currency === 'EUR' && row.trend]).at(-1), ['reverse', 700]);
      const explained = await explainCard(s.store.reads, PRICED_CARD, [GAME]);
      assert.deepEqual(
        explained?.variants.map(({ variant, variant_id }) => [variant, variant_id === came?.id]),
        [
          ['normal', false],
          ['reverse:mirror', false],
          ['reverse', true],
          ['reverse#2', false],
        ],
      );
    });

    test('one that is spelled as another printing of the card is by now is its exact duplicate, with its own id', async () => {
      await using s = await stage(engine);
      const before = (await cardOf(s.store, PRICED_CARD)).variants.map(({ id }) => id);
      const from = await lastEvent(s);
      await s.relink(spelled(REVERSE, REVERSE));
      const { variants } = await cardOf(s.store, PRICED_CARD);
      assert.deepEqual(
        variants.map(({ id, type }) => [id, type]),
        [
          [before[1], 'reverse'],
          [before[0], 'reverse'],
        ],
      );
      assert.deepEqual(await told(s, from), { 'game.cards.updated': 1 });
    });

    test('without any marketplace id one that is gone for one that is new is the same, and of two and two those that share what nothing else shares', async () => {
      for (const [came, kept] of [
        [
          [{ type: 'holo' }, REVERSE],
          [0, 1],
        ],
        [
          [{ ...REVERSE, foil: 'mirror' }, { type: 'holo' }],
          [1, 0],
        ],
        [
          [
            { ...NORMAL, size: 'jumbo' },
            { type: 'holo', size: 'jumbo' },
          ],
          [0, 1],
        ],
      ] as const) {
        await using s = await catalogStage(engine, tinyCatalog(40));
        const before = (await cardOf(s.store, PRICED_CARD)).variants.map(({ id }) => id);
        const { counts } = await s.run(spelled(...came));
        assert.deepEqual(counts.variants_new, 0);
        const after = (await cardOf(s.store, PRICED_CARD)).variants.map(({ id }) => id);
        assert.deepEqual(
          after,
          kept.map((at) => before[at]),
        );
      }
    });

    test('what stays ambiguous, or is of another marketplace product, is lost and new', async () => {
      await using s = await catalogStage(engine, tinyCatalog(40));
      const { counts } = await s.run(spelled({ type: 'holo' }, { type: 'holo', foil: 'mirror' }));
      assert.deepEqual([counts.variants_respelled, counts.variants_new], [0, 2]);
      await using other = await stage(engine);
      const before = (await cardOf(other.store, PRICED_CARD)).variants.map(({ id }) => id);
      await other.relink(spelled({ type: 'holo', thirdParty: { tcgplayer: 999, cardmarket: 1999 } }, REVERSE));
      const holo = (await cardOf(other.store, PRICED_CARD)).variants.find(({ type }) => type === 'holo');
      assert.ok(holo && !before.includes(holo.id));
    });

    test('a printing that does not come claims no marketplace row that a present one claims', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      await s.relink(spelled(NORMAL));
      const prices = await current(s.store);
      assert.deepEqual(Object.keys(prices).sort(), ['normal eur', 'normal usd']);
      const [variant] = (await cardHistory(s.store.reads, PRICED_CARD, { from: DAY, to: DAY }))?.variants ?? [];
      assert.equal(variant?.eur.price_kind, 'plain');
    });

    test('a printing that does not come has no price, told at once, and its price and days when it comes again', async () => {
      await using s = await stage(engine);
      const followed = new FollowedStore(s.store);
      const history = async () => (await cardHistory(s.store.reads, PRICED_CARD, { from: DAY, to: DAY }))?.variants[1];
      const plain = { ...NORMAL, thirdParty: { tcgplayer: 3, cardmarket: 1003 } };
      const own = { ...REVERSE, thirdParty: { tcgplayer: CARDS + 1, cardmarket: 1001 + CARDS } };
      await s.relink(spelled(plain, own));
      await s.run(DAY, ({ usd, eur }) => {
        const row = { lowPrice: null, highPrice: null, marketPrice: 5 };
        usd.push({ productId: CARDS + 1, subTypeName: 'Reverse Holofoil', ...row });
        eur.push({ ...eur[2], idProduct: 1001 + CARDS, trend: 7 } as EurPriceRow);
      });
      const [prices, days] = [await current(s.store), await history()];
      assert.deepEqual(Object.keys(prices).sort(), ['normal eur', 'normal usd', 'reverse eur', 'reverse usd']);
      assert.deepEqual(await followed.follow(), []);
      const from = await lastEvent(s);
      await s.relink(spelled(plain));
      assert.deepEqual(Object.keys(await current(s.store)).sort(), ['normal eur', 'normal usd']);
      assert.deepEqual((await history())?.usd, []);
      assert.deepEqual(await told(s, from), { 'game.card_prices.updated': 1, 'game.price_days.recorded': 0 });
      assert.deepEqual(await followed.follow(), []);
      await s.relink(spelled(plain, own));
      assert.deepEqual([await current(s.store), await history()], [prices, days]);
      assert.deepEqual(await followed.follow(), []);
    });

    test('pruning tells of the printing, and its record without it', async () => {
      await using s = await stage(engine);
      const followed = new FollowedStore(s.store);
      await s.run(DAY);
      await s.relink(spelled(NORMAL));
      assert.deepEqual(await followed.follow(), []);
      const from = await lastEvent(s);
      await s.accept();
      assert.deepEqual(await told(s, from), { 'game.card_variants.deleted': 1, 'game.cards.updated': 1 });
      assert.deepEqual(await followed.follow(), []);
    });

    test('a withheld prune shows in the outcome and in health until it is accepted', async () => {
      await using s = await catalogStage(engine);
      const shown = async () => {
        const watched = [{ name: 'catalog', windowMs: 1000 }];
        const parts = { store: s.store, tasks: watched, now: () => new Date(), budgetStore: undefined, games: [GAME] };
        return (await health(parts)).tasks[0]?.notice;
      };
      await s.run(({ cards }) => {
        for (const card of cards) card.variants_detailed = [NORMAL];
      });
      assert.equal(await shown(), null);
      for (let more = 0; more < 2; more += 1) {
        const { reason } = await s.run();
        assert.match(reason ?? '', /36 printings are gone upstream/);
        assert.equal(await shown(), reason);
      }
      await s.run(undefined, { acceptPrune: true });
      assert.equal(await shown(), null);
    });
  });
}
