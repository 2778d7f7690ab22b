/** Cards of one name that claim one product: whose it is follows from lists and amounts, and records show it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Card } from '../../src/catalog/records.ts';
import { auditReport } from '../../src/ingest/audit/audit-report.ts';
import { explainCard } from '../../src/ingest/audit/explain-card.ts';
import { upstreamFaults } from '../../src/ingest/audit/upstream-faults.ts';
import type { Store } from '../../src/store/store.ts';
import { FollowedStore } from '../invariants/followed-store.ts';
import { differencesBetween, shownCatalog } from '../invariants/shown.ts';
import type { UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import type { MarketDay } from '../support/sources/tiny-market.ts';
import { GAME } from '../support/stages/game.ts';
import { current, type Stage, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03'];
const [ONE, OTHER] = ['ember1-3', 'ember1-4'];

/** Two cards of one name that name the first one's products. */
function contested({ cards }: UpstreamCatalog): void {
  for (const card of cards.slice(2, 4))
    Object.assign(card, { name: 'Glimmer', thirdParty: { tcgplayer: 3, cardmarket: 1003 } });
}

/** What both marketplaces list of that name. */
async function list({ market }: Stage, eurNames: readonly string[], eurFrom = 1003): Promise<void> {
  const numbered = (productId: number) => ({
    ...{ productId, name: `Glimmer - ${productId}/12`, cleanName: null, imageUrl: null, url: null },
    extendedData: [{ name: 'Number', value: `${productId}/12` }],
  });
  await market.put('now/3/7/products', { success: true, results: [numbered(3), numbered(4)] });
  const products = eurNames.map((name, at) => ({
    idProduct: eurFrom + at,
    name,
    idExpansion: 70,
    categoryName: 'Kind',
  }));
  await market.put('singles.json', { version: 1, createdAt: '2026-01-01T08:00:00+0100', products });
}

/** The other card's product costs ten times as much in USD. */
function apart({ usd }: MarketDay): void {
  for (const row of usd.filter(({ productId }) => productId === 4)) Object.assign(row, { marketPrice: 40 });
}

async function idsOf(store: Store): Promise<unknown[]> {
  const rows = await store.reads
    .selectFrom('cards')
    .select('body')
    .where('id', 'in', [ONE, OTHER])
    .orderBy('id')
    .execute();
  return rows.map(({ body }) =>
    (JSON.parse(body) as Card).variants.map(({ external_ids }) => Object.values(external_ids)),
  );
}

const explained = async (store: Store, id: string) => (await explainCard(store.reads, id, [GAME]))?.variants[0];

