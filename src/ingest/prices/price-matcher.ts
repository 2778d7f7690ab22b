/** Makes a marketplace's days of prices ready to publish: learns of its rows, matches them to printings, judges them. */
import { addDays } from '../../catalog/days.ts';
import { CONDITIONS, type Condition } from '../../catalog/price-rows.ts';
import { inBatches } from '../../store/batches.ts';
import { type RowDays, rowSeries, type SoughtRow } from '../../store/marketplace-products/marketplace-prices.ts';
import { judgedAmounts, type PriceLink, pendingPrices, priceLinks } from '../../store/prices/market-knowledge.ts';
import { acceptedAmounts } from '../../store/sources/held-parts.ts';
import type { Reads, Writes } from '../../store/store.ts';
import type { PriceDay } from '../../upstream/markets/market-rows.ts';
import { acceptedPrices, judgedName, judgedProductName, type LinkedProduct } from './accepted-prices.ts';
import type { Amounts } from './judge-days.ts';
import { type LinkChanges, linkChanges, NO_LINK_CHANGES, rowOf } from './links.ts';
import type { Marketplace, MarketplaceRow } from './marketplace.ts';
import { unmetNote } from './price-guards.ts';
import { type AcceptedPrice, PriceLedger } from './price-ledger.ts';
import type { ObservedPrices, ReadyDay } from './price-publication.ts';
import { KnownSubTypes } from './sub-types.ts';

/** A row's amounts further apart than this are no measure for its unit: prices drift. */
const COMPARABLE_DAYS = 31;
/** Rows whose days stand in memory together. */
const ROWS_AT_ONCE = 500;

interface MatcherContext {
  reads: Reads | Writes;
  source: string;
  game: string;
  /** TCGplayer's products that printings may read. */
  products(): number[];
  /** Which printing reads which row, by the sub types that are known. */
  match(known: KnownSubTypes, currency: PriceLink['market']): PriceLink[];
}

interface MatcherParts<Row extends MarketplaceRow, Priced extends Amounts> extends MatcherContext {
  marketplace: Marketplace<Row, Priced>;
  known: KnownSubTypes;
  ledger: PriceLedger;
  productOf: ReadonlyMap<number, number>;
}

/** Opens the matcher on what the store knows; `sealed` are the products' marketplace products as they are to be published. */
export async function openPriceMatcher<Row extends MarketplaceRow, Priced extends Amounts>(
  marketplace: Marketplace<Row, Priced>,
  place: MatcherContext,
  sealed: readonly LinkedProduct[],
): Promise<PriceMatcher<Row, Priced>> {
  const { reads, source, game } = place;
  const links = await priceLinks(reads, marketplace.currency, game);
  const accepted = await acceptedPrices(reads, marketplace, links, sealed);
  const ledger = new PriceLedger(source, accepted, await pendingPrices(reads, source), {
    judged: await judgedAmounts(reads, source),
    released: await acceptedAmounts(reads, source),
  });
  const known = new KnownSubTypes();
  const productOf = new Map(sealed.map(({ product_id, marketplace_id }) => [marketplace_id, product_id]));
  if (marketplace.currency === 'usd') await known.lookUp(reads, [...place.products(), ...productOf.keys()]);
  return new PriceMatcher({ ...place, marketplace, known, ledger, productOf }, links);
}

export class PriceMatcher<Row extends MarketplaceRow, Priced extends Amounts> {
  readonly #parts: MatcherParts<Row, Priced>;
  #links: PriceLink[];
  /** The links by the row that is read, once they are matched anew. */
  #linksOfRow: Map<string, PriceLink[]> | undefined;
  /** A link to each row that is read, as they stand in the store: there its days are. */
  #storedLinks: Map<string, PriceLink>;
  #batchNumber = 0;

  constructor(parts: MatcherParts<Row, Priced>, links: PriceLink[]) {
    this.#parts = parts;
    this.#links = links;
    this.#storedLinks = this.#byRow(links);
  }

