/** Cards that come no more, and yield their marketplace products to those that came. */
import { type ClaimingCard, claimedIds, MARKETPLACES, type Marketplace } from '../../catalog/claims.ts';
import { setYielding, yieldingCards } from '../../store/catalog/variants.ts';
import { claimingCards, settledClaims } from '../../store/prices/market-knowledge.ts';
import type { Reads } from '../../store/store.ts';
import { claimantIds } from '../../store/views/external-ids.ts';
import { idsThatCame } from '../internal-ids.ts';
import type { NamedCatalog } from './name-catalog.ts';

/**
 * A card that did not come claims nothing of what one claims that came: it was moved, corrected, or never was. One of which
 * nothing is said, since its record or its expansion was not read or only further languages have it, yields to none. To be called
 * once the cards are written; returns whether others yield than before.
 */
export async function yieldClaims(
  { writes, game, seed, internalCardId, internalExpansionId, published }: NamedCatalog,
  ofLanguages: ReadonlyMap<string, string | undefined>,
): Promise<boolean> {
  const unread = new Set(seed.unread.map(({ sample }) => internalExpansionId(sample)));
  const absent = new Set(published.besides(idsThatCame(seed, internalCardId)));
  const untaken = new Set([...seed.quarantined.map(({ sample }) => sample), ...seed.unplaced].map(internalCardId));
  // A record without an id may be any of those that did not come.
  const isClear = [...untaken].every((id) => published.has(id));
  const isUnread = (id: string) => untaken.has(id) || unread.has(published.get(id)?.expansion_id ?? '');
  const isSaid = (id: string) => isClear && ofLanguages.get(id) === undefined && !isUnread(id);
  const before = (await yieldingCards(writes, game.name)).filter(
    (id) => published.has(id) && (!absent.has(id) || isSaid(id)),
  );
  await setYielding(writes, before, false);
  const gone = await claiming(writes, [...absent].filter(isSaid));
  const ids = (market: Marketplace) => gone.flatMap((card) => [...claimedIds(card, market)]);
  const claimants = await claimantIds(writes, { tcgplayer: ids('tcgplayer'), cardmarket: ids('cardmarket') });
  const others = await claiming(
    writes,
    [...claimants].filter((id) => !absent.has(id)),
  );
  const theirs = new Set(others.flatMap(claimsOf));
  const yielding = gone.filter((card) => claimsOf(card).some((claim) => theirs.has(claim))).map(({ id }) => id);
  await setYielding(writes, yielding, true);
  return yielding.length !== before.length || yielding.some((id) => !before.includes(id));
}

const claiming = async (reads: Reads, ids: readonly string[]) =>
  claimingCards(reads, ids, await settledClaims(reads, ids));

const claimsOf = (card: ClaimingCard): string[] =>
  MARKETPLACES.flatMap((market) => [...claimedIds(card, market)].map((id) => `${market} ${id}`));
