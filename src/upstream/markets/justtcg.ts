/** JustTCG: USD prices per condition, asked for by TCGplayer id in batches, within the plan's request budget. */
import type { Condition } from '../../catalog/price-rows.ts';
import { Outage, outageOf, type Read, Unreadable } from '../document.ts';
import { readJson } from '../json-rows.ts';
import {
  amountField,
  BadRow,
  byDay,
  DistinctRows,
  type LeaveOut,
  type Observed,
  textField,
  type UsdRow,
} from './market-rows.ts';

export interface JusttcgSource {
  url: string;
  api_key: string;
  /** Cards of another game are refused. */
  game?: string | undefined;
}

const CONDITION_NAMES: Record<string, Condition> = {
  'Near Mint': 'NM',
  'Lightly Played': 'LP',
  'Moderately Played': 'MP',
  'Heavily Played': 'HP',
  Damaged: 'DMG',
};
/** Most items of one request: on the free plan, and on the others. */
const BATCH_FREE = 20;
const BATCH_PAID = 100;
/** Requests a minute of the free plan. */
const RATE_FREE = 10;
/** Statuses that speak of the key, the address or the plan, whichever batch it is. */
const REFUSALS = new Set([401, 402, 403, 404, 429]);
/**
 * A day's share of the month is one in so many of what is left in the morning: the source does not say on which day its
 * month begins, and this way four fifths of it are used whenever that is.
 */
const MONTH_SHARES = 20;
/** A minute as the source counts it, with a second for requests that travel faster than others. */
const MINUTE_MS = 61_000;
/** What it calls the condition of what is no single card. */
const SEALED = 'Sealed';
/** The catalog's language; the source lists others beside it. */
const LANGUAGE = 'English';
/** Seconds from 2000 to the end of 9999: others count in another unit. */
const [SECONDS_MIN, SECONDS_MAX] = [946_684_800, 253_402_300_799];

interface Budget {
  requests: number;
  batch: number;
  rate: number;
}

/** Time as a run lives it; tests have their own. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

/**
 * Asks for the prices of `productIds`, in that order, until the list or the budget ends: the ids that were `asked` for, whether or
 * not the source knows them, are all of the list then, or as many as the budget allowed. Where a batch was refused, `stopped`
 * says why.
 * @throws Outage when nothing could be had; what came before a refusal is kept
 */
export async function justtcgPrices(read: Read, source: JusttcgSource, productIds: readonly number[], clock: Clock) {
  const rows = new DistinctRows<Observed<UsdRow>>(
    (row) => `${row.observed_on}/${row.product_id}/${row.sub_type}/${row.condition}`,
  );
  const asked: number[] = [];
  const sent: number[] = [];
  let budget: Budget = { requests: 1, batch: BATCH_FREE, rate: RATE_FREE };
  const batches: Set<number>[] = [];
  let fault: Outage | undefined;
  let refused: number[] = [];
  for (let at = 0; at < productIds.length && budget.requests > 0; ) {
    await withinRate(sent, budget.rate, clock);
    const batch = productIds.slice(at, at + budget.batch);
    at += batch.length;
    const answer = await outageOf(ask(read, source, batch));
    if (answer instanceof Outage) {
      fault = answer;
      if (answer instanceof Unreadable) batches.push(new Set());
      // Two in a row are the source's; a single one is its batch's, which waits for its next turn then.
      if (refused.length > 0 || REFUSALS.has(answer.status ?? 0)) break;
      refused = batch;
      continue;
    }
    asked.push(...refused, ...batch);
    refused = [];
    // The answers come in an order of their own and leave unknown ids out: only the id in an answer says whose it is.
    const wanted = new Set(batch);
    batches.push(wanted);
    for (const card of answer.cards) addCard(rows, card, wanted, source.game);
    budget = budgetOf(answer.metadata);
  }
  if (asked.length === 0 && fault !== undefined) throw fault;
  const isUnsaid = Number.isNaN(budget.requests) && asked.length < productIds.length;
  const stopped =
    fault?.message ?? (isUnsaid ? `${source.url} does not say what is left of its plan: no more was asked` : null);
  return { days: byDay(rows.rows), asked, batches, stopped, quarantined: rows.quarantined, leftOut: rows.leftOut };
}

