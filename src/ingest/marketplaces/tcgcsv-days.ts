/** Reads tcgcsv: sealed products, and USD prices of one day after the other. */
import type { Product } from '../../catalog/records.ts';
import type { Quarantined } from '../../catalog/seeds.ts';
import { allProducts, sealedLinks } from '../../store/catalog/products.ts';
import { type ListedSingle, putListedSingles } from '../../store/marketplace-products/listed-singles.ts';
import { type GroupRows, groupRows, putGroupRows } from '../../store/prices/market-knowledge.ts';
import type { Writes } from '../../store/store.ts';
import { Outage, Unreadable } from '../../upstream/document.ts';
import type { PriceDay, UsdRow } from '../../upstream/markets/market-rows.ts';
import {
  type TcgcsvProduct,
  type TcgcsvSource,
  tcgcsvGroups,
  tcgcsvPrices,
  tcgcsvProducts,
  tcgcsvStamp,
} from '../../upstream/markets/tcgcsv.ts';
import { refusedCount, refusedNotice } from '../../upstream/web-addresses.ts';
import { checkRows, emptiedFault, quarantineFault, rowsFault } from '../guards.ts';
import { heldNote, openHeldParts } from '../held-parts.ts';
import { contestedSingles } from '../matching/claims/listed-singles.ts';
import { type FoundProducts, findAtTcgplayer, publishFoundProducts } from '../matching/found/found-products.ts';
import type { MarketView } from '../matching/links/market-view.ts';
import { matchingOf } from '../matching/links/match-printings.ts';
import { productRecords, publishProducts, tcgplayerExpansions } from '../matching/sealed/sealed-products.ts';
import { bothLetGo, judgeDay, noteLetGo, takeDays } from '../prices/held-days.ts';
import { mostGroupsFault, shortFault, unitFault } from '../prices/price-guards.ts';
import { openPriceMatcher } from '../prices/price-matcher.ts';
import type { RunContext } from '../source.ts';
import { absentWhere, holdsDays, onDay } from './day-addresses.ts';
import { type DayRead, type DaySource, openedOnce } from './day-walk.ts';
import { linkedProducts, tcgplayer } from './market-rules.ts';

type Run = Awaited<ReturnType<typeof openRun>>;

interface Listed {
  stored: Product[];
  wanted: Product[];
  /** Products that printings turned out to be. */
  found: FoundProducts;
  /** Of products that several cards claim. */
  singles: ListedSingle[];
  quarantined: Quarantined[];
  leftOut: Quarantined[];
  refused: string[];
  /** Groups whose lists cannot be read, and why: their products stay as they were. */
  cut: ReadonlyMap<string, string>;
}

/** @param prices where the folders of prices lie, with `{day}` in it those of each day */
export function tcgcsvDays(catalog: TcgcsvSource, prices: string, context: RunContext, view: MarketView): DaySource {
  const opened = openedOnce(() => openRun(catalog, prices, context, view));
  return {
    read: async (day, knownStamp, lastRows) => {
      const { observed_on, stamp } =
        day === undefined ? await tcgcsvStamp(context.read, catalog) : { observed_on: day, stamp: day };
      if (stamp === knownStamp) return undefined;
      context.clock.check(catalog.url, observed_on);
      if (context.forgotten.has(observed_on)) return undefined;
      const read = await readDay(await opened(), { observed_on, stamp, lastRows });
      return read && day === undefined ? { ...read, stated: observed_on } : read;
    },
  };
}

async function openRun(catalog: TcgcsvSource, prices: string, context: RunContext, view: MarketView) {
  const { read, store, game, onProgress } = context;
  const { groups, quarantined } = await tcgcsvGroups(read, catalog);
  const all: TcgcsvProduct[] = [];
  const leftOut: Quarantined[] = [];
  const refused: string[] = [];
  const cut = new Map<string, string>();
  for (const [index, { group_id, name }] of groups.entries()) {
    onProgress({ step: 'products', done: index, total: groups.length });
    const came = await tcgcsvProducts(read, catalog, group_id).catch(unread);
    if (came instanceof Unreadable) {
      cut.set(name, `${name}: ${came.message}`);
      continue;
    }
    all.push(...came.products);
    quarantined.push(...came.quarantined);
    leftOut.push(...came.leftOut);
    refused.push(...came.refused);
  }
  const [fault] = cut.values();
  if (fault !== undefined && cut.size * 2 > groups.length) throw new Outage(fault);
  // What lies in no list is no card's product: a list that lacks a group says so of none.
  const found = cut.size > 0 ? new Map() : findAtTcgplayer(view, groups, all);
  const stored = await allProducts(store.reads, game.name);
  const wanted = productRecords(
    all,
    tcgplayerExpansions(view, groups, all),
    view,
    await sealedLinks(store.reads, game.name),
  );
  const matcher = await openPriceMatcher(
    tcgplayer,
    { reads: store.reads, source: context.task.name, ...matchingOf(view) },
    linkedProducts([...stored, ...wanted]),
  );
  const singles = contestedSingles(view, 'tcgplayer', all);
  const listed: Listed = { stored, wanted, found, singles, quarantined, leftOut, refused, cut };
  const known = await groupRows(store.reads, context.task.name);
  const held = await openHeldParts(store.reads, context.task.name, context.options.acceptPrune);
  return {
    context,
    catalog,
    prices,
    matcher,
    held,
    groups,
    /** What each group's next day is measured against. */
    known,
    /** Until it is published, with the first day that is there. */
    listed: listed as Listed | undefined,
  };
}

