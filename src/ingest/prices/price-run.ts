/** What the price sources share: which days a run reads, when there is nothing new, and what goes in one transaction. */
import { dayOf } from '../../catalog/days.ts';
import type { Quarantined } from '../../catalog/seeds.ts';
import { documentEtags, putDocumentEtags } from '../../store/document-etags.ts';
import type { Writes } from '../../store/store.ts';
import { Outage } from '../../upstream/document.ts';
import type { Changes } from '../changes.ts';
import { checkQuarantine, checkRows } from '../guards.ts';
import { type MarketView, marketView } from '../matching/market-view.ts';
import { NOTHING_NEW, type Publication, type RunContext } from '../source.ts';
import { checkNoDaysAsked, daysToRead, holdsDays } from './day-addresses.ts';
import { publishPriceDays, type ReadyDay } from './price-publication.ts';

/** What came of one reading. */
export interface DayRead {
  /** Usually one day; sources that date each row give several. */
  days: ReadyDay[];
  /** Rows that came, the measure for the next reading; undefined where a reading is only ever a part. */
  rows: number | undefined;
  /** Rows that groups lack which were judged by themselves: they say nothing about the whole. */
  lacking?: number;
  duplicates: number;
  quarantined: Quarantined[];
  /** What an operator should know beside the counts. */
  note?: string | null;
  /** Names what was read: the same stamp the next time means nothing new. */
  stamp: string;
  /** Writes what the source has beside prices, in the same transaction; returns counts. */
  publishMore?(writes: Writes, changes: Changes): Promise<Record<string, number>>;
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
/** Days of one transaction: a month is packed once, however many of its days come. */
const DAYS_AT_ONCE = 31;
/** And the cards of them, each day's for itself: others that write wait for it, as for a day of so many cards, and no longer. */
const CARDS_AT_ONCE = 30_000;

/** Reads and publishes day by day. */
export async function priceRun(context: RunContext, plan: PriceRunPlan): Promise<Publication> {
  const { store, task, options } = context;
  const view = await marketView(store.reads, context.game);
  const { stamp, digest } = parseStamp((await documentEtags(store.reads, task.name)).get(plan.address));
  // What is accepted was read before, and left out.
  const isCurrent = digest === view.digest && !context.isReconfigured && !options.acceptPrune;
  const reader = () => plan.open(view);
  if (!holdsDays(plan.address)) {
    checkNoDaysAsked(task.name, options.days);
    const came = await (await reader()).read(undefined, isCurrent ? stamp : undefined);
    if (came === undefined) return NOTHING_NEW;
    check(came, task.last_rows);
    return publicationOf(context, plan, view, [came]);
  }
  const today = dayOf(context.now().getTime());
  const days = daysToRead({ asked: options.days, last: stamp, historyDays: plan.historyDays, today });
  // The catalog has changed: the last day's prices may now be matched otherwise.
  if (!isCurrent && stamp !== undefined && !options.days) days.unshift(stamp);
  if (days.length === 0) return NOTHING_NEW;
  return nextDays({ context, plan, view, reader: await reader(), days, at: 0 }, options.days ? null : task.last_rows);
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

/** The next days that are there, as many as go in one transaction; those that upstream does not have stay absent. */
async function nextDays(walk: Walk, lastRows: number | null): Promise<Publication> {
  const { context, plan, view, reader, days } = walk;
  const came: DayRead[] = [];
  let cards = 0;
  /** What the next day is likely to have too. */
  let daily = 0;
  let rows = lastRows;
  let at = walk.at;
  for (; at < days.length && came.length < DAYS_AT_ONCE && cards + daily <= CARDS_AT_ONCE; at += 1) {
    context.onProgress({ step: 'days', done: at, total: days.length });
    const read = await reader.read(days[at], undefined);
    if (read === undefined) continue;
    check(read, rows);
    rows = read.rows ?? null;
    daily = read.days.reduce((count, day) => count + day.cards.size, 0);
    cards += daily;
    came.push(read);
  }
  if (came.length === 0 && walk.at === 0 && days.length > QUIET_DAYS_MAX) {
    throw new Outage(`${plan.address} has none of the last ${days.length} days`);
  }
  const publication = came.length === 0 ? NOTHING_NEW : publicationOf(context, plan, view, came);
  return at === days.length ? publication : { ...publication, next: () => nextDays({ ...walk, at }, rows) };
}

/** @throws Outage */
function check({ rows, lacking = 0, quarantined }: DayRead, lastRows: number | null): void {
  if (rows === undefined) return;
  checkRows('prices', rows, lastRows === null ? null : lastRows - lacking);
  checkQuarantine(quarantined, rows + quarantined.length);
}

/** @param came never empty, oldest first */
function publicationOf(
  { task }: RunContext,
  { address }: PriceRunPlan,
  { digest }: MarketView,
  came: readonly DayRead[],
): Publication {
  const quarantined = came.flatMap((read) => read.quarantined);
  const notes = came.flatMap(({ note }) => note ?? []);
  const { rows, stamp = '' } = came.at(-1) ?? {};
  return {
    rows,
    publish: async (writes, changes) => {
      const counts: Record<string, number> = { rows: 0, duplicates: 0, quarantined: quarantined.length };
      const add = (more: Record<string, number>) => {
        for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count;
      };
      for (const { rows = 0, duplicates, publishMore } of came) {
        add({ rows, duplicates });
        // Products come before their prices.
        if (publishMore) add(await publishMore(writes, changes));
      }
      add(
        await publishPriceDays(
          writes,
          came.flatMap(({ days }) => days),
          changes,
        ),
      );
      const known = parseStamp((await documentEtags(writes, task.name)).get(address)).stamp;
      // An older day, run again, is not where the next run goes on from.
      const newest = known !== undefined && holdsDays(address) && known > stamp ? known : stamp;
      await putDocumentEtags(writes, task.name, new Map([[address, `${newest} ${digest}`]]));
      return { counts, notice: [...notes, ...quarantineNotes(quarantined)].join('; ') || null };
    },
  };
}

function parseStamp(text: string | undefined): { stamp: string | undefined; digest: string | undefined } {
  if (text === undefined) return { stamp: undefined, digest: undefined };
  const at = text.lastIndexOf(' ');
  return { stamp: text.slice(0, at), digest: text.slice(at + 1) };
}

/** Why rows were put aside, each reason with its count and one example. */
function quarantineNotes(quarantined: readonly Quarantined[]): string[] {
  return [...Map.groupBy(quarantined, ({ reason }) => reason)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, rows]) => `${rows.length} rows put aside: ${reason} (${rows[0]?.sample})`);
}
