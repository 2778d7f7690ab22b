/** All four sources on the fixture upstream, as an operator would configure them. */
import type { SourceSettings } from '../../../src/upstream/source-fields.ts';

const CARDMARKET = 'cardmarket/productCatalog';

/** The sources in the order in which they run; `catalog` may be told otherwise. */
export function fixtureSources(url: string, catalog: Partial<SourceSettings> = {}): Record<string, SourceSettings> {
  return {
    catalog: { adapter: 'tcgdex', files: `${url}/tcgdex/generated/en`, ...catalog } as SourceSettings,
    usd_market: { adapter: 'tcgcsv', url: `${url}/tcgcsv/tcgplayer`, category: 3, give_up_after: '1s' },
    usd_conditions: { adapter: 'justtcg', url: `${url}/justtcg/v1`, api_key: 'test', give_up_after: '1s' },
    eur_market: {
      adapter: 'cardmarket',
      prices: `${url}/${CARDMARKET}/priceGuide/price_guide_6.json`,
      products: ['singles', 'nonsingles'].map((kind) => `${url}/${CARDMARKET}/productList/products_${kind}_6.json`),
      give_up_after: '1s',
    },
  };
}
