/** Publishes prices as the files of an origin have them. */

import { Readable } from 'node:stream';
import { printingsIn } from '../../catalog/changes.ts';
import { faultOfDay, isDay } from '../../catalog/days.ts';
import { CONDITIONS, type Condition, type EurAmounts, type UsdAmounts } from '../../catalog/price-rows.ts';
import type { PriceKind } from '../../catalog/records.ts';
import { variantNames } from '../../catalog/variant-names.ts';
import { cardBodies } from '../../store/catalog/cards.ts';
import { recordNamed } from '../../store/prices/price-recorder.ts';
import { fromEur, fromUsd, monthOf, type SeriesObservation, seriesKey } from '../../store/prices/price-series.ts';
import { subTypeNumbers } from '../../store/prices/sub-types.ts';
import { mirrorCurrent, mirrorMonth, type OwnerRows } from '../../store/sources/mirror-prices.ts';
import type { Writes } from '../../store/store.ts';
import { pricedOwners } from '../../store/views/priced/price-rows.ts';
import { Outage } from '../../upstream/document.ts';
import { type Changes, noteBefore } from '../changes.ts';
import { type Fetched, type OriginFile, rowsOf } from './read-origin.ts';

type Entity = 'card_prices' | 'product_prices';
type Observed = SeriesObservation & { source: string };

/** A game's owners of prices by their ids on the wire. */
export interface OriginOwners {
  entity: Entity;
  owners: number[];
  ownerOf: ReadonlyMap<string, number>;
  idOf: ReadonlyMap<number, string>;
}

export async function originOwners(writes: Writes, game: string, entity: Entity): Promise<OriginOwners> {
  const { owners } = await pricedOwners(writes, { game, entity });
  const named = owners.map(({ owner, head }): [string, number] => [String(head.at(-1)), owner]);
  return {
    entity,
    owners: owners.map(({ owner }) => owner),
    ownerOf: new Map(named),
    idOf: new Map(named.map(([id, owner]) => [owner, id])),
  };
}

/** How rows of a file become observations. */
export interface RowReading {
  /** Names of a card's printings with their ids. */
  printingsOf(cardId: string): Promise<ReadonlyMap<string, number>>;
  subTypeOf(slug: string): Promise<number>;
  /** Where rows name none. */
  source: string;
  now: Date;
}

const OWNERS_AT_ONCE = 200;
const FAULTS_MAX = 20;

/** The rows of files by owner, some owners at a time. @throws Outage that names line and field */
export async function* observationsIn(
  reading: RowReading,
  of: OriginOwners,
  fetched: Fetched,
  onUnknown: () => void,
): OwnerRows {
  let some = new Map<number, Observed[]>();
  const printings = new Map<number, ReadonlyMap<string, number>>();
  const faults: string[] = [];
  for await (const { line, row } of rowsOf(fetched)) {
    const fail = (field: string, says: string) => new Outage(`${fetched.file.name} line ${line} "${field}": ${says}`);
    const idField = of.entity === 'card_prices' ? 'card_id' : 'product_id';
    if (row[idField] === undefined || row[idField] === null) throw fail(idField, 'is missing');
    const owner = of.ownerOf.get(String(row[idField]));
    if (owner === undefined) {
      onUnknown();
      continue;
    }
    const observation = await observationOf(reading, of, { row, owner, file: fetched.file, printings, fail }).catch(
      (error: unknown) => {
        if (!(error instanceof Outage)) throw error;
        faults.push(error.message);
      },
    );
    if (faults.length >= FAULTS_MAX) break;
    if (observation === undefined) continue;
    const known = some.get(owner);
    if (known !== undefined) known.push(observation);
    else {
      // Files are sorted by owner; a later row of one that was handed on would take its place.
      if (some.size >= OWNERS_AT_ONCE && fetched.file.sha256 !== undefined) {
        yield some;
        some = new Map();
      }
      some.set(owner, [observation]);
    }
  }
  if (faults.length > 0) throw new Outage(faults.join('; '));
  yield some;
}

interface RowPlace {
  row: Record<string, unknown>;
  owner: number;
  file: OriginFile;
  printings: Map<number, ReadonlyMap<string, number>>;
  fail(field: string, says: string): Outage;
}