/** Waits until one more request keeps the plan's rate, and notes it. */
async function withinRate(sent: number[], rate: number, clock: Clock): Promise<void> {
  const busy = sent.at(-rate);
  const wait = busy === undefined ? 0 : busy + MINUTE_MS - clock.now();
  if (wait > 0) await clock.sleep(wait);
  sent.push(clock.now());
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

async function ask(read: Read, { url, api_key }: JusttcgSource, ids: number[]) {
  const document = await read(`${url}/cards`, {
    method: 'POST',
    headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
    body: JSON.stringify(ids.map((id) => ({ tcgplayerId: String(id) }))),
  });
  const { data, _metadata } = record(await readJson(document));
  if (!Array.isArray(data)) throw new Unreadable(`${url}/cards answered no list of cards`);
  return { cards: data as unknown[], metadata: record(_metadata) };
}

/**
 * What may still be asked for today: of the month's requests a day takes its share of what is left, so that none comes
 * to the end with nothing. Without figures of the plan nothing more is asked: a budget that is not known is not spent.
 */
function budgetOf(metadata: Record<string, unknown>): Budget {
  const { apiPlan, apiRateLimit, apiRequestsRemaining, apiDailyRequestsRemaining, apiDailyRequestsUsed } = metadata;
  const ofMonth = Number(apiRequestsRemaining ?? Number.NaN);
  const usedToday = Number(apiDailyRequestsUsed ?? 0);
  const share = Math.ceil((ofMonth + usedToday) / MONTH_SHARES) - usedToday;
  const left = Math.min(share, ofMonth, Number(apiDailyRequestsRemaining ?? Number.NaN));
  return {
    requests: Number.isFinite(left) ? left : Number.NaN,
    batch: apiPlan === 'Free Tier' ? BATCH_FREE : BATCH_PAID,
    rate: Number(apiRateLimit) > 0 ? Number(apiRateLimit) : 1,
  };
}

function addCard(rows: DistinctRows<Observed<UsdRow>>, raw: unknown, wanted: Set<number>, game: string | undefined) {
  const { tcgplayerId, variants, game: cardGame } = record(raw);
  const id = Number(tcgplayerId);
  const isForeign = game !== undefined && String(cardGame).toLowerCase() !== game.toLowerCase();
  if (isForeign) rows.refuse('is of another game', raw);
  else if (!wanted.has(id) || !Array.isArray(variants)) rows.refuse('is no card that was asked for', raw);
  else for (const variant of variants) rows.add(variant, (row, leaveOut) => observed(row, id, leaveOut));
}

/** The row of one variant; undefined for another language, a sealed product, and where there is no price. */
function observed(variant: Record<string, unknown>, productId: number, leaveOut: LeaveOut) {
  const named = textField(variant, 'condition');
  if (named === SEALED || (variant.language ?? LANGUAGE) !== LANGUAGE) return undefined;
  const condition = CONDITION_NAMES[named];
  if (condition === undefined) throw new BadRow('condition is none that is known');
  const market = amountField(variant, 'price', leaveOut);
  if (market === null) return undefined;
  const seconds = variant.lastUpdated;
  if (typeof seconds !== 'number' || !(seconds >= SECONDS_MIN && seconds < SECONDS_MAX))
    throw new BadRow('lastUpdated is no time');
  return {
    observed_on: new Date(seconds * 1000).toISOString().slice(0, 10),
    product_id: productId,
    sub_type: textField(variant, 'printing').replace(` - ${LANGUAGE}`, ''),
    condition,
    market,
    low: null,
    high: null,
  };
}
