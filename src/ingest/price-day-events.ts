/** Tells what a transaction changed: records and amounts, and last each day of prices that is another now. */
import { addDays, dayOf } from '../catalog/days.ts';
import type { CatalogScope } from '../catalog/scope.ts';
import { type AnyEventGroup, groupOf, recordEvents } from '../events/record-events.ts';
import { recordWatched } from '../events/watches/watch-run.ts';
import { digestOfDay } from '../files/file-writers.ts';
import { DAYS_LISTED, rowsOfDay } from '../files/make-files.ts';
import type { DeployedGame } from '../games/game.ts';
import { catalogVersion, deleteMetaValue, metaValue, setMetaValue } from '../store/meta.ts';
import { daysRecordedSince, deleteRecordedDay, putRecordedDay, recordedDigest } from '../store/sources/source-days.ts';
import type { Reads, Store, Writes } from '../store/store.ts';
import { pricedOwners } from '../store/views/priced/price-rows.ts';
import { type Changes, changedPrices, changeEvents, noChanges } from './changes.ts';

/** More days at once are a load of history: of these only the last month's are told, the others stand in its files. */
const DAYS_AT_ONCE = 7;
const RECENT_DAYS = 31;

/** Records the events of a transaction; to be called once, last, in it. Returns how many there were. */
export async function recordChanges(
  writes: Writes,
  scope: Pick<CatalogScope, 'game'>,
  game: DeployedGame,
  changes: Changes,
  now: Date,
): Promise<number> {
  const changed = await changedPrices(writes, changes);
  const groups = await changeEvents(writes, changes, game, changed);
  const { events, moved } = await dayEvents(writes, scope.game, changes.days, now);
  const count = await recordEvents(writes, scope, [...groups, ...events], now);
  await noteDue(writes, scope.game, changes, now);
  const onMoved = (market: 'usd' | 'eur') => ({ ...changed[market], days: moved[market] });
  await recordWatched(writes, { ...game, name: scope.game }, { usd: onMoved('usd'), eur: onMoved('eur') }, now);
  return count;
}

type ListedDay = Awaited<ReturnType<typeof daysRecordedSince>>[number];
const nameOf = ({ currency, day }: ListedDay): string => `${currency} ${day}`;
const dueKey = (game: string) => `days_due.${game}` as const;
const listedDays = (reads: Reads, game: string, now: Date): Promise<ListedDay[]> =>
  daysRecordedSince(reads, addDays(dayOf(now.getTime()), -DAYS_LISTED), game);

/** Days noted as due; version 0.2.0 wrote a time instead, for all that are listed. */
const namesDue = (noted: string, listed: readonly ListedDay[]): Set<string> =>
  new Set(noted.startsWith('[') ? (JSON.parse(noted) as string[]) : listed.map(nameOf));

/** Notes that listed days of the past may have other rows now: of another printing, of none, or called otherwise. */
async function noteDue(writes: Writes, game: string, changes: Changes, now: Date): Promise<void> {
  const { renamed, variantsPruned, cardsDeleted, reassigned, days } = changes;
  const areAll = renamed.size + variantsPruned.length + cardsDeleted.size > 0;
  if (!areAll && reassigned.usd.size + reassigned.eur.size === 0) return;
  const listed = await listedDays(writes, game, now);
  const isDue = ({ currency, day }: ListedDay) => (areAll || reassigned[currency].has(day)) && !days[currency].has(day);
  const due = listed.filter(isDue).map(nameOf);
  if (due.length === 0) return;
  const before = namesDue((await metaValue(writes, dueKey(game))) ?? '[]', listed);
  await setMetaValue(writes, dueKey(game), JSON.stringify([...new Set([...before, ...due])]));
}

/**
 * Looks at the listed days of a game whose rows may be others since links or printings changed, and notifies of those that
 * are: each in a transaction of its own, so that nobody waits for all of them to write. Interrupted, they are due again.
 */
export async function settleDueDays(store: Store, { game }: Pick<CatalogScope, 'game'>, now: Date): Promise<void> {
  const noted = await metaValue(store.reads, dueKey(game));
  if (noted === undefined) return;
  const listed = await listedDays(store.reads, game, now);
  const names = namesDue(noted, listed);
  const due = listed.filter((each) => names.has(nameOf(each)));
  for (const [day, of] of Map.groupBy(due, (each) => each.day)) {
    const { days } = noChanges();
    for (const { currency } of of) days[currency].add(day);
    await store.write(async (writes) =>
      recordEvents(writes, { game }, (await dayEvents(writes, game, days, now, true)).events, now),
    );
  }
  await store.write((writes) => deleteMetaValue(writes, dueKey(game)));
}

/**
 * The events of days whose files are not what was told of them last; of a load of history all where a person asked for it. And
 * `moved`: of the days given those that are not found to be as they were.
 */
export async function dayEvents(writes: Writes, game: string, days: Changes['days'], now: Date, areAllTold = false) {
  const oldest = addDays(dayOf(now.getTime()), -RECENT_DAYS);
  const events: AnyEventGroup[] = [];
  const version = await catalogVersion(writes);
  const wanted = (['usd', 'eur'] as const).map((currency) => {
    const all = [...days[currency]].sort();
    return { currency, told: all.length > DAYS_AT_ONCE && !areAllTold ? all.filter((day) => day >= oldest) : all };
  });
  const moved = { usd: new Set(days.usd), eur: new Set(days.eur) };
  for (const { currency, told } of wanted) for (const day of told) moved[currency].delete(day);
  for (const entity of ['card_prices', 'product_prices'] as const) {
    if (wanted.every(({ told }) => told.length === 0)) continue;
    const owners = await pricedOwners(writes, { game, entity });
    for (const { currency, told } of wanted) {
      for (const day of told) {
        const market = { game, entity, currency, day };
        const { rows, name, sha256 } = await digestOfDay(market, rowsOfDay(writes, market, owners, day));
        const before = await recordedDigest(writes, market);
        if (before === sha256 || (before === undefined && rows === 0)) continue;
        if (rows === 0) await deleteRecordedDay(writes, market);
        else await putRecordedDay(writes, { ...market, sha256, told_at: now.toISOString() });
        moved[currency].add(day);
        const file = rows === 0 ? { file: null, sha256: null } : { file: name, sha256 };
        events.push(
          groupOf('price_days.recorded', [{ entity, currency, day, rows, ...file, catalog_version: version }]),
        );
      }
    }
  }
  return { events, moved };
}
