/** What the store knows that decides over the prices of one card: who claims its articles, which rows it reads, what is held. */
import { type ClaimingCard, claimedIds, MARKETPLACES, type Marketplace } from '../../catalog/claims.ts';
import { aliasTarget } from '../catalog/aliases.ts';
import { type CurrentCardPrice, currentCardPrices } from '../prices/current-prices.ts';
import {
  type ArticleSubType,
  articleSubTypes,
  claimingCards,
  type HeldAmountRow,
  type PriceLink,
} from '../prices/market-knowledge.ts';
import type { Reads } from '../store.ts';

/** All that the matching of this one card depends on, and what came of it. */
export interface CardEvidence {
  /** The id that the card has now. */
  card_id: string;
  game: string;
  /** The card, and every other that claims an article which it claims. */
  claimants: ClaimingCard[];
  sub_types: ArticleSubType[];
  links: PriceLink[];
  prices: CurrentCardPrice[];
  /** Amounts held back under the numbers of its articles, of either marketplace. */
  held: HeldAmountRow[];
}

/** The evidence, under the id that the card has now or one that upstream gave up; undefined where there is no such card. */
export async function cardEvidence(reads: Reads, id: string): Promise<CardEvidence | undefined> {
  const [card] = await claimingCards(reads, { ids: [id] });
  if (card === undefined) {
    const target = await aliasTarget(reads, 'card', id);
    return target === undefined ? undefined : cardEvidence(reads, target);
  }
  const articles = { tcgplayer: [...claimedIds(card, 'tcgplayer')], cardmarket: [...claimedIds(card, 'cardmarket')] };
  return {
    card_id: id,
    game: card.game,
    claimants: await claimingCards(reads, { ids: [...new Set([id, ...(await claimantIds(reads, articles))])] }),
    sub_types: await articleSubTypes(reads, articles.tcgplayer),
    links: await reads.selectFrom('price_links').selectAll().where('card_id', '=', id).execute(),
    prices: (await currentCardPrices(reads, [id])).get(id) ?? [],
    held: await heldOf(reads, [...articles.tcgplayer, ...articles.cardmarket]),
  };
}

/** The cards on which one of the articles is written, on a printing or as a whole. */
async function claimantIds(
  reads: Reads,
  articles: Readonly<Record<Marketplace, readonly number[]>>,
): Promise<string[]> {
  const named = MARKETPLACES.filter((market) => articles[market].length > 0);
  const rows = await reads
    .selectFrom('external_ids')
    .select('card_id')
    .where(({ eb, or, and }) =>
      or(named.map((market) => and([eb('market', '=', market), eb('external_id', 'in', articles[market])]))),
    )
    .union(
      reads
        .selectFrom('card_claims')
        .select('card_id')
        .where(({ eb, or }) => or(named.map((market) => eb(market, 'in', articles[market])))),
    )
    .execute();
  return rows.map(({ card_id }) => card_id);
}

/** What is held back of the articles: its keys begin with their numbers. */
const heldOf = (reads: Reads, articles: readonly number[]): Promise<HeldAmountRow[]> =>
  reads
    .selectFrom('held_amounts')
    .selectAll()
    .where(({ eb, or }) => or(articles.map((article) => eb('key', 'like', `${article}/%`))))
    .orderBy('key')
    .execute();
