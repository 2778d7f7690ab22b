/** What the chart of an expansion takes, of ten years of 250 cards with two printings: `bench/prices/expansion-chart.ts [YEARS]`. */
// On both engines, PostgreSQL where DATABASE_URL names one; its own processor time is not in it.
import { getExpansionChart } from '../../src/api/catalog/prices/statistics.ts';
import { addDays } from '../../src/catalog/days.ts';
import { writeCardPriceDays } from '../../src/store/prices/price-days.ts';
import { ENGINES, newStore } from '../../test/support/stages/stores.ts';
import { line, percentiles, timings } from '../report.ts';
import { dayName, Market } from './price-market.ts';

const CARDS = 250;
const MOVING = 0.15;
const DAYS = Math.round(Number(process.argv[2] ?? 10) * 365);
const AT_ONCE = 31;
const RUNS = 5;
const ID = 'card';

for (const [engine, isMissing] of ENGINES) {
  if (isMissing) {
    line(engine, isMissing);
    continue;
  }
  await using place = await newStore(engine);
  const { store } = place;
  const market = new Market(MOVING);
  await market.addCards(store, ID, { cards: CARDS, variantsPerCard: 2, conditions: 1 });
  await store.write((writes) =>
    writes
      .insertInto('expansions')
      .values({
        id: ID,
        series_id: ID,
        sort_date: '',
        name: ID,
        body: `{"id":"${ID}","game":"game"}`,
        card_count_official: 0,
      })
      .execute(),
  );
  for (let number = 0; number < DAYS; number += AT_ONCE) {
    const read = Array.from({ length: Math.min(AT_ONCE, DAYS - number) }, (_, at) => ({
      observed_on: dayName(number + at),
      rows: market.nextDay(),
    }));
    await store.write((writes) => writeCardPriceDays(writes, { source: 'bench', game: 'game' }, read));
  }
  const now = () => new Date(`${addDays(dayName(DAYS), -1)}T12:00:00Z`);
  const context = { store, reads: store.reads, now, isOf: () => undefined } as unknown as Parameters<
    typeof getExpansionChart
  >[1];
  for (const span of ['1y', 'all']) {
    const request = { params: { id: ID }, query: { span, step: 'week' } } as unknown as Parameters<
      typeof getExpansionChart
    >[0];
    const taken = await timings(() => getExpansionChart(request, context), RUNS);
    line(
      `${engine}, ${CARDS} cards, ${DAYS} days, span ${span}`,
      `${percentiles(taken)}; ${taken.cpuMs.toFixed(0)} ms of processor time (goal 300)`,
    );
  }
}
