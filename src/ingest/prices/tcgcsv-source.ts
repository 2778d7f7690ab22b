/** The tcgcsv source: sealed products, and USD prices of one day after the other. */
import type { Product } from '../../catalog/records.ts';
import type { Quarantined } from '../../catalog/seeds.ts';
import { allProducts, sealedLinks } from '../../store/catalog/products.ts';
import { type GroupRows, groupRows, putGroupRows } from '../../store/prices/market-knowledge.ts';
import type { Writes } from '../../store/store.ts';
import type { UsdRow } from '../../upstream/markets/market-rows.ts';
import {
  type TcgcsvGroup,
  type TcgcsvProduct,
  type TcgcsvSource,
  tcgcsvGroups,
  tcgcsvPrices,
  tcgcsvProducts,
  tcgcsvStamp,
} from '../../upstream/markets/tcgcsv.ts';
import { refusedCount, refusedNotice } from '../../upstream/web-addresses.ts';
import type { Changes } from '../changes.ts';
import { type FoundArticles, findAtTcgplayer } from '../finding/found-articles.ts';
import { publishFoundArticles } from '../finding/publish-found.ts';
import type { MarketView } from '../matching/market-view.ts';
import { publishProductTypes } from '../sealed/product-types.ts';
import { productRecords, publishProducts, tcgplayerExpansions } from '../sealed/sealed-products.ts';
import type { RunContext, Source } from '../source.ts';
import type { TcgcsvSettings } from '../source-settings.ts';
import { absentWhere, holdsDays, onDay } from './day-addresses.ts';
import { openPriceDesk } from './price-desk.ts';
import { checkShortGroups, checkUnit, judgeGroup } from './price-guards.ts';
import { type DayRead, type DayReader, priceRun } from './price-run.ts';
import { sealedArticles, type TcgplayerDesk, tcgplayer } from './tcgplayer.ts';

/** Everything of one run. */
interface Run {
  context: RunContext;
  catalog: TcgcsvSource;
  prices: string;
  desk: TcgplayerDesk;
  groups: TcgcsvGroup[];
  /** What each group's next day is measured against. */
  known: Map<number, GroupRows>;
  listed: Listed;
}

/** What the lists of articles gave, published with the first day. */
interface Listed {
  stored: Product[];
  wanted: Product[];
  /** Articles that printings turned out to be. */
  found: FoundArticles;
  quarantined: Quarantined[];
  refused: string[];
}

/** Builds the tcgcsv part of a source. */
export function tcgcsvSource(settings: TcgcsvSettings): Pick<Source, 'fetch' | 'probe'> {
  const { url, category, history_days = 0 } = settings;
  const prices = settings.prices ?? url;
  return {
    probe: { address: `${url}/${category}/groups` },
    fetch: (context) =>
      priceRun(context, {
        address: prices,
        historyDays: history_days,
        open: async (view) => dayReader({ url, category }, prices, context, view),
      }),
  };
}

function dayReader(catalog: TcgcsvSource, prices: string, context: RunContext, view: MarketView): DayReader {
  let run: Run | undefined;
  return {
    read: async (day, knownStamp) => {
      const { observed_on, stamp } =
        day === undefined ? await tcgcsvStamp(context.read, catalog) : { observed_on: day, stamp: day };
      if (stamp === knownStamp) return undefined;
      const isFirst = run === undefined;
      run ??= await openRun(catalog, prices, context, view);
      return readDay(run, observed_on, stamp, isFirst);
    },
  };
}

async function openRun(catalog: TcgcsvSource, prices: string, context: RunContext, view: MarketView): Promise<Run> {
  const { read, store, game, onProgress } = context;
  const { groups, quarantined } = await tcgcsvGroups(read, catalog);
  const all: TcgcsvProduct[] = [];
  const refused: string[] = [];
  for (const [index, { group_id }] of groups.entries()) {
    onProgress({ step: 'products', done: index, total: groups.length });
    const came = await tcgcsvProducts(read, catalog, group_id);
    all.push(...came.products);
    quarantined.push(...came.quarantined);
    refused.push(...came.refused);
  }
  const found = findAtTcgplayer(view, groups, all);
  const stored = await allProducts(store.reads, game.name);
  const wanted = productRecords(
    all,
    tcgplayerExpansions(view, groups, all),
    view,
    await sealedLinks(store.reads, game.name),
  );
  const desk = await openPriceDesk(
    tcgplayer,
    { reads: store.reads, source: context.task.name, view },
    sealedArticles([...stored, ...wanted]),
  );
  const known = await groupRows(store.reads, context.task.name);
  return { context, catalog, prices, desk, groups, known, listed: { stored, wanted, found, quarantined, refused } };
}

