/** All price history as lines of JSON, in one stream: the rows of the months' files, with their currency. */
import { servedGames } from '../store/games.ts';
import { daysBetween } from '../store/prices/observation-codec.ts';
import { storedMonths } from '../store/prices/stored-months.ts';
import type { Reads } from '../store/store.ts';
import { pricedOwners, priceRows } from '../store/views/priced/price-rows.ts';
import { jsonLines } from './price-text.ts';

/** Every observation of every product and printing that the catalog has, some lines at a time, each ending in a newline. */
export async function* priceLines(
  reads: Reads,
  onMonths: (done: number, total: number) => void = () => undefined,
): AsyncGenerator<string> {
  const months = await storedMonths(reads);
  const games = await servedGames(reads);
  let done = 0;
  for (const { name: game } of games) {
    for (const entity of ['card_prices', 'product_prices'] as const) {
      const owners = await pricedOwners(reads, { game, entity });
      for (const month of months) {
        for (const currency of ['usd', 'eur'] as const) {
          const market = { game, entity, currency };
          const lines = jsonLines(market);
          const days = daysBetween(1, 31);
          for await (const rows of priceRows(reads, market, owners, { month, days })) {
            yield lines.of(rows).toString().replaceAll(/^\{/gm, `{"currency":"${currency}",`);
          }
        }
        done += 1;
        onMonths(done, months.length * games.length * 2);
      }
    }
  }
}
