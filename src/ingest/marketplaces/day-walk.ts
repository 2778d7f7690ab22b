/** What the price sources share: which days a run reads, when there is nothing new, and what goes in one transaction. */
import { dayOf } from '../../catalog/days.ts';
import type { Quarantined } from '../../catalog/seeds.ts';
import { documentEtags, putDocumentEtags } from '../../store/document-etags.ts';
import { daysHeld, hasAccepted } from '../../store/sources/held-parts.ts';
import { newestDay } from '../../store/sources/source-days.ts';
import type { Writes } from '../../store/store.ts';
import { Outage } from '../../upstream/document.ts';
import { lateNote } from '../../upstream/source-clock.ts';
import { addUp } from '../catalog-counts.ts';
import type { Changes } from '../changes.ts';
import { byReason, noticeOf } from '../guards.ts';
import { HeldDay, waitingNote } from '../held-parts.ts';
import { type MarketView, marketView } from '../matching/links/market-view.ts';
import { rematchSettled } from '../matching/links/rematch.ts';
import { publishPriceDays, type ReadyDay } from '../prices/price-publication.ts';
import { NOTHING_NEW, type Publication, type RunContext } from '../source.ts';
import { daysToRead, holdsDays, onDay } from './day-addresses.ts';

export interface DayRead {
  /** Usually one day; sources that date each row give several. */
  days: ReadyDay[];
  /** Rows that came, the measure for the next reading; undefined where a reading is only ever a part. */
  rows: number | undefined;
  duplicates: number;
  quarantined: Quarantined[];
  /** Fields that could not be taken, of rows that were. */
  leftOut?: Quarantined[];
  /** The day that the file states by itself; absent where its address says it, or each row. */
  stated?: string;
  /** What an operator should know beside the counts. */
  notes?: readonly (string | null)[];
  /** What rows that cards are priced by did not come: of days read together the last says it. */
  unmet?: string | null;
  /** Names what was read: the same stamp the next time means nothing new. */
  stamp: string;
  /** Writes what the source has beside prices, in the same transaction; returns counts. */
  publishMore?(writes: Writes, changes: Changes): Promise<Record<string, number>>;
}

/**
 * Reads, checks and matches one day; `day` is undefined where the address holds whatever is newest.
 * Undefined when there is no such day, or nothing newer than `knownStamp`. `lastRows` came on the last good day.
 * @throws Outage, a HeldDay where the day is left out
 */
export type ReadDay = (
  day: string | undefined,
  knownStamp: string | undefined,
  lastRows: number | null,
) => Promise<DayRead | undefined>;

export interface PriceRunPlan {
  /** Where the prices lie; with `{day}` in it, every day since the last is read. */
  address: string;
  historyDays?: number | undefined;
  open(view: MarketView): Promise<ReadDay>;
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
  const isAccepted = options.acceptPrune || (await hasAccepted(store.reads, task.name));
  const isCurrent = digest === view.digest() && !context.isReconfigured && !isAccepted;
  if (!holdsDays(plan.address)) {
    if (options.days) throw new Outage(`${task.name}: its address holds no {day}, so older days cannot be read`);
    const readDay = await plan.open(view);
    const came = await readDay(undefined, isCurrent ? stamp : undefined, task.last_rows).catch((error) => {
      throw error instanceof HeldDay ? error.with(context.documents.changes()) : error;
    });
    if (came === undefined) return NOTHING_NEW;
    const judged = judgedLate(came, plan.address, await newestDay(store.reads, task.name));
    return settledAtEnd(context, view, publicationOf(context, plan, view, [judged]));
  }
  const today = dayOf(context.now().getTime());
  const lastDay = await newestDay(store.reads, task.name);
  const days = daysToRead(options.days, { last: stamp, historyDays: plan.historyDays ?? 0, today });
  // The catalog has changed: the last day's prices may now be matched otherwise.
  if (!isCurrent && stamp !== undefined && !options.days) days.unshift(stamp);
  if (days.length === 0) return NOTHING_NEW;
  // The file of a day that was left out may have been mended since.
  const held = options.days ? [] : (await daysHeld(store.reads, task.name)).filter((day) => day < (days[0] ?? ''));
  return nextDays(
    { context, plan, view, readDay: await plan.open(view), days: [...held, ...days], at: 0, lastDay },
    options.days ? null : task.last_rows,
  );
}

interface Walk {
  context: RunContext;
  plan: PriceRunPlan;
  view: MarketView;
  readDay: ReadDay;
  days: string[];
  at: number;
  /** The last good day before this run. */
  lastDay: string | undefined;
}

/** A file that is dated long before the last good day goes to the history alone, and says so. */
function judgedLate(read: DayRead, address: string, lastDay: string | undefined): DayRead {
  const note = read.stated === undefined ? undefined : lateNote(address, read.stated, lastDay);
  if (note === undefined) return read;
  return { ...read, days: read.days.map((day) => ({ ...day, isLate: true })), notes: [...(read.notes ?? []), note] };
}

