/** History that a person takes in: where current prices move, it is reported like a run. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FollowedStore } from '../invariants/followed-store.ts';
import { takeIn, writtenOut } from '../support/sources/price-days.ts';
import { current, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

for (const [engine, skip] of ENGINES) {
  suite(`price history taken in on ${engine}`, { skip }, () => {
    test('of a newer day moves current prices, and events are exactly that', async () => {
      await using s = await stage(engine);
      await s.run('2026-03-01', ({ usd, eur }) => {
        usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 80, highPrice: null, marketPrice: 90 });
        eur.push({ idProduct: 1900, avg: null, low: null, trend: 75 });
      });
      const followed = new FollowedStore(s.store);
      assert.deepEqual(await followed.follow(), []);
      const lines = await writtenOut(s.store);
      const take = (text: (line: string) => string) => takeIn(s.store, lines.map(text));
      await take((line) =>
        line.replaceAll('2026-03-01', '2026-03-02').replaceAll(/"(market|trend)":(\d+)/g, '"$1":1$2'),
      );
      assert.deepEqual((await current(s.store))['normal usd'], [1300, 150, 600]);
      assert.deepEqual(await followed.follow(), []);
      const events = () =>
        s.store.reads.selectFrom('events').select('seq').where('name', 'not like', '%price_days%').execute();
      const known = (await events()).length;
      await take((line) =>
        line.replaceAll('2026-03-01', '2026-02-20').replaceAll(/"(market|trend)":(\d+)/g, '"$1":2$2'),
      );
      assert.deepEqual(await followed.follow(), []);
      assert.equal((await events()).length, known, 'an older day moves none');
    });

    test('that says two amounts of one day is refused before any is written; the same one twice is one', async () => {
      await using s = await stage(engine);
      await s.run('2026-03-01');
      const lines = await writtenOut(s.store);
      const [first = ''] = lines;
      const other = first.replace(/"(market|trend)":\d+/, '"$1":7');
      assert.notEqual(other, first);
      const says = /line 2 "observed_on": has its price in line 1 already/;
      await assert.rejects(
        takeIn(
          s.store,
          [first, other].map((line) => line.replaceAll('2026-03-01', '2026-02-20')),
        ),
        says,
      );
      assert.deepEqual(await writtenOut(s.store), lines);
      await takeIn(s.store, [first, first]);
      assert.deepEqual(await writtenOut(s.store), lines);
    });
  });
}

test('price history that the first releases wrote out is taken in', async () => {
  await using market = await stage('sqlite');
  await market.run('2026-03-02');
  const line = {
    ...{ card_id: 'ember1-3', ordinal: 0, source: 'usd', currency: 'USD', condition: 'NM' },
    variant: { type: 'normal', subtype: null, size: 'standard', stamps: [], foil: null },
    history: [
      { observed_on: '2026-02-20', market: 310, low: 150, high: 600 },
      { observed_on: '2026-02-21', market: 320, low: 150, high: 600 },
    ],
  };
  const gone = { ...line, variant: { ...line.variant, type: 'etched' } };
  const { observations, unknown, days } = await takeIn(
    market.store,
    [line, gone].map((each) => JSON.stringify(each)),
  );
  assert.deepEqual([observations, unknown, days], [2, 2, 2]);
});
