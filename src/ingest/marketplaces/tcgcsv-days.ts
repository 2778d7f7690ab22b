/** Reads tcgcsv: sealed products, and USD prices of one day after the other. */
import type { Product } from '../../catalog/records.ts';
import type { Quarantined } from '../../catalog/seeds.ts';
import { once } from '../../packed/remembered.ts';
import { allProducts, sealedLinks } from '../../store/catalog/products.ts';
import { type GroupRows, groupRows, putGroupRows, putListedSingles } from '../../store/prices/market-knowledge.ts';
import { Outage } from '../../upstream/document.ts';
import type { PriceDay, UsdRow } from '../../upstream/markets/market-rows.ts';
import {
  distinctPrices,
  groupByGroup,
  requireGroup,
  type TcgcsvGroup,
  type TcgcsvSource,
  tcgcsvGroups,
  tcgcsvPrices,
  tcgcsvProducts,
  tcgcsvStamp,
} from '../../upstream/markets/tcgcsv.ts';
import { refusedCount, refusedNotice } from '../../upstream/web-addresses.ts';
import { byReason, checkRows, emptiedFault, lastQuarantined, quarantineFault, rowsFault } from '../guards.ts';
import { type HeldParts, heldNote, type JudgedPart, judgeLinks, openHeldParts, UNTIL_READ } from '../held-parts.ts';
import { contestedSingles } from '../matching/claims/listed-singles.ts';
import { findAtTcgplayer, publishFoundProducts } from '../matching/found/found-products.ts';
import type { MarketView } from '../matching/links/market-view.ts';
import { matchingOf } from '../matching/links/match-printings.ts';
import {
  expansionsOfProducts,
  productRecords,
  publishProducts,
  tcgplayerExpansions,
} from '../matching/sealed/sealed-products.ts';
import { bothLetGo, type Faults, judgeDay, judgePart, takeDays } from '../prices/held-days.ts';
import { mostGroupsFault, shortFault, unitFault } from '../prices/price-guards.ts';
import { openPriceMatcher } from '../prices/price-matcher.ts';
import type { RunContext } from '../source.ts';
import { holdsDays, onDay, readAt } from './day-addresses.ts';
import type { DayRead, ReadDay } from './day-walk.ts';
import { linkedProducts, tcgplayer } from './market-rules.ts';

type Run = Awaited<ReturnType<typeof openRun>>;

type Listed = Awaited<ReturnType<typeof listedIn>>;

/** @param prices where the folders of prices lie, with `{day}` in it those of each day */
export function tcgcsvDays(catalog: TcgcsvSource, prices: string, context: RunContext, view: MarketView): ReadDay {
  const opened = once(() => openRun(catalog, prices, context, view));
  return async (day, knownStamp, lastRows) => {
    const { observed_on, stamp } =
      day === undefined ? await tcgcsvStamp(context.read, catalog) : { observed_on: day, stamp: day };
    if (stamp === knownStamp) return undefined;
    context.clock.check(catalog.url, observed_on);
    if (context.forgotten.has(observed_on)) return undefined;
    const read = await readDay(await opened(), { observed_on, stamp, lastRows });
    return read && day === undefined ? { ...read, stated: observed_on } : read;
  };
}

async function openRun(catalog: TcgcsvSource, prices: string, context: RunContext, view: MarketView) {
  const { store, task } = context;
  const held = await openHeldParts(store.reads, task.name, context.options.acceptPrune);
  const { groups, ...lists } = await readLists(catalog, context);
  const listed = await listedIn(groups, lists, context, { view, held });
  const matching = { reads: store.reads, source: task.name, ...matchingOf(view) };
  return {
    ...{ context, catalog, prices, held, groups },
    /** The group of each product by the lists, which are of today. */
    groupOf: new Map(lists.all.map(({ product_id, group_id }) => [product_id, group_id])),
    matcher: await openPriceMatcher(tcgplayer, matching, linkedProducts([...listed.stored, ...listed.wanted])),
    /** What each group's next day is measured against. */
    known: await groupRows(store.reads, task.name),
    /** Until it is published, with the first day that is there. */
    listed: listed as Listed | undefined,
  };
}

