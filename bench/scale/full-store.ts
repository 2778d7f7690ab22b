/** A store filled with a whole catalog and days of made-up prices for every printing, for benches of its size. */
import { pathToFileURL } from 'node:url';
import { seeded } from '../../demo/random.ts';
import { addDays } from '../../src/catalog/days.ts';
import type { CardPriceRow } from '../../src/catalog/price-rows.ts';
import { inBatches } from '../../src/store/batches.ts';
import { variantsOf } from '../../src/store/catalog/variants.ts';
import { writeCardPriceDays } from '../../src/store/prices/price-days.ts';
import type { Store } from '../../src/store/store.ts';
import { runCatalog } from '../../test/support/stages/ingest.ts';

/** Share of the prices that move on a day, as in the real markets. */
const MOVING = 0.15;

/** Cents of one day after another, the same on every run. */
function* walkOf(random: () => number): Generator<number> {
  let cents = Math.round(10 ** (1 + random() * 3));
  for (;;) {
    if (random() < MOVING) cents = Math.max(1, Math.round(cents * (0.95 + random() * 0.1)));
    yield cents;
  }
}

const usd = (variant_id: number, cents: number): CardPriceRow => ({
  variant_id,
  market: 'usd',
  condition: 'NM',
  amounts: { market: cents, low: Math.ceil(cents / 2), high: cents * 3 },
});

function eur(variant_id: number, cents: number): CardPriceRow {
  const amounts = {
    avg: cents,
    low: Math.ceil(cents / 2),
    trend: cents,
    avg_holo: null,
    low_holo: null,
    trend_holo: null,
  };
  return { variant_id, market: 'eur', price_kind: 'plain', amounts };
}

/** Reads the compiled files of `folder`, then writes the `days` that end on `last`; returns the ids of the cards. */
export async function fillWhole(store: Store, folder: string, days: number, last: string): Promise<string[]> {
  const report = await runCatalog(store, pathToFileURL(folder).href);
  if (report.outcome !== 'succeeded') throw new Error(report.reason ?? 'the catalog was not taken');
  const ids = (await store.reads.selectFrom('cards').select('id').orderBy('id').execute()).map(({ id }) => id);
  const random = seeded(5);
  for (const batch of inBatches(ids)) {
    const series = (await variantsOf(store.reads, batch)).map((variant) => ({
      ...variant,
      usd: walkOf(random),
      eur: walkOf(random),
    }));
    const market = Array.from({ length: days }, (_, at) => {
      const rows = Map.groupBy(
        series.flatMap(({ id, card_id, ...walks }) => [
          { card_id, row: usd(id, walks.usd.next().value) },
          { card_id, row: eur(id, walks.eur.next().value) },
        ]),
        ({ card_id }) => card_id,
      );
      const byCard = new Map([...rows].map(([id, found]) => [id, found.map(({ row }) => row)]));
      return { observed_on: addDays(last, at + 1 - days), rows: byCard };
    });
    await store.write((writes) => writeCardPriceDays(writes, { source: 'bench' }, market));
  }
  return ids;
}
