/** Finds the prices of a game that moved most, from the histories of its cards and products: once a price run. */
import { inBatches } from '../../batches.ts';
import { keysOfGame } from '../../catalog/cards.ts';
import { idsOfGame } from '../../catalog/catalog-records.ts';
import { currentOf } from '../../prices/current-prices.ts';
import { decodeMonth, type Observation } from '../../prices/observation-codec.ts';
import { ownerRecords } from '../../prices/owner-records.ts';
import { daysIn } from '../../prices/price-history.ts';
import {
  AMOUNTS,
  cardOwner,
  daysOfMonth,
  monthOf,
  ownerOf,
  productOwner,
  seriesOfKey,
} from '../../prices/price-series.ts';
import { ownersMonth } from '../../prices/stored-months.ts';
import { subTypes } from '../../prices/sub-types.ts';
import { deleteWhere, putRows, rowsWhere, setWhere } from '../../rows.ts';
import type { Tables } from '../../schema/tables.ts';
import type { Reads, Writes } from '../../store.ts';
import type { TouchedDay } from '../../touched.ts';
import type { View } from '../view.ts';
import {
  amountIn,
  byChange,
  changeOf,
  endsOf,
  greatest,
  LEAST_CENTS,
  leastOf,
  MOVER_DAYS,
  type Move,
} from './moves.ts';

/** Moves looked through before the small ones are dropped. */
const MOVES_AT_ONCE = 5000;
/** The columns that a price is told by: market, or the trend of either half. */
const COLUMNS = {
  usd: [['plain', 0]],
  eur: [
    ['plain', 2],
    ['holo', 5],
  ],
} as const;
const CONDITIONS_REPORTED: readonly (string | undefined)[] = ['NM', 'Unopened'];

type Market = Pick<Tables['movers'], 'game' | 'currency'>;
type Kind = Pick<Tables['movers'], 'days' | 'direction'>;

/** They follow the days that price runs write, and are not what they were of between two of these. */
export const movers: View = {
  follows: ['price_months', 'current_prices', 'cards', 'products'],
  update: async (writes, { renamed }) => {
    if (renamed === undefined) return;
    const { from, to } = renamed;
    if (to === undefined) await deleteWhere(writes, 'movers', { game: from });
    else await setWhere(writes, 'movers', { game: to }, { game: from });
  },
  settle: async (writes, { days }) => {
    // An older day is written after a newer one where an amount of it that waited was right.
    const markets = Map.groupBy(days, ({ game, currency }) => `${game} ${currency}`);
    for (const of of markets.values()) {
      await refreshMovers(
        writes,
        of.reduce((a, b) => (b.isLast || b.observed_on > a.observed_on ? b : a)),
      );
    }
  },
  rebuild: async (writes) => {
    const markets = await writes.selectFrom('movers').select(['game', 'currency']).distinct().execute();
    for (const market of markets) await refreshMovers(writes, { ...market, observed_on: '' });
  },
};

/** Works out the movers of a game in a currency anew, up to `newest` or the newest day that they were worked out for. */
async function refreshMovers(writes: Writes, { game, currency, observed_on: newest, isLast = false }: TouchedDay) {
  const market: Market = { game, currency };
  const known = (await rowsWhere(writes, 'movers', market, ['observed_on'])).map((row) => row.observed_on);
  const observed_on = isLast ? newest : [...known, newest].reduce((a, b) => (a > b ? a : b));
  const kinds = MOVER_DAYS.flatMap((days) => (['up', 'down'] as const).map((direction): Kind => ({ days, direction })));
  const found = new Map(kinds.map((kind) => [kind, [] as Move[]]));
  // What is served no longer goes first: it would take the places of what is.
  const kept = async (moves: readonly Move[]) =>
    greatest(await inOrder(writes, await stillShown(writes, market.currency, moves)));
  const cards = (await keysOfGame(writes, game)).map(cardOwner);
  const products = (await idsOfGame<number>(writes, 'products', game)).map(productOwner);
  for (const batch of inBatches([...cards, ...products])) {
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
    const row = { ...market, ...kind, observed_on, body: JSON.stringify(await kept(moves)) };
    await putRows(writes, 'movers', ['game', 'currency', 'days', 'direction'], [row]);
  }
}

/** The moves of these owners' prices over a week up to `newest`, the greatest first. */
export async function movesAmong(
  reads: Reads,
  currency: Tables['movers']['currency'],
  owners: readonly number[],
  newest: string,
): Promise<Move[]> {
  const moves: Move[] = [];
  for (const batch of inBatches(owners)) {
    moves.push(...(await movesOf(reads, currency, batch, newest)).filter(({ days }) => days === WEEK));
  }
  return inOrder(reads, await stillShown(reads, currency, moves));
}

