/** Everything that a store shows, as texts by what they are of: two stores that show the same have the same texts. */
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { variantNames } from '../../src/catalog/variant-names.ts';
import { marketView } from '../../src/ingest/matching/links/market-view.ts';
import { matchPrintings } from '../../src/ingest/matching/links/match-printings.ts';
import { KnownSubTypes } from '../../src/ingest/prices/sub-types.ts';
import { variantsOf } from '../../src/store/catalog/variants.ts';
import { currentCardPrices } from '../../src/store/prices/current-prices.ts';
import { marketplaceSubTypes, priceLinks } from '../../src/store/prices/market-knowledge.ts';
import type { Store } from '../../src/store/store.ts';
import { type CatalogState, stateOf } from '../support/oracles/event-differences.ts';
import { cardHistory, productHistory } from '../support/oracles/shown-histories.ts';
import { GAME } from '../support/stages/game.ts';

/** Texts by name; a name begins with the id of its record. */
export type Shown = Map<string, string>;

/** The days that histories are read over. */
interface Window {
  from: string;
  to: string;
}

/**
 * Cards, printings, their prices, history, links and reasons, expansions and series. A printing is named by its look,
 * since its id is the store's own; one that did not come with the last complete record of its card is left out.
 */
export async function shownCatalog(store: Store, window: Window): Promise<Shown> {
  const { reads } = store;
  const { cards, expansions, series } = await stateOf(store);
  const shown: Shown = new Map();
  for (const record of [...expansions, ...series]) shown.set(`${record.id} record`, JSON.stringify(record));
  const ids = cards.map(({ id }) => id);
  const stored = await variantsOf(reads, ids);
  const slotOf = new Map(stored.map(({ id, identity, ordinal }) => [id, `${identity}#${ordinal}`]));
  const missing = new Set(stored.filter(({ missing_runs }) => missing_runs > 0).map(({ id }) => id));
  const reasons = await reasonsOf(store);
  const current = await currentCardPrices(reads, ids);
  // A server answers many of these small questions at once.
  const histories = await Promise.all(ids.map((id) => cardHistory(reads, id, window)));
  for (const [index, { variants, ...card }] of cards.entries()) {
    const present = variants.filter(({ id }) => !missing.has(id));
    const names = variantNames(variants);
    shown.set(`${card.id} record`, JSON.stringify([card, present.map(({ id }) => slotOf.get(id))]));
    const history = histories[index]?.variants ?? [];
    for (const [at, variant] of variants.entries()) {
      if (missing.has(variant.id)) continue;
      const { id, ...fields } = variant;
      const sources = (current.get(card.id) ?? []).filter((price) => price.variant_id === id);
      const own = { ...fields, name: names.get(id) };
      const name = `${card.id} ${slotOf.get(id)}`;
      shown.set(`${name} record`, JSON.stringify(own));
      shown.set(`${name} history`, JSON.stringify(history[at]));
      shown.set(`${name} reasons`, JSON.stringify(reasons.get(id) ?? []));
      shown.set(`${name} sources`, JSON.stringify(sources.map(({ market, source }) => [market, source])));
    }
  }
  return shown;
}

/** Why each printing has the row that it has, or none, as `explain` and the audit say it. */
async function reasonsOf({ reads }: Store): Promise<Map<number, string[]>> {
  const reasons = new Map<number, string[]>();
  const add = (id: number, text: string) => reasons.set(id, [...(reasons.get(id) ?? []), text].sort());
  const { cards, claims } = await marketView(reads, GAME);
  const sub_types = new KnownSubTypes(await marketplaceSubTypes(reads));
  const { unmatched } = matchPrintings(cards, { printings: GAME.printings, sub_types, claims });
  for (const { variant_id, market, product_id, reason } of unmatched)
    add(variant_id, `${market} ${product_id} ${reason}`);
  for (const market of ['usd', 'eur'] as const) {
    for (const link of await priceLinks(reads, market, DEFAULT_SCOPE.game)) {
      add(link.variant_id, `${market} ${link.product_id} ${link.part} by ${link.rule}`);
    }
  }
  return reasons;
}

/** Sealed products with their prices and history. */
export async function shownProducts(store: Store, window: Window): Promise<Shown> {
  const { products } = await stateOf(store);
  const shown: Shown = new Map();
  const histories = await Promise.all(products.map(({ id }) => productHistory(store.reads, id, window)));
  for (const [index, product] of products.entries()) {
    shown.set(`${product.id} record`, JSON.stringify(product));
    shown.set(`${product.id} history`, JSON.stringify(histories[index]));
  }
  return shown;
}

/** A name under which two texts differ, and both. */
export type Difference = readonly [name: string, one: string, other: string];

/** Products that call an expansion otherwise than it is called. */
export function misnamed({ products, expansions }: CatalogState): Difference[] {
  const names = new Map(expansions.map(({ id, name }) => [id, name]));
  return products.flatMap((product) =>
    product.expansions
      .filter(({ id, name }) => names.get(id) !== name)
      .map(({ id, name }): Difference => [`${product.id} expansions`, name, names.get(id) ?? 'nothing']),
  );
}

/** Printings that did not come with the last complete record of their card, and have a price all the same. */
export async function pricedPhantoms({ reads }: Store, { cards }: CatalogState): Promise<Difference[]> {
  const rows = await reads.selectFrom('variants').select('id').where('missing_runs', '>', 0).execute();
  const missing = new Set(rows.map(({ id }) => id));
  return cards.flatMap((card) =>
    card.variants
      .filter(({ id, usd_market, eur_market }) => missing.has(id) && (usd_market.length || eur_market.observed_on))
      .map((variant): Difference => [`${card.id} ${variant.id}`, JSON.stringify(variant), 'no price']),
  );
}

/** What the two differ in. */
export const differencesBetween = (one: Shown, other: Shown): Difference[] =>
  [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => one.get(name) !== other.get(name))
    .map((name) => [name, one.get(name) ?? 'nothing', other.get(name) ?? 'nothing']);
