/** What the price sources share: which days a run reads, when there is nothing new, and one transaction a day. */
import { dayOf } from '../catalog/days.ts';
import type { Quarantined } from '../catalog/seeds.ts';
import { documentEtags, putDocumentEtags } from '../store/publish.ts';
import type { Writes } from '../store/store.ts';
import { Outage } from '../upstream/document.ts';
import { checkNoDaysAsked, daysToRead, holdsDays } from './day-addresses.ts';
import { checkQuarantine, checkRows } from './guards.ts';
import { type MarketView, marketView } from './market-view.ts';
import { publishPriceDay, type ReadyDay } from './price-publication.ts';
import { NOTHING_NEW, type Publication, type RunContext } from './source.ts';

/** What came of one reading. */
export interface DayRead {
  /** Usually one day; sources that date each row give several. */
  days: ReadyDay[];
  /** Rows that came, the measure for the next reading; undefined where a reading is only ever a part. */
  rows: number | undefined;
  duplicates: number;
  quarantined: Quarantined[];
  /** What an operator should know beside the counts. */
  note?: string | null;
  /** Names what was read: the same stamp the next time means nothing new. */
  stamp: string;
  /** Writes what the source has beside prices, in the same transaction; returns counts. */
  publishMore?(writes: Writes): Promise<Record<string, number>>;
}

/** A source at work in one run. */
export interface DayReader {
  /**
   * Reads, checks and matches one day; `day` is undefined where the address holds whatever is newest.
   * Undefined when there is no such day, or nothing newer than `knownStamp`.
   * @throws Outage
   */
  read(day: string | undefined, knownStamp: string | undefined): Promise<DayRead | undefined>;
}

export interface PriceRunPlan {
  /** Where the prices lie; with `{day}` in it, every day since the last is read. */
  address: string;
  historyDays: number;
  open(view: MarketView): Promise<DayReader>;
}

/** A source that finds nothing this long is not quiet, it is gone. */
const QUIET_DAYS_MAX = 3;

/** Reads and publishes day by day. */
export async function priceRun(context: RunContext, plan: PriceRunPlan): Promise<Publication> {
  const { store, task, options } = context;
  const view = await marketView(store.reads);
  const { stamp, digest } = parseStamp((await documentEtags(store.reads, task.name)).get(plan.address));
  const isCurrent = digest === view.digest;
  const reader = () => plan.open(view);
  if (!holdsDays(plan.address)) {
    checkNoDaysAsked(task.name, options.days);
    const came = await (await reader()).read(undefined, isCurrent ? stamp : undefined);
    return came === undefined ? NOTHING_NEW : publicationOf(context, plan, view, came, task.last_rows);
  }
  const today = dayOf(Date.now());
  const days = daysToRead({ asked: options.days, last: stamp, historyDays: plan.historyDays, today });
  // The catalog has changed: the last day's prices may now be matched otherwise.
  if (!isCurrent && stamp !== undefined && !options.days) days.unshift(stamp);
  if (days.length === 0) return NOTHING_NEW;
  return nextDay({ context, plan, view, reader: await reader(), days, at: 0 }, options.days ? null : task.last_rows);
}

/** A walk over days. */
interface Walk {
  context: RunContext;
  plan: PriceRunPlan;
  view: MarketView;
  reader: DayReader;
  days: string[];
  at: number;
}

/** The next day that is there; days that upstream does not have stay absent. */
async function nextDay(walk: Walk, lastRows: number | null): Promise<Publication> {
  const { context, plan, view, reader, days } = walk;
  for (let at = walk.at; at < days.length; at += 1) {
    context.onProgress({ step: 'days', done: at, total: days.length });
    const came = await reader.read(days[at], undefined);
    if (came === undefined) continue;
    const publication = publicationOf(context, plan, view, came, lastRows);
    if (at + 1 === days.length) return publication;
    return { ...publication, next: () => nextDay({ ...walk, at: at + 1 }, came.rows ?? null) };
  }
  if (walk.at === 0 && days.length > QUIET_DAYS_MAX)
    throw new Outage(`${plan.address} has none of the last ${days.length} days`);
  return NOTHING_NEW;
}

function publicationOf(
  { task }: RunContext,
  { address }: PriceRunPlan,
  view: MarketView,
  came: DayRead,
  lastRows: number | null,
): Publication {
  const { days, rows, duplicates, quarantined, stamp, note = null } = came;
  if (rows !== undefined) {
    checkRows('prices', rows, lastRows);
    checkQuarantine(quarantined, rows + quarantined.length);
  }
  return {
    rows,
    publish: async (writes) => {
      const counts: Record<string, number> = { rows: rows ?? 0, duplicates, quarantined: quarantined.length };
      const add = (more: Record<string, number>) => {
        for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count;
      };
      // Products come before their prices.
      if (came.publishMore) add(await came.publishMore(writes));
      for (const day of days) add(await publishPriceDay(writes, day));
      const known = parseStamp((await documentEtags(writes, task.name)).get(address)).stamp;
      // An older day, run again, is not where the next run goes on from.
      const newest = known !== undefined && holdsDays(address) && known > stamp ? known : stamp;
      await putDocumentEtags(writes, task.name, new Map([[address, `${newest} ${view.digest}`]]));
      return { counts, notice: [note, quarantineNotice(quarantined)].filter(Boolean).join('; ') || null };
    },
  };
}

function parseStamp(text: string | undefined): { stamp: string | undefined; digest: string | undefined } {
  if (text === undefined) return { stamp: undefined, digest: undefined };
  const at = text.lastIndexOf(' ');
  return { stamp: text.slice(0, at), digest: text.slice(at + 1) };
}

/** Why rows were put aside, each reason with its count and one example. */
function quarantineNotice(quarantined: readonly Quarantined[]): string | null {
  if (quarantined.length === 0) return null;
  const reasons = [...Map.groupBy(quarantined, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  return `rows put aside: ${reasons.map(([reason, rows]) => `${rows.length} ${reason} (${rows[0]?.sample})`).join('; ')}`;
}
