/** Where each price of a card comes from, and why the others are not there: the matching told for one card. */
import type { ClaimingVariant, Marketplace } from '../../catalog/claims.ts';
import type {
  CardExplanation,
  EurExplanation,
  HeldBack,
  UsdExplanation,
} from '../../catalog/provenance/card-explanation.ts';
import { REASONS, type Reason, RULES, type Rule } from '../../catalog/provenance/reasons.ts';
import { variantNames } from '../../catalog/variant-names.ts';
import type { DeployedGame } from '../../games/game.ts';
import type { CurrentCardPrice } from '../../store/prices/current-prices.ts';
import type { HeldAmountRow, PriceLink } from '../../store/prices/market-knowledge.ts';
import { type CardEvidence, cardEvidence } from '../../store/shown/card-evidence.ts';
import type { Reads } from '../../store/store.ts';
import { auditMappings, type SharedId, withheldIds } from './mapping-audit.ts';
import { matchPrintings, type Unmatched } from './match-printings.ts';
import { KnownSubTypes } from './sub-types.ts';

/**
 * Explains every printing of the card in both markets; undefined where there is no such card. What a card's printings
 * read depends on the cards that claim the same articles, and on no others: a few statements, not the whole catalog.
 */
export async function explainCard(
  reads: Reads,
  id: string,
  games: readonly DeployedGame[],
): Promise<CardExplanation | undefined> {
  const evidence = await cardEvidence(reads, id);
  const card = evidence?.claimants.find((claimant) => claimant.id === evidence.card_id);
  if (evidence === undefined || card === undefined) return undefined;
  const { claimants } = evidence;
  const shared = auditMappings(claimants);
  const withheld = { tcgplayer: withheldIds(shared, 'tcgplayer'), cardmarket: withheldIds(shared, 'cardmarket') };
  const sub_types = new KnownSubTypes(evidence.sub_types);
  // What is stored of a game that left the configuration is told by whatever rules there are: nothing matches it anew.
  const game = games.find(({ name }) => name === evidence.game) ?? games[0];
  if (game === undefined) return undefined;
  const { unmatched } = matchPrintings(claimants, { printings: game.printings, sub_types, withheld });
  const found: Found = { evidence, shared, unmatched };
  const names = variantNames(card.variants);
  return {
    card_id: card.id,
    name: card.name,
    variants: card.variants.map((variant) => ({
      variant_id: variant.id,
      variant: names.get(variant.id) ?? '',
      usd_market: usdOf(found, variant),
      eur_market: eurOf(found, variant),
    })),
  };
}

/** The evidence, and what the matching makes of it. */
interface Found {
  evidence: CardEvidence;
  shared: readonly SharedId[];
  unmatched: readonly Unmatched[];
}

type PriceOf<Market> = Extract<CurrentCardPrice, { market: Market }>;

function usdOf(found: Found, variant: ClaimingVariant): UsdExplanation {
  const prices = found.evidence.prices
    .filter((price): price is PriceOf<'usd'> => price.market === 'usd' && price.variant_id === variant.id)
    .map(({ condition, amounts, observed_on, source }) => {
      return { condition, currency: 'USD' as const, ...amounts, observed_on, source };
    });
  return explained(found, variant, 'usd', prices);
}

function eurOf(found: Found, variant: ClaimingVariant): EurExplanation {
  const prices = found.evidence.prices
    .filter((price): price is PriceOf<'eur'> => price.market === 'eur' && price.variant_id === variant.id)
    .map(({ price_kind, amounts, observed_on, source }) => {
      return { price_kind, currency: 'EUR' as const, observed_on, ...amounts, source };
    });
  return explained(found, variant, 'eur', prices);
}

const MARKETPLACE_OF = { usd: 'tcgplayer', eur: 'cardmarket' } as const satisfies Record<string, Marketplace>;

function explained<Price>(
  { evidence, shared, unmatched }: Found,
  { id, external_ids }: ClaimingVariant,
  market: PriceLink['market'],
  priced: Price[],
): Omit<UsdExplanation, 'prices'> & { prices: Price[] } {
  const marketplace = MARKETPLACE_OF[market];
  const external_id = external_ids[marketplace];
  const stored = evidence.links.find((entry) => entry.variant_id === id && entry.market === market);
  const none = unmatched.find((entry) => entry.variant_id === id && entry.market === marketplace);
  const prices = stored === undefined ? [] : priced;
  // What is served stands on the link that it was published by, also where the next run will draw it no more.
  const link = prices.length > 0 || none === undefined ? stored : undefined;
  const held = link === undefined ? [] : evidence.held.flatMap((row) => heldBack(row, link));
  const rule = link === undefined ? null : (link.rule as Rule);
  const reason = prices.length > 0 ? null : (none?.reason ?? reasonOfMatched(link, held));
  const sharing = shared.find((entry) => entry.market === marketplace && entry.id === external_id);
  return {
    marketplace,
    external_id,
    row: link === undefined ? null : rowOf(link),
    rule,
    reason,
    meaning: meaningOf(rule, reason),
    prices,
    held,
    other_cards: sharing?.cards.filter((other) => other.id !== evidence.card_id) ?? [],
  };
}

const meaningOf = (rule: Rule | null, reason: Reason | null): string =>
  reason !== null ? REASONS[reason] : rule !== null ? RULES[rule] : '';

/** Why a printing that fits a row has no price all the same. */
function reasonOfMatched(link: PriceLink | undefined, held: readonly HeldBack[]): Reason {
  if (link === undefined) return 'no-price-run-yet';
  return held.length > 0 ? 'amount-held-back' : 'row-without-price';
}

const rowOf = ({ market, product_id, part }: PriceLink) =>
  market === 'usd' ? `${product_id}/${part}` : String(product_id);

/** What waits under `row/condition/amount` in USD and `row/amount` in EUR; none where it is of another row. */
function heldBack({ key, previous, held, observed_on, source }: HeldAmountRow, link: PriceLink): HeldBack[] {
  const row = `${rowOf(link)}/`;
  if (!key.startsWith(row)) return [];
  const parts = key.slice(row.length).split('/');
  const amount = parts.pop() ?? '';
  if (parts.length !== (link.market === 'usd' ? 1 : 0)) return [];
  return [{ condition: parts[0] ?? null, amount, previous, held, observed_on, source }];
}