  /** What was last published of each row of a marketplace product, in one condition. */
  lastOf(productId: number, condition: Condition): AcceptedPrice[] {
    const { marketplace, known, ledger } = this.#parts;
    const names = known.of(productId).map((part) => judgedName(marketplace.rowName(productId, part), condition));
    return names.flatMap((name) => ledger.last(name) ?? []);
  }

  /** The source that the row's price in its condition comes from so far. */
  sourceOf(row: Row): string | undefined {
    return this.#parts.ledger.last(this.#cardName(row))?.source;
  }

  /**
   * The rows' amounts by the last known ones of at most 31 days before, where both exist: a day is no evidence for itself, nor
   * is a later one. What the day said before it says in the same unit. Of rows with later days some hundred are looked at.
   */
  async ratios(rows: readonly Row[], observedOn: string): Promise<number[]> {
    const { marketplace, ledger } = this.#parts;
    const ratios: number[] = [];
    const earliest = addDays(observedOn, -COMPARABLE_DAYS);
    const add = (amounts: Amounts, previous: Amounts) => {
      for (const name in amounts) {
        const [today, known] = [amounts[name], previous[name]];
        if (today != null && known != null) ratios.push(today / known);
      }
    };
    const late: Row[] = [];
    for (const row of rows) {
      const name = this.#nameOf(row);
      const last = ledger.last(name);
      if (last === undefined || last.observed_on < earliest) continue;
      const amounts = marketplace.amountsOf(row);
      if (last.observed_on < observedOn) add(amounts, last.amounts);
      else if (ledger.isAsAccepted(name, amounts, observedOn)) add(amounts, amounts);
      else late.push(row);
    }
    const step = Math.ceil(late.length / ROWS_AT_ONCE);
    const sample = late.filter((_, at) => at % step === 0);
    const series = await this.#seriesOf(sample);
    for (const row of sample) {
      const name = this.#nameOf(row);
      const amounts = marketplace.amountsOf(row);
      const days = ledger.daysOf(name, series.get(name) ?? new Map());
      const known = days.get(observedOn);
      const isAsBefore = known !== undefined && Object.keys(amounts).every((each) => known[each] === amounts[each]);
      const before = [...days.keys()].filter((day) => day < observedOn && day >= earliest).sort();
      add(amounts, isAsBefore ? amounts : (days.get(before.at(-1) ?? '') ?? {}));
    }
    return ratios;
  }

