/** Makes days of EUR prices ready to publish: matches each row of the guide to the printings that read it, and judges it. */
import type { CardPriceRow, EurAmounts, ProductPriceRow } from '../../catalog/price-rows.ts';
import { inBatches } from '../../store/batches.ts';
import { type SealedLink, sealedLinks } from '../../store/catalog/products.ts';
import { currentCardPrices, currentProductPrices } from '../../store/prices/current-prices.ts';
import { lastKnownAmounts, type SoughtRow } from '../../store/prices/last-known.ts';
import { heldAmounts, type PriceLink, priceLinks } from '../../store/prices/market-knowledge.ts';
import type { Reads, Writes } from '../../store/store.ts';
import type { EurRow, PriceDay } from '../../upstream/markets/market-rows.ts';
import type { MarketView } from '../matching/market-view.ts';
import { type EurMatch, matchPrintings } from '../matching/match-printings.ts';
import { KnownSubTypes } from '../matching/sub-types.ts';
import { linkChanges } from './link-changes.ts';
import { checkUnit } from './price-guards.ts';
import { type Believed, PriceLedger } from './price-ledger.ts';
import type { ReadyDay } from './price-publication.ts';

/** Opens the desk on what the store knows; `sealed` are the links of products as they are to be published. */
export async function openEurDesk(
  reads: Reads | Writes,
  source: string,
  view: MarketView,
  sealed: readonly SealedLink[],
): Promise<EurDesk> {
  const links = await priceLinks(reads, 'eur');
  const believed = [...(await believedCards(reads, links)), ...(await believedProducts(reads, sealed))];
  const ledger = new PriceLedger(source, believed, await heldAmounts(reads, source));
  return new EurDesk(reads, source, view, links, ledger, sealed);
}

async function believedCards(reads: Reads | Writes, links: readonly PriceLink[]): Promise<[string, Believed][]> {
  const articleOf = new Map(links.map(({ variant_id, product_id }) => [variant_id, product_id]));
  const believed: [string, Believed][] = [];
  for (const ids of inBatches([...new Set(links.map(({ card_id }) => card_id))])) {
    for (const prices of (await currentCardPrices(reads, ids)).values()) {
      for (const price of prices) {
        const article = articleOf.get(price.variant_id);
        if (price.market !== 'eur' || article === undefined) continue;
        const { amounts, observed_on, source } = price;
        believed.push([String(article), { amounts, observed_on, source }]);
      }
    }
  }
  return believed;
}

async function believedProducts(reads: Reads | Writes, sealed: readonly SealedLink[]): Promise<[string, Believed][]> {
  // A link that is new has no price yet that could be compared: what the product had was another article's.
  const stored = new Map((await sealedLinks(reads)).map((link) => [link.product_id, link.cardmarket_id]));
  const kept = sealed.filter((link) => stored.get(link.product_id) === link.cardmarket_id);
  const current = await currentProductPrices(
    reads,
    kept.map(({ product_id }) => product_id),
  );
  return kept.flatMap(({ product_id, cardmarket_id }) =>
    (current.get(product_id) ?? []).flatMap((price): [string, Believed][] => {
      if (price.market !== 'eur') return [];
      const { amounts, observed_on, source } = price;
      return [[String(cardmarket_id), { amounts, observed_on, source }]];
    }),
  );
}

const amountsOf = ({ product_id, ...amounts }: EurRow): EurAmounts => amounts;
const isPriced = (amounts: EurAmounts) => Object.values(amounts).some((amount) => amount !== null);

export class EurDesk {
  readonly #reads: Reads | Writes;
  readonly #source: string;
  readonly #view: MarketView;
  readonly #ledger: PriceLedger;
  readonly #productOf: Map<number, number>;
  #links: readonly PriceLink[];
  #matches: Map<number, EurMatch[]> | undefined;

  constructor(
    reads: Reads | Writes,
    source: string,
    view: MarketView,
    links: readonly PriceLink[],
    ledger: PriceLedger,
    sealed: readonly SealedLink[],
  ) {
    this.#reads = reads;
    this.#source = source;
    this.#view = view;
    this.#links = links;
    this.#ledger = ledger;
    this.#productOf = new Map(sealed.map(({ product_id, cardmarket_id }) => [cardmarket_id, product_id]));
  }

  /** @throws Outage when the file's amounts are of another unit than the last known ones */
  checkUnit(file: string, rows: readonly EurRow[], observedOn: string): void {
    const amounts = rows.map((row) => [String(row.product_id), amountsOf(row)] as const);
    checkUnit(file, this.#ledger.moves(amounts, observedOn));
  }

  /** Matches and judges one day; days are to be taken in the order in which they will be published. */
  async take({ observed_on, rows }: PriceDay<EurRow>): Promise<ReadyDay> {
    await this.#recall(rows);
    const links = this.#relink();
    const cards = new Map<string, CardPriceRow[]>();
    const products = new Map<number, ProductPriceRow[]>();
    for (const row of rows) {
      const matches = this.#matches?.get(row.product_id) ?? [];
      const product = this.#productOf.get(row.product_id);
      if (matches.length === 0 && product === undefined) continue;
      if (!isPriced(amountsOf(row))) continue;
      const amounts = this.#ledger.judge(String(row.product_id), amountsOf(row), observed_on);
      if (!isPriced(amounts)) continue;
      for (const { card_id, variant_id, price_kind } of matches) {
        const list = cards.get(card_id) ?? [];
        cards.set(card_id, list);
        list.push({ variant_id, market: 'eur', price_kind, amounts });
      }
      if (product !== undefined) products.set(product, [{ market: 'eur', amounts }]);
    }
    const { waiting } = this.#ledger;
    return { source: this.#source, market: 'eur', observed_on, cards, products, links, learned: [], waiting };
  }

  /** Remembers what amounts that are back were before they were missing; on most days they are few, or none. */
  async #recall(rows: readonly EurRow[]): Promise<void> {
    const back = rows.filter((row) => this.#ledger.isBack(String(row.product_id), amountsOf(row)));
    if (back.length === 0) return;
    const linkOf = new Map(this.#links.map((link) => [link.product_id, link]));
    const sought = back.flatMap((row): [string, SoughtRow][] => {
      const name = String(row.product_id);
      const amounts = amountsOf(row);
      const product_id = this.#productOf.get(row.product_id);
      if (product_id !== undefined) return [[name, { product_id, price: { market: 'eur', amounts } }]];
      const link = linkOf.get(row.product_id);
      if (link === undefined) return [];
      const { card_id, variant_id } = link;
      return [[name, { card_id, price: { variant_id, market: 'eur', price_kind: null, amounts } }]];
    });
    this.#ledger.remember(await lastKnownAmounts(this.#reads, new Map(sought)));
  }

  #relink() {
    if (this.#matches !== undefined) return { removed: [], added: [], withdrawn: [] };
    // EUR rows have no sub types: nothing need be known of them here.
    const { eur } = matchPrintings(this.#view.cards, {
      printings: this.#view.game.printings,
      sub_types: new KnownSubTypes([]),
      withheld: this.#view.withheld,
    });
    this.#matches = Map.groupBy(eur, ({ product_id }) => product_id);
    const wanted = eur.map(
      ({ variant_id, card_id, product_id, price_kind, rule }): PriceLink => ({
        variant_id,
        market: 'eur',
        card_id,
        product_id,
        part: price_kind,
        rule,
      }),
    );
    const changes = linkChanges(this.#links, wanted);
    this.#links = wanted;
    return changes;
  }
}
