/** The outbox and the feed: events as they were committed, and the positions that put them in one order. */
import { sql } from 'kysely';
import { inBatches } from '../batches.ts';
import { keepLineage } from '../lineage.ts';
import { metaValue, setMetaValue } from '../meta.ts';
import type { EventTable } from '../schema/event-tables.ts';
import type { Reads, Store, Writes } from '../store.ts';

/** An event as it is written. */
export type OutboxEvent = Pick<EventTable, 'id' | 'name' | 'created_at' | 'group_id' | 'body'>;

/** An event that has its place in the feed. */
export interface FeedEvent extends OutboxEvent {
  position: number;
}

const NUMBERED_AT_ONCE = 500;
const FORGOTTEN_AT_ONCE = 1000;
/** More than what is added to them, so that none are left over for ever. */
const ATTEMPTS_PER_EVENT = 50;

/** Writes events; to be called in the transaction that makes the change they tell of. */
export async function addEvents(writes: Writes, events: readonly OutboxEvent[]): Promise<void> {
  for (const batch of inBatches(events)) {
    await writes
      .insertInto('events')
      .values(batch.map((event) => ({ ...event, position: null })))
      .execute();
  }
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
  if (!(await hasNewEvents(store.reads))) return 0;
  return store.write(async (writes) => {
    await keepLineage(writes);
    const last = await takePositionLock(writes);
    const found = await writes
      .selectFrom('events')
      .select(['seq', 'name'])
      .where('position', 'is', null)
      .orderBy('seq')
      .limit(NUMBERED_AT_ONCE)
      .execute();
    const events = found.map(({ seq, name }, at) => ({ seq, name, position: last + at + 1 }));
    for (const { seq, position } of events) {
      await writes.updateTable('events').set({ position }).where('seq', '=', seq).execute();
    }
    const subscriptions = await writes.selectFrom('subscriptions').select(['id', 'patterns']).execute();
    const deliveries = subscriptions.flatMap(({ id, patterns }) => {
      const wanted = JSON.parse(patterns) as string[];
      return events
        .filter(({ name }) => isWanted(wanted, name))
        .map(({ position }) => ({ subscription_id: id, position, state: 'pending' as const, due_at: now }));
    });
    for (const batch of inBatches(deliveries)) {
      await writes
        .insertInto('deliveries')
        .values(batch.map((row) => ({ ...row, lease_until: null })))
        .execute();
    }
    await setMetaValue(writes, 'event_position', String(last + events.length));
    return events.length;
  });
}

async function hasNewEvents(reads: Reads): Promise<boolean> {
  const row = await reads.selectFrom('events').select('seq').where('position', 'is', null).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The last position given. Writing the row keeps other processes waiting until this transaction ends. */
async function takePositionLock(writes: Writes): Promise<number> {
  const row = await writes
    .insertInto('meta')
    .values({ key: 'event_position', value: '0' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(({ ref }) => ({ value: ref('meta.value') })))
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(row.value);
}

/** The last position given, 0 before the first. */
export async function lastPosition(reads: Reads): Promise<number> {
  return Number((await metaValue(reads, 'event_position')) ?? 0);
}

/** The position of the event `id`; undefined where there is none, or it has none yet. */
export async function positionOf(reads: Reads, id: string): Promise<number | undefined> {
  const row = await reads.selectFrom('events').select('position').where('id', '=', id).executeTakeFirst();
  return row?.position ?? undefined;
}

/** A part of the feed: what comes after a position, all of it or events of these names. */
interface FeedPart {
  after: number;
  limit: number;
  names?: readonly string[] | undefined;
}

function feedPart(reads: Reads, { after, limit, names }: FeedPart) {
  const part = reads.selectFrom('events').where('position', '>', after).orderBy('position').limit(limit);
  return names === undefined ? part : part.where('name', 'in', names);
}

const FEED_EVENT = ['id', 'name', 'created_at', 'group_id', 'body', 'position'] as const;

/** Events in feed order. */
export async function eventsAfter(reads: Reads, part: FeedPart): Promise<FeedEvent[]> {
  return (await feedPart(reads, part).select(FEED_EVENT).execute()) as FeedEvent[];
}

/**
 * Events in feed order with bodies of `bytesMax` together, or the first alone where it has more; no other body is read.
 * Says whether there are more.
 */
export async function feedPage(
  reads: Reads,
  { bytesMax, ...part }: FeedPart & { bytesMax: number },
): Promise<{ events: FeedEvent[]; hasMore: boolean }> {
  const sizes = await feedPart(reads, { ...part, limit: part.limit + 1 })
    .select(['position', sql<number>`octet_length(body)`.as('bytes')])
    .execute();
  let limit = 0;
  let bytesLeft = bytesMax;
  for (const { bytes } of sizes.slice(0, part.limit)) {
    bytesLeft -= bytes;
    if (bytesLeft < 0 && limit > 0) break;
    limit += 1;
  }
  const last = sizes[limit - 1]?.position ?? null;
  if (last === null) return { events: [], hasMore: false };
  // Up to the last one: in place of events that were let go of meanwhile none come whose size was not looked at.
  const events = await feedPart(reads, { ...part, limit })
    .where('position', '<=', last)
    .select(FEED_EVENT)
    .execute();
  return { events: events as FeedEvent[], hasMore: limit < sizes.length };
}

/** The newest event in the feed, undefined before the first. */
export async function newestEvent(reads: Reads): Promise<Pick<FeedEvent, 'id' | 'position'> | undefined> {
  const row = await reads
    .selectFrom('events')
    .select(['id', 'position'])
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, position: Number(row.position) };
}

/** When the first event of the feed was written, by the clock of who wrote it. */
export async function firstMoment(reads: Reads): Promise<string | undefined> {
  const row = await reads
    .selectFrom('events')
    .select('created_at')
    .where('position', 'is not', null)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

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
  const old = await writes
    .selectFrom('events')
    .select('position')
    .where('created_at', '<', since)
    .where('position', '<', kept)
    .orderBy('position')
    .limit(count)
    .execute();
  const last = old.at(-1)?.position;
  if (last === undefined) return false;
  await writes.deleteFrom('deliveries').where('position', '<=', last).execute();
  await writes.deleteFrom('events').where('position', '<=', last).execute();
  await writes
    .deleteFrom('attempts')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('attempts')
        .select('id')
        .where('at', '<', since)
        .orderBy('id')
        .limit(ATTEMPTS_PER_EVENT * count),
    )
    .execute();
  return old.length === count;
}

async function firstKept(writes: Writes, { since, now }: Kept): Promise<number | undefined> {
  const row = await writes
    .selectFrom('events')
    .select('position')
    .where('position', 'is not', null)
    .where('created_at', '>=', since)
    .where('created_at', '<=', now)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row && Number(row.position);
}
