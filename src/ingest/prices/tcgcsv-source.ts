/** The tcgcsv source: sealed products, and USD prices of one day after the other. */
import type { Product } from '../../catalog/records.ts';
import type { Quarantined } from '../../catalog/seeds.ts';
import { allProducts, sealedLinks } from '../../store/catalog/products.ts';
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
import type { MarketView } from '../matching/market-view.ts';
import { productRecords, publishProducts, tcgplayerExpansions } from '../sealed/sealed-products.ts';
import type { RunContext, Source } from '../source.ts';
import type { TcgcsvSettings } from '../source-settings.ts';
import { absentWhere, holdsDays, onDay } from './day-addresses.ts';
import { openPriceDesk } from './price-desk.ts';
import { checkGroupCount } from './price-guards.ts';
import { type DayRead, type DayReader, priceRun } from './price-run.ts';
import { sealedArticles, type TcgplayerDesk, tcgplayer } from './tcgplayer.ts';

/** Everything of one run. */
interface Run {
  context: RunContext;
  catalog: TcgcsvSource;
  prices: string;
  desk: TcgplayerDesk;
  groups: TcgcsvGroup[];
  /** Articles by group. */
  articles: Map<number, TcgcsvProduct[]>;
  stored: Product[];
  wanted: Product[];
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
  const { read, store, onProgress } = context;
  const { groups, quarantined } = await tcgcsvGroups(read, catalog);
  const articles = new Map<number, TcgcsvProduct[]>();
  const refused: string[] = [];
  for (const { group_id } of groups) {
    onProgress({ step: 'products', done: articles.size, total: groups.length });
    const came = await tcgcsvProducts(read, catalog, group_id);
    articles.set(group_id, came.products);
    quarantined.push(...came.quarantined);
    refused.push(...came.refused);
  }
  const all = [...articles.values()].flat();
  const stored = await allProducts(store.reads);
  const wanted = productRecords(all, tcgplayerExpansions(view, groups, all), view, await sealedLinks(store.reads));
  const desk = await openPriceDesk(
    tcgplayer,
    { reads: store.reads, source: context.task.name, view },
    sealedArticles([...stored, ...wanted]),
  );
  return { context, catalog, prices, desk, groups, articles, stored, wanted, quarantined, refused };
}

async function readDay(run: Run, observed_on: string, stamp: string, isFirst: boolean): Promise<DayRead | undefined> {
  const { context, catalog, prices, desk, groups, articles } = run;
  const quarantined = isFirst ? [...run.quarantined] : [];
  const rows: UsdRow[] = [];
  let duplicates = 0;
  let missing = 0;
  const place = { ...catalog, url: onDay(prices, observed_on) };
  for (const [index, { group_id, name }] of groups.entries()) {
    if (!holdsDays(prices)) context.onProgress({ step: 'prices', done: index, total: groups.length });
    const came = await tcgcsvPrices(context.read, place, group_id).catch(absentWhere(holdsDays(prices)));
    if (came === undefined) {
      missing += 1;
      continue;
    }
    // Days before the newest may well have had fewer articles.
    if (!context.options.days) {
      const known = (articles.get(group_id) ?? []).reduce((sum, { product_id }) => sum + desk.knownRows(product_id), 0);
      checkGroupCount('tcgcsv', group_id, came.rows.length, known);
    }
    desk.checkUnit(`the prices of ${name}`, came.rows, observed_on);
    rows.push(...came.rows);
    duplicates += came.duplicates;
    quarantined.push(...came.quarantined);
  }
  if (missing === groups.length) return undefined;
  desk.checkUnit('the prices of all groups', rows, observed_on);
  return {
    days: [await desk.take({ observed_on, rows })],
    rows: rows.length,
    duplicates,
    quarantined,
    stamp,
    ...(isFirst && {
      note: refusedNotice(run.refused),
      publishMore: async (writes, changes) => ({
        products_changed: await publishProducts(writes, run.stored, run.wanted, changes),
        ...refusedCount(run.refused),
      }),
    }),
  };
}