/** Reads what each group lists. @throws Outage where that of most cannot be had */
async function readLists(catalog: TcgcsvSource, { read, onProgress }: RunContext) {
  const { groups, quarantined } = await tcgcsvGroups(read, catalog);
  const came: Awaited<ReturnType<typeof tcgcsvProducts>>[] = [];
  /** Groups whose lists cannot be had or read, and why: their products stay as they were. */
  const cut = new Map<string, Outage>();
  const ofGroup = groupByGroup();
  for (const [index, { group_id, name }] of groups.entries()) {
    onProgress({ step: 'products', done: index, total: groups.length });
    const list = await ofGroup(tcgcsvProducts(read, catalog, group_id));
    if (list instanceof Outage) cut.set(name, list);
    else came.push(list);
  }
  const [first] = cut;
  if (first !== undefined && cut.size * 2 > groups.length) throw new Outage(`${first[0]}: ${first[1].message}`);
  return {
    ...{ groups, cut, all: came.flatMap(({ products }) => products) },
    quarantined: [...quarantined, ...came.flatMap((list) => list.quarantined)],
    leftOut: came.flatMap((list) => list.leftOut),
    refused: came.flatMap((list) => list.refused),
  };
}

/** What is to be published of the lists: sealed products, and products that printings turned out to be. */
async function listedIn(
  groups: readonly TcgcsvGroup[],
  { all, cut, quarantined, ...lists }: Omit<Awaited<ReturnType<typeof readLists>>, 'groups'>,
  { store, game, now }: RunContext,
  { view, held }: { view: MarketView; held: HeldParts },
) {
  // What lies in no list is no card's product: one that is cut says so of none, and one that is not there lacks nothing.
  const isWhole = [...cut.values()].every(({ status }) => status !== undefined);
  const came = groups.filter(({ name }) => !cut.has(name));
  const read = new Set(tcgplayerExpansions(view, came, all).values());
  const { left, isLeft } = judgeLinks(held, now());
  const isUnknown = (expansionId: string) => !(isWhole || read.has(expansionId));
  const found = findAtTcgplayer(view, groups, all, (id, fault) => isUnknown(id) || isLeft(id, fault));
  const stored = await allProducts(store.reads, game.name);
  const links = await sealedLinks(store.reads, game.name);
  const products = productRecords(all, tcgplayerExpansions(view, groups, all), view, links);
  const [ofCards, here] = [expansionsOfProducts(view.cards, 'tcgplayer'), new Set(stored.map(({ id }) => id))];
  const isCards = ({ id }: Product) => ofCards.has(id) && !here.has(id);
  const asCards = products.filter(isCards).map(({ id, name }) => {
    return { reason: 'listed without a number, and the catalog has it as a card', sample: `${id} ${name}` };
  });
  return {
    ...{ ...lists, stored, cut, left, wanted: products.filter((product) => !isCards(product)) },
    ...{ quarantined: [...quarantined, ...asCards], found },
    /** Of products that several cards claim. */
    singles: contestedSingles(view, 'tcgplayer', all),
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
  /** And those left out because they are listed no longer. */
  unlisted: 0,
  duplicates: 0,
  quarantined: [] as Quarantined[],
  /** Those of groups that no guard is against. */
  refused: [] as Quarantined[],
  leftOut: [] as Quarantined[],
  /** Groups with the rows that they have: of those that are taken the next day is measured by it. */
  measured: [] as (GroupRows & { isTaken: boolean })[],
  /** Those left out, and what the operator is told of each. */
  left: [] as { name: string; guard: 'unread' | JudgedPart<UsdRow>['guard']; fault: string }[],
  /** Rows that groups lack which were judged by themselves: they say nothing about the whole. */
  lacking: 0,
});

/** The prices of a group, by the lists of the same day. @throws Outage */
async function readPrices({ context, prices, groupOf }: Run, place: TcgcsvSource, group_id: number) {
  const came = await tcgcsvPrices(context.documents.read, place, group_id);
  const groups = came.rows.map(({ product_id }) => groupOf.get(product_id));
  if (!holdsDays(prices)) requireGroup(group_id, groups);
  return came;
}

