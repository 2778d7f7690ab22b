/** Judges which of several cards a marketplace product is: by what the marketplace says of it, or by amounts; else it is none's. */
import { type ClaimingCard, claimsProduct, type Marketplace, type SettledBy } from '../../../catalog/claims.ts';
import { numberNormalized } from '../../../catalog/collector-number.ts';
import type { ListedSingle } from '../../../store/prices/market-knowledge.ts';
import { bearsNumber, statedNumbers } from './listed-singles.ts';
import type { SharedId } from './mapping-audit.ts';

/** Cards of one name, each of which claims a product that another of them claims too. */
export interface Contest {
  market: Marketplace;
  ids: number[];
  cards: ClaimingCard[];
}

/** A day's amount in cents, by day. */
export type Days = ReadonlyMap<string, number>;

export interface ClaimFacts {
  /** Of a name in a group: the product itself and those listed beside it that no card alone names. Empty where no list is known. */
  listedWith(id: number): readonly ListedSingle[];
  /** What it costs, and what the card costs at the other market. */
  productDays(id: number): Days;
  cardDays(card: ClaimingCard): Days;
}

/** The product of a card, and by what it is known. */
export type Decision = { product_id: number; by: SettledBy };

/** The contests among cards: those of one name that products join. */
export function contests(shared: readonly SharedId[], cards: readonly ClaimingCard[]): Contest[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const found: { market: Marketplace; ids: Set<number>; cards: Set<string> }[] = [];
  for (const { market, id, cards: all } of shared.filter(({ contested }) => contested)) {
    const claiming = all.filter((card) => claimsProduct(byId.get(card.id) as ClaimingCard, market, id));
    const joined = found.filter((one) => one.market === market && claiming.some((card) => one.cards.has(card.id)));
    const contest = joined[0] ?? { market, ids: new Set(), cards: new Set() };
    if (joined.length === 0) found.push(contest);
    for (const other of joined.slice(1)) {
      for (const each of other.ids) contest.ids.add(each);
      for (const each of other.cards) contest.cards.add(each);
      found.splice(found.indexOf(other), 1);
    }
    contest.ids.add(id);
    for (const card of claiming) contest.cards.add(card.id);
  }
  return found.map(({ market, ids, cards: claiming }) => ({
    market,
    ids: [...ids].sort((a, b) => a - b),
    cards: [...claiming].sort().flatMap((id) => byId.get(id) ?? []),
  }));
}

/** The product of each card that has one, by the card's id. */
export function judgeContest(contest: Contest, facts: ClaimFacts): Map<string, Decision> {
  const { ids, market, cards } = contest;
  const products = [...new Map(ids.flatMap((id) => facts.listedWith(id)).map((one) => [one.product_id, one])).values()];
  const decided = byNumber(contest, products);
  for (const product of products) {
    const claimed = cards.filter((card) => claimsProduct(card, market, product.product_id));
    if (claimed.some(({ id }) => decided.has(id)) || !isListedUnderAll(product, claimed)) continue;
    for (const { id } of claimed) decided.set(id, { product_id: product.product_id, by: 'listed-under-both' });
  }
  if (market === 'cardmarket') byAmounts(contest, products, facts, decided);
  return decided;
}

/** Of the products that bear the number of one card alone each card gets the one it claims, or else the only one. */
function byNumber({ ids, market, cards }: Contest, products: readonly ListedSingle[]): Map<string, Decision> {
  const decided = new Map<string, Decision>();
  const owned = products.flatMap((product) => {
    const [only, another] = cards.filter((card) => bearsNumber(product, card));
    return only && !another ? [{ product, card: only }] : [];
  });
  for (const card of cards) {
    const own = owned.filter((each) => each.card === card).map(({ product }) => product);
    const claimed = own.filter(({ product_id }) => ids.includes(product_id) && claimsProduct(card, market, product_id));
    const [product, another] = claimed.length > 0 ? claimed : own;
    if (product === undefined || another !== undefined) continue;
    decided.set(card.id, { product_id: product.product_id, by: market === 'tcgplayer' ? 'number' : 'name' });
  }
  return decided;
}

