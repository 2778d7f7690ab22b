/** The JustTCG source: USD prices of each condition, the stalest and dearest articles first, within the plan's budget. */
import { setTimeout as sleep } from 'node:timers/promises';
import { dayOf } from '../../catalog/days.ts';
import { allProducts } from '../../store/catalog/products.ts';
import { askedArticles, putAskedArticles } from '../../store/prices/market-knowledge.ts';
import { justtcgPrices } from '../../upstream/markets/justtcg.ts';
import { checkQuarantine, checkRows } from '../guards.ts';
import type { MarketView } from '../matching/market-view.ts';
import type { RunContext, Source } from '../source.ts';
import type { JusttcgSettings } from '../source-settings.ts';
import { absentWhere, onDay } from './day-addresses.ts';
import { openPriceDesk } from './price-desk.ts';
import type { ReadyDay } from './price-publication.ts';
import { type DayReader, priceRun } from './price-run.ts';
import { sealedArticles, type TcgplayerDesk, tcgplayer } from './tcgplayer.ts';

/**
 * Builds the JustTCG part of a source.
 * @param outranking names of the sources whose Near Mint prices are the ones to be served
 */
export function justtcgSource(
  settings: JusttcgSettings,
  outranking: ReadonlySet<string>,
): Pick<Source, 'fetch' | 'probe'> {
  const { url, history_days = 0 } = settings;
  return {
    probe: { address: `${onDay(url, dayOf(Date.now()))}/sets`, headers: { 'x-api-key': settings.api_key } },
    fetch: (context) =>
      priceRun(context, {
        address: url,
        historyDays: history_days,
        open: async (view) => dayReader(settings, outranking, context, view),
      }),
  };
}

async function dayReader(
  source: JusttcgSettings,
  outranking: ReadonlySet<string>,
  context: RunContext,
  view: MarketView,
): Promise<DayReader> {
  const { store, task, read } = context;
  const sealed = sealedArticles(await allProducts(store.reads, context.game.name));
  const desk = await openPriceDesk(tcgplayer, { reads: store.reads, source: task.name, view }, sealed);
  const askedAt = await askedArticles(store.reads, task.name);
  return {
    read: async (day) => {
      const address = day === undefined ? source.url : onDay(source.url, day);
      const wanted = articlesInOrder(view, desk, askedAt);
      const came = await justtcgPrices(read, { ...source, url: address }, wanted, { now: Date.now, sleep }).catch(
        absentWhere(day !== undefined),
      );
      if (came === undefined) return undefined;
      const now = new Date().toISOString();
      for (const id of came.asked) askedAt.set(id, now);
      const rows = came.days.reduce((count, { rows }) => count + rows.length, 0);
      if (came.asked.length > 0) checkRows('prices', rows, null);
      checkQuarantine(came.quarantined, rows + came.quarantined.length);
      const days: ReadyDay[] = [];
      for (const { observed_on, rows } of came.days) {
        desk.checkUnit(`${address} of ${observed_on}`, rows, observed_on);
        const ours = rows.filter((row) => row.condition !== 'NM' || !outranking.has(desk.sourceOf(row) ?? ''));
        days.push(await desk.take({ observed_on, rows: ours }));
      }
      return {
        days,
        rows: undefined,
        duplicates: 0,
        quarantined: came.quarantined,
        note: came.stopped,
        stamp: day ?? now,
        publishMore: async (writes) => {
          await putAskedArticles(writes, task.name, came.asked, now);
          return { rows, requests: came.requests, articles_asked: came.asked.length };
        },
      };
    },
  };
}

/** Articles of the catalog, those never asked for first, then those asked for longest ago; the dearest first among equals. */
function articlesInOrder(view: MarketView, desk: TcgplayerDesk, askedAt: ReadonlyMap<number, string>): number[] {
  const claimed = view.cards.flatMap(({ variants }) => variants.map(({ external_ids }) => external_ids.tcgplayer));
  const ids = [...new Set(claimed)].filter((id) => id !== null).filter((id) => !view.withheld.tcgplayer.has(id));
  return ids
    .map((id) => ({ id, asked: askedAt.get(id) ?? '', market: marketOf(desk, id) }))
    .sort((a, b) => (a.asked === b.asked ? b.market - a.market || a.id - b.id : a.asked < b.asked ? -1 : 1))
    .map(({ id }) => id);
}

/** The last known market price of an article, the dearest of its rows. */
const marketOf = (desk: TcgplayerDesk, articleId: number) =>
  Math.max(0, ...desk.lastOf(articleId, 'NM').map(({ amounts }) => amounts.market ?? 0));