async function readGroups(run: Run, observed_on: string) {
  const { context, catalog, prices, matcher, held, groups, known } = run;
  const day = nothingRead();
  const place = { ...catalog, url: onDay(prices, observed_on) };
  const ofGroup = groupByGroup();
  for (const [index, { group_id, name }] of groups.entries()) {
    if (!holdsDays(prices)) context.onProgress({ step: 'prices', done: index, total: groups.length });
    const came = await ofGroup(readAt(holdsDays(prices), readPrices(run, place, group_id)));
    if (came === undefined) {
      day.missing += 1;
      continue;
    }
    const before = known.get(group_id);
    if (came instanceof Outage) {
      const fault = `${name}: ${came.message}`;
      if (!held.has('records', name)) day.lacking += before?.rows ?? 0;
      held.judge({ name, guard: 'records', observed_on, fault, rows: undefined });
      day.left.push({ name, guard: 'unread', fault });
      continue;
    }
    const { rows, quarantined, leftOut } = came;
    context.documents.note(observed_on, rows);
    day.all.push(...rows);
    day.duplicates += came.duplicates;
    // Days before the newest may well have had fewer products, and are no measure for it.
    const short = context.options.days ? undefined : shortFault({ name, rows: rows.length, observed_on }, before);
    if (short !== undefined && before !== undefined && !held.has('rows', name))
      day.lacking += before.rows - rows.length;
    const ratios = await matcher.ratios(rows, observed_on);
    const what = `the prices of ${name}`;
    const verdict = judgePart(held, { name, observed_on, rows }, [
      ['records', undefined],
      ['rows', short && [short, ...byReason('quarantined', quarantined)].join('; ')],
      ['column', emptiedFault(what, matcher.emptied(rows), leftOut, rows.length)],
      ['unit', unitFault(what, ratios)],
    ]);
    day.measured.push({ group_id, rows: rows.length, isTaken: !verdict.isHeld });
    if (verdict.isHeld) {
      const { guard, fault } = verdict;
      day.left.push({ name, guard, fault });
      continue;
    }
    const { letGo } = verdict;
    day.rows.push(...rows);
    day.quarantined.push(...quarantined);
    day.leftOut.push(...leftOut);
    day.letGo = bothLetGo(letGo, day.letGo);
    if (letGo.isAccepted) continue;
    day.ratios.push(...ratios);
    day.refused.push(...quarantined);
  }
  if (!context.options.days) judgeUnlisted(run, observed_on, day);
  return day;
}

/** A group that had rows and is listed no longer is one that came with none. */
function judgeUnlisted({ held, groups, known }: Run, observed_on: string, day: ReturnType<typeof nothingRead>): void {
  const listed = new Set(groups.map(({ group_id }) => group_id));
  for (const { group_id, rows } of known.values()) {
    const name = `group ${group_id}`;
    const isGone = rows > 0 && !listed.has(group_id);
    const fault = isGone ? `${name} is not listed on ${observed_on}, and had ${rows} rows` : undefined;
    if (isGone && !held.has('rows', name)) day.lacking += rows;
    const { isHeld } = held.judge({ name, guard: 'rows', observed_on, fault, rows: [] });
    if (isGone) day.measured.push({ group_id, rows: 0, isTaken: !isHeld });
    if (!isHeld) continue;
    day.left.push({ name, guard: 'rows', fault: fault ?? '' });
    day.unlisted += 1;
  }
}

const isUnread = ({ guard }: { guard: string }) => guard === 'unread';

/** What an operator is told of groups that were left out. */
function leftNotices(left: readonly { guard: string; fault: string }[]) {
  const said = (some: typeof left) => some.map(({ fault }) => fault).join(', ');
  const [cut, doubted] = [left.filter(isUnread), left.filter((each) => !isUnread(each))];
  return [doubted.length > 0 ? heldNote(said(doubted)) : null, cut.length > 0 ? `${said(cut)}: ${UNTIL_READ}` : null];
}

