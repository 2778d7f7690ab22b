/** The service of the HTTP bench: a catalog of rich records behind the real front, in a process of its own. */
import type { CardPriceRow } from '../src/catalog/price-rows.ts';
import type { Card } from '../src/catalog/records.ts';
import { issueKey } from '../src/keys/issue.ts';
import { openLog } from '../src/log.ts';
import { writeCardPrices } from '../src/store/prices/price-days.ts';
import { type TestApi, tinyApi } from '../test/support/api.ts';
import { tinyCatalog } from '../test/support/tiny-catalog.ts';

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

/** Every printing has a price in both currencies. */
async function addPrices({ store, data }: TestApi, ids: string[]): Promise<void> {
  const rows = new Map<string, CardPriceRow[]>();
  for (const id of ids) {
    const { variants } = await data<Card>(`/v1/cards/${id}`);
    const usd = { market: 1250, low: 999, high: 2000 };
    const eur = { avg: 1100, low: 850, trend: 1130, avg_holo: 2200, low_holo: 1800, trend_holo: 2300 };
    const prices = variants.map(({ id: variant_id }): CardPriceRow[] => [
      { variant_id, market: 'usd', condition: 'NM', amounts: usd },
      { variant_id, market: 'eur', price_kind: 'plain', amounts: eur },
    ]);
    rows.set(id, prices.flat());
  }
  await store.write((writes) => writeCardPrices(writes, { source: 'bench', observed_on: '2026-11-20' }, rows));
}

const cacheMb = Number(process.argv[2]);
const catalog = richCatalog();
const api = await tinyApi(catalog, { settings: { cacheMb }, epochTrustMs: 10, log: openLog('silent') });
await addPrices(
  api,
  catalog.cards.map(({ id }) => id),
);
// A budget too large to be used up, so that it is counted and told on every answer.
const { key } = await issueKey(api.store, { name: 'bench', scopes: ['read'], rate: 1_000_000_000, expires_at: null });

process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => process.exit());
process.send?.({ port: api.port, key });
