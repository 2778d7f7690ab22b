/** Takes in prices that a person has: days and months as files have them, and what releases before 0.2 wrote out. */

import { recordEvents } from '../../events/record-events.ts';
import { bumpCatalogVersion } from '../../store/catalog/game-versions.ts';
import { servedGames } from '../../store/games.ts';
import { type Current, currentOf } from '../../store/prices/current-prices.ts';
import { AMOUNTS, slotOf } from '../../store/prices/price-series.ts';
import type { Observed } from '../../store/sources/mirror-prices.ts';
import type { Reads, Store, Writes } from '../../store/store.ts';
import { Outage } from '../../upstream/document.ts';
import { type Changes, changeEvents, noChanges } from '../changes.ts';
import {
  type OriginOwners,
  observationsIn,
  originOwners,
  type RowReading,
  readingIn,
  recordRows,
  subTypeIn,
} from '../origin/origin-prices.ts';
import type { Fetched } from '../origin/read-origin.ts';
import { dayEvents } from '../price-day-events.ts';
import { isSameScale, isWild, unitFault } from '../prices/price-guards.ts';
import { alone, byHand, recordByHand } from './by-hand.ts';

/** A file, and the day or month that its name says; rows of one without may be of any. */
export type ImportedFile = Fetched & { span?: string };

interface ImportOptions {
  /** What rows that name no source are noted under. */
  source: string;
  isDry: boolean;
  isAccepted: boolean;
  now: Date;
  onRows?: (written: number, all: number) => void;
}

/** Observations written in one transaction: others wait for it less than a second. */
const ROWS_AT_ONCE = 20_000;
/** Of what is left out so many are told one by one. */
const REASONS_MAX = 20;
/** Where the amount stands that a day is measured by: USD's market price, EUR's trend. */
const MEASURES = { usd: 0, eur: 2 };
const currencyOf = (key: number) => (slotOf(key) === 0 ? 'eur' : 'usd');

/**
 * Records every row that guards let go; a day of a series that is there is overwritten, and the same files again change nothing.
 * All is looked through before any is written; an import that stops halfway keeps what it has written. @throws Outage that
 * names line and field, OperatorFailure where a run does not end
 */
export const importDays = (store: Store, files: readonly ImportedFile[], options: ImportOptions) =>
  options.isDry
    ? byHand(store, (writes) => importAll(writes, (work) => work(writes), files, options), true)
    : alone(store, () => importAll(store.reads, (work) => store.write(work), files, options));

type Write = <Done>(work: (writes: Writes) => Promise<Done>) => Promise<Done>;

type Days = Map<string, Changes['days']>;

async function importAll(reads: Reads, write: Write, files: readonly ImportedFile[], options: ImportOptions) {
  const { source, isDry, isAccepted, now, onRows } = options;
  const games = (await servedGames(reads)).map(({ name }) => name);
  const owners = [await originOwners(reads, games, 'card_prices'), await originOwners(reads, games, 'product_prices')];
  const reading = readingIn(reads, { owners, source, now, isAdded: true, isOthers: true, subTypeOf: async () => 0 });
  const held = new Map<string, string>();
  let all = 0;
  for (const file of files) all += await lookThrough(reads, { ...reading, games, held }, file);
  if (isAccepted) held.clear();
  const reasons = [...held.values()];
  const done = {
    ...{ source, dry_run: isDry, files: files.length, days: 0, observations: 0, rows_changed: 0 },
    /** Rows of cards or products that are not here, and days and amounts that a guard left out. */
    ...{ unknown: 0, left_out: held.size, events: 0 },
  };
  const writing = readingIn(reads, {
    ...{ ...reading, onUnknown: () => void done.unknown++ },
    subTypeOf: (slug) => write((writes) => subTypeIn(writes, slug)),
  });
  const days: Days = new Map();
  let [waiting, count] = [new Map<number, Observed[]>(), 0];
  const flush = async () => {
    const rows = waiting;
    [waiting, done.observations, count] = [new Map(), done.observations + count, 0];
    onRows?.(done.observations, all);
    const written = await write((writes) => recordSome(writes, rows, { owners, days, now }));
    done.rows_changed += written.rows;
    done.events += written.events;
  };
  for (const file of files) {
    for await (const some of observationsIn(writing, file)) {
      const known = isAccepted ? undefined : await currentOf(reads, [...some.keys()]);
      for (const [owner, all] of some) {
        const taken = all.filter((row) => !held.has(dayIn(file, row)));
        const onWild = (says: string) => {
          const of = owners.flatMap(({ of }) => of.get(owner)?.id ?? [])[0];
          if (++done.left_out <= REASONS_MAX) reasons.push(`${file.file.name}: ${of}: ${says}`);
        };
        const kept = known === undefined ? taken : withoutWild(taken, known.get(owner), onWild);
        waiting.set(owner, [...(waiting.get(owner) ?? []), ...kept]);
        count += kept.length;
      }
      if (count >= ROWS_AT_ONCE) await flush();
    }
  }
  await flush();
  onRows?.(all, all);
  return write(async (writes) => {
    for (const [game, of] of days) {
      done.days += of.usd.size + of.eur.size;
      done.events += await recordEvents(writes, { game }, (await dayEvents(writes, game, of, now, true)).events, now);
    }
    if (done.left_out > reasons.length) reasons.push(`and ${done.left_out - reasons.length} more`);
    const { observations, rows_changed, unknown, left_out } = done;
    const said = `imported ${done.days} days from ${files.length} files: ${observations} observations, ${unknown} name no record that is here`;
    const counts = { observations, rows_changed, unknown, left_out };
    await recordByHand(writes, source, now, { counts, reason: [said, ...reasons].join('; ') });
    return { ...done, reasons };
  });
}

