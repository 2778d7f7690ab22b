/** Makes days of USD prices ready to publish: learns their sub types, matches, judges. */
import type { CardPriceRow, ProductPriceRow, UsdAmounts } from '../../catalog/price-rows.ts';
import { currentCardPrices, currentProductPrices } from '../../store/prices/current-prices.ts';
import { lastKnownAmounts, type SoughtRow } from '../../store/prices/last-known.ts';
import {
  type ArticleSubType,
  articleSubTypes,
  heldAmounts,
  type PriceLink,
  priceLinks,
} from '../../store/prices/market-knowledge.ts';
import type { Reads, Writes } from '../../store/store.ts';
import type { PriceDay, UsdRow } from '../../upstream/markets/market-rows.ts';
import type { MarketView } from '../matching/market-view.ts';
import { matchPrintings, type UsdMatch } from '../matching/match-printings.ts';
import { KnownSubTypes } from '../matching/sub-types.ts';
import { linkChanges } from './link-changes.ts';
import { checkUnit } from './price-guards.ts';
import { type Believed, PriceLedger } from './price-ledger.ts';
import type { ReadyDay } from './price-publication.ts';

const CARDS_AT_ONCE = 500;

/** What the desk works with. */
interface UsdParts {
  reads: Reads | Writes;
  source: string;
  view: MarketView;
  subTypes: KnownSubTypes;
  links: PriceLink[];
  ledger: PriceLedger;
  /** Ids of the sealed products. */
  sealed: ReadonlySet<number>;
}

type UsdKey = Pick<UsdRow, 'product_id' | 'sub_type' | 'condition'>;
const rowKey = ({ product_id, sub_type, condition }: UsdKey) => `${product_id}/${sub_type}/${condition}`;
const matchKey = ({ product_id, sub_type }: Pick<UsdRow, 'product_id' | 'sub_type'>) => `${product_id}/${sub_type}`;
const slugOf = (subType: string) => subType.toLowerCase().replaceAll(' ', '-');
const amountsOf = ({ market, low, high }: UsdAmounts): UsdAmounts => ({ market, low, high });
const isPriced = ({ market, low, high }: UsdAmounts) => market !== null || low !== null || high !== null;

/** Opens the desk on what the store knows. */
export async function openUsdDesk(
  reads: Reads | Writes,
  source: string,
  view: MarketView,
  sealed: ReadonlySet<number>,
): Promise<UsdDesk> {
  const links = await priceLinks(reads, 'usd');
  const believed = [...(await believedCards(reads, links)), ...(await believedProducts(reads, sealed))];
  const ledger = new PriceLedger(source, believed, await heldAmounts(reads, source));
  const subTypes = new KnownSubTypes(await articleSubTypes(reads));
  return new UsdDesk({ reads, source, view, subTypes, links, ledger, sealed });
}

async function believedCards(reads: Reads | Writes, links: readonly PriceLink[]): Promise<[string, Believed][]> {
  const linkOf = new Map(links.map((link) => [link.variant_id, link]));
  const ids = [...new Set(links.map(({ card_id }) => card_id))];
  const believed: [string, Believed][] = [];
  for (let start = 0; start < ids.length; start += CARDS_AT_ONCE) {
    for (const prices of (await currentCardPrices(reads, ids.slice(start, start + CARDS_AT_ONCE))).values()) {
      for (const price of prices) {
        const link = linkOf.get(price.variant_id);
        if (price.market !== 'usd' || link === undefined) continue;
        const { condition, amounts, observed_on, source } = price;
        const key = rowKey({ product_id: link.product_id, sub_type: link.part, condition });
        believed.push([key, { amounts, observed_on, source }]);
      }
    }
  }
  return believed;
}

const sealedPrice = (subType: string, amounts: UsdAmounts): ProductPriceRow => ({
  variant: slugOf(subType),
  market: 'usd',
  condition: 'Unopened',
  amounts,
});

/** Sealed products are kept under the slug of their sub type. */
const sealedKey = (productId: number, slug: string) => `${productId}/${slug}/Unopened`;

async function believedProducts(reads: Reads | Writes, sealed: ReadonlySet<number>): Promise<[string, Believed][]> {
  const current = await currentProductPrices(reads, [...sealed]);
  return [...current].flatMap(([id, prices]) =>
    prices.flatMap((price): [string, Believed][] => {
      if (price.market !== 'usd') return [];
      const { amounts, observed_on, source } = price;
      return [[sealedKey(id, price.variant), { amounts, observed_on, source }]];
    }),
  );
}

export class UsdDesk {
  readonly #parts: UsdParts;
  #links: PriceLink[];
  #matches: Map<string, UsdMatch[]> | undefined;

