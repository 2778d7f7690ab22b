/** Decides which marketplace row speaks for which printing, by named rules; what they leave open has no price. */

import { printingIdentity } from '../../../catalog/changes.ts';
import type { ClaimingCard, ClaimingVariant, Marketplace } from '../../../catalog/claims.ts';
import { compareOrdinary, type OrdinaryRules } from '../../../catalog/printings/ordinary-printing.ts';
import type { Reason, Rule } from '../../../catalog/provenance/reasons.ts';
import type { Printing } from '../../../catalog/records.ts';
import type { PrintingRules } from '../../../games/game.ts';
import type { PriceLink } from '../../../store/prices/market-knowledge.ts';
import type { KnownSubTypes } from '../../prices/sub-types.ts';
import type { KnownClaims } from '../claims/mapping-audit.ts';
import type { MarketView } from './market-view.ts';

/** Why a printing has none: the reasons that matching alone can give. */
export type NoMatch = Exclude<Reason, 'amount-held-back' | 'row-without-price' | 'no-price-run-yet'>;

export interface Unmatched {
  variant_id: number;
  card_id: string;
  market: Marketplace;
  product_id: number | null;
  reason: NoMatch;
}

/** Which printing reads which row: in USD of which sub type, in EUR which price side of it. */
export interface Matches extends Record<PriceLink['market'], PriceLink[]> {
  unmatched: Unmatched[];
}

export interface MatchEvidence {
  printings: PrintingRules;
  sub_types: KnownSubTypes;
  claims: KnownClaims;
}

/** The printings of one card that name one marketplace product, and whether no other printing of the catalog names it. */
interface ClaimedProduct {
  card_id: string;
  product_id: number;
  sharers: ClaimingVariant[];
  unshared: boolean;
}

/** Matches every printing of the catalog, in both currencies or those named; a printing gets at most one row of each. */
export function matchPrintings(
  cards: readonly ClaimingCard[],
  { printings, sub_types, claims }: MatchEvidence,
  currencies: Currencies = ['usd', 'eur'],
): Matches {
  const matches: Matches = { usd: [], eur: [], unmatched: [] };
  const claimants = currencies.includes('usd') ? claimantCounts(cards, claims, 'tcgplayer') : undefined;
  for (const card of cards) {
    for (const currency of currencies) {
      const market = currency === 'usd' ? 'tcgplayer' : 'cardmarket';
      for (const [product_id, sharers] of byProduct(card, market, claims, matches.unmatched)) {
        const claimed = { card_id: card.id, product_id, sharers, unshared: claimants?.get(product_id) === 1 };
        if (currency === 'usd') matchUsd(claimed, { printings, sub_types }, matches);
        else matchEur(claimed, printings, matches);
      }
    }
  }
  return matches;
}

type Currencies = readonly PriceLink['market'][];

/** Matches what the view sees by the sub types that are known. */
export const matchesIn = ({ cards, game, claims }: MarketView, sub_types: KnownSubTypes, currencies?: Currencies) =>
  matchPrintings(cards, { printings: game.printings, sub_types, claims }, currencies);

/** TCGplayer's products that printings name, or were found to be. */
export const claimedProducts = ({ cards, claims }: MarketView): number[] =>
  cards.flatMap(({ variants }) =>
    variants.flatMap((variant) => claims.productOf(variant, 'tcgplayer').product_id ?? []),
  );

/** What the price matcher is told of the view, which may learn of marketplace products meanwhile. */
export const matchingOf = (view: MarketView) => ({
  game: view.game.name,
  products: () => claimedProducts(view),
  match: (known: KnownSubTypes, currency: PriceLink['market']) => matchesIn(view, known, [currency])[currency],
});

