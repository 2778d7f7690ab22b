/** The rules of TCGplayer: USD, a row for each sub type of an article in each condition; its days teach sub types. */
import type { UsdAmounts } from '../../catalog/price-rows.ts';
import { articleSubTypes } from '../../store/prices/market-knowledge.ts';
import type { UsdRow } from '../../upstream/markets/market-rows.ts';
import { KnownSubTypes } from '../matching/sub-types.ts';
import type { ProductArticle } from './believed-prices.ts';
import type { Marketplace } from './marketplace.ts';
import type { PriceDesk } from './price-desk.ts';

/** The desk at which TCGplayer's prices are made ready. */
export type TcgplayerDesk = PriceDesk<UsdRow, UsdAmounts>;

/** TCGplayer, whichever source its prices come by. */
export const tcgplayer: Marketplace<UsdRow, UsdAmounts> = {
  currency: 'usd',
  rowName: (article_id, part) => `${article_id}/${part}`,
  partOf: ({ sub_type }) => sub_type,
  conditionOf: ({ condition }) => condition,
  amountsOf: ({ market, low, high }) => ({ market, low, high }),
  cardPrice: ({ condition }, { variant_id }, amounts) => ({ variant_id, market: 'usd', condition, amounts }),
  productPrice: ({ sub_type }, amounts) => ({
    variant: sub_type.toLowerCase().replaceAll(' ', '-'),
    market: 'usd',
    condition: 'Unopened',
    amounts,
  }),
  linksOf: ({ usd }) => usd.map(({ sub_type, ...match }) => ({ ...match, market: 'usd', part: sub_type })),
  known: async (reads) => new KnownSubTypes(await articleSubTypes(reads)),
  learn: (known, rows, observedOn) => known.learn(rows, observedOn),
};

/** Sealed products have the number of their article at TCGplayer. */
export const sealedArticles = (products: readonly { id: number }[]): ProductArticle[] =>
  [...new Set(products.map(({ id }) => id))].map((id) => ({ product_id: id, article_id: id, isNew: false }));
