/** Makes the files of a whole catalog, as of one moment: what has not changed since the last time stays as it is. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { addDays, dayOf } from '../catalog/days.ts';
import { OperatorFailure } from '../failure.ts';
import { VERSION } from '../release.ts';
import { makeFolder } from '../store/engines/private-file.ts';
import { newestEvent } from '../store/events/events.ts';
import { servedGames } from '../store/games.ts';
import { catalogVersion, timelineOf } from '../store/meta.ts';
import { daysBetween } from '../store/prices/observation-codec.ts';
import { dayOfMonth, daysOfMonth, monthOf } from '../store/prices/price-series.ts';
import { storedMonths } from '../store/prices/stored-months.ts';
import { daysRecordedSince, type RecordedDay } from '../store/sources/source-days.ts';
import type { Reads, Store } from '../store/store.ts';
import { recordTexts } from '../store/views/priced/export-pages.ts';
import {
  eachMonthBody,
  type Market,
  type PricedOwners,
  pricedOwners,
  priceRows,
} from '../store/views/priced/price-rows.ts';
import { sync } from './coded-file.ts';
import { writePrices, writeRecords } from './file-writers.ts';
import {
  type FileEntry,
  FORMAT,
  type GameFacts,
  type Listings,
  listedAt,
  type Manifest,
  type Part,
  partOf,
  RECORD_ENTITIES,
} from './manifest.ts';

/** For how long after a day was told its file is listed. */
export const DAYS_LISTED = 32;
/** Listings of files that are long gone tell nobody anything. */
const LISTINGS_MAX = 50_000;
const MANIFEST = 'manifest.json';
const STATE = 'state.json';
const MEGABYTE = 1024 * 1024;

/** What a folder of files remembers beside them. */
interface State {
  listings: Listings;
  /** By part, what its rows follow from, and its files. */
  parts: Record<string, { print: string; own?: string | undefined; files: FileEntry[] }>;
}

export interface MakeOptions {
  folder: string;
  /** Bytes that the folder may hold; undefined without a limit. */
  limitBytes?: number | undefined;
  now: Date;
  /** Whether to keep beside the files what makes the next time short, and files of before. */
  isServed: boolean;
  games?: readonly GameFacts[] | undefined;
  /** A manifest that may be of this moment: then this one is equal to it. */
  served?: Manifest | undefined;
}

/** What is there and cannot be read, as after a power cut, is made anew as what is not there. */
function readJson<Value>(path: string): Value | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The manifest of a folder, and when its files were listed; undefined before there is one. */
export function filesIn(folder: string): { manifest: Manifest; listings: Listings } | undefined {
  const manifest = readJson<Manifest>(join(folder, MANIFEST));
  return manifest && { manifest, listings: readJson<State>(join(folder, STATE))?.listings ?? {} };
}

/**
 * Makes what is missing in the folder, then its manifest.
 * @throws OperatorFailure where all of it takes more than it may
 */
export async function makeFiles(
  store: Store,
  { folder, limitBytes, now, isServed, served, games: facts = [] }: MakeOptions,
) {
  makeFolder(folder, isServed ? 0o700 : undefined);
  const moment = await store.longRead();
  try {
    const { reads } = moment;
    const known = isServed ? readJson<State>(join(folder, STATE)) : undefined;
    const games = await servedGames(reads);
    const newest = await newestEvent(reads);
    const head = {
      format: FORMAT,
      release: VERSION,
      timeline: await timelineOf(reads),
      catalog_version: await catalogVersion(reads),
      position: newest?.position ?? 0,
      event_id: newest?.id ?? null,
      made_at: now.toISOString(),
      games: games.map(({ name, id_prefix }) => ({ id_prefix, ...(facts.find((of) => of.name === name) ?? { name }) })),
    };
    const state: State = { listings: known?.listings ?? {}, parts: {} };
    let bytes = 0;
    for await (const { part, print, ownPrint, write } of partsOf(reads, games, head.timeline, now)) {
      const name = partOf(part);
      const before = known?.parts[name];
      const own = before?.print === print ? before.own : await ownPrint?.();
      const isSame = before?.print === print || (own !== undefined && before?.own === own);
      const files = before && isSame && areWhole(folder, before.files) ? before.files : await write(folder);
      state.parts[name] = { print, own, files };
      for (const file of files) bytes += file.bytes;
      if (bytes > (limitBytes ?? Infinity)) throw tooLarge(limitBytes ?? 0);
    }
    const files = Object.values(state.parts).flatMap((part) => part.files);
    const made: Manifest = { ...head, files };
    const manifest = served && isSameMoment(served, made) ? served : made;
    state.listings = recent(listedAt(state.listings, files, head.catalog_version));
    if (isServed) {
      clear(folder, new Set(files.map(({ name }) => name)), limitBytes ?? Infinity);
      replace(folder, STATE, state);
    }
    replace(folder, MANIFEST, manifest);
    return manifest;
  } finally {
    await moment.close();
  }
}

/** Of one version of one store; a place in the feed that was given since then is of no other rows. */
const isSameMoment = (served: Manifest, made: Manifest): boolean =>
  served.timeline === made.timeline &&
  served.catalog_version === made.catalog_version &&
  isDeepStrictEqual(served.files, made.files);

