/** Rows of prices as files hold them: a market's current prices, a day or a month of it, each in one order. */
import { compareText } from '../../../packed/list-builder.ts';
import { inBatches } from '../../batches.ts';
import { type Current, currentBodies, parseCurrent } from '../../prices/current-prices.ts';
import {
  type Amounts,
  amountsOf,
  findSeries,
  forEachStretch,
  lowest,
  withSeries,
} from '../../prices/observation-codec.ts';
import { AMOUNTS, cardOwner, daysOfMonth, isOfCurrency, productOwner, seriesOfKey } from '../../prices/price-series.ts';
import { OWNED } from '../../prices/stored-months.ts';
import { type SubTypes, slugOf, subTypes } from '../../prices/sub-types.ts';
import { rowsWhere } from '../../rows.ts';
import type { Reads } from '../../store.ts';
import { printingNames } from './priced-records.ts';

export interface Market {
  game: string;
  entity: 'card_prices' | 'product_prices';
  currency: 'usd' | 'eur';
}

/** A value of a row; amounts in cents. */
export type PriceCell = string | number | null;

/** Rows of a series that differ only in their day, which all are of one month: values in the order of `columnsOf`. */
export interface PriceRun {
  /** What stands before the day: one and the same list for all runs of a series. */
  before: readonly PriceCell[];
  days: readonly string[];
  after: readonly PriceCell[];
}

/** The current prices, or those days of a month (as `monthOf` counts them) that a bitmap names. */
export type PricePart = 'current' | { month: number; days: number };

export const columnsOf = ({ entity, currency }: Omit<Market, 'game'>): string[] => [
  'game',
  ...(entity === 'card_prices' ? ['expansion_id', 'card_id', 'variant_id', 'variant'] : ['product_id']),
  ...(entity === 'product_prices' && currency === 'usd' ? ['variant'] : []),
  ...(currency === 'usd' ? ['condition'] : []),
  'observed_on',
  ...(entity === 'card_prices' && currency === 'eur' ? ['price_kind'] : []),
  ...AMOUNTS[currency],
  'source',
];

/** Whoever has prices: a card or a product in the order of the files, and what its series are called. */
interface PricedOwner {
  owner: number;
  head: (string | number)[];
  /** Names of a card's printings by id; read when they are wanted first. */
  names?: ReadonlyMap<number, string>;
  /** The newest observations of its series. */
  current?: Current;
  /** All that rows of its months say beside days and amounts, once it was wanted: for each month anew it took a tenth of a day's files. */
  said?: string;
}

/** A game's cards or products with what their rows say beside amounts, read once for any number of files. */
export interface PricedOwners {
  owners: PricedOwner[];
  slugs: SubTypes;
}

/** Owners whose months are decoded together: 20 series of 31 days of each are 60,000 rows. */
const OWNERS_AT_ONCE = 100;

export async function pricedOwners(reads: Reads, { game, entity }: Pick<Market, 'game' | 'entity'>) {
  const slugs = await subTypes(reads);
  if (entity === 'product_prices') {
    const rows = await rowsWhere(reads, 'products', { game }, ['id'], 'id');
    return { slugs, owners: rows.map(({ id }) => ({ owner: productOwner(id), head: [id] })) };
  }
  const rows = await rowsWhere(reads, 'cards', { game }, ['key', 'id', 'expansion_id'], 'expansion_id', 'id');
  return {
    slugs,
    owners: rows.map(({ key, id, expansion_id }) => ({ owner: cardOwner(key), head: [expansion_id, id] })),
  };
}

/** Calls `see` with all that the rows of a month follow from, or those of one currency, in their order: equal texts and bodies are equal rows. */
export async function eachMonthBody(
  reads: Reads,
  { owners }: PricedOwners,
  { month, currency }: { month: number; currency: Market['currency'] | undefined },
  see: (named: string, body: Uint8Array) => void,
): Promise<void> {
  for await (const some of named(reads, owners)) {
    const bodies = await OWNED.bodiesIn(reads, month, numbersOf(some));
    for (const owner of some) {
      const body = bodies.get(owner.owner);
      const own = currency ? body && withSeries(body, (key) => !isOfCurrency(key, currency), []) : body;
      if (own === undefined) continue;
      if (currency === undefined) {
        owner.said ??= saidOf(owner, owner.current?.keys() ?? []) + JSON.stringify([...(owner.names ?? [])]);
      }
      see((currency === undefined && owner.said) || saidOf(owner, keysOf(own)), own);
    }
  }
}

