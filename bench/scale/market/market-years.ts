/** Ten years of days behind those that a store has, of some of its cards, written by months as missed days are read. */
import { seeded } from '../../../demo/random.ts';
import { addDays } from '../../../src/catalog/days.ts';
import type { CardPriceRow } from '../../../src/catalog/price-rows.ts';
import { inBatches } from '../../../src/store/batches.ts';
import { currentCardPrices } from '../../../src/store/prices/current-prices.ts';
import { writeCardPriceDays } from '../../../src/store/prices/price-days.ts';
import type { Store } from '../../../src/store/store.ts';

/** As many as a transaction of a backfill has (day-walk.ts): a month of so many cards. */
const CARDS_AT_ONCE = Math.floor(30_000 / 31);
/** Of the series that a day has. */
const MISSING = 0.03;
/** A moved price changes by up to this share. */
const MOVE_MAX = 0.05;

/** What writing them took. */
export interface Years {
  cards: string[];
  days: number;
  observations: number;
  cpuS: number;
}

/** Some cards that have prices, by game, spread evenly over the catalog: each with its prices of today. */
async function drawnCards({ reads }: Store, count: number) {
  const cards = await reads.selectFrom('cards').select(['id', 'game']).orderBy('key').execute();
  const step = Math.max(1, Math.floor(cards.length / count));
  const drawn = cards.filter((_, at) => at % step === 0).slice(0, count);
  const byGame = new Map<string, [string, CardPriceRow[]][]>();
  const ids = drawn.map(({ id }) => id);
  const prices = await currentCardPrices(reads, ids);
  for (const { id, game } of drawn) {
    const priced = prices.get(id);
    if (priced !== undefined) byGame.set(game, [...(byGame.get(game) ?? []), [id, priced]]);
  }
  return byGame;
}

/** The row of a day later: all of its amounts are others, or none. */
function moved<Row extends CardPriceRow>(row: Row, moving: number, random: () => number): Row {
  if (random() >= moving) return row;
  const factor = 1 + (random() * 2 - 1) * MOVE_MAX;
  const amounts = Object.entries(row.amounts).map(([name, cents]) => [
    name,
    cents === null ? null : Math.max(1, Math.round(cents * factor)),
  ]);
  return { ...row, amounts: Object.fromEntries(amounts) };
}

/** Writes the `days` that end on `last`, of `count` cards. */
export async function writeYears(
  store: Store,
  { count, days, last, moving }: { count: number; days: number; last: string; moving: number },
): Promise<Years> {
  const random = seeded(11);
  const drawn = await drawnCards(store, count);
  const cards = [...drawn.values()].flat().map(([id]) => id);
  const done: Years = { cards, days, observations: 0, cpuS: 0 };
  const all = Array.from({ length: days }, (_, at) => addDays(last, at + 1 - days));
  const months = [...Map.groupBy(all, (day) => day.slice(0, 7)).values()];
  for (const [game, priced] of drawn) {
    for (const some of inBatches(priced, CARDS_AT_ONCE)) {
      let today = some;
      for (const month of months) {
        const read = month.map((observed_on) => {
          today = today.map(([id, rows]) => [id, rows.map((row) => moved(row, moving, random))]);
          const came = today.map(([id, rows]): [string, CardPriceRow[]] => [
            id,
            rows.filter(() => random() >= MISSING),
          ]);
          done.observations += came.reduce((sum, [, rows]) => sum + rows.length, 0);
          return { observed_on, rows: new Map(came) };
        });
        const before = process.cpuUsage();
        await store.write((writes) => writeCardPriceDays(writes, { source: 'bench', game }, read));
        const { user, system } = process.cpuUsage(before);
        done.cpuS += (user + system) / 1e6;
      }
    }
  }
  return done;
}
