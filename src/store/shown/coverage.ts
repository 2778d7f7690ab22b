/** How much of the catalog has pictures and prices, and how fresh those are, for operators. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseCurrent, pricedCardRows } from '../prices/current-prices.ts';
import { seriesOfKey } from '../prices/price-series.ts';
import type { Reads } from '../store.ts';

export interface ExpansionCoverage {
  game: string;
  id: string;
  name: string;
  cards: number;
  with_image: number;
  with_usd: number;
  with_eur: number;
  /** The day of its newest price. */
  observed_on: string | null;
}

/** Coverage of every expansion, newest first. Each is read in a turn of its own: requests go on in between. */
export async function expansionCoverage(reads: Reads): Promise<ExpansionCoverage[]> {
  const expansions = await reads
    .selectFrom('expansions')
    .select(['game', 'id', 'name'])
    .orderBy('sort_date', 'desc')
    .orderBy('id')
    .execute();
  const found: ExpansionCoverage[] = [];
  for (const { game, id, name } of expansions) {
    found.push({ game, id, name, ...(await coverageOf(reads, id)) });
    await nextTurn();
  }
  return found;
}

async function coverageOf(reads: Reads, expansionId: string): Promise<Omit<ExpansionCoverage, 'game' | 'id' | 'name'>> {
  const cards = await reads
    .selectFrom('cards')
    .select(['key', 'summary'])
    .where('expansion_id', '=', expansionId)
    .execute();
  const prices = await pricedCardRows(reads)
    .select('current_prices.body')
    .where('expansion_id', '=', expansionId)
    .execute();
  const priced = prices.map(({ body }) => marketsOf(body));
  return {
    cards: cards.length,
    with_image: cards.filter(({ summary }) => (JSON.parse(summary) as { image: unknown }).image !== null).length,
    with_usd: priced.filter(({ usd }) => usd).length,
    with_eur: priced.filter(({ eur }) => eur).length,
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
