/** A copy of the catalog that is kept by an export and events alone, as a consumer would write it. */
import type { Card, EurPriceEntry, Expansion, Product, Series, UsdPriceEntry } from '../../../src/catalog/records.ts';
import { NO_PRICES } from '../../../src/catalog/served-prices.ts';
import { variantNames } from '../../../src/catalog/variant-names.ts';
import type { ProductPriceEntry } from '../../../src/events/event-names.ts';

/** A delivery as it came. */
export interface Delivered {
  name: string;
  data: Record<string, unknown>;
}

interface ProductPrices {
  product_id: number;
  prices: ProductPriceEntry[];
}

const ENTITIES = ['cards', 'expansions', 'series', 'products'] as const;
type Entity = (typeof ENTITIES)[number];

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export class Mirror {
  readonly records: Record<Entity, Map<string, { id: string | number }>> = {
    cards: new Map(),
    expansions: new Map(),
    series: new Map(),
    products: new Map(),
  };

  /** Takes the record lines of an export. */
  load(entity: Entity, lines: readonly string[]): void {
    for (const line of lines) this.#put(entity, [JSON.parse(line) as { id: string }]);
  }

  #put(entity: Entity, records: readonly { id: string | number }[]): void {
    for (const record of records) this.records[entity].set(String(record.id), record);
  }

  /** Applies one event; events come in the order of their positions. */
  apply({ name, data }: Delivered): void {
    const [, entity = '', action = ''] = name.split('.');
    // A day's file is compared where files are.
    if (entity === 'price_days') return;
    if (entity === 'card_prices') this.#cardPrices(data as never);
    else if (entity === 'card_variants') this.#variantsDeleted(new Set(data.variant_ids as number[]));
    else if (action === 'removed') this.#productsRemoved(data.product_ids as number[]);
    else if (entity === 'product_prices') this.#productPrices(data as never);
    else this.#put(entity as Entity, data[entity] as { id: string }[]);
    if (entity === 'expansions' || entity === 'series') this.#linkSeries();
  }

  #productsRemoved(ids: readonly number[]): void {
    for (const id of ids) this.records.products.delete(String(id));
  }

  #variantsDeleted(gone: ReadonlySet<number>): void {
    for (const card of this.records.cards.values() as Iterable<Card>) {
      card.variants = card.variants.filter(({ id }) => !gone.has(id));
    }
  }

  #cardPrices({
    currency,
    cards,
  }: {
    currency: string;
    cards: { card_id: string; prices: (UsdPriceEntry | EurPriceEntry)[] }[];
  }) {
    for (const { card_id, prices } of cards) {
      const card = this.records.cards.get(card_id) as Card | undefined;
      if (!card) throw new Error(`prices came of ${card_id}, which never came`);
      const names = variantNames(card.variants);
      for (const variant of card.variants) {
        const rows = prices.filter((row) => row.variant === names.get(variant.id));
        if (currency === 'USD') {
          variant.usd_market = rows.flatMap((row) => {
            if (row.currency !== 'USD') return [];
            const { variant: _, ...price } = row;
            return [{ ...price, observed_on: '' }];
          });
        }
        if (currency === 'EUR') variant.eur_market = NO_PRICES.eur_market;
        for (const row of rows) {
          if (row.currency !== 'EUR') continue;
          const { variant: _, ...price } = row;
          variant.eur_market = { ...price, observed_on: '' };
        }
      }
    }
  }

  #productPrices({ currency, products }: { currency: string; products: ProductPrices[] }) {
    for (const { product_id, prices } of products) {
      const product = this.records.products.get(String(product_id)) as Product | undefined;
      if (!product) throw new Error(`prices came of product ${product_id}, which never came`);
      const rows = prices.map((row) => ({ ...row, observed_on: '' }));
      if (currency === 'USD') product.usd_market = rows as Product['usd_market'];
      else product.eur_market = (rows[0] ?? null) as Product['eur_market'];
    }
  }

  /** A series' expansions follow from the expansions themselves. */
  #linkSeries(): void {
    const last = '\u{10FFFF}';
    const expansions = ([...this.records.expansions.values()] as Expansion[]).sort(
      (a, b) => compare(a.release_date ?? last, b.release_date ?? last) || compare(a.id, b.id),
    );
    for (const series of this.records.series.values() as Iterable<Series>) {
      series.expansions = expansions
        .filter(({ series_id }) => series_id === series.id)
        .map(({ id, name, logo, symbol, release_date, card_count_total }) => {
          return { id, name, logo, symbol, release_date, card_count_total };
        });
    }
  }
}

/** Differences between the copy and the records that reads show, days of observation aside: no event tells those. */
export function differences(
  mirror: Mirror,
  shown: Record<Entity, readonly (Card | Expansion | Series | Product)[]>,
): string[] {
  const text = (record: unknown) =>
    JSON.stringify(record, (key, value) => (key === 'observed_on' ? null : sorted(value)));
  return ENTITIES.flatMap((entity) => {
    const copies = mirror.records[entity];
    const differing = shown[entity].filter((record) => text(copies.get(String(record.id))) !== text(record));
    const extra = copies.size - shown[entity].length;
    return [
      ...differing.map(({ id }) => `${entity} ${id}`),
      ...(extra === 0 ? [] : [`${entity}: ${extra} more than the reads show`]),
    ];
  });
}

/** Keys in one order, so that texts compare by what they say. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compare(a, b)));
}

type CardRow = UsdPriceEntry | EurPriceEntry;

/**
 * A copy of price rows alone, as a consumer keeps it who takes price events: each has all rows of a card in one currency. Where
 * nothing is priced any more the card's record says so.
 */
export class PriceMirror {
  readonly rows = new Map<string, readonly CardRow[]>();

  apply({ name, data }: Delivered): void {
    if (name.endsWith('.card_prices.updated')) {
      const { currency, cards } = data as { currency: string; cards: { card_id: string; prices: CardRow[] }[] };
      for (const { card_id, prices } of cards) this.rows.set(`${card_id} ${currency}`, prices);
    }
    if (!name.endsWith('.cards.updated')) return;
    for (const { id, variants } of data.cards as Card[]) {
      if (!variants.some(({ usd_market }) => usd_market.some(isPriced))) this.rows.delete(`${id} USD`);
      if (!variants.some(({ eur_market }) => isPriced(eur_market))) this.rows.delete(`${id} EUR`);
    }
  }

  /** Names of cards and currencies whose rows are not those that reads show. */
  differences(shown: ReadonlyMap<string, readonly CardRow[]>): string[] {
    const text = (rows: readonly CardRow[]) => rows.map((row) => JSON.stringify(sorted(row))).sort();
    const wanted = new Map<string, readonly CardRow[]>();
    for (const [id, rows] of shown) {
      for (const [currency, own] of Map.groupBy(rows, (row) => row.currency)) {
        if (own.some(isPriced)) wanted.set(`${id} ${currency}`, own);
      }
    }
    return [...new Set([...this.rows.keys(), ...wanted.keys()])].filter(
      (name) => text(this.rows.get(name) ?? []).join() !== text(wanted.get(name) ?? []).join(),
    );
  }
}

const isPriced = (row: object): boolean => Object.values(row).some((value) => typeof value === 'number');
