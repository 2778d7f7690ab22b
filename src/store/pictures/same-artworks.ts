/** Which cards show one artwork, in pairs: what their vectors said when they were compared. */
import { sql } from 'kysely';
import { inBatches } from '../batches.ts';
import { metaValue, setMetaValue } from '../meta.ts';
import { deleteWhere, insertRows } from '../rows.ts';
import type { Reads, Writes } from '../store.ts';
import { presentKeys } from './deleted-pictures.ts';

/** Up to which `seq` of the vectors they were compared; 0 before the first. */
export const comparedUntil = async (reads: Reads): Promise<number> =>
  Number((await metaValue(reads, 'artworks_seq')) ?? 0);

/** Cards of one artwork that are found, and told, for each: of basic lands and energies there are hundreds. */
export const SAME_ARTWORK_MAX = 200;

/** Ids of the cards that show the card's artwork, the first of them where there are more; undefined where it has no vector that was compared. */
export async function sameArtwork(reads: Reads, id: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ card_key: number; seq: number }>`select card_key, seq from scan_pictures
    join cards on cards.key = card_key where cards.id = ${id} and vector is not null`.execute(reads);
  const [own] = rows;
  if (own === undefined || own.seq > (await comparedUntil(reads))) return undefined;
  // Each found its own 200; but one that all others found has them all.
  const others = await sql<{ id: string }>`select cards.id from same_artworks join cards on cards.key = other_key
    where card_key = ${own.card_key} order by cards.id limit ${sql.lit(SAME_ARTWORK_MAX)}`.execute(reads);
  return others.rows.map((other) => other.id);
}

export interface ComparedCards {
  /** The cards, those whose vector is gone among them. */
  keys: readonly number[];
  pairs: readonly (readonly [number, number])[];
  until: number;
}

const placeOf = (one: number, other: number) => `${one} ${other}`;

/**
 * Puts the pairs of these cards, where both are still there, in place of those they had. Returns the games of which an answer may be another: a card that
 * was compared for the first time has a list from now on, be it empty.
 */
export async function putSameArtworks(writes: Writes, { keys, pairs, until }: ComparedCards): Promise<string[]> {
  const present = await presentKeys(writes, pairs.flat());
  const there = pairs.filter((pair) => pair.every((key) => present.has(key)));
  const fresh = new Map(
    there.flatMap(([one, other]) => [
      [placeOf(one, other), { card_key: one, other_key: other }] as const,
      [placeOf(other, one), { card_key: other, other_key: one }] as const,
    ]),
  );
  const games = new Set<string>();
  for (const batch of inBatches(keys)) {
    for (const side of ['card_key', 'other_key']) await deleteWhere(writes, 'same_artworks', { [side]: batch });
    const rows = await writes.selectFrom('cards').select('game').distinct().where('key', 'in', batch).execute();
    for (const { game } of rows) games.add(game);
  }
  await insertRows(writes, 'same_artworks', [...fresh.values()]);
  await setMetaValue(writes, 'artworks_seq', String(until));
  return [...games];
}