const nothingRead = () => ({
  /** Of all groups that are taken. */
  rows: [] as UsdRow[],
  letGo: { others: [] as PriceDay<UsdRow>[], unitBelieved: new Set<UsdRow>() },
  /** Every row that came, taken or not. */
  all: [] as UsdRow[],
  /** Amounts of the groups that are taken by the last known ones. */
  ratios: [] as number[],
  /** Groups that the day has no file of. */
  missing: 0,
  duplicates: 0,
  quarantined: [] as Quarantined[],
  leftOut: [] as Quarantined[],
  /** Groups with the rows that they have: of those that are taken the next day is measured by it. */
  measured: [] as (GroupRows & { isTaken: boolean })[],
  /** Those left out, and what the operator is told of each. */
  left: [] as { name: string; guard: 'records' | 'rows' | 'unit'; fault: string }[],
  /** Rows that groups lack which were judged by themselves: they say nothing about the whole. */
  lacking: 0,
});

async function readGroups({ context, catalog, prices, matcher, held, groups, known }: Run, observed_on: string) {
  const day = nothingRead();
  const place = { ...catalog, url: onDay(prices, observed_on) };
  for (const [index, { group_id, name }] of groups.entries()) {
    if (!holdsDays(prices)) context.onProgress({ step: 'prices', done: index, total: groups.length });
    const came = await tcgcsvPrices(context.documents.read, place, group_id)
      .catch(absentWhere(holdsDays(prices)))
      .catch(unread);
    if (came === undefined) {
      day.missing += 1;
      continue;
    }
    const cut = came instanceof Unreadable ? `${name}: ${came.message}` : undefined;
    if (cut !== undefined && !held.has('records', name)) day.lacking += known.get(group_id)?.rows ?? 0;
    held.judge({ name, guard: 'records', observed_on, fault: cut, rows: undefined });
    if (came instanceof Unreadable) {
      day.left.push({ name, guard: 'records', fault: cut ?? '' });
      continue;
    }
    const { rows } = came;
    context.documents.note(observed_on, rows);
    day.all.push(...rows);
    day.duplicates += came.duplicates;
    day.quarantined.push(...came.quarantined);
    day.leftOut.push(...came.leftOut);
    const before = known.get(group_id);
    // Days before the newest may well have had fewer products, and are no measure for it.
    const short = context.options.days ? undefined : shortFault({ name, rows: rows.length, observed_on }, before);
    if (short !== undefined && before !== undefined && !held.has('rows', name))
      day.lacking += before.rows - rows.length;
    const ratios = await matcher.ratios(rows, observed_on);
    const guard = short === undefined ? 'unit' : 'rows';
    const fault = short ?? unitFault(`the prices of ${name}`, ratios);
    if (guard === 'unit') {
      const cleared = held.judge({ name, guard: 'rows', observed_on, fault: undefined, rows });
      if (!cleared.isHeld) noteLetGo(day.letGo, cleared, 'rows', { observed_on, rows });
    }
    const verdict = held.judge({ name, guard, observed_on, fault, rows });
    day.measured.push({ group_id, rows: rows.length, isTaken: !verdict.isHeld });
    if (verdict.isHeld) {
      day.left.push({ name, guard, fault: fault ?? '' });
      continue;
    }
    day.rows.push(...rows);
    noteLetGo(day.letGo, verdict, guard, { observed_on, rows });
    if (!verdict.isAccepted) day.ratios.push(...ratios);
  }
  return day;
}

/** @throws what is no file that came and cannot be read */
function unread(error: unknown): Unreadable {
  if (error instanceof Unreadable) return error;
  throw error;
}

