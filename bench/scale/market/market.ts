/** A whole market: cards with prices in twelve games, their first ingest, a day, days that were missed, ten years, and reads; on both engines. */
// The real path: sources on loopback (market-upstream.ts), `ingest run all` in a process of its own, `serve` in another. PostgreSQL
// where DATABASE_URL names one; its own CPU is not counted. Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures>
//   node scripts/node24.mjs bench/scale/market/market.ts [--cards 200000] [--days 7: missed days, 0 for none] [--long 2000: cards with ten years]
//   [--engine sqlite|postgres] [--keep FOLDER: stores stay there, and what is on record there is not done again] [--small: 30 s]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addDays, dayOf } from '../../../src/catalog/days.ts';
import { issueKey } from '../../../src/keys/issue.ts';
import { storeSizes } from '../../../src/store/maintenance/status.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Engine, Store, StoreLocation } from '../../../src/store/store.ts';
import { newWorkplace } from '../../../test/support/processes/command.ts';
import { startIngest } from '../../../test/support/processes/ingest-process.ts';
import { databaseUrl, onServer } from '../../../test/support/servers/shared-databases.ts';
import { fixturesMissing, startFixtureUpstream } from '../../../test/support/sources/fixture-upstream.ts';
import { ENGINES } from '../../../test/support/stages/stores.ts';
import { line } from '../../report.ts';
import { drawnReads, type MarketServed, serveMarketStore } from './market-serving.ts';
import { type MarketUpstream, serveMarket } from './market-upstream.ts';
import { writeYears, type Years } from './market-years.ts';

const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '200000' },
    days: { type: 'string', default: '7' },
    long: { type: 'string', default: '2000' },
    engine: { type: 'string' },
    keep: { type: 'string' },
    small: { type: 'boolean', default: false },
  },
});
const SIZE = values.small
  ? { cards: 2000, days: 3, long: 20, longDays: 365, reads: 1000, loads: 600 }
  : {
      cards: Number(values.cards),
      days: Number(values.days),
      long: Number(values.long),
      longDays: 3650,
      reads: 10_000,
      loads: 6000,
    };
/** Share of the series of ten years that move on a day; the recorded days say theirs. */
const MOVING = 0.25;
const TODAY = dayOf(Date.now());
const GOALS = {
  first: '75 s a million',
  day: '60 s',
  dayMb: '400 MB',
  backfill: '400,000',
  bytes: '2.0 / 3.5',
  history: '10 ms',
  start: '250 ms',
  loaded: '500 MB',
};

/** What a run of all sources took. */
interface Ran {
  cpuS: number;
  memoryMb: number;
  wallS: number;
  /** Rows of prices that cards and products got. */
  observations: number;
  events: number;
}

/** What is on record of one engine. */
interface Measured {
  first: Ran;
  day: Ran;
  moved: number;
  /** Absent without missed days. */
  backfill?: Ran;
  years: Years;
  counts: { cards: number; priced: number; printings: number; products: number };
  /** Of the days before the ten years came, and of all. */
  daysBytes: number;
  historyBytes: number;
  storeBytes: number;
  served: MarketServed;
}

async function ingest(config: Record<string, unknown>, location: StoreLocation, flags: string[] = []): Promise<Ran> {
  const run = startIngest(config as { games: Record<string, unknown> }, location, 'all', flags);
  const { code, said, reports, ms, cpuMs, memoryMb } = await run.ended;
  const failed = reports.find(({ outcome }) => outcome !== 'succeeded');
  if (code !== 0 || failed) throw new Error(failed ? `${failed.source}: ${failed.reason}` : said.slice(-3000));
  const sum = (name: string) => reports.reduce((total, { counts }) => total + (counts[name] ?? 0), 0);
  const observations = sum('printings_priced') + sum('products_priced');
  return { cpuS: cpuMs / 1000, memoryMb, wallS: ms / 1000, observations, events: sum('events') };
}

async function opened<Done>(location: StoreLocation, work: (store: Store) => Promise<Done>): Promise<Done> {
  const store = await openStore(location);
  return work(store).finally(() => store.close());
}