const tooLarge = (limitBytes: number) =>
  new OperatorFailure(`the files take more than ${Math.floor(limitBytes / MEGABYTE)} MB: give them more with "files"`);

const recent = (listings: Listings): Listings => Object.fromEntries(Object.entries(listings).slice(-LISTINGS_MAX));

function replace(folder: string, name: string, content: unknown): void {
  const path = join(folder, `${process.pid}.${name}.part`);
  writeFileSync(path, JSON.stringify(content));
  sync(path);
  renameSync(path, join(folder, name));
}

/** Deletes files of before, the oldest first, until the folder is within its limit. */
function clear(folder: string, listed: ReadonlySet<string>, limitBytes: number): void {
  const files = readdirSync(folder)
    .filter((name) => name !== MANIFEST && name !== STATE)
    .map((name) => ({ name, ...statOf(join(folder, name)) }));
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const { name, size } of files.filter((file) => !listed.has(file.name)).sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (bytes <= limitBytes) return;
    rmSync(join(folder, name), { force: true });
    bytes -= size;
  }
}

/** Whether each file is there with all its bytes and was not written since it was listed: a disk may have lost some, a hand changed some. */
export function areWhole(folder: string, files: readonly FileEntry[]): boolean {
  const { mtimeMs: listed } = statOf(join(folder, STATE));
  return files.every(({ name, bytes }) => {
    const { size, mtimeMs } = statOf(join(folder, name));
    return size === bytes && mtimeMs <= listed;
  });
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };

/** A part of the files: what its rows follow from as a short text, and how they are written. */
interface WantedPart {
  part: Part;
  print: string;
  /** The same of what is its own alone, where others share in `print`: it takes longer. */
  ownPrint?(): Promise<string | undefined>;
  write(folder: string): Promise<FileEntry[]>;
}

async function* partsOf(
  reads: Reads,
  games: Awaited<ReturnType<typeof servedGames>>,
  timeline: string,
  now: Date,
): AsyncGenerator<WantedPart> {
  const told = await daysRecordedSince(reads, `${addDays(dayOf(now.getTime()), -DAYS_LISTED)}T`);
  for (const { name: game, version } of games) {
    const print = `${FORMAT} ${timeline} ${version}`;
    for (const entity of RECORD_ENTITIES) {
      const part = { entity, game };
      const records = () => recordTexts(reads, entity, game);
      yield { part, print: await printOfRecords(records()), write: (folder) => writeRecords(folder, part, records()) };
    }
    for (const entity of ['card_prices', 'product_prices'] as const) {
      const of = { game, entity };
      yield* priceParts(
        reads,
        of,
        print,
        told.filter((day) => day.game === game && day.entity === entity),
      );
    }
  }
}

async function* priceParts(
  reads: Reads,
  of: Pick<Market, 'game' | 'entity'>,
  print: string,
  told: readonly RecordedDay[],
): AsyncGenerator<WantedPart> {
  const owners = await pricedOwners(reads, of);
  const markets = (['usd', 'eur'] as const).map((currency): Market => ({ ...of, currency }));
  for (const market of markets) {
    yield {
      part: market,
      print,
      write: (folder) => writePrices(folder, market, priceRows(reads, market, owners, 'current')),
    };
  }
  for (const month of await storedMonths(reads)) {
    const body = await printOfMonth(reads, owners, month);
    const name = (daysOfMonth(month)[1] ?? '').slice(0, 7);
    for (const market of body === undefined ? [] : markets) {
      const part = { ...market, month: name };
      const days = daysBetween(1, 31);
      yield {
        part,
        print: `${FORMAT} ${body}`,
        ownPrint: () => printOfMonth(reads, owners, month, market.currency),
        write: (folder) => writePrices(folder, part, priceRows(reads, market, owners, { month, days })),
      };
    }
  }
  for (const { currency, day, sha256 } of told) {
    const market: Market = { ...of, currency };
    yield {
      part: { ...market, day },
      print: `${FORMAT} ${sha256}`,
      write: (folder) => writePrices(folder, { ...market, day }, rowsOfDay(reads, market, owners, day)),
    };
  }
}

/** The rows of one day, whichever source they are of. */
export const rowsOfDay = (reads: Reads, market: Market, owners: PricedOwners, day: string) =>
  priceRows(reads, market, owners, { month: monthOf(day), days: daysBetween(dayOfMonth(day), dayOfMonth(day)) });

/** A digest of records: they stay the same on most days, and to write their files takes twenty times as long as to read them. */
async function printOfRecords(records: AsyncIterable<{ text: string }[]>): Promise<string> {
  const hash = createHash('sha256').update(`${FORMAT}`);
  for await (const some of records) for (const { text } of some) hash.update(text).update('\n');
  return hash.digest('base64url');
}

/** A digest of all that the rows of a month follow from, or those of one currency; undefined where there are none. */
async function printOfMonth(reads: Reads, owners: PricedOwners, month: number, currency?: Market['currency']) {
  const hash = createHash('sha256');
  let isEmpty = true;
  await eachMonthBody(reads, owners, { month, currency }, (named, body) => {
    hash.update(named).update(body);
    isEmpty = false;
  });
  return isEmpty ? undefined : hash.digest('base64url');
}