/** Equal moves stand in an order that follows from what is shown, so that equal stores answer equal: numbers of owners and sub types are a store's own. */
async function inOrder(reads: Reads, moves: readonly Move[]): Promise<Move[]> {
  const slugs = await subTypes(reads);
  const names = new Map<number, string>();
  for (const batch of inBatches([...new Set(moves.map(({ owner }) => owner))])) {
    for (const [owner, { id }] of await ownerRecords(reads, batch, ['id'])) names.set(owner, String(id));
  }
  const placeOf = ({ owner, part, half }: Move) => {
    const kind = 'product_id' in ownerOf(owner) ? [1, slugs.get(part) ?? ''] : [0, String(part).padStart(12, '0')];
    return [kind[0], names.get(owner), kind[1], half].join(' ');
  };
  const placed = moves.map((move) => ({ move, place: placeOf(move) }));
  return placed.sort((a, b) => byChange(a.move, b.move) || (a.place < b.place ? -1 : 1)).map(({ move }) => move);
}

const WEEK = 7;

/** The moves of these owners' prices that are worth reporting, each with the days that it is over. */
async function movesOf(
  reads: Reads,
  currency: Tables['movers']['currency'],
  owners: readonly number[],
  newest: string,
) {
  const moves: (Move & { days: number })[] = [];
  // Days are counted once: to count them for each series would take longer than reading its history.
  const spans = MOVER_DAYS.map((days) => ({ days, ...endsOf(newest, days) }));
  for (const [owner, series] of await seriesOf(reads, currency, owners, windowsOf(newest))) {
    for (const [key, observed] of series) {
      const { variantId: part, condition } = seriesOfKey(key);
      if (currency === 'usd' && !CONDITIONS_REPORTED.includes(condition)) continue;
      for (const [half, column] of COLUMNS[currency]) {
        for (const span of spans) {
          const ends = movedIn(observed, column, span);
          if (ends !== undefined) moves.push({ owner, part, half, ...ends, days: span.days });
        }
      }
    }
  }
  return moves;
}

/** The amounts that a column moved between over a span; undefined where it did not, or is too small. */
function movedIn(observed: readonly Observation<string>[], column: number, span: ReturnType<typeof endsOf>) {
  const [from, to] = [amountIn(observed, column, span.from), amountIn(observed, column, span.to)];
  if (from === undefined || to === undefined || from.cents === to.cents) return undefined;
  return leastOf({ from, to }) >= LEAST_CENTS ? { from, to } : undefined;
}

/** The months that moves begin or end in, each with a bitmap of its days that count. */
function windowsOf(newest: string): Map<number, number> {
  const windows = new Map<number, number>();
  for (const { first, last } of MOVER_DAYS.flatMap((days) => Object.values(endsOf(newest, days)))) {
    for (let month = monthOf(first); month <= monthOf(last); month += 1) {
      windows.set(month, (windows.get(month) ?? 0) | daysIn({ from: first, to: last }, month));
    }
  }
  return windows;
}

/** The observations of the days that moves begin and end on, by owner and series of the currency. */
async function seriesOf(
  reads: Reads,
  currency: Tables['movers']['currency'],
  owners: readonly number[],
  windows: ReadonlyMap<number, number>,
) {
  const series = new Map<number, Map<number, Observation<string>[]>>();
  for (const [month, window] of [...windows].sort(([a], [b]) => a - b)) {
    for (const { owner, body } of await ownersMonth(reads, month, owners)) {
      series.set(owner, decodeMonth(body, daysOfMonth(month), window, series.get(owner), AMOUNTS[currency].length));
    }
  }
  return series;
}

/** Those whose last amount is served now: of a printing that has its product no longer, or of the other half, it is not. */
async function stillShown(
  reads: Reads,
  currency: Tables['movers']['currency'],
  moves: readonly Move[],
): Promise<Move[]> {
  const shown = await currentOf(reads, [...new Set(moves.map(({ owner }) => owner))]);
  return moves.filter(({ owner, part, half, to }) =>
    [...(shown.get(owner)?.values() ?? [])].some(({ key, observed_on, price_kind }) => {
      const series = seriesOfKey(key);
      if (series.variantId !== part || observed_on !== to.observed_on) return false;
      if (currency === 'usd') return CONDITIONS_REPORTED.includes(series.condition);
      return series.condition === undefined && half === ('product_id' in ownerOf(owner) ? 'plain' : price_kind);
    }),
  );
}
