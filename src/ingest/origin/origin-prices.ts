/** Publishes prices as the files of an origin have them. */

import { Readable } from 'node:stream';
import { printingIdentity, printingsIn } from '../../catalog/changes.ts';
import { faultOfDay, isDay } from '../../catalog/days.ts';
import { CONDITIONS, type Condition } from '../../catalog/price-rows.ts';
import type { PriceKind, Variant } from '../../catalog/records.ts';
import { variantNames } from '../../catalog/variant-names.ts';
import { remembered } from '../../packed/remembered.ts';
import { aliases } from '../../store/catalog/aliases.ts';
import { cardBodies } from '../../store/catalog/cards.ts';
import { dayBit } from '../../store/prices/observation-codec.ts';
import { recordNamed } from '../../store/prices/price-days.ts';
import { AMOUNTS, daysOfMonth, monthOf, seriesKey, slotOf } from '../../store/prices/price-series.ts';
import { subTypeNumbers } from '../../store/prices/sub-types.ts';
import { mirrorCurrent, mirrorMonth, type Observed, type OwnerRows } from '../../store/sources/mirror-prices.ts';
import type { Reads, Writes } from '../../store/store.ts';
import { columnsOf, pricedOwners } from '../../store/views/priced/price-rows.ts';
import { Outage } from '../../upstream/document.ts';
import { type Changes, noteBefore } from '../changes.ts';
import { type Fetched, type OriginFile, RowFaults, rowsOf } from './read-origin.ts';
import type { SeriesColumns } from './series-lines.ts';

type Entity = 'card_prices' | 'product_prices';

/** Owners of prices by their ids on the wire, former ones among them. */
export interface OriginOwners {
  entity: Entity;
  owners: number[];
  ownerOf: ReadonlyMap<string, number>;
  of: ReadonlyMap<number, { id: string; game: string }>;
}

export async function originOwners(reads: Reads, games: readonly string[], entity: Entity): Promise<OriginOwners> {
  const of = new Map<number, { id: string; game: string }>();
  for (const game of games) {
    const { owners } = await pricedOwners(reads, { game, entity });
    for (const { owner, head } of owners) of.set(owner, { id: String(head.at(-1)), game });
  }
  const ownerOf = new Map([...of].map(([owner, { id }]) => [id, owner]));
  for (const [id, target] of entity === 'card_prices' ? await aliases(reads, 'card') : []) {
    const owner = ownerOf.get(target);
    if (owner !== undefined && !ownerOf.has(id)) ownerOf.set(id, owner);
  }
  return { entity, owners: [...of.keys()], ownerOf, of };
}

export interface RowReading {
  /** Whose rows they may be; without an entity of its file, the row says whose it is. */
  owners: readonly OriginOwners[];
  printingsOf(cardId: string): Promise<readonly Variant[]>;
  subTypeOf(slug: string): Promise<number>;
  /** Where rows name none. */
  source: string;
  now: Date;
  /** Whether rows of an owner may come in several pieces, as where they are only added. */
  isAdded?: boolean;
  /** Whether they are of another store: printings go by their names, and one that is not here is nobody's. */
  isOthers?: boolean;
  /** Hears of each row whose card or product is not here, with its line. */
  onUnknown?: (line: number, id: string) => void;
  /** Where faults are told with those of other files; without it they are thrown. */
  faults?: RowFaults;
}

const OWNERS_AT_ONCE = 200;