const isUnread = ({ guard }: { guard: string }) => guard === 'records';

/** What an operator is told of groups that were left out. */
function leftNotices(left: readonly { guard: string; fault: string }[]): string[] {
  const said = (some: typeof left) => some.map(({ fault }) => fault).join(', ');
  const [cut, doubted] = [left.filter(isUnread), left.filter((each) => !isUnread(each))];
  return [
    ...(doubted.length > 0 ? [heldNote(said(doubted))] : []),
    ...(cut.length > 0 ? [`${said(cut)}: left out until it can be read`] : []),
  ];
}

async function readDay(
  run: Run,
  { observed_on, stamp, lastRows }: { observed_on: string; stamp: string; lastRows: number | null },
): Promise<DayRead | undefined> {
  const { context, matcher, held, groups, known } = run;
  const restore = held.copy();
  const day = await readGroups(run, observed_on);
  const { all, lacking, duplicates, quarantined } = day;
  if (day.missing === groups.length) return undefined;
  const most = mostGroupsFault(day.left, groups.length);
  if (most?.guard === 'records') throw new Outage(most.fault);
  checkRows('prices', all.length);
  const recordsOfAll = quarantineFault(quarantined, all.length + quarantined.length);
  const few = context.options.days || lastRows === null ? null : lastRows - lacking;
  const rowsOfAll = (most?.guard === 'rows' ? most.fault : undefined) ?? rowsFault('prices', all.length, few);
  const unitOfAll =
    (most?.guard === 'unit' ? most.fault : undefined) ?? unitFault('the prices of all groups', day.ratios);
  // What is the whole day's is no single group's.
  const columnOfAll = emptiedFault('the prices of all groups', matcher.emptied(all), day.leftOut, all.length);
  if (recordsOfAll ?? rowsOfAll ?? columnOfAll ?? unitOfAll) restore();
  const letGo = judgeDay(held, { observed_on, rows: all }, [
    ['records', recordsOfAll],
    ['rows', rowsOfAll],
    ['column', columnOfAll],
    ['unit', unitOfAll],
  ]);
  const isWhole = letGo.isAccepted;
  const { listed } = run;
  run.listed = undefined;
  for (const { name } of listed ? groups : []) {
    const fault = listed?.cut.get(name);
    const part = { name: `products of ${name}`, guard: 'records', observed_on, fault } as const;
    held.judge({ ...part, rows: undefined });
    if (fault !== undefined) day.left.push({ ...part, fault });
  }
  const left = isWhole ? day.left.filter(isUnread) : day.left;
  const rows = isWhole ? all : day.rows;
  const measured = context.options.days ? [] : day.measured.filter(({ isTaken }) => isTaken || isWhole);
  const measures = measured.map(({ isTaken: _, ...group }) => group);
  for (const group of measures) known.set(group.group_id, group);
  return {
    days: await takeDays(matcher, isWhole ? letGo : bothLetGo(letGo, day.letGo), { observed_on, rows }),
    rows: all.length,
    duplicates,
    quarantined: [...(listed?.quarantined ?? []), ...quarantined],
    leftOut: [...(listed?.leftOut ?? []), ...day.leftOut],
    // The same day may come whole the next time.
    stamp: left.some(isUnread) && !holdsDays(run.prices) ? `${stamp} in part` : stamp,
    notes: [...leftNotices(left), refusedNotice(listed?.refused ?? [])],
    publishMore: publishBeside(context, { measured: measures, left: left.length, keepHeld: held.changes() }, listed),
  };
}

/**
 * Writes what comes beside the prices. It holds nothing of the run but this: what the desk knows of a large game is 200 MB,
 * which are free while the day is written.
 */
function publishBeside(
  { task, game }: RunContext,
  {
    measured,
    left,
    keepHeld,
  }: { measured: readonly GroupRows[]; left: number; keepHeld(writes: Writes): Promise<void> },
  listed: Listed | undefined,
): NonNullable<DayRead['publishMore']> {
  return async (writes, changes) => {
    await putGroupRows(writes, task.name, measured);
    await keepHeld(writes);
    if (listed) await putListedSingles(writes, 'tcgplayer', listed.singles);
    return {
      ...(left > 0 && { groups_left_out: left }),
      ...(listed && {
        ...(await publishFoundProducts(writes, { game: game.name, market: 'tcgplayer' }, listed.found, changes)),
        products_changed: await publishProducts(writes, game, listed, changes),
        ...refusedCount(listed.refused),
      }),
    };
  };
}
