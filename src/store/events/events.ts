/** The outbox and the feed: events as they were committed, and the positions that put them in one order. */
import { sql } from 'kysely';
import { oneOf } from '../batches.ts';
import { keepTimeline } from '../engines/timeline.ts';
import { metaValue, setMetaValue } from '../meta.ts';
import {
  below,
  deleteWhere,
  firstWhere,
  insertRows,
  isAny,
  KNOWN,
  rowsWhere,
  rowWhere,
  setWhere,
  upTo,
  within,
} from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Store, Writes } from '../store.ts';

/** An event as it is written. */
export type OutboxEvent = Pick<Tables['events'], 'id' | 'name' | 'created_at' | 'group_id' | 'body'> &
  Partial<Pick<Tables['events'], 'only_for'>>;

export interface FeedEvent extends OutboxEvent {
  position: number;
}

const NUMBERED_AT_ONCE = 500;
/** With more subscriptions fewer events are numbered at once: 20,000 deliveries take some 50 ms, in which nobody is answered. */
const SUBSCRIPTIONS_FREE = 40;
const FORGOTTEN_AT_ONCE = 1000;
/** More than what is added to them, so that none are left over for ever. */
const ATTEMPTS_PER_EVENT = 50;

/** Writes events; to be called in the transaction that makes the change they report. */
export async function addEvents(writes: Writes, events: readonly OutboxEvent[]): Promise<void> {
  const rows = events.map((event) => ({ only_for: null, ...event, position: null }));
  await insertRows(writes, 'events', rows);
}

/**
 * Gives committed events their positions, and each active or waiting subscription that wants one its delivery. Positions
 * are given by one transaction at a time: a number taken while writing would be overtaken by a later one that commits
 * first, and a reader that has passed it never comes back. Returns how many were numbered.
 */
