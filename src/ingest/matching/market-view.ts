/** The catalog as a price run sees it: which printing claims which article, and which claims cannot be right. */
import { createHash } from 'node:crypto';
import type { ClaimingCard, Marketplace } from '../../catalog/claims.ts';
import type { DeployedGame } from '../../games/game.ts';
import { allExpansions } from '../../store/catalog/expansions.ts';
import { claimingCards } from '../../store/prices/market-knowledge.ts';
import type { Reads, Writes } from '../../store/store.ts';
import { auditMappings, type SharedId, withheldIds } from './mapping-audit.ts';

const CARDS_AT_ONCE = 200;

export interface MarketView {
  /** The game's own rules. */
  game: DeployedGame;
  cards: ClaimingCard[];
  /** Ids on more than one card. */
  shared: SharedId[];
  /** Ids that price nobody. */
  withheld: Record<Marketplace, ReadonlySet<number>>;
  /** Names of the expansions by id. */
  expansionNames: Map<string, string>;
  /** Changes when anything does that the matching depends on. */
  digest: string;
}

export async function marketView(reads: Reads | Writes, game: DeployedGame): Promise<MarketView> {
  const expansionNames = new Map((await allExpansions(reads, game.name)).map(({ id, name }) => [id, name]));
  return viewOf(game, await claimingCards(reads, { game: game.name }), expansionNames);
}

/** The view of these cards. */
export function viewOf(game: DeployedGame, cards: ClaimingCard[], expansionNames: Map<string, string>): MarketView {
  const shared = auditMappings(cards);
  const digest = createHash('sha1');
  // Some at once: a call for each card takes longer than the digest of all of them.
  for (let start = 0; start < cards.length; start += CARDS_AT_ONCE) {
    digest.update(
      cards
        .slice(start, start + CARDS_AT_ONCE)
        .map((card) => JSON.stringify(card))
        .join(''),
    );
  }
  digest.update(JSON.stringify([...expansionNames]));
  return {
    game,
    cards,
    shared,
    withheld: { tcgplayer: withheldIds(shared, 'tcgplayer'), cardmarket: withheldIds(shared, 'cardmarket') },
    expansionNames,
    digest: digest.digest('base64url'),
  };
}
