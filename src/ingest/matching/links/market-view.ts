/** The catalog as a price run sees it: which printing claims which marketplace product, and which claims cannot be right. */
import { createHash } from 'node:crypto';
import type { ClaimingCard, SettledClaim } from '../../../catalog/claims.ts';
import type { DeployedGame } from '../../../games/game.ts';
import { inBatches } from '../../../store/batches.ts';
import { idsOfGame } from '../../../store/catalog/catalog-records.ts';
import { allExpansions } from '../../../store/catalog/expansions.ts';
import { claimingCards, settledClaims } from '../../../store/prices/market-knowledge.ts';
import type { Reads } from '../../../store/store.ts';
import { knownClaims } from '../claims/mapping-audit.ts';

export type MarketView = ReturnType<typeof viewOf>;

export async function marketView(reads: Reads, game: DeployedGame): Promise<MarketView> {
  const expansionNames = new Map((await allExpansions(reads, game.name)).map(({ id, name }) => [id, name]));
  const ids = await idsOfGame<string>(reads, 'cards', game.name);
  const settled = await settledClaims(reads, ids);
  return viewOf(game, await claimingCards(reads, ids, settled), expansionNames, settled);
}

/**
 * @param expansionNames names of the expansions by id
 * @param settled what became of claims that several cards of one name make, by printing
 */
export function viewOf(
  game: DeployedGame,
  cards: ClaimingCard[],
  expansionNames: Map<string, string>,
  settled: ReadonlyMap<number, readonly SettledClaim[]> = new Map(),
) {
  let digest: string | undefined;
  return {
    game,
    cards,
    claims: knownClaims(cards, settled),
    settled,
    expansionNames,
    /** Changes when anything does that the matching depends on. */
    digest: () => {
      digest ??= digestOf(cards, expansionNames);
      return digest;
    },
  };
}

function digestOf(cards: readonly ClaimingCard[], expansionNames: ReadonlyMap<string, string>): string {
  const digest = createHash('sha1');
  // Some at once: a call for each card takes longer than the digest of all of them.
  for (const some of inBatches(cards)) digest.update(some.map((card) => JSON.stringify(card)).join(''));
  return digest.update(JSON.stringify([...expansionNames])).digest('base64url');
}
