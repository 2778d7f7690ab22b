/** Cards that come no more keep their records, and no marketplace product that a card claims which came. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import type { Store } from '../../src/store/store.ts';
import { FollowedStore } from '../invariants/followed-store.ts';
import { cardHistory } from '../support/oracles/shown-histories.ts';
import type { UpstreamCard, UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { current, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

const TODAY = dayOf(Date.now());
const NEW = 'ember1-99';

const third = ({ cards }: UpstreamCatalog) => cards.find(({ id }) => id === 'ember1-3') as UpstreamCard;
/** What upstream makes of the third card, which is gone by its id. */
const CORRECTIONS: Record<string, (catalog: UpstreamCatalog) => void> = {
  'its id and its name': (catalog) => Object.assign(third(catalog), { id: NEW, name: 'Glimmer the Third' }),
  'its id and its number': (catalog) => Object.assign(third(catalog), { id: NEW, localId: '99' }),
  'its set, and with it its id': (catalog) => Object.assign(third(catalog), { id: NEW, set: { id: 'frost1' } }),
};

const daysOf = async (store: Store, id: string) => {
  const history = await cardHistory(store.reads, id, { from: addDays(TODAY, -9), to: TODAY });
  return history?.variants[0]?.eur.days.map(({ day }) => day);
};

for (const [engine, skip] of ENGINES) {
  suite(`what a card claims that comes no more on ${engine}`, { skip }, () => {
    for (const [what, correct] of Object.entries(CORRECTIONS)) {
      test(`is the card's of which upstream corrected ${what}, with its history and its events`, async () => {
        await using s = await stage(engine);
        await s.run(addDays(TODAY, -1));
        const before = await current(s.store);
        const followed = new FollowedStore(s.store);
        await followed.follow();
        await s.relink(correct);
        assert.deepEqual(await followed.follow(), []);
        assert.deepEqual([await current(s.store), await current(s.store, NEW)], [{}, before]);
        await s.run(TODAY);
        assert.deepEqual(await current(s.store, NEW), before);
        assert.deepEqual(await daysOf(s.store, NEW), [addDays(TODAY, -1), TODAY]);
      });
    }

    test('as a whole, beside what its printings name, goes with it', async () => {
      await using s = await stage(engine);
      await s.run(addDays(TODAY, -1));
      const before = await current(s.store);
      let printings: unknown;
      await s.relink((catalog) => {
        const card = third(catalog);
        printings = card.variants_detailed;
        const own = (each: object) => ({ ...each, thirdParty: { tcgplayer: 93, cardmarket: 1093 } });
        card.variants_detailed = (printings as object[]).map(own);
      });
      assert.deepEqual(await current(s.store), {});
      await s.relink((catalog) =>
        Object.assign(third(catalog), { id: NEW, name: 'Glimmer the Third', variants_detailed: printings }),
      );
      await s.run(TODAY);
      assert.deepEqual([await current(s.store), await current(s.store, NEW)], [{}, before]);
    });

    test('stays its own while a record came of which nobody can say whose it is', async () => {
      await using s = await stage(engine);
      await s.run(addDays(TODAY, -1));
      await s.relink(({ cards }) => {
        const other = { ...structuredClone(cards[2] as UpstreamCard), id: NEW, name: 'Glimmer the Third' };
        cards.splice(2, 1, 42 as unknown as UpstreamCard, other);
      });
      assert.deepEqual([await current(s.store), await current(s.store, NEW)], [{}, {}]);
    });

    test('is its own again when it comes again, and stays its own while nobody else claims it', async () => {
      await using s = await stage(engine);
      await s.run(addDays(TODAY, -1));
      const before = await current(s.store);
      await s.relink(({ cards }) => void cards.push({ ...structuredClone(cards[2] as UpstreamCard), id: NEW }));
      assert.deepEqual([await current(s.store), await current(s.store, NEW)], [{}, {}]);
      await s.relink(({ cards }) => void cards.pop());
      assert.deepEqual([await current(s.store), await current(s.store, NEW)], [before, {}]);
      for (const id of ['ember1-3', 'ember1-5']) {
        const own = await current(s.store, id);
        let taken: UpstreamCard[] = [];
        await s.relink(({ cards }) => {
          taken = cards.splice(Number(id.slice(-1)) - 1, 1);
        });
        // Of two that are both gone nobody says which is right.
        assert.deepEqual(await current(s.store, id), id === 'ember1-3' ? {} : own);
        await s.relink(({ cards }) => void cards.splice(Number(id.slice(-1)) - 1, 0, ...taken));
        assert.deepEqual(await current(s.store, id), own);
      }
      await s.run(TODAY);
      assert.deepEqual(await daysOf(s.store, 'ember1-3'), [addDays(TODAY, -1), TODAY]);
    });
  });
}
