/** Finds the prices of a game that moved most, from the histories of its cards and products: once a price run. */
import { inBatches } from '../batches.ts';
import { parseCurrent } from '../prices/current-prices.ts';
import { DAY_MAX, daysBetween, decodeMonth, type Observation } from '../prices/observation-codec.ts';
import {
  cardOwner,
  dayOfMonth,
  daysOfMonth,
  monthKey,
  monthOf,
  ownerOf,
  ownerOfMonthKey,
  productOwner,
  seriesOfKey,
} from '../prices/price-series.ts';
import type { Writes } from '../store.ts';
import type { MoverTable } from './mover-table.ts';
import { amountIn, changeOf, endsOf, greatest, LEAST_CENTS, leastOf, MOVER_DAYS, type Move } from './moves.ts';

/** Moves looked through before the small ones are let go. */
const MOVES_AT_ONCE = 5000;
/** The columns that a price is told by: market, or the trend of either half. */
const COLUMNS = {
  usd: [['plain', 0]],
  eur: [
    ['plain', 2],
    ['holo', 5],
  ],
} as const;
const CONDITIONS_TOLD: readonly (string | undefined)[] = ['NM', 'Unopened'];

type Market = Pick<MoverTable, 'game' | 'currency'>;
type Kind = Pick<MoverTable, 'days' | 'direction'>;

/** Works out the movers of a game in a currency anew, up to `newest` or the newest day that they were worked out for. */
export async function refreshMovers(writes: Writes, market: Market, newest: string): Promise<void> {
  const known = await writes
    .selectFrom('movers')
    .select(({ fn }) => fn.max('observed_on').as('day'))
    .where('game', '=', market.game)
    .where('currency', '=', market.currency)
    .executeTakeFirst();
  const observed_on = known?.day != null && known.day > newest ? known.day : newest;
  const kinds = MOVER_DAYS.flatMap((days): Kind[] => [
    { days, direction: 'up' },
    { days, direction: 'down' },
  ]);
  const found = new Map(kinds.map((kind) => [kind, [] as Move[]]));
  // What is served no longer goes first: it would take the places of what is.
  const kept = async (moves: readonly Move[]) => greatest(await stillShown(writes, market.currency, moves));
  for (const batch of inBatches(await ownersOf(writes, market.game))) {
    for (const move of await movesOf(writes, market.currency, batch, observed_on)) {
      const kind = kinds.find(
        ({ days, direction }) => days === move.days && changeOf(move) > 0 === (direction === 'up'),
      );
      const moves = kind && found.get(kind);
      moves?.push(move);
      if (kind && moves && moves.length > MOVES_AT_ONCE) found.set(kind, await kept(moves));
    }
  }
  for (const [kind, moves] of found) {
    const body = JSON.stringify(await kept(moves));
    await writes
      .insertInto('movers')
      .values({ ...market, ...kind, observed_on, body })
      .onConflict((conflict) =>
        conflict.columns(['game', 'currency', 'days', 'direction']).doUpdateSet({ observed_on, body }),
      )
      .execute();
  }
}

async function ownersOf(writes: Writes, game: string): Promise<number[]> {
  const cards = await writes.selectFrom('cards').select('key').where('game', '=', game).orderBy('key').execute();
  const products = await writes.selectFrom('products').select('id').where('game', '=', game).orderBy('id').execute();
  return [...cards.map(({ key }) => cardOwner(key)), ...products.map(({ id }) => productOwner(id))];
}

/** The moves of these owners' prices that are worth telling, each with the days that it is over. */
async function movesOf(
  writes: Writes,
  currency: MoverTable['currency'],
  owners: readonly number[],
  newest: string,
): Promise<(Move & { days: number })[]> {
  const moves: (Move & { days: number })[] = [];
  // Days are counted once: to count them for each series would take longer than reading its history.
  const spans = MOVER_DAYS.map((days) => ({ days, ...endsOf(newest, days) }));
  for (const [owner, series] of await seriesOf(writes, owners, monthsOf(newest))) {
    for (const [key, observed] of series) {
      const { part, condition } = seriesOfKey(key);
      if ((condition === undefined) !== (currency === 'eur')) continue;
      if (condition !== undefined && !CONDITIONS_TOLD.includes(condition)) continue;
      for (const [half, column] of COLUMNS[currency]) {
        for (const span of spans) {
          const [from, to] = [amountIn(observed, column, span.from), amountIn(observed, column, span.to)];
          if (from === undefined || to === undefined || from.cents === to.cents) continue;
          const move = { owner, part, half, from, to, days: span.days };
          if (leastOf(move) >= LEAST_CENTS) moves.push(move);
        }
      }
    }
  }
  return moves;
}

/** A month that moves begin or end in: what its days are called, and a bitmap of those that count. */
interface MonthRead {
  month: number;
  names: readonly string[];
  window: number;
}

function monthsOf(newest: string): MonthRead[] {
  const ends = MOVER_DAYS.flatMap((days) => Object.values(endsOf(newest, days)));
  const months = new Map<number, MonthRead>();
  for (const { first, last } of ends) {
    for (let month = monthOf(first); month <= monthOf(last); month += 1) {
      const read = months.get(month) ?? { month, names: daysOfMonth(month), window: 0 };
      const from = month === monthOf(first) ? dayOfMonth(first) : 1;
      const to = month === monthOf(last) ? dayOfMonth(last) : DAY_MAX;
      months.set(month, { ...read, window: read.window | daysBetween(from, to) });
    }
  }
  return [...months.values()].sort((a, b) => a.month - b.month);
}

/** The observations of the days that moves begin and end on, by owner and series. */
async function seriesOf(
  writes: Writes,
  owners: readonly number[],
  months: readonly MonthRead[],
): Promise<Map<number, Map<number, Observation<string>[]>>> {
  const series = new Map<number, Map<number, Observation<string>[]>>();
  for (const { month, names, window } of months) {
    const keys = owners.map((owner) => monthKey(month, owner));
    const rows = await writes.selectFrom('price_months').selectAll().where('key', 'in', keys).execute();
    for (const { key, body } of rows) {
      const owner = ownerOfMonthKey(key);
      series.set(owner, decodeMonth(body, names, window, series.get(owner)));
    }
  }
  return series;
}

/** Those whose last amount is served now: of a printing that has its article no longer, or of the other half, it is not. */
async function stillShown(writes: Writes, currency: MoverTable['currency'], moves: readonly Move[]): Promise<Move[]> {
  const shown = new Map<number, ReturnType<typeof parseCurrent>>();
  for (const batch of inBatches([...new Set(moves.map(({ owner }) => owner))])) {
    const rows = await writes.selectFrom('current_prices').selectAll().where('owner', 'in', batch).execute();
    for (const { owner, body } of rows) shown.set(owner, parseCurrent(body));
  }
  return moves.filter(({ owner, part, half, to }) =>
    [...(shown.get(owner)?.values() ?? [])].some(({ key, observed_on, price_kind }) => {
      const series = seriesOfKey(key);
      if (series.part !== part || observed_on !== to.observed_on) return false;
      if (currency === 'usd') return CONDITIONS_TOLD.includes(series.condition);
      return series.condition === undefined && half === ('product_id' in ownerOf(owner) ? 'plain' : price_kind);
    }),
  );
}
