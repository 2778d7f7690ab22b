/** Makes a marketplace's days of prices ready to publish: learns of its rows, matches them to printings, judges them. */
import type { Condition } from '../../catalog/price-rows.ts';
import { lastKnownAmounts, type SoughtRow } from '../../store/prices/last-known.ts';
import { heldAmounts, type PriceLink, priceLinks } from '../../store/prices/market-knowledge.ts';
import type { Reads, Writes } from '../../store/store.ts';
import type { PriceDay } from '../../upstream/markets/market-rows.ts';
import { articleOf, type LinkChanges, linkChanges, NO_LINK_CHANGES } from '../matching/link-changes.ts';
import type { MarketView } from '../matching/market-view.ts';
import { matchPrintings } from '../matching/match-printings.ts';
import type { KnownSubTypes } from '../matching/sub-types.ts';
import { believedPrices, judgedName, judgedProductName, type ProductArticle } from './believed-prices.ts';
import type { ArticleRow, Marketplace } from './marketplace.ts';
import { checkUnit } from './price-guards.ts';
import { type Amounts, type Believed, PriceLedger } from './price-ledger.ts';
import type { ObservedPrices, ReadyDay } from './price-publication.ts';

/** For which source the desk works, and on what. */
interface DeskPlace {
  reads: Reads | Writes;
  /** Its name in the configuration. */
  source: string;
  view: MarketView;
}

/** What the desk works with. */
interface DeskParts<Row extends ArticleRow, Priced extends Amounts> extends DeskPlace {
  marketplace: Marketplace<Row, Priced>;
  known: KnownSubTypes;
  ledger: PriceLedger;
  /** Sealed products by article. */
  productOf: ReadonlyMap<number, number>;
}

/** Opens the desk on what the store knows; `sealed` are the products' articles as they are to be published. */
export async function openPriceDesk<Row extends ArticleRow, Priced extends Amounts>(
  marketplace: Marketplace<Row, Priced>,
  place: DeskPlace,
  sealed: readonly ProductArticle[],
): Promise<PriceDesk<Row, Priced>> {
  const { reads, source } = place;
  const links = await priceLinks(reads, marketplace.currency, place.view.game.name);
  const believed = await believedPrices(reads, marketplace, links, sealed);
  const ledger = new PriceLedger(source, believed, await heldAmounts(reads, source));
  const known = await marketplace.known(reads);
  const productOf = new Map(sealed.map(({ product_id, article_id }) => [article_id, product_id]));
  return new PriceDesk({ ...place, marketplace, known, ledger, productOf }, links);
}

/** The desk of one marketplace for one run of a source. */
export class PriceDesk<Row extends ArticleRow, Priced extends Amounts> {
  readonly #parts: DeskParts<Row, Priced>;
  #links: PriceLink[];
  /** The links by the row that is read, once they are matched anew. */
  #readers: Map<string, PriceLink[]> | undefined;

  constructor(parts: DeskParts<Row, Priced>, links: PriceLink[]) {
    this.#parts = parts;
    this.#links = links;
  }

  /** What was last published of each row of an article, in one condition. */
  lastOf(articleId: number, condition: Condition): Believed[] {
    const { marketplace, known, ledger } = this.#parts;
    const names = known.of(articleId).map((part) => judgedName(marketplace.rowName(articleId, part), condition));
    return names.flatMap((name) => ledger.last(name) ?? []);
  }

  /** The source that the row's price in its condition comes from so far. */
  sourceOf(row: Row): string | undefined {
    return this.#parts.ledger.last(this.#cardName(row))?.source;
  }