/** The rows of files by owner, some owners at a time. @throws Outage that names line and field */
export async function* observationsIn(reading: RowReading, fetched: Fetched): OwnerRows {
  let some = new Map<number, Observed[]>();
  const printingsOf = remembered(async (id: string): Promise<Printings> => {
    const variants = await reading.printingsOf(id);
    return { variants, names: new Map([...variantNames(variants)].map(([number, name]) => [name, number])) };
  });
  const dayFault = remembered((day: string) =>
    isDay(day) ? (faultOfDay(day, reading.now.getTime()) ?? '') : 'must be a day such as 2026-01-31',
  );
  const byHand = fetched.file.sha256 === undefined && !reading.isOthers ? { strange: new Set<string>() } : undefined;
  /** Where each price of the owners at hand stands, and what it is. */
  const prices = new Map<string, { line: number; amounts: string }>();
  const faults = reading.faults ?? new RowFaults();
  const columns = reading.isAdded
    ? undefined
    : (head: readonly string[]) => seriesColumns(fetched.file, head, reading.now);
  for await (const { line, row, stretches } of rowsOf(fetched, faults, columns)) {
    const fail = (field: string, says: string) => new RowFault(`${fetched.file.name} line ${line} "${field}": ${says}`);
    const of = reading.owners.find(({ entity }) => row[ID_FIELDS[entity]] !== undefined);
    const id = of && row[ID_FIELDS[of.entity]];
    if (of === undefined || id == null) {
      faults.add(fail(ID_FIELDS[reading.owners[0]?.entity ?? 'card_prices'], 'is missing').message);
      continue;
    }
    const owner = of.ownerOf.get(String(id));
    if (owner === undefined) reading.onUnknown?.(line, String(id));
    // What another store has of cards that are not here is looked at no further.
    if (owner === undefined && reading.isOthers) continue;
    for (const day of daysIn(row)) {
      const place = { row: day, line, id: String(id), owner, file: fetched.file, printingsOf, dayFault, byHand, fail };
      const observation = await observationOf(reading, of, place).catch((error: unknown) => {
        if (!(error instanceof RowFault)) throw error;
        faults.add(error.message);
      });
      if (observation === undefined || owner === undefined) continue;
      // What an origin of ours listed has a digest; what anybody wrote may say two things of one day, and neither is known then.
      if (byHand !== undefined || reading.isOthers) {
        const name = `${owner} ${observation.key} ${observation.observed_on}`;
        const [other, amounts] = [prices.get(name), String(observation.amounts)];
        if (other !== undefined && (byHand !== undefined || other.amounts !== amounts))
          faults.add(fail('observed_on', `has its price in line ${other.line} already`).message);
        prices.set(name, { line, amounts });
      }
      const observed = stretches === undefined ? observation : { ...observation, stretches };
      const known = some.get(owner);
      if (known !== undefined) known.push(observed);
      else {
        // Files are sorted by owner; a later row of one that was handed on would take its place.
        if (some.size >= OWNERS_AT_ONCE && (reading.isAdded || fetched.file.sha256 !== undefined)) {
          yield some;
          some = new Map();
          prices.clear();
        }
        some.set(owner, [observed]);
      }
    }
  }
  if (reading.faults === undefined && faults.text !== undefined) throw new Outage(faults.text);
  yield some;
}

/** Where a month's sheet of a Cardstock has days and amounts; undefined for what was written otherwise. */
function seriesColumns(
  { entity, currency, month, sha256 }: OriginFile,
  head: readonly string[],
  now: Date,
): SeriesColumns | undefined {
  if (currency === undefined || month === undefined || sha256 === undefined) return undefined;
  if (head.join() !== columnsOf({ entity: entity as Entity, currency }).join()) return undefined;
  const [first, ...others] = AMOUNTS[currency];
  let days = 0;
  for (const [number, day] of daysOfMonth(monthOf(`${month}-01`)).entries())
    if (isDay(day) && faultOfDay(day, now.getTime()) === undefined) days |= dayBit(number);
  return { day: head.indexOf('observed_on'), amounts: head.indexOf(first), width: others.length === 2 ? 3 : 6, days };
}

class RowFault extends Error {}

const ID_FIELDS = { card_prices: 'card_id', product_prices: 'product_id' } as const;

/** What releases before 0.2 wrote out has a month of a series in a line. */
const daysIn = (row: Record<string, unknown>): Record<string, unknown>[] =>
  Array.isArray(row.history) ? row.history.map((day: object) => ({ ...row, ...day })) : [row];

interface RowPlace {
  row: Record<string, unknown>;
  line: number;
  id: string;
  /** None where its card or product is not here: then only its own fields are looked at. */
  owner: number | undefined;
  file: OriginFile;
  printingsOf(id: string): Promise<Printings>;
  /** What is wrong with a day, looked at once: it comes thousands of times. */
  dayFault(day: string): string;
  /** Of a file that was written by hand: fields that were told. */
  byHand: { strange: Set<string> } | undefined;
  fail(field: string, says: string): RowFault;
}