/** The rows of a part of a market by what they are of, then by condition and day. Printings that were deleted have none. */
export async function* priceRows(
  reads: Reads,
  market: Market,
  { owners, slugs }: PricedOwners,
  part: PricePart,
): AsyncGenerator<PriceRun[]> {
  for await (const some of named(reads, owners)) {
    const bodies = part === 'current' ? undefined : await OWNED.bodiesIn(reads, part.month, numbersOf(some));
    const runs: PriceRun[] = [];
    for (const of of some) {
      const body = bodies?.get(of.owner);
      if (bodies !== undefined && body === undefined) continue;
      addRuns(runs, market, { ...of, slugs }, part === 'current' || body === undefined ? undefined : { ...part, body });
    }
    if (runs.length > 0) yield runs;
  }
}

/** Days of a series with equal amounts. */
interface Stretch {
  days: string[];
  amounts: Amounts;
}

function addRuns(
  runs: PriceRun[],
  { game, entity, currency }: Market,
  { head, names, current: newest = new Map(), slugs }: PricedOwner & Pick<PricedOwners, 'slugs'>,
  month: { month: number; days: number; body: Uint8Array } | undefined,
): void {
  const observed: ReadonlyMap<number, readonly Stretch[]> =
    month === undefined
      ? new Map([...newest].map(([key, { observed_on, amounts }]) => [key, [{ days: [observed_on], amounts }]]))
      : stretchesOf(month, AMOUNTS[currency].length);
  for (const { key, variantId, condition, variant } of seriesInOrder([...observed.keys()], names, slugs)) {
    if ((condition === undefined) !== (currency === 'eur')) continue;
    if (variant === undefined && entity === 'card_prices') continue;
    const { source = '', price_kind = null } = newest.get(key) ?? {};
    const what = entity === 'card_prices' ? [variantId, variant ?? ''] : currency === 'usd' ? [variant ?? ''] : [];
    const before = [game, ...head, ...what, ...(condition === undefined ? [] : [condition])];
    for (const { days, amounts } of observed.get(key) ?? []) {
      const after = [...amounts, source];
      if (entity === 'card_prices' && currency === 'eur') after.unshift(price_kind);
      runs.push({ before, days, after });
    }
  }
}

/** What a month holds on these days, by series of so many amounts. */
function stretchesOf({ month, days, body }: { month: number; days: number; body: Uint8Array }, width: number) {
  const names = daysOfMonth(month);
  const observed = new Map<number, Stretch[]>();
  findSeries(body, (key, series) => {
    if (series.width !== width) return;
    const stretches: Stretch[] = [];
    forEachStretch(series, (stretch, cells) => {
      const within: string[] = [];
      for (let rest = stretch & days; rest !== 0; rest &= rest - 1) within.push(names[lowest(rest)] ?? '');
      if (within.length > 0) stretches.push({ days: within, amounts: amountsOf(cells, series.width) });
    });
    observed.set(key, stretches);
  });
  return observed;
}

/** Series by printing and then by condition, as texts compare; a product's by its sub-types. */
function seriesInOrder(keys: readonly number[], names: PricedOwner['names'], slugs: SubTypes) {
  const series = keys.map((key) => {
    const of = seriesOfKey(key);
    const slug = names === undefined && of.condition !== undefined ? slugOf(slugs, of.variantId) : undefined;
    return { key, ...of, variant: names?.get(of.variantId) ?? slug, place: slug ?? of.variantId };
  });
  return series.sort((a, b) => compareText(a.place, b.place) || compareText(a.condition ?? '', b.condition ?? ''));
}

async function* named(reads: Reads, owners: PricedOwner[]): AsyncGenerator<PricedOwner[]> {
  for (const some of inBatches(owners, OWNERS_AT_ONCE)) {
    if (some[0]?.current === undefined) await nameAll(reads, some);
    yield some;
  }
}

const numbersOf = (owners: readonly PricedOwner[]) => owners.map(({ owner }) => owner);

/** Names are few: each printing's is one of some hundred texts. */
async function nameAll(reads: Reads, owners: PricedOwner[]): Promise<void> {
  const bodies = await currentBodies(reads, numbersOf(owners));
  const ids = owners.flatMap(({ head }) => (head.length === 2 ? [String(head[1])] : []));
  const names = await printingNames(reads, ids);
  for (const owner of owners) {
    owner.current = parseCurrent(bodies.get(owner.owner));
    if (owner.head.length === 2) owner.names = names.get(String(owner.head[1])) ?? new Map();
  }
}

function keysOf(body: Uint8Array): number[] {
  const keys: number[] = [];
  findSeries(body, (key) => void keys.push(key));
  return keys;
}

/** What rows of these series say: one that came later leaves months without it as they are. */
function saidOf({ head, names, current }: PricedOwner, keys: Iterable<number>): string {
  const series = Array.from(keys, (key) => {
    const { source, price_kind } = current?.get(key) ?? {};
    return [key, names?.get(seriesOfKey(key).variantId), source, price_kind];
  });
  return JSON.stringify([head, series]);
}