/** How many printings of the whole catalog each marketplace product is, or is written on. */
function claimantCounts(cards: readonly ClaimingCard[], claims: KnownClaims, market: Marketplace): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { variants } of cards) {
    for (const variant of variants) {
      const { product_id: id } = claims.productOf(variant, market);
      if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}

/** The card's printings by the marketplace product they name; those that can have no price are left out. */
function byProduct(card: ClaimingCard, market: Marketplace, claims: KnownClaims, unmatched: Unmatched[]) {
  const products = new Map<number, ClaimingVariant[]>();
  for (const variant of card.variants) {
    const { product_id, refused } = claims.productOf(variant, market);
    const refuse = (reason: NoMatch) =>
      unmatched.push({ variant_id: variant.id, card_id: card.id, market, product_id, reason });
    if (product_id === null) refuse(variant.is_missing ? 'no-longer-comes' : 'no-id');
    else if (refused) refuse(refused);
    else products.set(product_id, [...(products.get(product_id) ?? []), variant]);
  }
  return products;
}

function matchUsd(
  { card_id, product_id, sharers, unshared }: ClaimedProduct,
  { printings, sub_types }: Pick<MatchEvidence, 'printings' | 'sub_types'>,
  matches: Matches,
): void {
  const claimed = { card_id, product_id };
  const refuse = ({ id }: ClaimingVariant, reason: NoMatch) =>
    matches.unmatched.push({ ...claimed, variant_id: id, market: 'tcgplayer', reason });
  const give = ({ id }: ClaimingVariant, sub_type: string, rule: Rule) =>
    matches.usd.push({ ...claimed, variant_id: id, market: 'usd', part: sub_type, rule });
  const known = sub_types.of(product_id);
  const only = unshared ? sub_types.onlyOf(product_id) : undefined;
  const claims = new Map<string, ClaimingVariant[]>();
  for (const variant of sharers) {
    const [fitting, another] = printings.subTypesOf(variant).filter((name) => known.includes(name));
    if (another !== undefined) refuse(variant, 'several-rows-fit');
    else if (fitting !== undefined) claims.set(fitting, [...(claims.get(fitting) ?? []), variant]);
    else if (only !== undefined) give(variant, only, 'only-sub-type');
    else refuse(variant, known.length === 0 ? 'article-never-priced' : 'no-row-of-its-sub-type');
  }
  for (const [sub_type, claiming] of claims) {
    const alone = claiming.length === 1;
    const priced = alone ? claiming[0] : plainest(claiming.filter(printings.isBare), printings);
    if (priced) give(priced, sub_type, alone ? 'sub-type' : 'bare-of-sub-type');
    refuseOthers(claiming, priced, refuse);
  }
}

function matchEur({ card_id, product_id, sharers }: ClaimedProduct, printings: PrintingRules, matches: Matches): void {
  const claimed = { card_id, product_id };
  const refuse = ({ id }: ClaimingVariant, reason: NoMatch) =>
    matches.unmatched.push({ ...claimed, variant_id: id, market: 'cardmarket', reason });
  const sides = Map.groupBy(sharers, (sharer) => (printings.readsSecondSide(sharer, sharers) ? 'holo' : 'plain'));
  for (const [half, claiming] of sides) {
    const priced = plainest(claiming, printings);
    const rule: Rule = claiming.length > 1 ? 'plainest' : sides.size > 1 ? 'pair' : 'alone';
    if (priced) matches.eur.push({ ...claimed, variant_id: priced.id, market: 'eur', part: half, rule });
    refuseOthers(claiming, priced, refuse);
  }
}

/** Of several printings that claim a row one reads it, or none. */
function refuseOthers(
  claiming: readonly ClaimingVariant[],
  priced: ClaimingVariant | undefined,
  refuse: (variant: ClaimingVariant, reason: NoMatch) => void,
): void {
  const reason = priced ? 'row-of-a-plainer-printing' : 'row-fits-several-printings';
  for (const variant of claiming) if (variant !== priced) refuse(variant, reason);
}

/** The most ordinary printing. Undefined where two different ones are ordinary alike; of exact duplicates the first speaks for all. */
export function plainest<Candidate extends Printing>(candidates: readonly Candidate[], rules: OrdinaryRules) {
  const [first, ...rest] = candidates.toSorted((a, b) => compareOrdinary(a, b, rules));
  const rival = rest.find((candidate) => first && printingIdentity(candidate) !== printingIdentity(first));
  return first && rival && compareOrdinary(first, rival, rules) === 0 ? undefined : first;
}