/** The rows of one day. */
interface GroupsRead {
  /** Of all groups that are taken. */
  rows: UsdRow[];
  /** Their amounts by the last known ones. */
  ratios: number[];
  /** How many came, taken or not. */
  came: number;
  /** Groups that the day has no file of. */
  missing: number;
  duplicates: number;
  quarantined: Quarantined[];
  /** Groups whose measure for the next day is another now. */
  measured: GroupRows[];
  /** Those left out, and what the operator is told of each. */
  short: { name: string; note: string }[];
  lacking: number;
}

async function readGroups({ context, catalog, prices, desk, groups, known }: Run, observed_on: string) {
  const day: GroupsRead = {
    rows: [],
    ratios: [],
    came: 0,
    missing: 0,
    duplicates: 0,
    quarantined: [],
    measured: [],
    short: [],
    lacking: 0,
  };
  const { days, acceptPrune } = context.options;
  const place = { ...catalog, url: onDay(prices, observed_on) };
  for (const [index, { group_id, name }] of groups.entries()) {
    if (!holdsDays(prices)) context.onProgress({ step: 'prices', done: index, total: groups.length });
    const came = await tcgcsvPrices(context.read, place, group_id).catch(absentWhere(holdsDays(prices)));
    if (came === undefined) {
      day.missing += 1;
      continue;
    }
    day.came += came.rows.length;
    day.duplicates += came.duplicates;
    day.quarantined.push(...came.quarantined);
    // Days before the newest may well have had fewer articles, and are no measure for it.
    if (!days) {
      const rows = came.rows.length;
      const before = known.get(group_id);
      const { isShort, lacking, now } = judgeGroup({ group_id, rows, observed_on }, before, acceptPrune);
      known.set(group_id, now);
      day.measured.push(now);
      day.lacking += lacking;
      if (isShort) {
        day.short.push({ name, note: `${name} came with ${rows} rows on ${observed_on}, and had ${now.rows}` });
        continue;
      }
    }
    for (const ratio of desk.checkUnit(`the prices of ${name}`, came.rows, observed_on)) day.ratios.push(ratio);
    day.rows.push(...came.rows);
  }
  return day;
}

/** What an operator is told of groups that were left out; null where none was. */
function shortNotice(short: GroupsRead['short']): string | null {
  if (short.length === 0) return null;
  const notes = short.map(({ note }) => note).join(', ');
  return `${notes}: left out until they stay so for 3 days, or a run with --accept-prune takes them as they are`;
}

const notesOf = (notes: readonly (string | null)[]): string | null =>
  notes.filter((note) => note !== null).join('; ') || null;

async function readDay(run: Run, observed_on: string, stamp: string, isFirst: boolean): Promise<DayRead | undefined> {
  const { context, desk, groups, listed } = run;
  const { rows, ratios, came, missing, short, measured, lacking, duplicates, quarantined } = await readGroups(
    run,
    observed_on,
  );
  if (missing === groups.length) return undefined;
  checkShortGroups(
    short.map(({ name }) => name),
    groups.length,
  );
  checkUnit('the prices of all groups', ratios);
  return {
    days: [await desk.take({ observed_on, rows })],
    rows: came,
    lacking,
    duplicates,
    quarantined: [...(isFirst ? listed.quarantined : []), ...quarantined],
    stamp,
    note: notesOf([shortNotice(short), isFirst ? refusedNotice(listed.refused) : null]),
    publishMore: publishBeside(context, { measured, left: short.length }, isFirst ? listed : undefined),
  };
}

/**
 * Writes what comes beside the prices. It holds nothing of the run but this: what the desk knows of a large game is 200 MB,
 * which are free while the day is written.
 */
function publishBeside(
  { task, game }: RunContext,
  { measured, left }: { measured: readonly GroupRows[]; left: number },
  listed: Listed | undefined,
): NonNullable<DayRead['publishMore']> {
  return async (writes, changes) => {
    await putGroupRows(writes, task.name, measured);
    return {
      ...(left > 0 && { groups_left_out: left }),
      ...(listed && {
        ...(await publishFoundArticles(writes, { game: game.name, market: 'tcgplayer' }, listed.found, changes)),
        ...(await publishSealed(writes, game, listed, changes)),
        ...refusedCount(listed.refused),
      }),
    };
  };
}

/** The products, and what kind each is. */
async function publishSealed(
  writes: Writes,
  game: RunContext['game'],
  listed: Listed,
  changes: Changes,
): Promise<Record<string, number>> {
  const products_changed = await publishProducts(writes, game.name, listed, changes);
  await publishProductTypes(writes, game, listed.wanted);
  return { products_changed };
}
