/** Finds which marketplace product each printing is, where the catalog does not say: by what the lists tell of both. */
import type { ClaimingCard, ClaimingVariant, Marketplace } from '../../../catalog/claims.ts';
import { numberNormalized } from '../../../catalog/collector-number.ts';
import { foldName } from '../../../catalog/fold.ts';
import type { Card } from '../../../catalog/records.ts';
import type { MarketplaceCard } from '../../../games/game.ts';
import { inBatches } from '../../../store/batches.ts';
import { cardBodies, setCardBody } from '../../../store/catalog/cards.ts';
import { bumpCatalogVersion } from '../../../store/catalog/game-versions.ts';
import type { Writes } from '../../../store/store.ts';
import type { CardmarketProduct } from '../../../upstream/markets/cardmarket.ts';
import type { TcgcsvGroup, TcgcsvProduct } from '../../../upstream/markets/tcgcsv.ts';
import type { Changes } from '../../changes.ts';
import { unlinkedFault } from '../../guards.ts';
import { type MarketView, viewOf } from '../links/market-view.ts';

/** Printings by card whose marketplace product is another than the one that is stored; null where it is none now. */
export type FoundProducts = ReadonlyMap<string, ReadonlyMap<number, number | null>>;

/** Whether the printings of an expansion keep the products that they have; `fault` is what speaks against the lists there. */
type IsLeft = (expansionId: string, fault: string | undefined) => boolean;

type MarketplaceProduct = MarketplaceCard & { product_id: number };

/** The single cards of a list, by what a marketplace product and a card have in common. */
interface Candidates {
  byKey: ReadonlyMap<string | null, readonly MarketplaceProduct[]>;
  keyOf(card: ClaimingCard): string | null;
}

/** Finds them at TCGplayer: product and card bear the same number. */
export function findAtTcgplayer(
  view: MarketView,
  groups: readonly TcgcsvGroup[],
  products: readonly TcgcsvProduct[],
  isLeft: IsLeft,
): FoundProducts {
  const names = new Map(groups.map(({ group_id, name }) => [group_id, name]));
  const numbered = products.map(({ product_id, group_id, name, number, rarity }) => {
    return { key: numberNormalized(number), product_id, name, rarity, group: names.get(group_id) ?? null };
  });
  const keyOf = ({ number }: ClaimingCard) => numberNormalized(number);
  return find(view, 'tcgplayer', products, { byKey: Map.groupBy(numbered, ({ key }) => key), keyOf }, isLeft);
}

/** Finds them at Cardmarket, whose list knows neither numbers nor the names of expansions: by name in the expansion. */
export function findAtCardmarket(view: MarketView, products: readonly CardmarketProduct[], isLeft: IsLeft) {
  const singles = products
    .filter(({ sealed }) => !sealed)
    .map(({ product_id, group_id, name }) => ({ product_id, group_id, ...withoutVersion(name) }));
  const expansionOf = namedGroups(singles, view.cards);
  const named = singles.map(({ product_id, group_id, name, rarity }) => {
    return { key: `${expansionOf.get(group_id)} ${foldName(name)}`, product_id, name, rarity, group: null };
  });
  const keyOf = ({ expansion_id, name }: ClaimingCard) => `${expansion_id} ${foldName(name)}`;
  return find(view, 'cardmarket', products, { byKey: Map.groupBy(named, ({ key }) => key), keyOf }, isLeft);
}

/** Cards of one name in an expansion are numbered there, in no order that is known: `Bell (V.1)`, `Bell (V.2 - Rare)`. */
function withoutVersion(text: string): { name: string; rarity: string | null } {
  const [, name = text, rarity = null] = /^(.+) \(V\.\d+(?: - (.+))?\)$/.exec(text) ?? [];
  return { name, rarity };
}

/**
 * Finds the products of all printings, lets the view see the catalog as if it had named them, and returns what is another than
 * before. A marketplace product is of one card and a printing is one product, or there is none; what the lists no longer hold
 * stays what it was.
 */