for (const [engine, skip] of ENGINES) {
  suite(`a product that two cards of one name claim on ${engine}`, { skip }, () => {
    test('is withheld from both, with the reason and the other claimant, until evidence names one', async () => {
      await using s = await stage(engine);
      await s.relink(contested);
      await s.market.put('singles.json', {
        version: 1,
        createdAt: '2026-01-01T08:00:00+0100',
        products: [{ idProduct: 1, name: 'x', idExpansion: 1, categoryName: 'Kind' }],
      });
      await s.run(DAYS[0] ?? '', apart);
      for (const [id, other] of [
        [ONE, OTHER],
        [OTHER, ONE],
      ] as const) {
        const eur = (await explained(s.store, id))?.eur_market;
        assert.deepEqual(
          [eur?.reason, eur?.prices, eur?.other_cards],
          ['claimed-by-several', [], [{ id: other, name: 'Glimmer' }]],
        );
      }
      const { withheld, markets } = await auditReport(s.store.reads, [GAME]);
      const eur = withheld.find(({ market }) => market === 'cardmarket');
      assert.deepEqual(
        [eur?.id, eur?.reason, eur?.cards.map(({ id }) => id)],
        [1003, 'claimed-by-several', [ONE, OTHER]],
      );
      assert.equal(markets.find(({ market }) => market === 'cardmarket')?.contested_ids, 1);
    });

    test('is the card of the number that the marketplace states, and the records show what each printing is', async () => {
      await using s = await stage(engine);
      const followed = new FollowedStore(s.store);
      await s.relink(contested);
      await list(s, ['Glimmer (XXX 003)', 'Glimmer (XXX 004)']);
      await followed.follow();
      await s.run(DAYS[0] ?? '', apart);
      assert.deepEqual(await followed.follow(), []);
      assert.deepEqual(await idsOf(s.store), [
        [
          [3, 1003],
          [3, 1003],
        ],
        [
          [4, 1004],
          [4, 1004],
        ],
      ]);
      assert.deepEqual((await current(s.store, OTHER))['normal usd'], [4000, 200, 800]);
      assert.deepEqual((await current(s.store, OTHER))['normal eur'], [450, 200, 400, 550, 400, 800]);
      const { settled } = await auditReport(s.store.reads, [GAME]);
      assert.deepEqual(
        settled.map(({ market, id, settled_on, settled_by }) => [market, id, settled_on, settled_by]),
        [
          ['tcgplayer', 3, [ONE], 'number'],
          ['cardmarket', 1003, [ONE], 'name'],
        ],
      );
      const faults = await upstreamFaults(s.store.reads, [GAME]);
      assert.deepEqual(
        faults.map(({ card, file, field, id, right, evidence }) => [card, file, field, id, right, evidence.reason]),
        ['normal', 'reverse'].flatMap(() =>
          [
            ['thirdParty.tcgplayer', 3, 4],
            ['thirdParty.cardmarket', 1003, 1004],
          ].map((fault) => [OTHER, 'data/Ember/Ember Dawn/4.ts', ...fault, 'another-product']),
        ),
      );
      // The same catalog, and one that says another thing of the card, leave it what it is.
      await s.relink(({ cards }) => void Object.assign(cards[3] ?? {}, { illustrator: 'Another Hand' }));
      assert.equal(String((await idsOf(s.store))[1]), '4,1004,4,1004');
      assert.deepEqual(await followed.follow(), []);
      // What the catalog names by itself is no claim of both any more.
      await s.relink(
        ({ cards }) => void Object.assign(cards[3] ?? {}, { thirdParty: { tcgplayer: 5, cardmarket: 1005 } }),
      );
      assert.equal(String((await idsOf(s.store))[1]), '5,1005,5,1005');
      assert.deepEqual(await followed.follow(), []);
    });

    test('is told by what it is known at its own marketplace, where the other one has a product of that number', async () => {
      await using s = await stage(engine);
      await s.relink(({ cards }) => {
        for (const card of cards.slice(2, 4))
          Object.assign(card, { name: 'Glimmer', thirdParty: { tcgplayer: 3, cardmarket: 3 } });
      });
      await list(s, ['Glimmer (XXX 003)', 'Glimmer (XXX 004)'], 3);
      await s.run(DAYS[0] ?? '', (day) => {
        apart(day);
        for (const row of day.eur) if ([1003, 1004].includes(row.idProduct)) row.idProduct -= 1000;
      });
      const faults = await upstreamFaults(s.store.reads, [GAME]);
      assert.deepEqual(
        faults.map(({ field, right, evidence }) => [field, right, evidence.settled_by]),
        ['normal', 'reverse'].flatMap(() => [
          ['thirdParty.tcgplayer', 4, 'number'],
          ['thirdParty.cardmarket', 4, 'name'],
        ]),
      );
    });

    test('is the card that the other market prices like it, from the third day on, in whatever order catalog and days came', async () => {
      await using s = await stage(engine);
      await s.relink(contested);
      await list(s, ['Glimmer']);
      const followed = new FollowedStore(s.store);
      await followed.follow();
      for (const [at, day] of DAYS.entries()) {
        await s.run(day, apart);
        const reasons = [];
        for (const id of [ONE, OTHER]) reasons.push((await explained(s.store, id))?.eur_market.reason);
        assert.deepEqual(
          reasons,
          at < 2 ? ['claimed-by-several', 'claimed-by-several'] : [null, 'another-cards-article'],
        );
        assert.deepEqual(await followed.follow(), []);
      }
      await using late = await stage(engine);
      await list(late, ['Glimmer']);
      for (const day of DAYS) await late.run(day, apart);
      await late.relink(contested);
      await late.run(DAYS[2] ?? '', apart);
      const window = { from: '2026-02-01', to: '2026-04-01' };
      assert.deepEqual(
        differencesBetween(await shownCatalog(s.store, window), await shownCatalog(late.store, window)),
        [],
      );
      // A day on which another card fits as well takes it back.
      await s.run('2026-03-04');
      assert.equal((await explained(s.store, ONE))?.eur_market.reason, 'claimed-by-several');
      assert.deepEqual(await followed.follow(), []);
    });
  });
}