async function countsOf({ reads }: Store): Promise<Measured['counts']> {
  const count = async (table: 'cards' | 'current_prices' | 'variants' | 'products') => {
    const found = reads.selectFrom(table).select(({ fn }) => fn.countAll().as('count'));
    return Number((await found.executeTakeFirstOrThrow()).count);
  };
  const [cards, priced] = [await count('cards'), await count('current_prices')];
  return { cards, priced, printings: await count('variants'), products: await count('products') };
}

async function sizesOf(store: Store) {
  const { kinds } = await storeSizes(store);
  const of = (name: string) => kinds.find(({ kind }) => kind === name)?.bytes ?? 0;
  return { historyBytes: of('history'), storeBytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Goes the way of an operator, as far as it is not on record. */
async function measure(
  engine: Engine,
  location: StoreLocation,
  folder: string,
  market: MarketUpstream,
): Promise<Measured> {
  const record = join(folder, `${engine}.json`);
  const done: Partial<Measured> = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  const step = async <Name extends keyof Measured>(name: Name, work: () => Promise<Measured[Name]>) => {
    done[name] ??= await work();
    writeFileSync(record, JSON.stringify(done));
    const { answers: _, ...told } = {
      answers: 0,
      ...(done[name] as object),
      value: typeof done[name] === 'number' ? done[name] : undefined,
      cards: undefined,
    };
    line(`${engine}: ${name}`, JSON.stringify(told));
    return done[name] as Measured[Name];
  };
  market.day = addDays(TODAY, -1);
  await step('first', () => ingest(market.config(), location));
  market.day = TODAY;
  await step('moved', () => market.moved(addDays(TODAY, -1), TODAY));
  await step('day', () => ingest(market.config(), location));
  await step('counts', () => opened(location, countsOf));
  const from = addDays(TODAY, -1 - SIZE.days);
  const span = ['--from', from, '--to', addDays(TODAY, -2)];
  if (SIZE.days > 0) await step('backfill', () => ingest(market.config('{day}'), location, span));
  await step('daysBytes', async () => (await opened(location, sizesOf)).historyBytes);
  const years = { count: SIZE.long, days: SIZE.longDays, last: addDays(from, -1), moving: MOVING };
  const { cards } = await step('years', () => opened(location, (store) => writeYears(store, years)));
  const sizes = await opened(location, sizesOf);
  await step('historyBytes', async () => sizes.historyBytes);
  await step('storeBytes', async () => sizes.storeBytes);
  await step('served', async () => {
    const pathsFile = join(folder, 'paths.json');
    if (!existsSync(pathsFile))
      writeFileSync(pathsFile, JSON.stringify((await drawnReads(location, SIZE.reads)).paths));
    const paths = JSON.parse(readFileSync(pathsFile, 'utf8')) as string[];
    const { key } = await opened(location, (store) =>
      issueKey(store, { name: 'bench', scopes: ['read'], rate: 0, expires_at: null }),
    );
    return serveMarketStore(folder, location, { long: cards.slice(0, 400), paths, loads: SIZE.loads, key });
  });
  return done as Measured;
}

const inS = ({ cpuS, wallS }: Ran) => `${cpuS.toFixed(1)} s; ${wallS.toFixed(0)} s`;
const inMb = (mb: number) => `${mb.toFixed(0)} MB`;
const inMs = ({ p50, p99, cpuMs }: MarketServed['years']) =>
  `${p50.toFixed(1)}, ${p99.toFixed(1)}; ${cpuMs.toFixed(1)} ms`;
const thousands = (value: number) => Math.round(value).toLocaleString('en');
const observationsOf = ({ first, day, backfill, years }: Measured) =>
  [first, day, backfill, years].reduce((sum, of) => sum + (of?.observations ?? 0), 0);

/** The rows of the table, each with what is wanted. */
const ROWS: readonly [what: string, wanted: string, tell: (of: Measured) => string][] = [
  [
    'cards; printings; sealed products',
    '–',
    ({ counts }) => [counts.cards, counts.printings, counts.products].map(thousands).join('; '),
  ],
  [
    'prices of a day; share that moved',
    '15 to 36 %',
    ({ day, moved }) => `${thousands(day.observations)}; ${(100 * moved).toFixed(0)} %`,
  ],
  ['first ingest, with prices: CPU; by the clock', '–', ({ first }) => inS(first)],
  ['its most memory', '–', ({ first }) => inMb(first.memoryMb)],
  ["a day's run of all games: CPU; by the clock", GOALS.day, ({ day }) => inS(day)],
  ['its most memory', GOALS.dayMb, ({ day }) => inMb(day.memoryMb)],
  [
    'missed days from their sources: observations a second of CPU',
    '–',
    ({ backfill }) => (backfill ? thousands(backfill.observations / backfill.cpuS) : '–'),
  ],
  ['its most memory', '–', ({ backfill }) => (backfill ? inMb(backfill.memoryMb) : '–')],
  [
    'ten years by months, written: observations a second of CPU',
    GOALS.backfill,
    ({ years }) => thousands(years.observations / years.cpuS),
  ],
  ['history: observations', '–', (of) => thousands(observationsOf(of))],
  [
    'bytes an observation of the ten years, indexes included',
    GOALS.bytes,
    ({ years, daysBytes, historyBytes }) => ((historyBytes - daysBytes) / years.observations).toFixed(2),
  ],
  ['of all history, whose newest month has some days', '–', (of) => (of.historyBytes / observationsOf(of)).toFixed(2)],
  ['the store', '–', ({ storeBytes }) => inMb(storeBytes / 1e6)],
  ['start to the first answer, CPU', GOALS.start, ({ served }) => `${served.startMs.toFixed(0)} ms`],
  ["first read of a card's ten years by months: p50, p99; CPU", GOALS.history, ({ served }) => inMs(served.years)],
  ['the same, its last year by days', GOALS.history, ({ served }) => inMs(served.year)],
  [
    `\`serve\` after ${thousands(SIZE.loads)} mixed reads; at rest; at most`,
    GOALS.loaded,
    ({ served }) => [served.loadedMb, served.restMb, served.mostMb].map(inMb).join('; '),
  ],
  ['CPU of a mixed read', '–', ({ served }) => `${served.readMs.toFixed(2)} ms`],
];

/** How many of the answers are others on the second engine. */
function differing([one, other]: Measured[]): string[] {
  if (one === undefined || other === undefined) return [];
  return Object.keys(one.served.answers).filter((path) => one.served.answers[path] !== other.served.answers[path]);
}

async function onEngine(engine: Engine, folder: string, market: MarketUpstream): Promise<Measured> {
  const dataDir = join(folder, engine);
  mkdirSync(dataDir, { recursive: true });
  if (engine === 'sqlite') return measure(engine, { dataDir }, folder, market);
  const name = `cardstock_market_${values.keep === undefined ? process.pid : SIZE.cards}`;
  if (!existsSync(join(folder, 'postgres.json'))) await onServer(`create database ${name}`);
  const measured = measure(engine, { dataDir, databaseUrl: databaseUrl(name) }, folder, market);
  return measured.finally(() =>
    values.keep === undefined ? onServer(`drop database ${name} with (force)`) : undefined,
  );
}

async function main(): Promise<boolean> {
  await using real = await startFixtureUpstream('full');
  await using market = await serveMarket(real, SIZE.cards);
  await using place = await newWorkplace();
  const folder = values.keep ?? place.directory;
  const found: [Engine, Measured][] = [];
  for (const [engine, isMissing] of ENGINES) {
    if (values.engine !== undefined && values.engine !== engine) continue;
    if (isMissing) line(engine, isMissing);
    else found.push([engine, await onEngine(engine, folder, market)]);
  }
  const write = (text: string) => process.stdout.write(`${text}\n`);
  write(`| | wanted | ${found.map(([engine]) => (engine === 'sqlite' ? 'SQLite' : 'PostgreSQL')).join(' | ')} |`);
  write(`|---|---|${'---|'.repeat(found.length)}`);
  for (const [what, wanted, tell] of ROWS)
    write(`| ${what} | ${wanted} | ${found.map(([, of]) => tell(of)).join(' | ')} |`);
  const others = differing(found.map(([, of]) => of));
  if (found.length === 2)
    write(`| of ${thousands(SIZE.reads)} answers, others on the second engine | 0 | ${others.length} | |`);
  for (const path of others.slice(0, 20)) line('  differs', path);
  return others.length === 0;
}

if (fixturesMissing) line('market', fixturesMissing);
else process.exitCode = (await main()) ? 0 : 1;
