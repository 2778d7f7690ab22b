/** What has to be told of two states of the catalog, worked out from the reads alone, event by event and record by record. */
import type { Card, Expansion, Product, Series } from '../../../src/catalog/records.ts';
import type { ProductPriceEntry } from '../../../src/events/event-names.ts';
import { exportLines } from '../../../src/events/export-lines.ts';
import type { Store } from '../../../src/store/store.ts';
import { cardPriceEntries } from '../../../src/store/views/priced/priced-records.ts';

type CardRows = Awaited<ReturnType<typeof cardPriceEntries>> extends Map<string, infer Rows> ? Rows : never;

/** Everything the reads show. */
export interface CatalogState {
  cards: Card[];
  expansions: Expansion[];
  series: Series[];
  products: Product[];
  prices: Map<string, CardRows>;
}

export const ENTITIES = ['cards', 'expansions', 'series', 'products'] as const;

export async function stateOf(store: Store): Promise<CatalogState> {
  const records = async <Entity>(entity: (typeof ENTITIES)[number]): Promise<Entity[]> => {
    let text = '';
    for await (const part of exportLines(store, entity)) text += part;
    const lines = text.trimEnd().split('\n').slice(1, -1);
    return lines.map((line) => JSON.parse(line) as Entity);
  };
  const cards = await records<Card>('cards');
  return {
    cards,
    expansions: await records<Expansion>('expansions'),
    series: await records<Series>('series'),
    products: await records<Product>('products'),
    prices: await cardPriceEntries(
      store.reads,
      cards.map(({ id }) => id),
    ),
  };
}

/** Texts of records by id, by event; price events have their currency behind the name. */
export type Tellings = Record<string, Record<string, string>>;

const EVENTS = [
  ...['cards.updated', 'cards.deleted', 'card_variants.deleted', 'products.updated', 'products.removed'],
  ...['card_prices.updated USD', 'card_prices.updated EUR', 'product_prices.updated USD', 'product_prices.updated EUR'],
  ...['expansions.created', 'expansions.updated', 'series.created', 'series.updated'],
];
const nothing = (): Tellings => Object.fromEntries(EVENTS.map((name) => [name, {}]));

/** Days of observation move daily and are told by no event. */
const text = (record: unknown): string =>
  JSON.stringify(record, (key, value) => (key === 'observed_on' ? undefined : value));

/** A card without what price events tell. */
const unpriced = (card: Card | undefined) =>
  card && text({ ...card, variants: card.variants.map(({ usd_market, eur_market, ...rest }) => rest) });

const isPriced = (row: object): boolean => Object.values(row).some((value) => typeof value === 'number');

/** What came, of each record the last word. */
export function toldBy(bodies: readonly string[]): Tellings {
  const told = nothing();
  for (const body of bodies) {
    const { name, data } = JSON.parse(body) as { name: string; data: Record<string, unknown> & { currency?: string } };
    // What a day's file holds is compared where files are.
    if (name.endsWith('.price_days.recorded')) continue;
    const event = name.replace('game.', '') + (data.currency ? ` ${data.currency}` : '');
    const records = Object.entries(data).find(([key]) => key !== 'currency')?.[1] as Record<string, unknown>[];
    for (const record of records) {
      const of = told[event];
      if (of === undefined) throw new Error(`${event} is no event`);
      if (typeof record !== 'object') of[String(record)] = '';
      else if (event === 'cards.updated') of[String(record.id)] = unpriced(record as unknown as Card) ?? '';
      else if (event.startsWith('product_prices'))
        of[String(record.product_id)] = sortedText(record.prices as object[]);
      else of[String(record.id ?? record.card_id)] = text(record.prices ?? record);
    }
  }
  return told;
}

/** What has to come when the reads showed `before` and show `after`. */
export function differencesOf(before: CatalogState, after: CatalogState): Tellings {
  const wanted = nothing();
  const tell = (event: string, id: string | number, record: string) => {
    const of = wanted[event];
    if (of !== undefined) of[String(id)] = record;
  };
  const known = new Map(before.cards.map((card) => [card.id, card]));
  for (const card of after.cards) {
    if (unpriced(known.get(card.id)) !== unpriced(card)) tell('cards.updated', card.id, unpriced(card) ?? '');
    for (const currency of ['USD', 'EUR']) {
      const rows = ({ prices }: CatalogState) => (prices.get(card.id) ?? []).filter((row) => row.currency === currency);
      const now = rows(after);
      if (asSet(rows(before)) === asSet(now)) continue;
      if (now.some(isPriced)) tell(`card_prices.updated ${currency}`, card.id, text(now));
      else tell('cards.updated', card.id, unpriced(card) ?? '');
    }
  }
  const variants = ({ cards }: CatalogState) => cards.flatMap((card) => card.variants.map(({ id }) => id));
  const left = new Set(variants(after));
  for (const id of variants(before)) if (!left.has(id)) tell('card_variants.deleted', id, '');
  tellProducts(before, after, tell);
  tellGroups(before, after, tell);
  return wanted;
}

/** The rows in any order: each is named by its printing, currency and condition. */
const asSet = (rows: CardRows): string => rows.map(text).sort().join();

type Tell = (event: string, id: string | number, record: string) => void;

function tellProducts(before: CatalogState, after: CatalogState, tell: Tell): void {
  const known = new Map(before.products.map((product) => [product.id, product]));
  const rowsOf = (product: Product | undefined, currency: 'USD' | 'EUR'): ProductPriceEntry[] =>
    (currency === 'USD' ? (product?.usd_market ?? []) : product?.eur_market ? [product.eur_market] : []).filter(
      isPriced,
    );
  for (const product of after.products) {
    const previous = known.get(product.id);
    if (text(previous) !== text(product)) tell('products.updated', product.id, text(product));
    if (previous?.expansions.length && product.expansions.length === 0) tell('products.removed', product.id, '');
    for (const currency of ['USD', 'EUR'] as const) {
      const rows = rowsOf(product, currency);
      if (rows.length === 0 || sortedText(rowsOf(previous, currency)) === sortedText(rows)) continue;
      tell(`product_prices.updated ${currency}`, product.id, sortedText(rows));
    }
  }
}

function tellGroups(before: CatalogState, after: CatalogState, tell: Tell): void {
  const expansions = new Map(before.expansions.map((expansion) => [expansion.id, expansion]));
  for (const expansion of after.expansions) {
    const previous = expansions.get(expansion.id);
    if (text(previous) === text(expansion)) continue;
    tell(previous ? 'expansions.updated' : 'expansions.created', expansion.id, text(expansion));
  }
  const known = new Map(before.series.map((series) => [series.id, series]));
  const own = ({ name, logo }: Series) => text({ name, logo });
  for (const series of after.series) {
    const previous = known.get(series.id);
    if (previous && own(previous) === own(series)) continue;
    tell(previous ? 'series.updated' : 'series.created', series.id, text(series));
  }
}

/** Rows of a record and of a price event have their keys in orders of their own. */
const sortedText = (rows: readonly object[]): string =>
  text(rows.map((row) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))));
