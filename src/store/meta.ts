/** Small single values of the store, and the catalog version that every visible change moves. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { announce } from './announcements.ts';
import { type Moved, moveGames } from './game-versions.ts';
import { keepLineage } from './lineage.ts';
import { fillFacts } from './listing/card-facts.ts';
import { noteMoved } from './listing/refresh-columns.ts';
import { fillEntries } from './shown/put-entries.ts';
import type { Reads, Store, Writes } from './store.ts';

/** `moving` names the store that is being moved into this one, `scan_deletion` the last one that took pictures away. */
type MetaKey =
  | 'artworks_seq'
  | 'catalog_version'
  | 'cursor_secret'
  | 'entries_of'
  | 'event_position'
  | 'lineage'
  | 'line_languages'
  | 'moving'
  | 'names_stamps'
  | 'public_url'
  | 'run_asked_at'
  | 'scan_deletion'
  | 'schema_least'
  | 'schema_version';

/** The value of `key`, undefined when never set. */
export async function metaValue(reads: Reads | Writes, key: MetaKey): Promise<string | undefined> {
  const row = await reads.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

export async function setMetaValue(writes: Writes, key: MetaKey, value: string): Promise<void> {
  await writes
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export async function deleteMetaValue(writes: Writes, key: MetaKey): Promise<void> {
  await writes.deleteFrom('meta').where('key', '=', key).execute();
}

/** Counts the committed changes of the catalog: equal versions mean equal answers, on every process. */
export async function catalogVersion(reads: Reads): Promise<number> {
  return Number((await metaValue(reads, 'catalog_version')) ?? 0);
}

/** The catalog version that snapshots show at this moment. */
export async function servedVersion(store: Store): Promise<number> {
  const { version } = await store.snapshot(async () => undefined);
  return version;
}

/** Moves the catalog version and those of the games that `moved` names, else of all; to be called in the transaction that makes the change. */
export async function bumpCatalogVersion(writes: Writes, moved?: Moved): Promise<void> {
  await keepLineage(writes);
  const { value } = await writes
    .insertInto('meta')
    .values({ key: 'catalog_version', value: '1' })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: sql<string>`cast(cast(meta.value as integer) + 1 as text)` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  const isFollowed = await followOlder(writes, Number(value));
  const isAll = await moveGames(writes, Number(value), moved);
  if (isAll || moved?.names) await stampNames(writes, isAll ? [] : (moved?.games ?? []));
  if (isFollowed) noteMoved(writes, undefined);
  else if (moved?.lists !== false) noteMoved(writes, moved?.games, moved?.lists);
  await announce(writes, 'catalog', value);
}

/**
 * A release before there were price entries and facts moves the version and leaves them as they are: it may run beside this
 * one, or in its place for a while. Where the last move was not told here, those of all cards are brought up to date. Gives
 * whether they were.
 */
async function followOlder(writes: Writes, version: number): Promise<boolean> {
  const isOlder = Number((await metaValue(writes, 'entries_of')) ?? 0) !== version - 1;
  if (isOlder) {
    await fillFacts(writes);
    await fillEntries(writes);
  }
  await setMetaValue(writes, 'entries_of', String(version));
  return isOlder;
}

/** The stamp of the games that have none of their own. */
const OF_ALL = '';

/**
 * What no other state of a game's names has: versions are counted on from those of a backup that was put back, and then
 * stand for other names than they did. Undefined until names move for the first time since there are stamps.
 */
export async function namesStamps(reads: Reads | Writes): Promise<(game: string) => string | undefined> {
  const stamps = await storedStamps(reads);
  return (game) => stamps.get(game) ?? stamps.get(OF_ALL);
}

async function storedStamps(reads: Reads | Writes): Promise<Map<string, string>> {
  const known = await metaValue(reads, 'names_stamps');
  return new Map(Object.entries(known === undefined ? {} : (JSON.parse(known) as Record<string, string>)));
}

/** Of these games, or of all. */
async function stampNames(writes: Writes, games: readonly string[]): Promise<void> {
  const stamp = randomBytes(9).toString('base64url');
  const stamps = games.length === 0 ? new Map([[OF_ALL, stamp]]) : await storedStamps(writes);
  for (const game of games) stamps.set(game, stamp);
  await setMetaValue(writes, 'names_stamps', JSON.stringify(Object.fromEntries(stamps)));
}

/** The secret that cursors are sealed with: made once, the same on every process of this store. */
export async function cursorSecret(store: Store): Promise<Buffer> {
  const known = await metaValue(store.reads, 'cursor_secret');
  if (known) return Buffer.from(known, 'base64url');
  return store.write(async (writes) => {
    // Two processes may start on one empty store: the first one's secret stays.
    const value = randomBytes(32).toString('base64url');
    await writes
      .insertInto('meta')
      .values({ key: 'cursor_secret', value })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    return Buffer.from((await metaValue(writes, 'cursor_secret')) ?? value, 'base64url');
  });
}
