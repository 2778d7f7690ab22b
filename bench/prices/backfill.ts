/** What others that write wait for while missed days are read: a month of a small catalog beside a day of a large one. */
// On both engines, PostgreSQL where DATABASE_URL names one. Processor time and not the clock, since other programs share
// the machine; PostgreSQL's own is not in it. Usage: node bench/prices/backfill.ts.
import { writeCardPriceDays } from '../../src/store/prices/price-days.ts';
import type { Engine } from '../../src/store/store.ts';
import { ENGINES, newStore } from '../../test/support/stages/stores.ts';
import { line, timings } from '../report.ts';
import { dayName, Market } from './price-market.ts';

const CARDS_AT_ONCE = 30_000;
const MOVING = 0.15;
const RUNS = 3;

/** Mean seconds of a transaction of so many days of so many cards. */
async function transaction(engine: Engine, days: number, cards: number): Promise<{ cpuS: number; wallS: number }> {
  await using place = await newStore(engine);
  const market = new Market(MOVING);
  await market.addCards(place.store, 'card', { cards, variantsPerCard: 3, conditions: 0 });
  let number = 0;
  const { cpuMs, wallMs } = await timings(async () => {
    const read = Array.from({ length: days }, () => {
      number += 1;
      return { observed_on: dayName(number), rows: market.nextDay() };
    });
    await place.store.write((writes) => writeCardPriceDays(writes, { source: 'bench', game: 'game' }, read));
  }, RUNS);
  return { cpuS: cpuMs / 1000, wallS: Math.max(...wallMs) / 1000 };
}

for (const [engine, isMissing] of ENGINES) {
  if (isMissing) {
    line(engine, isMissing);
    continue;
  }
  const day = await transaction(engine, 1, CARDS_AT_ONCE);
  const month = await transaction(engine, 31, Math.floor(CARDS_AT_ONCE / 31));
  const told = ({ cpuS, wallS }: typeof day) => `${cpuS.toFixed(1)} s of processor time, ${wallS.toFixed(1)} s at most`;
  line(`${engine}, a day of ${CARDS_AT_ONCE} cards`, told(day));
  line(`${engine}, 31 days of ${Math.floor(CARDS_AT_ONCE / 31)} cards`, told(month));
  line(`${engine}, month beside day`, (month.cpuS / day.cpuS).toFixed(2));
}
