/** Printings that stop coming: kept at first, let go after two complete runs, and never many at once unasked. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gameRows } from '../../src/store/catalog/game-versions.ts';
import { catalogVersion } from '../../src/store/meta.ts';
import { acceptHeld, allHeld } from '../../src/store/sources/held-parts.ts';
import { writeCardPrices } from '../support/sources/price-days.ts';
import { catalogFolder, tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { cardOf, catalogStage, types } from '../support/stages/catalog-stage.ts';
import { runAll } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

for (const [engine, skip] of ENGINES) {
  suite(`a printing that stops coming on ${engine}`, { skip }, () => {
    test('a printing is pruned only when its card came complete in 2 successive runs without it', async () => {
      await using s = await catalogStage(engine, tinyCatalog(40));
      await s.store.write((writes) => writes.insertInto('games').values({ name: 'game', id_prefix: '' }).execute());
      const drop = ({ cards }: UpstreamCatalog) => {
        Object.assign(cards[0] ?? {}, { variants_detailed: [{ type: 'normal' }] });
        Object.assign(cards[1] ?? {}, { hp: 70 });
      };
      const first = await s.run(drop);
      assert.equal(first.counts.variants_missing, 1);
      assert.equal(first.counts.variants_pruned, 0);
      assert.deepEqual(types(await cardOf(s.store, 'ember1-1')), ['normal', 'reverse']);
      const names = async () => (await gameRows(s.store.reads)).map((game) => game.names);
      const before = await names();
      const second = await s.run();
      assert.equal(second.counts.variants_pruned, 1);
      assert.notDeepEqual(await names(), before, 'a printing is a word that its card is found by');
      assert.deepEqual(types(await cardOf(s.store, 'ember1-1')), ['normal']);
      const third = await s.run();
      assert.ok(
        Object.values(third.counts).every((count) => count === 0),
        JSON.stringify(third.counts),
      );
    });

    test('a printing that was let go counts no longer in what its card costs at least', async () => {
      await using s = await catalogStage(engine, tinyCatalog(40));
      const { variants } = await cardOf(s.store, 'ember1-1');
      const [normal, reverse] = variants.map(({ id }) => id);
      const price = (variant_id = 0, market = 0) => ({
        variant_id,
        market: 'usd' as const,
        condition: 'NM' as const,
        amounts: { market, low: null, high: null },
      });
      const day = { source: 'usd', observed_on: '2026-03-01' };
      const rows = new Map([['ember1-1', [price(normal, 500), price(reverse, 100)]]]);
      await s.store.write((writes) => writeCardPrices(writes, day, rows));
      const lowest = async () =>
        (await s.store.reads.selectFrom('lowest_prices').select('usd').execute()).map(({ usd }) => usd);
      assert.deepEqual(await lowest(), [100]);
      await s.run(({ cards }) => Object.assign(cards[0] ?? {}, { variants_detailed: [{ type: 'normal' }] }));
      assert.deepEqual(await lowest(), [100]);
      assert.equal((await s.run()).counts.variants_pruned, 1);
      assert.deepEqual(await lowest(), [500]);
    });

    test('a printing that is missing for the first time keeps its place: nothing that is shown changes', async () => {
      await using s = await catalogStage(engine, tinyCatalog(40));
      const before = await cardOf(s.store, 'ember1-1');
      const version = await catalogVersion(s.store.reads);
      const report = await s.run(({ cards }) =>
        Object.assign(cards[0] ?? {}, { variants_detailed: [{ type: 'reverse' }] }),
      );
      assert.equal(report.counts.variants_missing, 1);
      assert.equal(report.counts.cards_changed, 0);
      assert.deepEqual(await cardOf(s.store, 'ember1-1'), before);
      assert.equal(await catalogVersion(s.store.reads), version);
    });

    test('a printing that comes again in between is not pruned, and keeps its id', async () => {
      await using s = await catalogStage(engine, tinyCatalog(40));
      const before = await cardOf(s.store, 'ember1-1');
      const both = [{ type: 'normal' }, { type: 'reverse' }];
      for (const variants_detailed of [[{ type: 'normal' }], both, [{ type: 'normal' }], both]) {
        await s.run(({ cards }) => Object.assign(cards[0] ?? {}, { variants_detailed }));
      }
      const after = await cardOf(s.store, 'ember1-1');
      assert.deepEqual(
        after.variants.map(({ id }) => id),
        before.variants.map(({ id }) => id),
      );
    });

    test('a card missing from a run does not count as complete without its printings', async () => {
      await using s = await catalogStage(engine, tinyCatalog(40));
      let taken: UpstreamCatalog['cards'] = [];
      await s.run(({ cards }) => Object.assign(cards[0] ?? {}, { variants_detailed: [{ type: 'normal' }] }));
      await s.run(({ cards }) => {
        taken = cards.splice(0, 1);
      });
      assert.deepEqual(types(await cardOf(s.store, 'ember1-1')), ['normal', 'reverse']);
      await s.run(({ cards }) => cards.unshift(...taken));
      assert.deepEqual(types(await cardOf(s.store, 'ember1-1')), ['normal']);
    });

    test('a run that would prune more than 1 % of the printings withholds the pruning, and says so, until accepted', async () => {
      await using s = await catalogStage(engine);
      await s.run(({ cards }) => {
        for (const card of cards) card.variants_detailed = [{ type: 'normal' }];
        Object.assign(cards[0] ?? {}, { name: 'Changed all the same' });
      });
      const withheld = await s.run();
      assert.equal(withheld.outcome, 'succeeded');
      assert.equal(withheld.counts.prune_withheld, 36);
      assert.equal(withheld.counts.variants_pruned, 0);
      assert.match(withheld.reason ?? '', /--accept-prune/);
      const card = await cardOf(s.store, 'ember1-1');
      assert.equal(card.name, 'Changed all the same');
      assert.deepEqual(types(card), ['normal', 'reverse']);
      const accepted = await s.run(undefined, { acceptPrune: true });
      assert.equal(accepted.counts.variants_pruned, 36);
      assert.deepEqual(types(await cardOf(s.store, 'ember1-1')), ['normal']);
    });

    for (const way of ['with the third day', 'when it is accepted']) {
      test(`more than 1 % of the printings are held as one part, and go ${way}`, async () => {
        await using place = await newStore(engine);
        await using folder = await catalogFolder(tinyCatalog());
        const run = async (at: number, catalog?: UpstreamCatalog) => {
          if (catalog) await folder.write(catalog);
          const now = () => new Date(Date.parse(`2026-03-0${at}T12:00:00Z`));
          const source = { adapter: 'tcgdex', files: folder.files } as const;
          return (await runAll(place.store, { catalog: source }, { now }))[0];
        };
        const gone = tinyCatalog();
        for (const card of gone.cards) card.variants_detailed = [{ type: 'normal' }];
        await run(1);
        await run(2, gone);
        const held = await run(3);
        const told = '36 printings are gone upstream';
        assert.deepEqual([held?.outcome, held?.counts.prune_withheld], ['succeeded', 36]);
        assert.match(held?.reason ?? '', new RegExp(`^${told}: left out until it stays so for 3 days`));
        const [listed, ...others] = await allHeld(place.store.reads);
        assert.deepEqual(
          [listed?.source, listed?.part, listed?.reason, listed?.days, others],
          ['catalog', 'printings', told, ['2026-03-03'], []],
        );
        if (way === 'with the third day') assert.equal((await run(4))?.counts.prune_withheld, 36);
        else
          await place.store.write((writes) =>
            acceptHeld(
              writes,
              [listed].filter((part) => part !== undefined),
            ),
          );
        assert.equal((await run(way === 'with the third day' ? 5 : 3))?.counts.variants_pruned, 36);
        assert.deepEqual(await allHeld(place.store.reads), []);
        assert.deepEqual((await run(6))?.counts, {});
      });
    }

    test('a day on which the whole catalog is left out is no day of what waits of its printings', async () => {
      await using place = await newStore(engine);
      await using folder = await catalogFolder(tinyCatalog());
      const run = async (at: number, catalog?: UpstreamCatalog) => {
        if (catalog) await folder.write(catalog);
        const now = () => new Date(Date.parse(`2026-03-0${at}T12:00:00Z`));
        return (await runAll(place.store, { catalog: { adapter: 'tcgdex', files: folder.files } }, { now }))[0];
      };
      const gone = tinyCatalog();
      for (const card of gone.cards) card.variants_detailed = [{ type: 'normal' }];
      await run(1);
      await run(2, gone);
      assert.equal((await run(3))?.counts.prune_withheld, 36);
      assert.match((await run(4, { ...gone, cards: gone.cards.slice(0, 20) }))?.reason ?? '', /only 20 cards came/);
      assert.equal((await run(5, gone))?.counts.prune_withheld, 36, 'the second day');
      assert.equal((await run(6))?.counts.variants_pruned, 36, 'the third');
    });

    test('up to 1 % of the printings go in one run, and of one more than that none', async () => {
      await using s = await catalogStage(engine, tinyCatalog(50));
      const drop = (from: number) => (catalog: UpstreamCatalog) => {
        for (const card of catalog.cards.slice(from, from + 3)) card.variants_detailed = [{ type: 'normal' }];
      };
      await s.run(drop(0));
      const three = await s.run();
      assert.deepEqual([three.counts.variants_pruned, three.counts.prune_withheld], [3, 0], 'of 300');
      await s.run(drop(3));
      const threeMore = await s.run();
      assert.deepEqual([threeMore.counts.variants_pruned, threeMore.counts.prune_withheld], [0, 3], 'of 297');
    });
  });
}