  /**
   * Returns the file's amounts by the last known ones, for a look at several files together.
   * @throws Outage when they are of another unit
   */
  checkUnit(file: string, rows: readonly Row[], observedOn: string): number[] {
    const { marketplace, ledger } = this.#parts;
    const ratios = ledger.ratios(rows, { nameOf: (row) => this.#nameOf(row), ...marketplace }, observedOn);
    checkUnit(file, ratios);
    return ratios;
  }

  /** Matches and judges one day; days are to be taken in the order in which they will be published. */
  async take({ observed_on, rows }: PriceDay<Row>): Promise<ReadyDay> {
    await this.#recall(rows);
    const { source, marketplace, known, productOf, ledger } = this.#parts;
    const learned = marketplace.learn(known, rows, observed_on);
    const links = this.#relink(learned.length > 0);
    const prices = noPrices(observed_on);
    const confirmed = new Map<string, ObservedPrices>();
    for (const row of rows) {
      const readers = this.#readers?.get(this.#rowName(row)) ?? [];
      const product = productOf.get(row.product_id);
      const came = marketplace.amountsOf(row);
      if (!isPriced(came)) continue;
      const judged = ledger.judge(this.#nameOf(row), came, observed_on);
      const put = ({ cards, products, unread }: ObservedPrices, amounts: Priced) => {
        for (const link of readers) push(cards, link.card_id, marketplace.cardPrice(row, link, amounts));
        if (product !== undefined) push(products, product, marketplace.productPrice(row, amounts));
        if (readers.length > 0 || product !== undefined) return;
        const link = this.#unreadLink(row);
        push(unread, articleOf(link), marketplace.cardPrice(row, link, amounts));
      };
      if (isPriced(judged.served)) put(prices, judged.served);
      for (const { observed_on, amounts } of judged.confirmed) {
        const day = confirmed.get(observed_on) ?? noPrices(observed_on);
        confirmed.set(observed_on, day);
        put(day, amounts);
      }
    }
    const { currency } = marketplace;
    const game = this.#parts.view.game.name;
    const waiting = ledger.waiting;
    return { source, game, currency, ...prices, confirmed: [...confirmed.values()], links, learned, waiting };
  }

  /** Remembers what amounts that are back were before they were missing; on most days they are few, or none. */
  async #recall(rows: readonly Row[]): Promise<void> {
    const { reads, marketplace, productOf, ledger } = this.#parts;
    const back = rows.filter((row) => ledger.isBack(this.#nameOf(row), marketplace.amountsOf(row)));
    if (back.length === 0) return;
    const linkOf = new Map(this.#links.map((link) => [marketplace.rowName(link.product_id, link.part), link]));
    const sought = back.flatMap((row): [string, SoughtRow][] => {
      const name = this.#nameOf(row);
      const amounts = marketplace.amountsOf(row);
      const product_id = productOf.get(row.product_id);
      if (product_id !== undefined) return [[name, { product_id, price: marketplace.productPrice(row, amounts) }]];
      const link = linkOf.get(this.#rowName(row));
      if (link === undefined) return [];
      return [[name, { card_id: link.card_id, price: marketplace.cardPrice(row, link, amounts) }]];
    });
    ledger.remember(await lastKnownAmounts(reads, new Map(sought)));
  }

  /** Matches anew where something was learned that the matching depends on. */
  #relink(hasLearned: boolean): LinkChanges {
    if (this.#readers !== undefined && !hasLearned) return NO_LINK_CHANGES;
    const { view, marketplace, known } = this.#parts;
    const { cards, withheld, game } = view;
    const wanted = marketplace.linksOf(
      matchPrintings(cards, { printings: game.printings, sub_types: known, withheld }),
    );
    const changes = linkChanges(this.#links, wanted);
    this.#readers = Map.groupBy(wanted, ({ product_id, part }) => marketplace.rowName(product_id, part));
    this.#links = wanted;
    return changes;
  }

  /** The row as read by no printing. */
  #unreadLink(row: Row): PriceLink {
    const { marketplace } = this.#parts;
    const { product_id } = row;
    const part = marketplace.partOf(row);
    return { variant_id: 0, card_id: '', market: marketplace.currency, product_id, part, rule: '' };
  }

  #rowName(row: Row): string {
    const { marketplace } = this.#parts;
    return marketplace.rowName(row.product_id, marketplace.partOf(row));
  }

  #cardName(row: Row): string {
    return judgedName(this.#rowName(row), this.#parts.marketplace.conditionOf(row));
  }

  /** Names what the ledger judges of the row. */
  #nameOf(row: Row): string {
    const { marketplace, productOf } = this.#parts;
    if (!productOf.has(row.product_id)) return this.#cardName(row);
    return judgedProductName(marketplace, row.product_id, marketplace.productPrice(row, marketplace.amountsOf(row)));
  }
}

const noPrices = (observed_on: string): ObservedPrices => ({
  observed_on,
  cards: new Map(),
  products: new Map(),
  unread: new Map(),
});

/** Whether any of the amounts is there. */
function isPriced(amounts: Amounts): boolean {
  for (const name in amounts) if (amounts[name] !== null) return true;
  return false;
}

function push<Key, Row>(lists: Map<Key, Row[]>, key: Key, row: Row): void {
  const list = lists.get(key);
  if (list) list.push(row);
  else lists.set(key, [row]);
}
