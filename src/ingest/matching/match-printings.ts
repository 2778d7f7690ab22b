/** Decides which marketplace row speaks for which printing, by named rules; what they leave open has no price. */
import type { ClaimingCard, ClaimingVariant, Marketplace } from '../../catalog/claims.ts';
import type { Reason, Rule } from '../../catalog/provenance/reasons.ts';
import type { PrintingRules } from '../../games/game.ts';
import { plainest } from './plainness.ts';
import type { KnownSubTypes } from './sub-types.ts';

/** Why a printing has none: the reasons that matching alone can give. */
export type NoMatch = Exclude<Reason, 'amount-held-back' | 'row-without-price' | 'no-price-run-yet'>;

interface Decision {
  variant_id: number;
  card_id: string;
}

/** A printing and the USD row that is its price. */
export interface UsdMatch extends Decision {
  product_id: number;
  sub_type: string;
  rule: Rule;
}

/** A printing and the half of a EUR row that is its price. */
export interface EurMatch extends Decision {
  product_id: number;
  price_kind: 'plain' | 'holo';
  rule: Rule;
}

export interface Unmatched extends Decision {
  market: Marketplace;
  product_id: number | null;
  reason: NoMatch;
}

export interface Matches {
  usd: UsdMatch[];
  eur: EurMatch[];
  unmatched: Unmatched[];
}

/** What is known beside the catalog. */
export interface MatchEvidence {
  /** How the game's printings stand at the marketplaces. */
  printings: PrintingRules;
  sub_types: KnownSubTypes;
  /** Ids that the mapping audit withholds. */
  withheld: Record<Marketplace, ReadonlySet<number>>;
}

/** The printings of one card that name one article, and whether no other printing of the catalog names it. */
interface Article {
  card_id: string;
  product_id: number;
  sharers: ClaimingVariant[];
  unshared: boolean;
}

/** Matches every printing of the catalog; a printing gets at most one row of each market. */
export function matchPrintings(
  cards: readonly ClaimingCard[],
  { printings, sub_types, withheld }: MatchEvidence,
): Matches {
  const claimants = claimantCounts(cards, 'tcgplayer');
  const matches: Matches = { usd: [], eur: [], unmatched: [] };
  for (const card of cards) {
    for (const [product_id, sharers] of byArticle(card, 'tcgplayer', withheld, matches.unmatched)) {
      matchUsd(
        { card_id: card.id, product_id, sharers, unshared: claimants.get(product_id) === 1 },
        { printings, sub_types },
        matches,
      );
    }
    for (const [product_id, sharers] of byArticle(card, 'cardmarket', withheld, matches.unmatched)) {
      matchEur({ card_id: card.id, product_id, sharers }, printings, matches);
    }
  }
  return matches;
}

/** On how many printings of the whole catalog each article is written. */
function claimantCounts(cards: readonly ClaimingCard[], market: Marketplace): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { variants } of cards) {
    for (const { external_ids } of variants) {
      const id = external_ids[market];
      if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}

/** The card's printings by the article they name; those that can have no price are put aside. */
function byArticle(
  card: ClaimingCard,
  market: Marketplace,
  withheld: MatchEvidence['withheld'],
  unmatched: Unmatched[],
): Map<number, ClaimingVariant[]> {
  const articles = new Map<number, ClaimingVariant[]>();
  for (const variant of card.variants) {
    const product_id = variant.external_ids[market];
    const refuse = (reason: NoMatch) =>
      unmatched.push({ variant_id: variant.id, card_id: card.id, market, product_id, reason });
    if (product_id === null) refuse(variant.is_missing ? 'no-longer-comes' : 'no-id');
    else if (withheld[market].has(product_id)) refuse('contradictory-id');
    else articles.set(product_id, [...(articles.get(product_id) ?? []), variant]);
  }
  return articles;
}

function matchUsd(
  { card_id, product_id, sharers, unshared }: Article,
  { printings, sub_types }: Pick<MatchEvidence, 'printings' | 'sub_types'>,
  matches: Matches,
): void {
  const article = { card_id, product_id };
  const refuse = ({ id }: ClaimingVariant, reason: NoMatch) =>
    matches.unmatched.push({ ...article, variant_id: id, market: 'tcgplayer', reason });
  const give = ({ id }: ClaimingVariant, sub_type: string, rule: Rule) =>
    matches.usd.push({ ...article, variant_id: id, sub_type, rule });
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
    const reader = alone ? claiming[0] : plainest(claiming.filter(printings.isBare), printings);
    for (const variant of claiming) {
      if (variant === reader) give(variant, sub_type, alone ? 'sub-type' : 'bare-of-sub-type');
      else refuse(variant, reader ? 'row-of-a-plainer-printing' : 'row-fits-several-printings');
    }
  }
}

function matchEur(
  { card_id, product_id, sharers }: Omit<Article, 'unshared'>,
  printings: PrintingRules,
  matches: Matches,
): void {
  const article = { card_id, product_id };
  const halves = Map.groupBy(sharers, (sharer) => (printings.readsSecondHalf(sharer, sharers) ? 'holo' : 'plain'));
  for (const [price_kind, claiming] of halves) {
    const reader = plainest(claiming, printings);
    const rule = claiming.length > 1 ? 'plainest' : halves.size > 1 ? 'pair' : 'alone';
    for (const variant of claiming) {
      const decision = { ...article, variant_id: variant.id };
      if (variant === reader) matches.eur.push({ ...decision, price_kind, rule });
      else {
        const reason = reader ? 'row-of-a-plainer-printing' : 'row-fits-several-printings';
        matches.unmatched.push({ ...decision, market: 'cardmarket', reason });
      }
    }
  }
}