  /** An amount that is missing in most of the rows that had it the last time; undefined where none is. */
  emptied(rows: readonly Row[]) {
    const { marketplace, ledger } = this.#parts;
    const had: Record<string, number> = {};
    const gone: Record<string, number> = {};
    const lasts = rows.map((row) => ledger.last(this.#nameOf(row)));
    // A row that came without any amount on the last good day had none.
    const newest = lasts.reduce((day, last) => (last && last.observed_on > day ? last.observed_on : day), '');
    for (const [at, row] of rows.entries()) {
      const last = lasts[at];
      const amounts: Amounts = marketplace.amountsOf(row);
      for (const name in amounts) {
        if (last?.observed_on !== newest || last.amounts[name] == null) continue;
        had[name] = (had[name] ?? 0) + 1;
        if (amounts[name] === null) gone[name] = (gone[name] ?? 0) + 1;
      }
    }
    const [name, count = 0] = Object.entries(gone).find(([each, of]) => of * 2 > (had[each] ?? 0)) ?? [];
    return name === undefined ? undefined : { name, gone: count, had: had[name] ?? 0 };
  }

  /**
   * What is to be told once the rows of a day were taken: more than half of the rows that printings had a price by are missing,
   * or products came under words that no printing reads in the place of theirs. `products` could come, where not all could.
   */
  unmet(rows: readonly Row[], observedOn: string, products?: ReadonlySet<number>): string | null {
    const { source, ledger, marketplace, known } = this.#parts;
    const links = this.#byRow(this.#links);
    const isOwn = (last: AcceptedPrice | undefined) => last?.source === source && last.observed_on <= observedOn;
    const wanted = [...links].filter(([name, { product_id }]) => {
      if (products?.has(product_id) === false) return false;
      return [undefined, ...CONDITIONS].some((each) => isOwn(ledger.last(judgedName(name, each))));
    });
    const came = new Set(rows.map((row) => this.#rowName(row)));
    const missing = wanted.filter(([name]) => !came.has(name));
    const unread = Map.groupBy(rows, (row) => (links.has(this.#rowName(row)) ? 0 : row.product_id));
    const renamed = missing.flatMap(([, { product_id, part }]) => {
      // A word that it was sold under beside the one that is missing is no other word for it.
      const isNew = (row: Row) =>
        known.firstOn(product_id, marketplace.subTypeOf(row)) > known.firstOn(product_id, part);
      const row = unread.get(product_id)?.find(isNew);
      return row === undefined ? [] : [`${part} as ${marketplace.subTypeOf(row)} (product ${product_id})`];
    });
    return unmetNote(wanted.length, missing.length, renamed);
  }

  /**
   * Matches and judges one day; days are to be taken in the order in which they will be published. Rows whose unit is
   * believed are not judged: what they belong to was, and let go.
   */
  async take({ observed_on, rows }: PriceDay<Row>, unitBelieved: ReadonlySet<Row> = new Set()): Promise<ReadyDay> {
    const { reads, marketplace, known, ledger } = this.#parts;
    if (this.#batchNumber !== ledger.batch.number) this.#storedLinks = this.#byRow(this.#links);
    this.#batchNumber = ledger.batch.number;
    const named = rows.map((row) => ({ product_id: row.product_id, sub_type: marketplace.subTypeOf(row) }));
    const isUsd = marketplace.currency === 'usd';
    const products = named.map(({ product_id }) => product_id);
    if (isUsd) await known.lookUp(reads, products);
    const learned = isUsd ? known.learn(named, observed_on) : [];
    const links = this.#relink(learned.length > 0);
    const prices = noPrices(observed_on);
    const others: Row[] = [];
    for (const row of rows) {
      const amounts = marketplace.amountsOf(row);
      if (!isPriced(amounts)) continue;
      const name = this.#nameOf(row);
      if (!ledger.isOrdinary(name, amounts, observed_on)) others.push(row);
      else {
        ledger.take(name, amounts, observed_on);
        this.#put(prices, row, amounts);
      }
    }
    const standing = await this.#judge(others, { prices, unitBelieved });
    return this.#ready({ ...prices, links, learned, standing });
  }

  /** Judges once more, without a day that is gone from the store, whatever that day may have decided of. */
  async judgeWithout(observed_on: string): Promise<ReadyDay> {
    const { marketplace, ledger } = this.#parts;
    const links = this.#relink(false);
    const rows = ledger.leaningOn(observed_on).flatMap((name) => marketplace.rowNamed(name) ?? []);
    const prices = noPrices(observed_on);
    const standing = await this.#judge(rows, { prices });
    return this.#ready({ ...prices, links, learned: [], standing, isLate: true });
  }

  /** Judges rows of a day among all their days; returns how days stand now of which anything was not ordinary. */
  async #judge(
    rows: readonly Row[],
    { prices, unitBelieved }: { prices: ObservedPrices; unitBelieved?: ReadonlySet<Row> },
  ): Promise<ObservedPrices[]> {
    const { marketplace, ledger } = this.#parts;
    const { observed_on } = prices;
    const standing = new Map<string, ObservedPrices>();
    for (const some of inBatches(rows, ROWS_AT_ONCE)) {
      const series = await this.#seriesOf(some);
      for (const row of some) {
        const name = this.#nameOf(row);
        const stored = series.get(name) ?? new Map();
        const isAccepted = unitBelieved?.has(row) === true;
        const judged = ledger.judge(name, marketplace.amountsOf(row), observed_on, { stored, isAccepted });
        if (isPriced(judged.served)) this.#put(prices, row, judged.served);
        for (const { observed_on: day, amounts } of judged.days) {
          const ofDay = standing.get(day) ?? noPrices(day);
          standing.set(day, ofDay);
          this.#put(ofDay, row, amounts);
        }
      }
    }
    return [...standing.values()];
  }

  #ready(
    day: ObservedPrices & Pick<ReadyDay, 'links' | 'learned' | 'isLate'> & { standing: ObservedPrices[] },
  ): ReadyDay {
    const { source, game, marketplace, ledger } = this.#parts;
    const { waiting, judged, batch } = ledger;
    return { source, game, currency: marketplace.currency, ...day, waiting, judged, batch };
  }

  /** Puts the row's amounts where they are read, or with the row itself. */
  #put({ cards, products, unread }: ObservedPrices, row: Row, amounts: Priced): void {
    const { marketplace, productOf } = this.#parts;
    const rowLinks = this.#linksOfRow?.get(this.#rowName(row)) ?? [];
    const product = productOf.get(row.product_id);
    for (const link of rowLinks) push(cards, link.card_id, marketplace.cardPrice(row, link, amounts));
    if (product !== undefined) push(products, product, marketplace.productPrice(row, amounts));
    if (rowLinks.length > 0 || product !== undefined) return;
    const link = this.#unreadLink(row);
    push(unread, rowOf(link), marketplace.cardPrice(row, link, amounts));
  }

  #seriesOf(rows: readonly Row[]): Promise<Map<string, RowDays>> {
    const { reads, marketplace, productOf } = this.#parts;
    const sought = rows.map((row): [string, SoughtRow] => {
      const amounts = marketplace.amountsOf(row);
      const product_id = productOf.get(row.product_id);
      const link = this.#storedLinks.get(this.#rowName(row)) ?? this.#unreadLink(row);
      const price =
        product_id === undefined ? marketplace.cardPrice(row, link, amounts) : marketplace.productPrice(row, amounts);
      return [this.#nameOf(row), { article: rowOf(this.#unreadLink(row)), price, card_id: link.card_id, product_id }];
    });
    return rowSeries(reads, new Map(sought));
  }

  #byRow(links: readonly PriceLink[]): Map<string, PriceLink> {
    const { marketplace } = this.#parts;
    return new Map(links.map((link) => [marketplace.rowName(link.product_id, link.part), link]));
  }

  /** Matches anew where something was learned that the matching depends on. */
  #relink(hasLearned: boolean): LinkChanges {
    if (this.#linksOfRow !== undefined && !hasLearned) return NO_LINK_CHANGES;
    const { match, marketplace, known } = this.#parts;
    const wanted = match(known, marketplace.currency);
    const changes = linkChanges(this.#links, wanted);
    this.#linksOfRow = Map.groupBy(wanted, ({ product_id, part }) => marketplace.rowName(product_id, part));
    this.#links = wanted;
    return changes;
  }

  /** The row as read by no printing. */
  #unreadLink(row: Row): PriceLink {
    const { marketplace } = this.#parts;
    const { product_id } = row;
    const part = marketplace.subTypeOf(row);
    return { variant_id: 0, card_id: '', market: marketplace.currency, product_id, part, rule: '' };
  }

  #rowName(row: Row): string {
    const { marketplace } = this.#parts;
    return marketplace.rowName(row.product_id, marketplace.subTypeOf(row));
  }

  #cardName(row: Row): string {
    return judgedName(this.#rowName(row), this.#parts.marketplace.conditionOf(row));
  }

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

function isPriced(amounts: Amounts): boolean {
  for (const name in amounts) if (amounts[name] !== null) return true;
  return false;
}

function push<Key, Row>(lists: Map<Key, Row[]>, key: Key, row: Row): void {
  const list = lists.get(key);
  if (list) list.push(row);
  else lists.set(key, [row]);
}