/** The next days that are there, as many as go in one transaction; those that upstream does not have stay absent. */
async function nextDays(walk: Walk, lastRows: number | null): Promise<Publication> {
  const { context, plan, view, readDay, days } = walk;
  const came: DayRead[] = [];
  let cards = 0;
  /** What the next day is likely to have too. */
  let daily = 0;
  let rows = lastRows;
  let at = walk.at;
  for (; at < days.length && came.length < DAYS_AT_ONCE && cards + daily <= CARDS_AT_ONCE; at += 1) {
    context.onProgress({ step: 'days', done: at, total: days.length });
    const read = await readDay(days[at], undefined, rows).catch(heldBack(days[at] ?? '', rows));
    if (read === undefined) continue;
    rows = read.rows ?? null;
    daily = read.days.reduce((count, day) => count + day.cards.size, 0);
    cards += daily;
    came.push(judgedLate(read, onDay(plan.address, days[at] ?? ''), walk.lastDay));
  }
  if (came.length === 0 && walk.at === 0 && days.length > QUIET_DAYS_MAX) {
    throw new Outage(`${plan.address} has none of the last ${days.length} days`);
  }
  const publication = came.length === 0 ? NOTHING_NEW : publicationOf(context, plan, view, came);
  return at === days.length
    ? settledAtEnd(context, view, publication)
    : { ...publication, next: () => nextDays({ ...walk, at }, rows) };
}

/**
 * Whose a product is may follow from what its days show; whoever reads rows during the run goes on reading them to its end. What
 * waits then is told.
 */
function settledAtEnd({ task }: RunContext, view: MarketView, publication: Publication): Publication {
  const publish: Publication['publish'] = async (writes, changes) => {
    const { counts, notice } = await publication.publish(writes, changes);
    await rematchSettled(writes, view, changes);
    return { counts, notice: noticeOf([notice, await waitingNote(writes, task.name)]) };
  };
  return { ...publication, publish };
}

/** A day that is left out does not keep those behind it from being read; `rows` came on the last good one. */
const heldBack = (day: string, rows: number | null) => (error: unknown) => {
  if (!(error instanceof HeldDay)) throw error;
  const publishMore = async (writes: Writes) => {
    await error.keep(writes);
    return { days_left_out: 1 };
  };
  const read = { days: [], rows: rows ?? undefined, duplicates: 0, quarantined: [], stamp: day };
  return { ...read, notes: [error.message], publishMore };
};

/** @param came never empty, oldest first */
function publicationOf(
  { task, documents }: RunContext,
  { address }: PriceRunPlan,
  view: MarketView,
  came: readonly DayRead[],
): Publication {
  const putDocuments = documents.changes();
  const digest = view.digest();
  const quarantined = came.flatMap((read) => read.quarantined);
  const leftOut = came.flatMap((read) => read.leftOut ?? []);
  const { rows = null, stamp = '', unmet = null } = came.at(-1) ?? {};
  const notes = [...came.flatMap(({ notes = [] }) => notes), unmet];
  return {
    rows,
    publish: async (writes, changes) => {
      const counts: Record<string, number> = { rows: 0, duplicates: 0, quarantined: quarantined.length };
      if (leftOut.length > 0) counts.fields_left_out = leftOut.length;
      for (const { rows = 0, duplicates, publishMore } of came) {
        addUp(counts, { rows, duplicates });
        // Products come before their prices.
        if (publishMore) addUp(counts, await publishMore(writes, changes));
      }
      const days = came.flatMap((read) => read.days);
      await putDocuments(writes);
      const priced = await publishPriceDays(writes, days, changes);
      addUp(counts, priced);
      const isForNobody = days.length > 0 && priced.printings_priced + priced.products_priced === 0;
      const nobody = `none of its ${counts.rows} rows prices a card or product that is here`;
      const told = isForNobody && counts.rows !== 0 ? [...notes, nobody] : notes;
      const known = parseStamp((await documentEtags(writes, task.name)).get(address));
      // An older day, run again, is not where the next run goes on from; its newest day has met no other view of the market.
      const isOlder = known.stamp !== undefined && holdsDays(address) && known.stamp > stamp;
      const last = isOlder ? known : { stamp, digest };
      await putDocumentEtags(writes, task.name, new Map([[address, `${last.stamp} ${last.digest}`]]));
      const findings = [...byReason('rows quarantined', quarantined), ...byReason('fields left out', leftOut)];
      return { counts, notice: noticeOf([...told, ...findings]) };
    },
  };
}

function parseStamp(text: string | undefined): { stamp: string | undefined; digest: string | undefined } {
  if (text === undefined) return { stamp: undefined, digest: undefined };
  const at = text.lastIndexOf(' ');
  return { stamp: text.slice(0, at), digest: text.slice(at + 1) };
}
