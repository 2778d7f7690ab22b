/** Internal ids of records that a source knows by a stable id each, whatever it would call them today. */
import type { DeployedGame } from '../../games/game.ts';
import { addAliases } from '../../store/catalog/aliases.ts';
import type { Writes } from '../../store/store.ts';
import { internalIds, type KnownIds } from '../internal-ids.ts';

export interface StableRecords {
  /** Stable upstream ids, by today's, both as their source has them. */
  stableIds: ReadonlyMap<string, string>;
  /** By the internal id. */
  published: Pick<ReadonlyMap<string, unknown>, 'has'>;
  /** Ids that answer for others, as internal ids begin. */
  known: ReadonlyMap<string, string>;
}

/**
 * The internal id of each record that came, by its id of today: the one under which it came first. A new one gets the id of
 * today, unless that is another's: then its stable upstream id. Stores that each answers to its stable upstream id.
 */
export async function idsByStableId(
  writes: Writes,
  game: DeployedGame,
  kind: 'card' | 'expansion',
  { stableIds, published, known }: StableRecords,
): Promise<KnownIds> {
  const ids = new Map(known);
  const answering = new Map<string, string>();
  for (const each of stableIds) {
    const [today, last] = each.map((id) => game.idPrefix + id) as [string, string];
    const before = published.has(last) ? last : known.get(last);
    const internalId = before ?? (published.has(today) ? last : today);
    ids.set(today, internalId);
    if (before === undefined && internalId !== last) answering.set(last, internalId);
  }
  await addAliases(writes, kind, answering, null);
  return { internalId: internalIds(game, ids), changedIds: answering.size };
}
