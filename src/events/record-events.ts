/** Writes events into the outbox: bodies made once, split where a group is large, in the transaction of the change. */
import { randomUUIDv7 } from 'node:crypto';
import type { CatalogScope } from '../catalog/scope.ts';
import { addEvents } from '../store/events/events.ts';
import type { Writes } from '../store/store.ts';
import { EVENT_FORMS, type EventKind, type EventRecords } from './event-names.ts';

/** A larger group of changed records is split over several deliveries of at most this many. */
export const RECORDS_MAX = 500;

/** What is known of records until they are read: a list, or what is cut like one. */
type Keys<Key> = Iterable<Key> & Pick<readonly Key[], 'length' | 'slice'>;

/**
 * The changed records of one kind. Records are known by their keys and read a delivery's worth at a time: a first
 * catalog has 25,000 of them.
 */
export interface EventGroup<Kind extends EventKind = EventKind, Key = unknown> {
  kind: Kind;
  /** Only of price events. */
  currency?: 'USD' | 'EUR';
  keys: Keys<Key>;
  /** The records of these keys, each once, as they stand in the transaction: as JSON. */
  read(keys: readonly Key[]): Promise<readonly string[]>;
}

export type AnyEventGroup = { [Kind in EventKind]: EventGroup<Kind> }[EventKind];

export const groupOf = <Kind extends EventKind>(
  kind: Kind,
  records: readonly EventRecords[Kind][],
  currency?: 'USD' | 'EUR',
): EventGroup<Kind> => groupRead<Kind, EventRecords[Kind]>(kind, records, async (keys) => keys, currency);

/** A group whose records are read by their keys. */
export const groupRead = <Kind extends EventKind, Key>(
  kind: Kind,
  keys: Keys<Key>,
  read: (keys: readonly Key[]) => Promise<readonly EventRecords[Kind][]>,
  currency?: 'USD' | 'EUR',
): EventGroup<Kind> => {
  const texts = async (keys: readonly unknown[]) =>
    (await read(keys as readonly Key[])).map((record) => JSON.stringify(record));
  return { kind, keys, read: texts, ...(currency ? { currency } : {}) };
};

/** The body of one delivery, as it is signed and sent; `records` are JSON. */
export function eventBody(
  { id, name, created_at }: { id: string; name: string; created_at: string },
  { kind, currency }: Pick<EventGroup, 'kind' | 'currency'>,
  records: readonly string[],
  chunk?: { index: number; of: number },
): string {
  const head = JSON.stringify({ id, name, created_at }).slice(0, -1);
  const inCurrency = currency ? `"currency":"${currency}",` : '';
  const { key } = EVENT_FORMS[kind];
  if (key === null) return `${head},"data":${records[0]}}`;
  const part = chunk ? `,"chunk":${JSON.stringify(chunk)}` : '';
  return `${head},"data":{${inCurrency}"${key}":[${records.join(',')}]}${part}}`;
}

/**
 * Records what a publish changed; to be called once, last, in the transaction that makes the changes. Groups without
 * records leave nothing. Returns how many deliveries' worth of events were written.
 */
export async function recordEvents(
  writes: Writes,
  { game }: Pick<CatalogScope, 'game'>,
  groups: readonly AnyEventGroup[],
  now = new Date(),
): Promise<number> {
  let written = 0;
  for (const group of groups) {
    const { kind, keys } = group;
    const of = Math.ceil(keys.length / RECORDS_MAX);
    const group_id = randomUUIDv7();
    for (let index = 0; index < of; index += 1) {
      const records = await group.read(keys.slice(index * RECORDS_MAX, (index + 1) * RECORDS_MAX));
      const event = { id: randomUUIDv7(), name: `${game}.${kind}`, created_at: now.toISOString() };
      const body = eventBody(event, group, records, of > 1 ? { index, of } : undefined);
      await addEvents(writes, [{ ...event, group_id, body }]);
      written += 1;
    }
  }
  return written;
}