export async function numberEvents(
  store: Store,
  now: string,
  isWanted: (patterns: readonly string[], name: string) => boolean,
): Promise<number> {
  if (!(await isAny(store.reads.selectFrom('events').select('seq').where('position', 'is', null)))) return 0;
  return store.write(async (writes) => {
    await keepTimeline(writes);
    const last = await takePositionLock(writes);
    const subscribed = await writes
      .selectFrom('subscriptions')
      .select(['patterns', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('patterns')
      .execute();
    const subscriptions = subscribed.reduce((sum, { count }) => sum + count, 0);
    const limit = Math.max(1, Math.floor(NUMBERED_AT_ONCE / Math.max(1, subscriptions / SUBSCRIPTIONS_FREE)));
    const found = await firstWhere(writes, 'events', limit, { position: null }, ['seq', 'name', 'only_for'], 'seq');
    const events = found.map(({ seq, name, only_for }, at) => ({ seq, name, only_for, position: last + at + 1 }));
    for (const { seq, position } of events) await setWhere(writes, 'events', { position }, { seq });
    for (const { patterns } of subscribed) {
      const wanted = JSON.parse(patterns) as string[];
      for (const { name, only_for, position } of events) {
        if (only_for === null && isWanted(wanted, name))
          await putWanted(writes, { position, of: ['patterns', patterns], now });
      }
    }
    for (const { only_for, position } of events) {
      if (only_for !== null) await putWanted(writes, { position, of: ['id', only_for], now });
    }
    await setMetaValue(writes, 'event_position', String(last + events.length));
    return events.length;
  });
}

/** A pending delivery for each subscription with this in a column, in one statement: ten thousand rows from here take ten times as long. */
async function putWanted(
  writes: Writes,
  { position, of: [column, value], now }: { position: number; of: ['id' | 'patterns', string]; now: string },
): Promise<void> {
  await sql`insert into deliveries (subscription_id, position, state, due_at)
    select id, cast(${position} as bigint), 'pending', ${now} from subscriptions
    where ${sql.ref(column)} = ${value}`.execute(writes);
}

/** The last position given. Writing the row keeps other processes waiting until this transaction ends. */
async function takePositionLock(writes: Writes): Promise<number> {
  const { rows } = await sql<{ value: string }>`insert into meta (key, value) values ('event_position', '0')
    on conflict (key) do update set value = meta.value returning value`.execute(writes);
  return Number(rows[0]?.value);
}

/** The last position given, 0 before the first. */
export async function lastPosition(reads: Reads): Promise<number> {
  return Number((await metaValue(reads, 'event_position')) ?? 0);
}

/** The position of the event `id`; undefined where there is none, or it has none yet. */
export async function positionOf(reads: Reads, id: string): Promise<number | undefined> {
  return (await rowWhere(reads, 'events', { id }, ['position']))?.position ?? undefined;
}

/** A part of the feed: what comes after a position, all of it or events of these names. */
interface FeedPart {
  after: number;
  limit: number;
  names?: readonly string[] | undefined;
  newestFirst?: boolean;
}

function feedPart(reads: Reads, { after, limit, names, newestFirst = false }: FeedPart) {
  const part = reads
    .selectFrom('events')
    .where('position', '>', after)
    // What a watch says is its subscriber's alone.
    .where('only_for', 'is', null)
    .orderBy('position', newestFirst ? 'desc' : 'asc')
    .limit(limit);
  return names === undefined ? part : part.where('name', 'in', oneOf(names));
}

export const FEED_EVENT = ['id', 'name', 'created_at', 'group_id', 'body', 'position'] as const;

/** Events in feed order. */
export async function eventsAfter(reads: Reads, part: FeedPart): Promise<FeedEvent[]> {
  return (await feedPart(reads, part).select(FEED_EVENT).execute()) as FeedEvent[];
}

/** The first of them that have so many bytes together, or the first alone where it has more. */
function fitting<Size extends { bytes: number }>(sizes: readonly Size[], bytesMax: number): readonly Size[] {
  let left = bytesMax;
  const end = sizes.findIndex(({ bytes }, at) => {
    left -= bytes;
    return left < 0 && at > 0;
  });
  return end < 0 ? sizes : sizes.slice(0, end);
}

/**
 * Events in feed order with bodies of `bytesMax` together, or the first alone where it has more; no other body is read.
 * Says whether there are more.
 */
export async function feedPage(reads: Reads, { bytesMax, ...part }: FeedPart & { bytesMax: number }) {
  const sizes = await feedPart(reads, { ...part, limit: part.limit + 1 })
    .select(['position', sql<number>`octet_length(body)`.as('bytes')])
    .execute();
  const shown = fitting(sizes.slice(0, part.limit), bytesMax);
  const last = shown.at(-1)?.position ?? null;
  if (last === null) return { events: [], hasMore: false };
  // Up to the last one: in place of events that were deleted meanwhile none come whose size was not looked at.
  const shownPart = feedPart(reads, part).where('position', part.newestFirst ? '>=' : '<=', last);
  const events = await shownPart.select(FEED_EVENT).execute();
  return { events: events as FeedEvent[], hasMore: shown.length < sizes.length };
}

/** Bodies and names of events by their positions, those left out that went meanwhile. */
export const eventsAt = async (reads: Reads, positions: readonly number[]): Promise<FeedEvent[]> =>
  (await rowsWhere(reads, 'events', { position: positions }, FEED_EVENT)) as FeedEvent[];

/** The newest event in the feed, undefined before the first. */
export async function newestEvent(reads: Reads): Promise<Pick<FeedEvent, 'id' | 'position'> | undefined> {
  const [row] = await firstWhere(reads, 'events', 1, { position: KNOWN }, ['id', 'position'], '-position');
  return row && { id: row.id, position: Number(row.position) };
}

/** When the first event of the feed was written, by the clock of who wrote it. */
export const firstMoment = async (reads: Reads): Promise<string | undefined> =>
  (await firstWhere(reads, 'events', 1, { position: KNOWN }, ['created_at'], 'position'))[0]?.created_at;

/** From when on events are kept, and now: what is from after that was written by a clock that was ahead. */
export interface Kept {
  since: string;
  now: string;
}

/**
 * Lets go of events from before `since` with their deliveries and attempts, `count` at most, since others wait meanwhile.
 * None goes that follows one to be kept, whatever a wrong clock dated it. The newest stays, as the place to go on from. Says
 * whether there are more.
 */
export async function forgetEvents(writes: Writes, { since, now }: Kept, count = FORGOTTEN_AT_ONCE): Promise<boolean> {
  const kept = (await firstKept(writes, { since, now })) ?? (await newestEvent(writes))?.position;
  if (kept === undefined) return false;
  const before = { created_at: below(since), position: below(kept) };
  const old = await firstWhere(writes, 'events', count, before, ['position'], 'position');
  const last = old.at(-1)?.position;
  if (last == null) return false;
  for (const table of ['deliveries', 'events'] as const) await deleteWhere(writes, table, { position: upTo(last) });
  await sql`delete from attempts where id in (
    select id from attempts where at < ${since} order by id limit ${ATTEMPTS_PER_EVENT * count})`.execute(writes);
  return old.length === count;
}

async function firstKept(writes: Writes, { since, now }: Kept): Promise<number | undefined> {
  // Moments that are spelled alike compare as texts: what is behind `now` is greater than it with anything behind it.
  const kept = { position: KNOWN, created_at: within(since, `${now}~`) };
  const [row] = await firstWhere(writes, 'events', 1, kept, ['position'], 'position');
  return row && Number(row.position);
}
