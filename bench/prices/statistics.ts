/** What the statistics of a card cost that nobody asked for before: read, unpacked and reckoned, in process. */
// Usage: node bench/prices/statistics.ts [printings = 12] [days = 400] [engine = sqlite].
import { getCardStatistics } from '../../src/api/catalog/prices/statistics.ts';
import { cardHistory, knownDays } from '../../src/store/prices/price-history.ts';
import type { Engine } from '../../src/store/store.ts';
import { writeCardPrices } from '../../test/support/sources/price-days.ts';
import { newStore } from '../../test/support/stages/stores.ts';
import { line, percentiles, timingsInTurns } from '../report.ts';
import { dayName, Market } from './price-market.ts';

const MOVING = 0.3;
const GOAL_MS = 2;

async function measure(printings: number, days: number, engine: Engine): Promise<void> {
  await using place = await newStore(engine);
  const { store } = place;
  const market = new Market(MOVING);
  await market.addCards(store, 'x', { cards: 1, variantsPerCard: printings, conditions: 1 });
  for (let number = 0; number < days; number += 1) {
    const rows = market.nextDay();
    await store.write((writes) => writeCardPrices(writes, { source: 'bench', observed_on: dayName(number) }, rows));
  }
  const context = { store, reads: store.reads, now: () => new Date(), isOf: () => undefined };
  const request = { params: { id: 'x-1' }, query: {} } as unknown as Parameters<typeof getCardStatistics>[0];
  const window = (await knownDays(store.reads)) ?? { from: '', to: '' };
  const [whole, read] = await timingsInTurns([
    () => getCardStatistics(request, context),
    () => cardHistory(store.reads, 'x-1', window),
  ]);
  line(`${engine}, ${printings} printings over ${days} days`, `${percentiles(whole)} (goal ${GOAL_MS})`);
  line('of it reading', percentiles(read));
}

const [printings = '12', days = '400', engine = 'sqlite'] = process.argv.slice(2);
await measure(Number(printings), Number(days), engine as Engine);
