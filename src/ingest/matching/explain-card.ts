/** Where each served amount of a card comes from, and why the others are not there: the material of `cardstock explain`. */
import { variantNames } from '../../catalog/variant-names.ts';
import type { Game } from '../../games/game.ts';
import { cardById } from '../../store/catalog/catalog-records.ts';
import { type CurrentCardPrice, currentCardPrices } from '../../store/prices/current-prices.ts';
import { articleSubTypes, type PriceLink, priceLinks } from '../../store/prices/market-knowledge.ts';
import type { Reads } from '../../store/store.ts';
import { marketView } from './market-view.ts';
import { matchPrintings, type Unmatched } from './match-printings.ts';
import { KnownSubTypes } from './sub-types.ts';

/** One price with its provenance, or the reason why there is none. */
export interface Explanation {
  variant: string;
  market: 'usd' | 'eur';
  /** Condition of a USD price, half (`plain`, `holo`) of a EUR price; null where there is none. */
  part: string | null;
  /** Cents by name; null where there is no price. */
  amounts: Record<string, number | null> | null;
  /** Name of the source, and the day that its file states. */
  source: string | null;
  observed_on: string | null;
  /** Key of the row in that file: `42382/Normal`, or the Cardmarket product's number. */
  row: string | null;
  /** The rule that gave the printing this row, or the reason why it has none. */
  rule: string;
}

/** Explains every printing of the card in both markets; undefined where there is no such card. */
export async function explainCard(reads: Reads, id: string, game: Game): Promise<Explanation[] | undefined> {
  const card = await cardById(reads, id);
  if (card === undefined) return undefined;
  const view = await marketView(reads, game);
  const sub_types = new KnownSubTypes(await articleSubTypes(reads));
  const { unmatched } = matchPrintings(view.cards, {
    printings: game.printings,
    sub_types,
    withheld: view.withheld,
  });
  const prices = (await currentCardPrices(reads, [card.id])).get(card.id) ?? [];
  const links = [...(await priceLinks(reads, 'usd')), ...(await priceLinks(reads, 'eur'))];
  const names = variantNames(card.variants);
  return card.variants.flatMap((variant) =>
    (['usd', 'eur'] as const).flatMap((market) => {
      const name = names.get(variant.id) ?? '';
      const link = links.find((entry) => entry.variant_id === variant.id && entry.market === market);
      const own = prices.filter((price) => price.variant_id === variant.id && price.market === market);
      if (link !== undefined && own.length > 0) return own.map((price) => explained(name, price, link));
      return [absent(name, market, link, reasonOf(unmatched, variant.id, market))];
    }),
  );
}

function explained(variant: string, price: CurrentCardPrice, link: PriceLink): Explanation {
  const { market, amounts, source, observed_on } = price;
  const part = price.market === 'usd' ? price.condition : price.price_kind;
  return { variant, market, part, amounts, source, observed_on, row: rowOf(link), rule: link.rule };
}

const rowOf = ({ market, product_id, part }: PriceLink) =>
  market === 'usd' ? `${product_id}/${part}` : String(product_id);

const reasonOf = (unmatched: readonly Unmatched[], variantId: number, market: 'usd' | 'eur') =>
  unmatched.find(
    (entry) => entry.variant_id === variantId && entry.market === (market === 'usd' ? 'tcgplayer' : 'cardmarket'),
  );

/** A printing that has a row has no price when the row never came with one. */
function absent(
  variant: string,
  market: 'usd' | 'eur',
  link: PriceLink | undefined,
  none: Unmatched | undefined,
): Explanation {
  const row = link ? rowOf(link) : none?.product_id == null ? null : String(none.product_id);
  const rule = none?.reason ?? (link ? 'row-without-price' : 'no-price-run-yet');
  return { variant, market, part: null, amounts: null, source: null, observed_on: null, row, rule };
}
