/** Days of prices as they were told last, by the digest of their files. */
import { putRows } from '../put-rows.ts';
import { deleteWhere, rowWhere } from '../rows-where.ts';
import type { RecordedDayTable } from '../schema/price-tables.ts';
import type { Reads, Writes } from '../store.ts';

export type RecordedDay = RecordedDayTable;
type DayKey = Pick<RecordedDay, 'game' | 'entity' | 'currency' | 'day'>;

/** Digest of the file that was told of the day; undefined where none was. */
export const recordedDigest = async (reads: Reads, { game, entity, currency, day }: DayKey) =>
  (await rowWhere(reads, 'recorded_days', { game, entity, currency, day }, ['sha256']))?.sha256;

/** Days that were told since then, in their order. */
export const daysRecordedSince = (reads: Reads, since: string): Promise<RecordedDay[]> =>
  reads.selectFrom('recorded_days').selectAll().where('told_at', '>=', since).orderBy('game').orderBy('day').execute();

export const daysListed = async (reads: Reads, game: string, since: string): Promise<RecordedDay[]> =>
  (await daysRecordedSince(reads, since)).filter((day) => day.game === game);

export const putRecordedDay = (writes: Writes, day: RecordedDay): Promise<void> =>
  putRows(writes, 'recorded_days', ['game', 'entity', 'currency', 'day'], [day]);

/** Of a day that has no row any more nothing is known. */
export const deleteRecordedDay = (writes: Writes, { game, entity, currency, day }: DayKey): Promise<number> =>
  deleteWhere(writes, 'recorded_days', { game, entity, currency, day });
