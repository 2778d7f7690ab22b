/** Reads JustTCG: USD prices of each condition, the stalest and dearest products first, within the plan's budget. */
import { setTimeout as sleep } from 'node:timers/promises';
import { dayOf } from '../../catalog/days.ts';
import type { Quarantined } from '../../catalog/seeds.ts';
import { allProducts } from '../../store/catalog/products.ts';
import { putRequestedProducts, requestedProducts } from '../../store/prices/market-knowledge.ts';
import { type JusttcgSource, justtcgPrices } from '../../upstream/markets/justtcg.ts';
import type { PriceDay, UsdRow } from '../../upstream/markets/market-rows.ts';
import type { SourceClock } from '../../upstream/source-clock.ts';
import { checkRows, quarantineFault } from '../guards.ts';
import { heldPartsOfRuns } from '../held-parts.ts';
import type { MarketView } from '../matching/links/market-view.ts';
import { matchingOf } from '../matching/links/match-printings.ts';
import { takeOwnDays } from '../prices/held-days.ts';
import { openPriceMatcher } from '../prices/price-matcher.ts';
import type { RunContext } from '../source.ts';
import { onDay, readAt } from './day-addresses.ts';
import type { ReadDay } from './day-walk.ts';
import { linkedProducts, type TcgplayerMatcher, tcgplayer } from './market-rules.ts';

/** @param outranking names of the sources whose Near Mint prices are the ones to be served */
export async function justtcgDays(
  source: JusttcgSource,
  outranking: ReadonlySet<string>,
  context: RunContext,
  view: MarketView,
): Promise<ReadDay> {
  const { store, task, documents, options } = context;
  const sealed = linkedProducts(await allProducts(store.reads, context.game.name));
  const matching = { reads: store.reads, source: task.name, ...matchingOf(view) };
  const matcher = await openPriceMatcher(tcgplayer, matching, sealed);
  const held = await heldPartsOfRuns(store.reads, task.name, options.acceptPrune);
  const askedAt = await requestedProducts(store.reads, task.name);
  return async (day) => {
    const address = day === undefined ? source.url : onDay(source.url, day);
    const wanted = productsInOrder(view, matcher, askedAt);
    const before = documents.count();
    const asking = justtcgPrices(documents.read, { ...source, url: address }, wanted, { now: Date.now, sleep });
    const came = await readAt(day !== undefined, asking);
    if (came === undefined) return undefined;
    const now = new Date().toISOString();
    for (const id of came.asked) askedAt.set(id, now);
    const quarantined = [...came.quarantined, ...ahead(came.days, context.clock)];
    const { forgotten } = context;
    const isGood = (day: string) => context.clock.fault(day) === undefined && !forgotten.has(day);
    const good = came.days.filter(({ observed_on }) => isGood(observed_on));
    const rows = good.flatMap((ofDay) => ofDay.rows);
    if (came.asked.length > 0)
      checkRows('prices', rows.length, quarantineFault(quarantined, rows.length + quarantined.length));
    const isOurs = (row: UsdRow) => row.condition !== 'NM' || !outranking.has(matcher.sourceOf(row) ?? '');
    const ours = good.map((ofDay) => ({ ...ofDay, rows: ofDay.rows.filter(isOurs) }));
    const part = { name: address, today: dayOf(context.now().getTime()), forgotten };
    const { ready: days, left, note } = await takeOwnDays(matcher, held, part, ours);
    const keepHeld = held.changes();
    // What is left out is asked for again by the next run.
    const again = new Set([...left].map(({ product_id }) => product_id));
    const asked = came.asked.filter((id) => !again.has(id));
    // Which document said the rows of some products, on each of their days.
    for (const [at, batch] of came.batches.entries()) {
      for (const { observed_on, rows } of ours) {
        const said = rows.filter(({ product_id: id }) => batch.has(id) && !again.has(id));
        documents.note(observed_on, said, before + at);
      }
    }
    return {
      days,
      unmet: matcher.unmet(rows, part.today, new Set(came.asked)),
      rows: undefined,
      duplicates: 0,
      quarantined,
      leftOut: came.leftOut,
      notes: [came.stopped, note],
      stamp: day ?? now,
      publishMore: async (writes) => {
        const taken = await keepHeld(writes);
        await putRequestedProducts(writes, task.name, asked, now);
        return { ...taken, rows: rows.length, requests: came.batches.length, articles_asked: came.asked.length };
      },
    };
  };
}

/** The rows of days that lie ahead: each says its own, so each is quarantined by itself. */
const ahead = (days: readonly PriceDay<UsdRow>[], clock: SourceClock): Quarantined[] =>
  days.flatMap(({ observed_on, rows }) => {
    const reason = clock.fault(observed_on);
    return reason === undefined ? [] : rows.map((row) => ({ reason, sample: JSON.stringify(row) }));
  });

/** Products of the catalog, those never asked for first, then those asked for longest ago; the dearest first among equals. */
function productsInOrder(view: MarketView, matcher: TcgplayerMatcher, askedAt: ReadonlyMap<number, string>): number[] {
  const claimed = view.cards.flatMap(({ variants }) =>
    variants.map((each) => view.claims.productOf(each, 'tcgplayer')),
  );
  const ids = [...new Set(claimed.flatMap(({ product_id, refused }) => (refused ? [] : (product_id ?? []))))];
  return ids
    .map((id) => ({ id, asked: askedAt.get(id) ?? '', market: marketOf(matcher, id) }))
    .sort((a, b) => (a.asked === b.asked ? b.market - a.market || a.id - b.id : a.asked < b.asked ? -1 : 1))
    .map(({ id }) => id);
}

/** The last known market price of a marketplace product, the dearest of its rows. */
const marketOf = (matcher: TcgplayerMatcher, productId: number) =>
  Math.max(0, ...matcher.lastOf(productId, 'NM').map(({ amounts }) => amounts.market ?? 0));