/** Whether the marketplace sells cards of one number in several expansions, all of its group, as one product. */
function isListedUnderAll({ expansions }: ListedSingle, cards: readonly ClaimingCard[]): boolean {
  const places = new Set(cards.map(({ expansion_id }) => expansion_id));
  const numbers = new Set(cards.map(({ number }) => numberNormalized(number)));
  if (places.size < cards.length || numbers.size > 1 || numbers.has(null)) return false;
  return cards.length > 1 && [...places].every((id) => expansions.includes(id));
}

/** So far apart two markets' amounts for one card are at most; other cards' must be further apart. */
const FACTOR_MAX = 3;
/**
 * And this far where cards are left without a product: a true card just outside the factor beside another that fits by chance
 * was 2 of 1,125 wrong on a whole catalog.
 */
const FACTOR_CLEAR = 6;
const DAYS_MIN = 3;
/** More ways to pair products and cards than this are none that amounts could tell apart. */
const PAIRINGS_MAX = 120;

function byAmounts(
  { ids, market, cards }: Contest,
  products: readonly ListedSingle[],
  facts: ClaimFacts,
  decided: Map<string, Decision>,
): void {
  const open = cards.filter(({ id }) => !decided.has(id));
  // A card with two of the products, for two of its printings, is no pair of one of them.
  if (open.some((card) => ids.filter((id) => claimsProduct(card, market, id)).length > 1)) return;
  const taken = new Set([...decided.values()].map(({ product_id }) => product_id));
  const stated = new Set(
    products.filter((one) => statedNumbers(one, cards[0]?.name ?? '').length > 0).map(({ product_id }) => product_id),
  );
  const named = new Set([...ids, ...products.map(({ product_id }) => product_id)]);
  const free = [...named].filter((id) => !taken.has(id) && !stated.has(id));
  const paired = pairedByAmounts(free.map(facts.productDays), open.map(facts.cardDays));
  for (const [at, card] of (paired ?? []).entries()) {
    const [product_id, owner] = [free[at], open[card]];
    if (product_id !== undefined && owner) decided.set(owner.id, { product_id, by: 'amounts' });
  }
}

/**
 * Which card each product is, by index: the only pairing whose amounts stand within the factor on every day that has all
 * of them, where every other breaks it each day; where cards are left without one, by twice as much. Undefined where there is none, or fewer than three such days.
 */
export function pairedByAmounts(products: readonly Days[], cards: readonly Days[]): number[] | undefined {
  if (products.length === 0 || products.length > cards.length) return undefined;
  const all = [...products, ...cards];
  const days = [...(all[0]?.keys() ?? [])].filter((day) => all.every((amounts) => amounts.has(day)));
  if (days.length < DAYS_MIN) return undefined;
  const fits = (pairing: readonly number[], day: string, factor: number) =>
    pairing.every((card, product) => {
      const [one, other] = [products[product]?.get(day) ?? 0, cards[card]?.get(day) ?? 0];
      return Math.max(one, other) <= factor * Math.min(one, other);
    });
  const near = products.length < cards.length ? FACTOR_CLEAR : FACTOR_MAX;
  const pairings = pairingsOf(products.length, cards.length);
  const right = pairings?.filter((pairing) => days.some((day) => fits(pairing, day, near))) ?? [];
  const [only] = right;
  return only && right.length === 1 && days.every((day) => fits(only, day, FACTOR_MAX)) ? only : undefined;
}

/** Every way to give each of so many products a card of its own; undefined where they are too many, or only one. */
function pairingsOf(products: number, cards: number): number[][] | undefined {
  let pairings: number[][] = [[]];
  for (let product = 0; product < products; product += 1) {
    pairings = pairings.flatMap((pairing) =>
      Array.from({ length: cards }, (_, card) => card).flatMap((card) =>
        pairing.includes(card) ? [] : [[...pairing, card]],
      ),
    );
    if (pairings.length > PAIRINGS_MAX) return undefined;
  }
  return pairings.length > 1 ? pairings : undefined;
}