function find(
  view: MarketView,
  market: Marketplace,
  products: readonly { product_id: number }[],
  { byKey, keyOf }: Candidates,
  isLeft: IsLeft,
): FoundProducts {
  const isProductOf = view.game.marketplaceProducts?.[market];
  if (isProductOf === undefined) return new Map();
  const listed = new Set(products.map(({ product_id }) => product_id));
  const cardsOf = new Map<number, Set<string>>();
  const productIdsOf = new Map<number, number[]>();
  for (const card of view.cards) {
    const named = { name: card.name, expansion: view.expansionNames.get(card.expansion_id) ?? '' };
    const key = keyOf(card);
    const candidates = key === null ? [] : (byKey.get(key) ?? []);
    for (const variant of card.variants.filter(({ is_missing }) => !is_missing)) {
      const fitting = candidates.filter((product) => isProductOf(product, named, variant));
      const ids = fitting.map(({ product_id }) => product_id);
      productIdsOf.set(variant.id, ids);
      for (const id of ids) cardsOf.set(id, (cardsOf.get(id) ?? new Set()).add(card.id));
    }
  }
  const productIdOf = ({ id, external_ids }: ClaimingVariant): number | null => {
    const [only, another] = productIdsOf.get(id) ?? [];
    if (only !== undefined && another === undefined && cardsOf.get(only)?.size === 1) return only;
    const kept = external_ids[market];
    return kept !== null && !listed.has(kept) ? kept : null;
  };
  const found = new Map<string, ReadonlyMap<number, number | null>>();
  for (const [expansionId, cards] of Map.groupBy(view.cards, ({ expansion_id }) => expansion_id)) {
    const came = cards.flatMap(({ id, variants }) =>
      variants.flatMap((variant) => (variant.is_missing ? [] : { id, variant, product: productIdOf(variant) })),
    );
    const known = came.filter(({ variant }) => listed.has(variant.external_ids[market] ?? 0));
    const changed = came.filter(({ variant, product }) => variant.external_ids[market] !== product);
    const lost = known.filter(({ variant, product }) => variant.external_ids[market] !== product).length;
    const what = `printings of ${view.expansionNames.get(expansionId) ?? expansionId}`;
    if (isLeft(expansionId, unlinkedFault(what, lost, known.length))) continue;
    for (const [id, own] of Map.groupBy(changed, (each) => each.id)) {
      found.set(id, new Map(own.map(({ variant, product }) => [variant.id, product])));
    }
  }
  const cards = view.cards.map((card): ClaimingCard => {
    const changed = found.get(card.id);
    if (changed === undefined) return card;
    return { ...card, variants: card.variants.map((variant) => withProductId(variant, market, changed)) };
  });
  if (found.size > 0) Object.assign(view, viewOf(view.game, cards, view.expansionNames, view.settled));
  return found;
}

/** The record with the marketplace product that was found for it, if any was. */
export function withProductId<Variant extends Pick<ClaimingVariant, 'id' | 'external_ids'>>(
  variant: Variant,
  market: Marketplace,
  found: ReadonlyMap<number, number | null>,
): Variant {
  const product = found.get(variant.id);
  return product === undefined ? variant : { ...variant, external_ids: { ...variant.external_ids, [market]: product } };
}

/** So many of a group's names must be in the expansion: reprints share names, a set of them is another set's by half. */
const GROUP_SHARE_MIN = 0.8;
/** And so many of the expansion's in the group: a handful of promotional cards are all in some larger one. */
const EXPANSION_SHARE_MIN = 0.5;

/** The expansion of each group that is plainly one, by the group's number. */
export function namedGroups(
  marketplaceProducts: readonly { group_id: number; name: string }[],
  cards: readonly Pick<ClaimingCard, 'name' | 'expansion_id'>[],
): Map<number, string> {
  const expansionsOf = new Map<string, Set<string>>();
  const namesIn = new Map<string, Set<string>>();
  for (const { name, expansion_id } of cards) {
    const folded = foldName(name);
    expansionsOf.set(folded, (expansionsOf.get(folded) ?? new Set()).add(expansion_id));
    namesIn.set(expansion_id, (namesIn.get(expansion_id) ?? new Set()).add(folded));
  }
  const groups = Map.groupBy(marketplaceProducts, ({ group_id }) => group_id);
  return new Map(
    [...groups].flatMap(([group, listed]): [number, string][] => {
      const names = new Set(listed.map(({ name }) => foldName(name)));
      const shared = new Map<string, number>();
      for (const name of names) {
        for (const id of expansionsOf.get(name) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
      }
      const [first, second] = [...shared].sort(([, a], [, b]) => b - a);
      if (first === undefined || first[1] === second?.[1]) return [];
      const [expansion, count] = first;
      const isPlain =
        count >= names.size * GROUP_SHARE_MIN && count >= (namesIn.get(expansion)?.size ?? 0) * EXPANSION_SHARE_MIN;
      return isPlain ? [[group, expansion]] : [];
    }),
  );
}

/** Writes what differs in cards of the game; returns how many printings have another product now, and how many have none, where any have. */
export async function publishFoundProducts(
  writes: Writes,
  { game, market }: { game: string; market: Marketplace },
  found: FoundProducts,
  changes: Changes,
): Promise<Record<string, number>> {
  if (found.size === 0) return {};
  const counts = { printings_linked: 0, printings_unlinked: 0 };
  // Some at a time: their records stand in memory together.
  for (const ids of inBatches([...found.keys()])) {
    for (const [id, text] of await cardBodies(writes, ids)) {
      const marketplaceProducts = found.get(id) ?? new Map();
      const card = JSON.parse(text) as Card;
      card.variants = card.variants.map((variant) => withProductId(variant, market, marketplaceProducts));
      await setCardBody(writes, id, JSON.stringify(card));
      changes.cards.add(id);
      for (const product of marketplaceProducts.values()) {
        counts[product === null ? 'printings_unlinked' : 'printings_linked'] += 1;
      }
    }
  }
  await bumpCatalogVersion(writes, { games: [game], names: false });
  return counts;
}
