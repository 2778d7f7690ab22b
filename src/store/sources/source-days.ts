/** Which days were read of each source of prices, which of them were taken out again, and days as they were told last. */
import { parseCurrent } from '../prices/current-prices.ts';
import { above, atLeast, deleteWhere, portionsOf, putRows, rowsWhere, rowWhere } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';

const ROWS_AT_ONCE = 1000;

/** The newest day that was read of each source. */
export async function newestDays(reads: Reads | Writes): Promise<Map<string, string>> {
  const days = reads.selectFrom('source_days').where('state', '=', 'read').groupBy('source');
  const rows = await days.select(({ fn }) => ['source', fn.max('observed_on').as('day')]).execute();
  return new Map(rows.map(({ source, day }) => [source, day]));
}

/** That of one; undefined where none was. */
export const newestDay = async (reads: Reads | Writes, source: string) => (await newestDays(reads)).get(source);

export const putSourceDay = (
  writes: Writes,
  source: string,
  observed_on: string,
  state: Tables['source_days']['state'],
) => putRows(writes, 'source_days', ['source', 'observed_on'], [{ source, observed_on, state }]);

/** Days of the source that were taken out, which are not read again by themselves. */
export async function forgottenDays(reads: Reads | Writes, source: string): Promise<Set<string>> {
  const rows = await rowsWhere(reads, 'source_days', { source, state: 'forgotten' }, ['observed_on']);
  return new Set(rows.map(({ observed_on }) => observed_on));
}

/** The first day behind this one that was read of the source; undefined where none was. */
export const dayBehind = async (reads: Reads | Writes, source: string, day: string) =>
  (
    await rowsWhere(reads, 'source_days', { source, state: 'read', observed_on: above(day) }, undefined, 'observed_on')
  ).at(0)?.observed_on;

/** A stamp that is a day, behind which the next run goes on, and the digest of what it was matched with. */
const DAY_STAMP = /^(\d{4}-\d\d-\d\d) (.*)$/;

/**
 * Where the next run would go on from a forgotten day that lies ahead, it goes on from the newest one that is left: the days
 * between were not read. From any other day it goes on as it would.
 */
export async function rewindDocuments(writes: Writes, source: string, day: string, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  if (day <= today) return;
  const rows = await rowsWhere(writes, 'documents', { task: source });
  for (const row of rows) {
    const [, stamp, digest] = DAY_STAMP.exec(row.etag) ?? [];
    if (stamp === undefined || stamp < day) continue;
    const newest = await newestDay(writes, source);
    if (newest === undefined) await deleteWhere(writes, 'documents', { task: source, url: row.url });
    else await putRows(writes, 'documents', ['task', 'url'], [{ ...row, etag: `${newest} ${digest}` }]);
  }
}

/** Days of current prices that lie after `latest`, with the source of each. */
export async function daysAhead(reads: Reads | Writes, latest: string) {
  const found = new Map<string, { source: string; observed_on: string }>();
  const look = (body: string) => {
    for (const { source, observed_on } of parseCurrent(body).values()) {
      if (observed_on > latest) found.set(`${source} ${observed_on}`, { source, observed_on });
    }
  };
  const current = portionsOf(reads, 'current_prices', ROWS_AT_ONCE, {}, 'owner');
  const unread = portionsOf(reads, 'article_prices', ROWS_AT_ONCE, {}, 'article');
  for (const all of [current, unread]) for await (const rows of all) for (const { body } of rows) look(body);
  return [...found.values()].sort((a, b) => (a.observed_on < b.observed_on ? -1 : 1));
}

export type RecordedDay = Tables['recorded_days'];
type DayKey = Pick<RecordedDay, 'game' | 'entity' | 'currency' | 'day'>;

/** Digest of the file that was told of the day; undefined where none was. */
export const recordedDigest = async (reads: Reads, { game, entity, currency, day }: DayKey) =>
  (await rowWhere(reads, 'recorded_days', { game, entity, currency, day }, ['sha256']))?.sha256;

/** Days that were told since then, of a game or of all, in their order. */
export const daysRecordedSince = (reads: Reads, since: string, game?: string): Promise<RecordedDay[]> =>
  rowsWhere(reads, 'recorded_days', { game, told_at: atLeast(since) }, undefined, 'game', 'day');

export const putRecordedDay = (writes: Writes, day: RecordedDay): Promise<void> =>
  putRows(writes, 'recorded_days', ['game', 'entity', 'currency', 'day'], [day]);

/** Of a day that has no row any more nothing is known. */
export const deleteRecordedDay = (writes: Writes, { game, entity, currency, day }: DayKey): Promise<number> =>
  deleteWhere(writes, 'recorded_days', { game, entity, currency, day });