/** From where the source has gone on, its files hold the amounts of another day. @throws Outage */
async function requireSameDay({ context, catalog }: Run, observed_on: string): Promise<void> {
  const { observed_on: now } = await tcgcsvStamp(context.read, catalog);
  if (now === observed_on) return;
  throw new Outage(`${catalog.url} went on from ${observed_on} to ${now} while it was read: it is read again`);
}

async function readDay(
  run: Run,
  { observed_on, stamp, lastRows }: { observed_on: string; stamp: string; lastRows: number | null },
): Promise<DayRead | undefined> {
  const { context, matcher, held, groups, known } = run;
  const restore = held.copy();
  const day = await readGroups(run, observed_on);
  if (!holdsDays(run.prices)) await requireSameDay(run, observed_on);
  const { all, lacking, quarantined } = day;
  if (day.missing === groups.length) return undefined;
  const most = mostGroupsFault(day.left, groups.length + day.unlisted);
  if (most?.guard === 'unread') throw new Outage(most.fault);
  checkRows('prices', all.length);
  const few = context.options.days || lastRows === null ? null : lastRows - lacking;
  // What is the whole day's is no single group's.
  const ofMost = (guard: string) => (most?.guard === guard ? most.fault : undefined);
  const what = 'the prices of all groups';
  const faults: Faults<UsdRow> = [
    ['records', quarantineFault(day.refused, all.length + quarantined.length, lastQuarantined(context.task))],
    ['rows', ofMost('rows') ?? rowsFault('prices', all.length, few)],
    ['column', ofMost('column') ?? emptiedFault(what, matcher.emptied(day.rows), day.leftOut, day.rows.length)],
    ['unit', ofMost('unit') ?? unitFault(what, day.ratios)],
  ];
  if (faults.some(([, fault]) => fault !== undefined)) restore();
  const letGo = judgeDay(held, { observed_on, rows: all }, faults);
  const isWhole = letGo.isAccepted;
  const { listed } = run;
  run.listed = undefined;
  for (const { name } of listed ? groups : []) {
    const cut = listed?.cut.get(name);
    const fault = cut && `${name}: ${cut.message}`;
    const part = { name: `products of ${name}`, guard: 'records', observed_on, fault } as const;
    held.judge({ ...part, rows: undefined });
    if (fault !== undefined) day.left.push({ name: part.name, guard: 'unread', fault });
  }
  if (day.missing === 0 && !context.options.days) held.endUnjudged();
  const left = [...(isWhole ? day.left.filter(isUnread) : day.left), ...(listed?.left ?? [])];
  const distinct = distinctPrices();
  for (const row of isWhole ? all : day.rows) distinct.add(row, () => row);
  const { rows, duplicates } = distinct.taken;
  const measured = context.options.days ? [] : day.measured.filter(({ isTaken }) => isTaken || isWhole);
  const measures = measured.map(({ isTaken: _, ...group }) => group);
  for (const group of measures) known.set(group.group_id, group);
  const days = await takeDays(matcher, isWhole ? letGo : bothLetGo(letGo, day.letGo), { observed_on, rows });
  return {
    days,
    unmet: matcher.unmet(all, observed_on),
    rows: all.length,
    duplicates: day.duplicates + duplicates,
    quarantined: [...(listed?.quarantined ?? []), ...quarantined, ...distinct.quarantined],
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
  { measured, left, keepHeld }: { measured: GroupRows[]; left: number; keepHeld: ReturnType<HeldParts['changes']> },
  listed: Listed | undefined,
): NonNullable<DayRead['publishMore']> {
  return async (writes, changes) => {
    await putGroupRows(writes, task.name, measured);
    const taken = await keepHeld(writes);
    if (listed) await putListedSingles(writes, 'tcgplayer', listed.singles);
    return {
      ...taken,
      ...(left > 0 && { groups_left_out: left }),
      ...(listed && {
        ...(await publishFoundProducts(writes, { game: game.name, market: 'tcgplayer' }, listed.found, changes)),
        products_changed: await publishProducts(writes, game, listed, changes),
        ...refusedCount(listed.refused),
      }),
    };
  };
}
