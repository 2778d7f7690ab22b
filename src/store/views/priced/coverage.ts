/** How much of the catalog has pictures and prices, and how fresh those are, for operators. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseCurrent, pricedCardRows } from '../../prices/current-prices.ts';
import { seriesOfKey } from '../../prices/price-series.ts';
import { rowsWhere } from '../../rows.ts';
import type { Reads } from '../../store.ts';

export type ExpansionCoverage = Awaited<ReturnType<typeof expansionCoverage>>[number];

/** Coverage of every expansion, newest first. Each is read in a turn of its own: requests go on in between. */
export async function expansionCoverage(reads: Reads) {
  const expansions = await rowsWhere(reads, 'expansions', {}, ['game', 'id', 'name'], '-sort_date', 'id');
  const found = [];
  for (const { game, id, name } of expansions) {
    found.push({ game, id, name, ...(await coverageOf(reads, id)) });
    await nextTurn();
  }
  return found;
}

async function coverageOf(reads: Reads, expansionId: string) {
  const cards = await rowsWhere(reads, 'cards', { expansion_id: expansionId }, ['summary']);
  const prices = pricedCardRows(reads).select('current_prices.body').where('expansion_id', '=', expansionId);
  const priced = (await prices.execute()).map(({ body }) => marketsOf(body));
  return {
    cards: cards.length,
    with_image: cards.filter(({ summary }) => (JSON.parse(summary) as { image: unknown }).image !== null).length,
    with_usd: priced.filter(({ usd }) => usd).length,
    with_eur: priced.filter(({ eur }) => eur).length,
    /** The day of its newest price. */
    observed_on: priced.reduce<string | null>((newest, { day }) => (day > (newest ?? '') ? day : newest), null),
  };
}

/** The markets in which a card has an amount, and the day of its newest; an empty day without any. */
function marketsOf(body: string): { usd: boolean; eur: boolean; day: string } {
  const found = { usd: false, eur: false, day: '' };
  for (const { key, observed_on, amounts } of parseCurrent(body).values()) {
    if (amounts.every((amount) => amount === null)) continue;
    found[seriesOfKey(key).condition === undefined ? 'eur' : 'usd'] = true;
    if (observed_on > found.day) found.day = observed_on;
  }
  return found;
}