const dayIn = ({ file }: ImportedFile, { key, observed_on }: Pick<Observed, 'key' | 'observed_on'>) =>
  `${file.name}: ${currencyOf(key)} of ${observed_on}`;

/** How many observations there are; days that speak of another unit come to be `held`, with what speaks against each. @throws Outage where a row is none, or of another day or game than its file, or there is none */
async function lookThrough(
  reads: Reads,
  { games, held, ...reading }: RowReading & { games: readonly string[]; held: Map<string, string> },
  file: ImportedFile,
): Promise<number> {
  let count = 0;
  let unknown = 0;
  const { name, game } = file.file;
  if (game !== undefined && !games.includes(game))
    throw new Outage(`${name} is of the game ${game}, and here are ${games.join(', ') || 'none'}`);
  const ratios = new Map<string, number[]>();
  for await (const some of observationsIn({ ...reading, onUnknown: () => void unknown++ }, file)) {
    const current = await currentOf(reads, [...some.keys()]);
    for (const [owner, rows] of some) {
      count += rows.length;
      const of = reading.owners.flatMap(({ of }) => of.get(owner) ?? [])[0];
      if (game !== undefined && of?.game !== game)
        throw new Outage(`${name}: ${of?.id} is of the game ${of?.game}, and the name of the file says ${game}`);
      for (const row of rows) {
        if (!row.observed_on.startsWith(file.span ?? ''))
          throw new Outage(`${name}: a row is of ${row.observed_on}, which the name of the file does not say`);
        const at = MEASURES[currencyOf(row.key)];
        const [now, known] = [row.amounts[at], current.get(owner)?.get(row.key)?.amounts[at]];
        if (!now || !known) continue;
        const day = dayIn(file, row);
        const ofDay = ratios.get(day) ?? [];
        if (ofDay.push(now / known) === 1) ratios.set(day, ofDay);
      }
    }
  }
  if (count + unknown === 0) throw new Outage(`${name} has no prices in it`);
  for (const [day, of] of ratios) {
    const fault = unitFault(day, of);
    if (fault !== undefined) held.set(day, fault);
  }
  return count;
}

/** The rows without amounts that lie 50-fold off the newest known ones, and that no other day bears out. */
function withoutWild(rows: readonly Observed[], current: Current | undefined, onWild: (says: string) => void) {
  return rows.flatMap((row) => {
    const known = current?.get(row.key)?.amounts ?? [];
    const amounts = row.amounts.map((cents, at) => {
      const before = known[at];
      if (!cents || !before || !isWild(before, cents)) return cents;
      const others = rows.filter(({ key, observed_on }) => key === row.key && observed_on !== row.observed_on);
      if (others.some((other) => isSameScale(other.amounts[at] || 0, cents))) return cents;
      const amount = AMOUNTS[currencyOf(row.key)][at];
      onWild(`${amount} of ${row.observed_on} is ${cents} after ${before}, which no other day bears out`);
      return null;
    });
    const isEmptied = amounts.every((cents) => cents === null) && row.amounts.some((cents) => cents !== null);
    return isEmptied ? [] : [{ ...row, amounts }];
  });
}

/** Records them, and tells whose amounts are others; days are told when all of them are there. */
async function recordSome(
  writes: Writes,
  rows: ReadonlyMap<number, readonly Observed[]>,
  { owners, days, now }: { owners: readonly OriginOwners[]; days: Days; now: Date },
) {
  const changes = new Map<string, Changes>();
  const changesOf = (game: string) => {
    const of = changes.get(game) ?? noChanges();
    changes.set(game, of);
    return of;
  };
  const written = { rows: await recordRows(writes, owners, rows, changesOf), events: 0 };
  if (written.rows > 0) await bumpCatalogVersion(writes, { games: [...changes.keys()], names: false });
  for (const [game, of] of changes) {
    const known = days.get(game) ?? noChanges().days;
    days.set(game, known);
    for (const currency of ['usd', 'eur'] as const) {
      const some = [...of.days[currency]].sort();
      for (const day of some) known[currency].add(day);
      const newest = some.at(-1);
      if (written.rows > 0 && newest) await writes.touched({ day: { game, currency, observed_on: newest } });
    }
    written.events += await recordEvents(writes, { game }, await changeEvents(writes, of), now);
  }
  return written;
}
