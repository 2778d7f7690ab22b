/** Our ids of records that a source knows by a lasting id each, whatever it would call them today. */
import type { DeployedGame } from '../../games/game.ts';
import { addAliases } from '../../store/catalog/aliases.ts';
import type { Writes } from '../../store/store.ts';
import { type KnownIds, ourIds } from './our-ids.ts';

/** The records of one kind that came, and those that are there. */
export interface LastingRecords {
  /** Lasting ids, by today's, both as their source has them. */
  lasting: ReadonlyMap<string, string>;
  /** By our id. */
  published: Pick<ReadonlyMap<string, unknown>, 'has'>;
  /** Ids that answer for others, as ours begin. */
  known: ReadonlyMap<string, string>;
}

/**
 * Our id of each record that came, by its id of today: the one under which it came first. A new one gets the id of today,
 * unless that is another's: then its lasting id. Stores that each answers to its lasting id.
 */
export async function idsByLasting(
  writes: Writes,
  game: DeployedGame,
  kind: 'card' | 'expansion',
  { lasting, published, known }: LastingRecords,
): Promise<KnownIds> {
  const ids = new Map(known);
  const answering = new Map<string, string>();
  for (const each of lasting) {
    const [today, last] = each.map((id) => game.idPrefix + id) as [string, string];
    const before = published.has(last) ? last : known.get(last);
    const ours = before ?? (published.has(today) ? last : today);
    ids.set(today, ours);
    if (before === undefined && ours !== last) answering.set(last, ours);
  }
  await addAliases(writes, kind, answering);
  return { ours: ourIds(game, ids), told: answering.size };
}