const CONDITIONS_OF: Record<Entity, readonly Condition[]> = {
  card_prices: CONDITIONS.filter((condition) => condition !== 'Unopened'),
  product_prices: ['Unopened'],
};

const currencyOf = (said: unknown): 'usd' | 'eur' | undefined =>
  (['usd', 'eur'] as const).find((currency) => currency === String(said).toLowerCase());

/** A field that is misspelled would be taken for one that was left out; each is told once. @throws RowFault */
function checkFields(row: Record<string, unknown>, known: readonly string[], { byHand, fail }: RowPlace): void {
  for (const [field, value] of Object.entries(row)) {
    if (value === null || known.includes(field) || byHand?.strange.has(field)) continue;
    byHand?.strange.add(field);
    throw fail(field, `is none of ${known.join(', ')}`);
  }
  if (row.source != null && typeof row.source !== 'string') throw fail('source', 'must be text');
}

async function observationOf(reading: RowReading, of: OriginOwners, place: RowPlace): Promise<Observed | undefined> {
  const { row, file, fail } = place;
  const currency = currencyOf(row.currency ?? file.currency ?? 'usd');
  if (currency === undefined) throw fail('currency', 'must be usd or eur');
  if ((file.currency ?? currency) !== currency) throw fail('currency', `must be ${file.currency}, as its file is`);
  if (place.byHand !== undefined) checkFields(row, [...columnsOf({ entity: of.entity, currency }), 'currency'], place);
  const observed_on = String(row.observed_on);
  const fault = place.dayFault(observed_on);
  if (fault !== '') throw fail('observed_on', fault);
  const span = file.day ?? file.month ?? '';
  if (!observed_on.startsWith(span)) throw fail('observed_on', `must be of ${span}, as its file is`);
  const isOurs = place.byHand === undefined && !reading.isOthers;
  // A column that is called otherwise is no word that there is no price.
  if (reading.isOthers && AMOUNTS[currency].every((name) => row[name] === undefined))
    throw fail(AMOUNTS[currency][0], 'is missing');
  const amounts = AMOUNTS[currency].map((name) => {
    const cents = (row[name] ?? null) as number | null;
    if (cents !== null && !(Number.isInteger(cents) && cents >= 0 && cents < 2 ** 31))
      throw fail(name, 'must be whole cents or null');
    // Where it is not ours, as at a marketplace, nought is no price.
    return isOurs ? cents : cents || null;
  });
  const source = typeof row.source === 'string' ? row.source : reading.source;
  const condition = (row.condition ?? (of.entity === 'card_prices' ? 'NM' : 'Unopened')) as Condition;
  const conditions = CONDITIONS_OF[of.entity];
  if (currency === 'usd' && !conditions.includes(condition))
    throw fail('condition', `must be one of ${conditions.join(', ')}`);
  if (!['plain', 'holo', null].includes((row.price_kind ?? null) as string))
    throw fail('price_kind', 'must be plain, holo or null');
  if (place.owner === undefined) return undefined;
  const variantId = await variantOf(reading, of, { ...place, owner: place.owner }, currency);
  if (variantId === undefined) {
    reading.onUnknown?.(place.line, place.id);
    return undefined;
  }
  if (currency === 'eur') {
    const price_kind = (row.price_kind === undefined ? 'plain' : row.price_kind) as PriceKind;
    const kind = of.entity === 'card_prices' && { price_kind };
    return { key: seriesKey({ variantId, condition: undefined }), observed_on, amounts, source, ...kind };
  }
  return { key: seriesKey({ variantId, condition }), observed_on, amounts, source };
}