  constructor(parts: UsdParts) {
    this.#parts = parts;
    this.#links = parts.links;
  }

  /** How many rows an article is known to have, over all days. */
  knownRows(productId: number): number {
    return this.#parts.subTypes.of(productId).length;
  }

  /** The source that the row's price in this condition comes from so far. */
  sourceOf(row: UsdKey): string | undefined {
    return this.#parts.ledger.last(rowKey(row))?.source;
  }

  /** The last known market price of each article, the dearest of its rows. */
  marketOf(productId: number): number {
    const { subTypes, ledger } = this.#parts;
    const prices = subTypes
      .of(productId)
      .map(
        (sub_type) => ledger.last(rowKey({ product_id: productId, sub_type, condition: 'NM' }))?.amounts.market ?? 0,
      );
    return Math.max(0, ...prices);
  }

  /** @throws Outage when the file's amounts are of another unit than the last known ones */
  checkUnit(file: string, rows: readonly UsdRow[], observedOn: string): void {
    const amounts = rows.map((row) => [this.#ledgerKey(row), amountsOf(row)] as const);
    checkUnit(file, this.#parts.ledger.moves(amounts, observedOn));
  }

  /** Matches and judges one day; days are to be taken in the order in which they will be published. */
  async take({ observed_on, rows }: PriceDay<UsdRow>): Promise<ReadyDay> {
    await this.#recall(rows);
    const { source, subTypes, sealed, ledger } = this.#parts;
    const learned = subTypes.learn(rows, observed_on);
    const links = this.#relink(learned);
    const cards = new Map<string, CardPriceRow[]>();
    const products = new Map<number, ProductPriceRow[]>();
    for (const row of rows) {
      if (!isPriced(row)) continue;
      const matches = this.#matches?.get(matchKey(row)) ?? [];
      if (matches.length === 0 && !sealed.has(row.product_id)) continue;
      const amounts = ledger.judge(this.#ledgerKey(row), amountsOf(row), observed_on);
      if (!isPriced(amounts)) continue;
      for (const { card_id, variant_id } of matches) {
        push(cards, card_id, { variant_id, market: 'usd', condition: row.condition, amounts });
      }
      if (sealed.has(row.product_id)) push(products, row.product_id, sealedPrice(row.sub_type, amounts));
    }
    return { source, market: 'usd', observed_on, cards, products, links, learned, waiting: ledger.waiting };
  }

  /** Remembers what amounts that are back were before they were missing; on most days they are few, or none. */
  async #recall(rows: readonly UsdRow[]): Promise<void> {
    const { reads, ledger, sealed } = this.#parts;
    const back = rows.filter((row) => ledger.isBack(this.#ledgerKey(row), amountsOf(row)));
    if (back.length === 0) return;
    const linkOf = new Map(this.#links.map((link) => [`${link.product_id}/${link.part}`, link]));
    const sought = back.flatMap((row): [string, SoughtRow][] => {
      const { product_id, sub_type, condition } = row;
      const amounts = amountsOf(row);
      const name = this.#ledgerKey(row);
      if (sealed.has(product_id)) return [[name, { product_id, price: sealedPrice(sub_type, amounts) }]];
      const link = linkOf.get(matchKey(row));
      if (link === undefined) return [];
      const { card_id, variant_id } = link;
      return [[name, { card_id, price: { variant_id, market: 'usd', condition, amounts } }]];
    });
    ledger.remember(await lastKnownAmounts(reads, new Map(sought)));
  }

  #ledgerKey(row: UsdRow): string {
    return this.#parts.sealed.has(row.product_id) ? sealedKey(row.product_id, slugOf(row.sub_type)) : rowKey(row);
  }

  /** Matches anew where something was learned that the matching depends on. */
  #relink(learned: readonly ArticleSubType[]) {
    if (this.#matches !== undefined && learned.length === 0) return { removed: [], added: [], withdrawn: [] };
    const { view, subTypes } = this.#parts;
    const { usd } = matchPrintings(view.cards, {
      printings: view.game.printings,
      sub_types: subTypes,
      withheld: view.withheld,
    });
    this.#matches = Map.groupBy(usd, matchKey);
    const wanted = usd.map(
      ({ variant_id, card_id, product_id, sub_type, rule }): PriceLink => ({
        variant_id,
        market: 'usd',
        card_id,
        product_id,
        part: sub_type,
        rule,
      }),
    );
    const changes = linkChanges(this.#links, wanted);
    this.#links = wanted;
    return changes;
  }
}

function push<Key, Row>(lists: Map<Key, Row[]>, key: Key, row: Row): void {
  const list = lists.get(key);
  if (list) list.push(row);
  else lists.set(key, [row]);
}
