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
import type { PendingPriceRow, PriceLink } from '../../store/prices/market-knowledge.ts';
import type { Reads } from '../../store/store.ts';
import { type CardEvidence, cardEvidence } from '../../store/views/priced/card-evidence.ts';
import { type KnownClaims, knownClaims } from '../matching/claims/mapping-audit.ts';
import { matchPrintings, type Unmatched } from '../matching/links/match-printings.ts';
import { KnownSubTypes } from '../prices/sub-types.ts';

/**
 * Explains every printing of the card in both markets; undefined where there is no such card. What a card's printings read
 * depends on the cards that claim the same products, and on no others: a few statements, not the whole catalog.
 */
export async function explainCard(
  reads: Reads,
  id: string,
  games: readonly DeployedGame[],
  withDocuments = true,
): Promise<CardExplanation | undefined> {
  const evidence = await cardEvidence(reads, id, withDocuments);
  const card = evidence?.claimants.find((claimant) => claimant.id === evidence.card_id);
  if (evidence === undefined || card === undefined) return undefined;
  const { claimants } = evidence;
  const claims = knownClaims(claimants, evidence.settled);
  const sub_types = new KnownSubTypes(evidence.sub_types);
  // What is stored of a game that left the configuration is told by whatever rules there are: nothing matches it anew.
  const game = games.find(({ name }) => name === evidence.game) ?? games[0];
  if (game === undefined) return undefined;
  const { unmatched } = matchPrintings(claimants, { printings: game.printings, sub_types, claims });
  const found: Found = { evidence, claims, unmatched };
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

interface Found {
  evidence: CardEvidence;
  claims: KnownClaims;
  unmatched: readonly Unmatched[];
}

type PriceOf<Market> = Extract<CardEvidence['prices'][number], { market: Market }>;

function usdOf(found: Found, variant: ClaimingVariant): UsdExplanation {
  const prices = found.evidence.prices
    .filter((price): price is PriceOf<'usd'> => price.market === 'usd' && price.variant_id === variant.id)
    .map(({ condition, amounts, observed_on, source, document }) => {
      return { condition, currency: 'USD' as const, ...amounts, observed_on, source, document };
    });
  return explained(found, variant, 'usd', prices);
}

function eurOf(found: Found, variant: ClaimingVariant): EurExplanation {
  const prices = found.evidence.prices
    .filter((price): price is PriceOf<'eur'> => price.market === 'eur' && price.variant_id === variant.id)
    .map(({ price_kind, amounts, observed_on, source, document }) => {
      return { price_kind, currency: 'EUR' as const, observed_on, ...amounts, source, document };
    });
  return explained(found, variant, 'eur', prices);
}

const MARKETPLACE_OF = { usd: 'tcgplayer', eur: 'cardmarket' } as const satisfies Record<string, Marketplace>;

function explained<Price>(
  { evidence, claims, unmatched }: Found,
  { id, external_ids }: ClaimingVariant,
  market: PriceLink['market'],
  priced: Price[],
): Omit<UsdExplanation, 'prices'> & { prices: Price[] } {
  const marketplace = MARKETPLACE_OF[market];
  const claimed = external_ids[marketplace];
  const { product_id: external_id } = claims.productOf({ id, external_ids }, marketplace);
  const stored = evidence.links.find((entry) => entry.variant_id === id && entry.market === market);
  const none = unmatched.find((entry) => entry.variant_id === id && entry.market === marketplace);
  // What is served stands on the link that it was published by, also where the next run will draw it no more.
  const link = priced.length > 0 || none === undefined ? stored : undefined;
  const held = link === undefined ? [] : evidence.held.flatMap((row) => heldBack(row, link));
  const rule = link === undefined ? null : (link.rule as Rule);
  const reason = priced.length > 0 ? null : (none?.reason ?? reasonOfMatched(link, held));
  const sharing = claims.shared.find((entry) => entry.market === marketplace && entry.id === claimed);
  return {
    marketplace,
    external_id,
    row: link === undefined ? null : rowOf(link),
    rule,
    reason,
    meaning: reason !== null ? REASONS[reason] : rule !== null ? RULES[rule] : TAKEN,
    prices: priced,
    held,
    other_cards: sharing?.cards.flatMap(({ id, name }) => (id === evidence.card_id ? [] : [{ id, name }])) ?? [],
  };
}

/** What is told of a price that no row of a marketplace was matched for here. */
const TAKEN = 'the price was taken as another Cardstock, or a file of prices, told it';

function reasonOfMatched(link: PriceLink | undefined, held: readonly HeldBack[]): Reason {
  if (link === undefined) return 'no-price-run-yet';
  return held.length > 0 ? 'amount-held-back' : 'row-without-price';
}

const rowOf = ({ market, product_id, part }: PriceLink) =>
  market === 'usd' ? `${product_id}/${part}` : String(product_id);

/** What waits under `row/condition/amount` in USD and `row/amount` in EUR; none where it is of another row. */
function heldBack({ key, previous, held, observed_on, source }: PendingPriceRow, link: PriceLink): HeldBack[] {
  const row = `${rowOf(link)}/`;
  if (!key.startsWith(row)) return [];
  const parts = key.slice(row.length).split('/');
  const amount = parts.pop() ?? '';
  if (parts.length !== (link.market === 'usd' ? 1 : 0)) return [];
  return [{ condition: parts[0] ?? null, amount, previous, held, observed_on, source }];
}
