/** What the store knows that decides over the prices of one card: who claims its products, which rows it reads, what is held. */
import { type ClaimingCard, claimedIds, type Marketplace, type SettledClaim } from '../../../catalog/claims.ts';
import type { DocumentName } from '../../../catalog/provenance/card-explanation.ts';
import { aliasTarget } from '../../catalog/aliases.ts';
import { type CurrentCardPrice, currentCardPrices } from '../../prices/current-prices.ts';
import {
  claimingCards,
  type MarketplaceSubType,
  marketplaceSubTypes,
  type PendingPriceRow,
  type PriceLink,
  settledClaims,
} from '../../prices/market-knowledge.ts';
import { rowsWhere } from '../../rows.ts';
import { documentOf } from '../../sources/source-documents.ts';
import type { Reads } from '../../store.ts';
import { claimantIds } from '../external-ids.ts';

export interface CardEvidence {
  card_id: string;
  game: string;
  /** The card, and every other that claims a marketplace product which it claims. */
  claimants: ClaimingCard[];
  settled: ReadonlyMap<number, readonly SettledClaim[]>;
  sub_types: MarketplaceSubType[];
  links: PriceLink[];
  prices: (CurrentCardPrice & { document: DocumentName | null })[];
  /** Amounts held back under the numbers of its marketplace products, of either marketplace. */
  held: PendingPriceRow[];
}

/** The evidence, under the id that the card has now or one that upstream gave up; undefined where there is no such card. */
export async function cardEvidence(
  reads: Reads,
  id: string,
  withDocuments: boolean,
): Promise<CardEvidence | undefined> {
  const known = await settledClaims(reads, [id]);
  const [card] = await claimingCards(reads, [id], known);
  if (card === undefined) {
    const target = await aliasTarget(reads, 'card', id);
    return target === undefined ? undefined : cardEvidence(reads, target, withDocuments);
  }
  const found = [...known.values()].flat();
  const idsOf = (market: Marketplace) => {
    const own = found.filter((claim) => claim.market === market).map(({ product_id }) => product_id);
    return [...new Set([...claimedIds(card, market), ...own])].filter((each) => each !== null);
  };
  const claimed = { tcgplayer: idsOf('tcgplayer'), cardmarket: idsOf('cardmarket') };
  const others = [
    ...(await rowsWhere(reads, 'settled_claims', { market: 'tcgplayer', claimed: claimed.tcgplayer })),
    ...(await rowsWhere(reads, 'settled_claims', { market: 'cardmarket', claimed: claimed.cardmarket })),
  ];
  const links = await rowsWhere(reads, 'price_links', { card_id: id });
  const ids = [...new Set([id, ...(await claimantIds(reads, claimed)), ...others.map(({ card_id }) => card_id)])];
  const settled = await settledClaims(reads, ids);
  return {
    card_id: id,
    game: card.game,
    claimants: await claimingCards(reads, ids, settled),
    settled,
    sub_types: await marketplaceSubTypes(reads, claimed.tcgplayer),
    links,
    prices: await pricesOf(reads, id, links, withDocuments),
    held: await pendingOf(reads, [...claimed.tcgplayer, ...claimed.cardmarket]),
  };
}

async function pricesOf(reads: Reads, id: string, links: readonly PriceLink[], withDocuments: boolean) {
  const known = new Map<string, DocumentName | null>();
  const prices: CardEvidence['prices'] = [];
  for (const price of (await currentCardPrices(reads, [id])).get(id) ?? []) {
    const link = links.find(({ variant_id, market }) => variant_id === price.variant_id && market === price.market);
    const key = `${price.source} ${price.observed_on} ${link?.product_id}`;
    const document = known.get(key) ?? (link && withDocuments ? await documentOf(reads, { ...price, ...link }) : null);
    known.set(key, document);
    prices.push({ ...price, document });
  }
  return prices;
}

/** What is held back of the marketplace products: its keys begin with their numbers. */
const pendingOf = (reads: Reads, claimed: readonly number[]): Promise<PendingPriceRow[]> =>
  reads
    .selectFrom('held_amounts')
    .selectAll()
    .where(({ eb, or }) => or(claimed.map((id) => eb('key', 'like', `${id}/%`))))
    .orderBy('key')
    .execute();