/** The number of the printing or sub-type; by hand it may be named, or left out where a card has one. */
async function variantOf(
  { subTypeOf, isOthers }: RowReading,
  of: OriginOwners,
  { row, owner, printingsOf, byHand, fail }: RowPlace & { owner: number },
  currency: string,
): Promise<number | undefined> {
  if (of.entity === 'product_prices') {
    if (currency === 'eur') return 0;
    const slug = String(row.variant ?? 'normal');
    return subTypeOf(slug);
  }
  // Another store has numbers of its own.
  if (byHand === undefined && Number.isInteger(row.variant_id) && !(isOthers && row.variant))
    return row.variant_id as number;
  const known = await printingsOf(of.of.get(owner)?.id ?? '');
  if (row.variant_id != null && byHand !== undefined) {
    const ids = known.variants.map(({ id }) => id);
    if (!ids.includes(row.variant_id as number)) throw fail('variant_id', `must be one of ${ids.join(', ')}`);
    return row.variant_id as number;
  }
  const found = numberOf(row, known);
  if (found === undefined && !isOthers) throw fail('variant', `must be one of ${[...known.names.keys()].join(', ')}`);
  return found;
}

/** A card's printings, and their numbers by name. */
interface Printings {
  variants: readonly Variant[];
  names: ReadonlyMap<string, number>;
}

function numberOf({ variant, ordinal }: Record<string, unknown>, { variants, names }: Printings): number | undefined {
  if (typeof variant === 'string') return names.get(variant);
  if (variant == null) return variants.length === 1 ? variants[0]?.id : undefined;
  // Of releases before 0.2: the printing as it is.
  const identity = printingIdentity(variant as Variant);
  return variants.filter((each) => printingIdentity(each) === identity)[Number(ordinal ?? 0)]?.id;
}

export function readingIn(reads: Reads, parts: Omit<RowReading, 'printingsOf'>): RowReading {
  return {
    ...parts,
    printingsOf: async (id) => printingsIn((await cardBodies(reads, [id])).get(id) ?? '{"variants":[]}'),
    subTypeOf: remembered(parts.subTypeOf),
  };
}

/** The number of a sub-type, which is given where there is none. */
export const subTypeIn = async (writes: Writes, slug: string) => (await subTypeNumbers(writes, [slug])).get(slug) ?? 0;

/** Where prices are published: what is of one game, entity and currency. */
export interface OriginMarket {
  writes: Writes;
  reading: RowReading;
  of: OriginOwners;
  currency: 'usd' | 'eur';
  changes: Changes;
}

/** Puts a month or the current prices as the file has them, or nothing where there is none any more. Returns how many rows differ. */
export async function mirrorPart(
  { writes, reading, of, currency, changes }: OriginMarket,
  month: string | undefined,
  fetched: Fetched | undefined,
): Promise<number> {
  // A file that is gone has no rows.
  const rows: OwnerRows = fetched === undefined ? Readable.from([]) : observationsIn(reading, fetched);
  const mirrored = { owners: of.owners, currency };
  if (month !== undefined) return mirrorMonth(writes, mirrored, monthOf(`${month}-01`), rows);
  const { written, before } = await mirrorCurrent(writes, mirrored, rows);
  noteRepriced([of], () => changes, currency, before);
  return written;
}

function noteRepriced(
  all: readonly OriginOwners[],
  changesOf: (game: string) => Changes,
  currency: 'usd' | 'eur',
  before: ReadonlyMap<number, string>,
): void {
  for (const [owner, digest] of before) {
    for (const { entity, of } of all) {
      const { id, game } = of.get(owner) ?? {};
      if (id === undefined || game === undefined) continue;
      const { cards, products } = changesOf(game).prices[currency];
      if (entity === 'card_prices') noteBefore(cards, new Map([[id, digest]]));
      else noteBefore(products, new Map([[Number(id), digest]]));
    }
  }
}

/** Records observations beside what is there, and collects whose amounts and which days are others. Returns how many rows differ. */
export async function recordRows(
  writes: Writes,
  all: readonly OriginOwners[],
  rows: ReadonlyMap<number, readonly Observed[]>,
  changesOf: (game: string) => Changes,
): Promise<number> {
  for (const [owner, observations] of rows) {
    const game = all.map(({ of }) => of.get(owner)?.game).find((found) => found !== undefined);
    if (game === undefined) continue;
    const { days } = changesOf(game);
    for (const { key, observed_on } of observations) days[slotOf(key) === 0 ? 'eur' : 'usd'].add(observed_on);
  }
  const recorded = await recordNamed(writes, rows);
  for (const currency of ['usd', 'eur'] as const) noteRepriced(all, changesOf, currency, recorded[currency]);
  return recorded.rows;
}
