/** Internal ids of records that a source knows by a stable id each, whatever it would call them today. */
import type { DeployedGame } from '../../games/game.ts';
import { addAliases, aliases } from '../../store/catalog/aliases.ts';
import type { Writes } from '../../store/store.ts';
import { internalIds } from '../internal-ids.ts';

/**
 * The internal id of each record that came, by its id of today: the one under which it came first. A new one gets the id of
 * today, unless that is another's: then its stable upstream id. Stores that each answers to its stable upstream id.
 * @param stableIds stable upstream ids, by today's, both as their source has them
 * @param published by the internal id
 */
export async function idsByStableId(
  { writes, game }: { writes: Writes; game: DeployedGame },
  kind: 'card' | 'expansion',
  stableIds: ReadonlyMap<string, string>,
  published: Pick<ReadonlyMap<string, unknown>, 'has'>,
) {
  const known = await aliases(writes, kind);
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
  // Ids that answer for another record than before, or for the first time: reads by them differ from now on.
  return { internalId: internalIds(game, ids), changedIds: answering.size };
}
