/** The service of the HTTP bench: a catalog of rich records behind the real front, in a process of its own. */
import { addDays } from '../../src/catalog/days.ts';
import type { CardPriceRow } from '../../src/catalog/price-rows.ts';
import type { Card } from '../../src/catalog/records.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { openLog } from '../../src/log.ts';
import { writeCardPriceDays } from '../../src/store/prices/price-days.ts';
import type { Engine } from '../../src/store/store.ts';
import { tinyCatalog } from '../../test/support/sources/tiny-catalog.ts';
import { type TestApi, tinyApi } from '../../test/support/stages/api.ts';

/** A detail of about 3.7 kB and a list row of about 250 bytes, as real catalogs have them. */
function richCatalog() {
  const catalog = tinyCatalog(120);
  for (const card of catalog.cards) {
    const sentence = `What ${card.name} does is told at some length, as on the cards of real games. `;
    card.image = `https://pictures.example/${card.set.id}/${card.localId}`;
    card.description = sentence.repeat(3);
    card.attacks = [1, 2].map((at) => ({
      name: `Stroke ${at}`,
      cost: ['Ember', 'Ember'],
      damage: 30,
      effect: sentence.repeat(2),
    }));
    card.abilities = [{ type: 'Gift', name: 'Glow', effect: sentence.repeat(2) }];
    card.variants_detailed = ['normal', 'reverse', 'holo', 'promo'].map((type) => ({ type, size: 'standard' }));
  }
  return catalog;
}

/** Every printing has a price in both currencies on each of 90 days, and a third of them move on a day. */
async function addPrices({ store, data }: TestApi, ids: string[]): Promise<void> {
  const variantsOf = new Map<string, number[]>();
  for (const id of ids) {
    const { variants } = await data<Card>(`/v1/cards/${id}`);
    variantsOf.set(
      id,
      variants.map((variant) => variant.id),
    );
  }
  const days = Array.from({ length: 90 }, (_, at) => {
    const rowsOf = (variant_id: number): CardPriceRow[] => {
      const moved = Math.floor((at + variant_id) / 3);
      const usd = { market: 1250 + moved, low: 999, high: 2000 };
      const eur = { avg: 1100 + moved, low: 850, trend: 1130, avg_holo: 2200, low_holo: 1800, trend_holo: 2300 };
      return [
        { variant_id, market: 'usd', condition: 'NM', amounts: usd },
        { variant_id, market: 'eur', price_kind: 'plain', amounts: eur },
      ];
    };
    const rows = new Map([...variantsOf].map(([id, variants]) => [id, variants.flatMap(rowsOf)]));
    return { observed_on: addDays('2026-11-20', at - 89), rows };
  });
  await store.write((writes) => writeCardPriceDays(writes, { source: 'bench' }, days));
}

const cacheMb = Number(process.argv[2]);
const engine = process.argv[3] as Engine | undefined;
const catalog = richCatalog();
const api = await tinyApi(catalog, { settings: { cacheMb }, epochTrustMs: 10, log: openLog('silent') }, engine);
await addPrices(
  api,
  catalog.cards.map(({ id }) => id),
);
// A budget too large to be used up, so that it is counted and told on every answer.
const { key } = await issueKey(api.store, { name: 'bench', scopes: ['read'], rate: 1_000_000_000, expires_at: null });

process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', async () => {
  // What it made is removed.
  api.server.closeAllConnections();
  await api[Symbol.asyncDispose]();
  process.exit();
});
process.send?.({ port: api.port, key });