async function observationOf(reading: RowReading, of: OriginOwners, place: RowPlace): Promise<Observed> {
  const { row, file, fail } = place;
  const currency = file.currency ?? row.currency ?? 'usd';
  const day = row.observed_on;
  if (typeof day !== 'string' || !isDay(day)) throw fail('observed_on', 'must be a day such as 2026-01-31');
  const ahead = faultOfDay(day, reading.now.getTime());
  if (ahead !== undefined) throw fail('observed_on', ahead);
  const amounts = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => {
        const cents = row[name] ?? null;
        if (cents !== null && !(Number.isInteger(cents) && (cents as number) >= 0 && (cents as number) < 2 ** 31))
          throw fail(name, 'must be whole cents or null');
        return [name, cents];
      }),
    );
  const source = typeof row.source === 'string' ? row.source : reading.source;
  const variantId = await variantOf(reading, of, place, String(currency).toLowerCase());
  if (String(currency).toLowerCase() === 'eur') {
    const observed = fromEur(
      amounts(['avg', 'low', 'trend', 'avg_holo', 'low_holo', 'trend_holo']) as unknown as EurAmounts,
    );
    const kind =
      of.entity === 'card_prices'
        ? { price_kind: (row.price_kind ?? (row.price_kind === null ? null : 'plain')) as PriceKind }
        : {};
    return {
      key: seriesKey({ variantId, condition: undefined }),
      observed_on: day,
      amounts: observed,
      source,
      ...kind,
    };
  }
  const condition = (row.condition ?? (of.entity === 'card_prices' ? 'NM' : 'Unopened')) as Condition;
  if (!CONDITIONS.includes(condition)) throw fail('condition', `must be one of ${CONDITIONS.join(', ')}`);
  return {
    key: seriesKey({ variantId, condition }),
    observed_on: day,
    amounts: fromUsd(amounts(['market', 'low', 'high']) as unknown as UsdAmounts),
    source,
  };
}

/** The number of the printing or sub-type; by hand it may be named, or left out where a card has one. */
async function variantOf(
  { printingsOf, subTypeOf }: RowReading,
  of: OriginOwners,
  { row, owner, printings, fail }: RowPlace,
  currency: string,
): Promise<number> {
  if (of.entity === 'product_prices') {
    if (currency === 'eur') return 0;
    const slug = String(row.variant ?? 'normal');
    return subTypeOf(slug);
  }
  if (Number.isInteger(row.variant_id)) return row.variant_id as number;
  let names = printings.get(owner);
  if (names === undefined) {
    const id = of.idOf.get(owner) ?? '';
    names = await printingsOf(id);
    printings.set(owner, names);
  }
  const found =
    row.variant === undefined || row.variant === null
      ? names.size === 1
        ? [...names.values()][0]
        : undefined
      : names.get(String(row.variant));
  if (found === undefined) throw fail('variant', `must be one of ${[...names.keys()].join(', ')}`);
  return found;
}

/** Rows as the store knows printings and sub-types. */
export function readingIn(writes: Writes, source: string, now: Date): RowReading {
  const subTypes = new Map<string, number>();
  return {
    source,
    now,
    printingsOf: async (id) => {
      const body = (await cardBodies(writes, [id])).get(id) ?? '{"variants":[]}';
      return new Map([...variantNames(printingsIn(body))].map(([variant, name]) => [name, variant]));
    },
    subTypeOf: async (slug) => {
      const known = subTypes.get(slug) ?? (await subTypeNumbers(writes, [slug])).get(slug) ?? 0;
      subTypes.set(slug, known);
      return known;
    },
  };
}

/** Where prices are published: what is of one game, entity and currency. */
export interface OriginMarket {
  writes: Writes;
  reading: RowReading;
  of: OriginOwners;
  game: string;
  currency: 'usd' | 'eur';
  changes: Changes;
}

/** Puts a month or the current prices as the file has them, or nothing where there is none any more. Returns how many rows differ. */
export async function mirrorPart(
  { writes, reading, of, currency, changes }: OriginMarket,
  month: string | undefined,
  fetched: Fetched | undefined,
): Promise<number> {
  const rows = fetched === undefined ? nothing() : observationsIn(reading, of, fetched, () => undefined);
  const mirrored = { owners: of.owners, currency };
  if (month !== undefined) return mirrorMonth(writes, mirrored, monthOf(`${month}-01`), rows);
  const { written, before } = await mirrorCurrent(writes, mirrored, rows);
  noteChanged(of, changes, currency, before);
  return written;
}

/** Rows of a file that is gone. */
const nothing = (): OwnerRows => Readable.from([]);

function noteChanged(of: OriginOwners, changes: Changes, currency: 'usd' | 'eur', before: ReadonlyMap<number, string>) {
  const ids = [...before].map(([owner, digest]): [string, string] => [of.idOf.get(owner) ?? '', digest]);
  if (of.entity === 'card_prices') noteBefore(changes.prices[currency].cards, new Map(ids));
  else noteBefore(changes.prices[currency].products, new Map(ids.map(([id, digest]) => [Number(id), digest])));
}

/** Records the rows of a file beside what is there. Returns how many rows differ, and of how many rows nobody is here. */
export async function recordPart(market: OriginMarket, fetched: Fetched) {
  const { writes, reading, of, currency, changes } = market;
  const counts = { written: 0, observations: 0, unknown: 0 };
  const onUnknown = () => {
    counts.unknown += 1;
  };
  for await (const some of observationsIn(reading, of, fetched, onUnknown)) {
    for (const { observed_on } of [...some.values()].flat()) {
      changes.days[currency].add(observed_on);
      counts.observations += 1;
    }
    const recorded = await recordNamed(writes, some);
    counts.written += recorded.rows;
    for (const each of ['usd', 'eur'] as const) noteChanged(of, changes, each, recorded[each]);
  }
  return counts;
}
