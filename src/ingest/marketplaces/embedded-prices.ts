/** Publishes the prices that a catalog holds in its cards, for an operator who has no other source for a market. */
import { dayOf } from '../../catalog/days.ts';
import type { Quarantined } from '../../catalog/seeds.ts';
import { newestDay } from '../../store/sources/source-days.ts';
import type { Writes } from '../../store/store.ts';
import type { EmbeddedPrices } from '../../upstream/catalog-delivery.ts';
import type { PriceDay } from '../../upstream/markets/market-rows.ts';
import { lateNote } from '../../upstream/source-clock.ts';
import type { Changes } from '../changes.ts';
import { columnFault, lastCounts } from '../guards.ts';
import { type HeldParts, heldNote, heldPartsOfRuns, waitingNote } from '../held-parts.ts';
import { type MarketView, marketView } from '../matching/links/market-view.ts';
import { matchingOf } from '../matching/links/match-printings.ts';
import { rematchSettled } from '../matching/links/rematch.ts';
import { takeOwnDays, withOlder } from '../prices/held-days.ts';
import type { Amounts } from '../prices/judge-days.ts';
import type { Marketplace, MarketplaceRow } from '../prices/marketplace.ts';
import { openPriceMatcher } from '../prices/price-matcher.ts';
import { publishPriceDays } from '../prices/price-publication.ts';
import type { RunContext } from '../source.ts';
import { cardmarket, tcgplayer } from './market-rules.ts';

/** Which currencies have no source of their own. */
export interface EmbeddedMarkets {
  usd: boolean;
  eur: boolean;
}

/** A run, and the transaction that it publishes in. */
type Place = RunContext & { writes: Writes; changes: Changes };

/** Writes each day that the cards' blocks name. To be called once the cards are published, in the same transaction. */
export async function publishEmbeddedPrices(
  place: Place,
  prices: EmbeddedPrices | undefined,
  markets: EmbeddedMarkets,
): Promise<{ counts: Record<string, number>; notes: string[]; leftOut: readonly Quarantined[] }> {
  if (prices === undefined) return { counts: {}, notes: [], leftOut: [] };
  const counts = { usd_priced: 0, eur_priced: 0 };
  if (prices.isEmpty) return { counts, notes: [], leftOut: prices.leftOut };
  await noteDocuments(place, prices);
  const { writes, task, changes } = place;
  const held = await heldPartsOfRuns(writes, task.name, place.options.acceptPrune);
  // The day of the run: the blocks say days of their own.
  const today = dayOf(place.now().getTime());
  const came = { usd: prices.usdDays(), eur: prices.eurDays() };
  const rows = [...came.usd, ...came.eur].reduce((count, day) => count + day.rows.length, 0);
  const column = columnFault(IN_CARDS, prices.leftOut, rows, lastCounts(task).fields_left_out);
  const part = { name: IN_CARDS, guard: 'column', observed_on: today, fault: column, rows: [came] } as const;
  const verdict = held.judge(part);
  if (verdict.isHeld) {
    await held.changes()(writes);
    return { counts, notes: [heldNote(column ?? '')], leftOut: [] };
  }
  const older = verdict.others.flatMap(({ rows }) => rows);
  const usdBefore = older.flatMap(({ usd }) => usd);
  const eurBefore = older.flatMap(({ eur }) => eur);
  const { stated } = prices;
  const lastGood = await newestDay(writes, task.name);
  const note = stated === undefined ? undefined : lateNote(IN_CARDS, stated, lastGood);
  const isLate = note !== undefined;
  const view = await marketView(writes, place.game);
  // One after the other, each in a call of its own: what the first needed is gone before the second.
  const notes = isLate ? [note] : [];
  const days = { ...place, today, held, isLate, notes };
  if (markets.usd) counts.usd_priced = await publishDays(days, view, tcgplayer, withOlder(usdBefore, came.usd));
  if (markets.eur) counts.eur_priced = await publishDays(days, view, cardmarket, withOlder(eurBefore, came.eur));
  const waiting = await waitingNote(writes, task.name);
  if (waiting !== null) notes.push(waiting);
  const taken = await held.changes()(writes);
  await rematchSettled(writes, view, changes);
  return { counts: { ...counts, ...taken }, notes, leftOut: prices.leftOut };
}

/** Of a crawl, which is a document a card each day, the newest of each is known. */
async function noteDocuments({ writes, documents, forgotten }: Place, prices: EmbeddedPrices): Promise<void> {
  for (const rows of prices.documents()) {
    const [{ address, observed_on } = { address: '', observed_on: '' }] = rows;
    if (!forgotten.has(observed_on)) documents.noteAt(address, observed_on, rows);
  }
  await documents.changes({ newestOnly: prices.isByCard })(writes);
}

const IN_CARDS = 'the prices in the cards';

/** Returns how many printings have got a price. */
async function publishDays<Row extends MarketplaceRow, Priced extends Amounts>(
  place: Place & { today: string; held: HeldParts; isLate: boolean; notes: string[] },
  view: MarketView,
  marketplace: Marketplace<Row, Priced>,
  days: readonly PriceDay<Row>[],
): Promise<number> {
  const { writes, task, today, held, isLate, notes, forgotten } = place;
  const matcher = await openPriceMatcher(marketplace, { reads: writes, source: task.name, ...matchingOf(view) }, []);
  const name = `the ${marketplace.currency.toUpperCase()} prices in the cards`;
  const known = days.filter(({ observed_on }) => !forgotten.has(observed_on));
  const { ready, note } = await takeOwnDays(matcher, held, { name, today, forgotten }, known);
  const rows = known.flatMap((day) => day.rows);
  const unmet = matcher.unmet(rows, today, new Set(rows.map(({ product_id }) => product_id)));
  notes.push(...[note, unmet].filter((each) => each !== null));
  const read = ready.map((day) => ({ ...day, isLate }));
  return (await publishPriceDays(writes, read, place.changes)).printings_priced;
}
