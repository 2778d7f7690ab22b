/** Takes prices in from files and reports what that changes like a run: days and months in one transaction, lines of history bit by bit. */

import type { CatalogScope } from '../../catalog/scope.ts';
import { recordEvents } from '../../events/record-events.ts';
import { bumpCatalogVersion } from '../../store/catalog/game-versions.ts';
import { importPrices } from '../../store/prices/price-import.ts';
import type { Store, Writes } from '../../store/store.ts';
import { Outage } from '../../upstream/document.ts';
import { changeEvents, noChanges } from '../changes.ts';
import { type OriginMarket, originOwners, readingIn, recordPart } from '../origin/origin-prices.ts';
import type { Fetched } from '../origin/read-origin.ts';
import { dayEvents } from '../price-day-events.ts';
import type { Source } from '../source.ts';
import { byHand, recordByHand } from './by-hand.ts';

/** What came, or would. */
export type ImportedDays = Awaited<ReturnType<typeof importIn>>;

interface ImportOptions {
  /** What rows that name no source are noted under. */
  source: string;
  isDry: boolean;
  games: readonly Pick<CatalogScope, 'game'>[];
  now: Date;
}

/**
 * Records every row; a day of a series that is there is overwritten, and the same files again change nothing. @throws Outage
 * that names line and field, OperatorFailure where a run does not end
 */
export const importDays = (store: Store, files: readonly (Fetched & { span: string })[], options: ImportOptions) =>
  byHand(store, (writes) => importIn(writes, files, options), options.isDry);

async function importIn(
  writes: Writes,
  files: readonly (Fetched & { span: string })[],
  { source, isDry, now }: ImportOptions,
) {
  const done = {
    ...{ source, dry_run: isDry, files: files.length, days: 0 },
    observations: 0,
    rows_changed: 0,
    /** Rows of cards or products that are not here. */
    unknown: 0,
    events: 0,
  };
  for (const [game, ofGame] of Map.groupBy(files, ({ file }) => file.game)) {
    const changes = noChanges();
    let changed = 0;
    for (const fetched of ofGame) {
      const { entity, currency = 'usd' } = fetched.file;
      const of = await originOwners(writes, game, entity as 'card_prices' | 'product_prices');
      const market: OriginMarket = { writes, reading: readingIn(writes, source, now), of, game, currency, changes };
      const counts = await recordPart(market, fetched);
      changed += counts.written;
      done.observations += counts.observations;
      done.unknown += counts.unknown;
    }
    for (const currency of ['usd', 'eur'] as const) {
      const days = [...changes.days[currency]].sort();
      const strange = days.find((day) => !ofGame.some(({ span }) => day.startsWith(span)));
      if (strange !== undefined) throw new Outage(`a row of ${game} is of ${strange}, which no file's name says`);
      done.days += days.length;
      const newest = days.at(-1);
      if (changed > 0 && newest !== undefined) await writes.touched({ day: { game, currency, observed_on: newest } });
    }
    if (changed === 0) continue;
    done.rows_changed += changed;
    await bumpCatalogVersion(writes, { games: [game], names: false });
    const groups = [
      ...(await changeEvents(writes, changes)),
      ...(await dayEvents(writes, game, changes.days, now, true)),
    ];
    done.events += await recordEvents(writes, { game }, groups, now);
  }
  const reason = `imported ${done.days} days from ${done.files} files: ${done.observations} observations, ${done.unknown} of nothing that is here`;
  const { observations, rows_changed, unknown } = done;
  await recordByHand(writes, source, now, { counts: { observations, rows_changed, unknown }, reason });
  return done;
}

/**
 * Records the lines; where current prices move, subscribers of their game are notified.
 * @throws BadPriceLine
 */
export function importHistory(
  store: Store,
  sources: readonly Pick<Source, 'game' | 'scope'>[],
  lines: AsyncIterable<string>,
  onLines?: (lines: number) => void,
) {
  return importPrices(store, lines, onLines, async (writes, name, prices) => {
    const source = sources.find(({ game }) => game.name === name);
    if (source === undefined) return;
    const events = await changeEvents(writes, { ...noChanges(), prices }, source.game);
    await recordEvents(writes, source.scope, events, new Date());
  });
}
