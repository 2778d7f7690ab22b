/** What a catalog of 23,000, 200,000 and a million cards costs: ingest, start, search, reads, events, memory, on the embedded store. */
// The catalog is a real one, multiplied and served on loopback (million-catalog.ts); what is measured is the real path.
// Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures> node scripts/node24.mjs bench/scale/million.ts [sizes = 23546,200000,1000000]
//   [--picture FILE: the curves as SVG] [--keep FOLDER: the stores stay there, and what a second run finds there it does not do again]
//   [--first: no run after the first] [--memory MB: what a run may take]
// An hour's work for all three on two shared cores; the million takes 4 GB of disk.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { openStore } from '../../src/store/open-store.ts';
import { newWorkplace } from '../../test/support/processes/command.ts';
import { startIngest } from '../../test/support/processes/ingest-process.ts';
import { fixturesMissing } from '../../test/support/sources/fixture-upstream.ts';
import { line } from '../report.ts';
import { type CatalogServer, realCatalog, serveCatalogs } from './million-catalog.ts';
import { type Ingested, type MillionRow, millionPicture, type Runs } from './million-picture.ts';
import type { SearchTimes } from './million-search.ts';
import { serveCatalog } from './million-serving.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    picture: { type: 'string' },
    keep: { type: 'string' },
    memory: { type: 'string' },
    first: { type: 'boolean' },
  },
});
const SIZES = (positionals[0] ?? '23546,200000,1000000').split(',').map(Number);

async function ingest(files: string, dataDir: string): Promise<Ingested> {
  const source = { adapter: 'tcgdex', files };
  const config = { games: { game: { id_prefix: '', sources: { catalog: source } } }, ...memoryLimit() };
  const { code, said, reports, ms, cpuMs, memoryMb } = await startIngest(config, { dataDir }).ended;
  const [report] = reports;
  if (code !== 0 || report?.outcome !== 'succeeded') throw new Error(report?.reason ?? said.slice(-2000));
  return { cpuS: cpuMs / 1000, wallS: ms / 1000, memoryMb };
}

const memoryLimit = () => (values.memory === undefined ? {} : { ingest_memory_mb: Number(values.memory) });
const says = ({ cpuS, wallS, memoryMb }: Ingested) =>
  `CPU ${cpuS.toFixed(1)} s, by the clock ${wallS.toFixed(1)} s, at most ${memoryMb.toFixed(0)} MB`;

const sizeMb = (dataDir: string): number =>
  ['', '-wal'].reduce((sum, end) => {
    const file = join(dataDir, `cardstock.db${end}`);
    return sum + (existsSync(file) ? statSync(file).size : 0);
  }, 0) / 1e6;

async function eventsIn(dataDir: string): Promise<number> {
  const store = await openStore({ dataDir });
  const { count } = await store.reads
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  await store.close();
  return Number(count);
}

/** In a process of its own: this one's memory is nobody's business. */
async function searched(dataDir: string): Promise<SearchTimes> {
  const program = fileURLToPath(new URL('./million-search.ts', import.meta.url));
  const args = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=4096', program, dataDir];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as SearchTimes;
}

/** The runs that are not on record in the folder yet; with `--first` the first alone. */
async function ingestAll(size: number, server: CatalogServer, folder: string): Promise<Runs> {
  const record = join(folder, 'ingest.json');
  await mkdir(join(folder, 'data'), { recursive: true });
  const done: Partial<Runs> = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  const run = async (name: keyof Runs, title: string, revision: number) => {
    done[name] ??= await ingest(server.files(size, revision), join(folder, 'data'));
    writeFileSync(record, JSON.stringify(done));
    line(title, says(done[name]));
  };
  await run('first', `${size} cards, first ingest`, 0);
  if (server.bytes > 0) line('  of', `${(server.bytes / 1e6).toFixed(0)} MB of JSON`);
  if (!values.first) {
    await run('changed', '  one card in a hundred changed', 1);
    await run('same', '  nothing changed, all of it read again', 1);
  }
  return done as Runs;
}

async function measure(size: number, server: CatalogServer, folder: string): Promise<MillionRow> {
  const dataDir = join(folder, `${size}`, 'data');
  const ingested = await ingestAll(size, server, join(folder, `${size}`));
  const storeMb = sizeMb(dataDir);
  const events = await eventsIn(dataDir);
  line('  the store', `${storeMb.toFixed(0)} MB, ${events} events`);
  const search = await searched(dataDir);
  const kinds = Object.entries(search.byKind).map(
    ([kind, { p50, p99 }]) => `${kind} ${p50.toFixed(2)} / ${p99.toFixed(2)}`,
  );
  line(
    `  search in process, ${search.names} distinct names`,
    `p50 ${search.p50.toFixed(2)}, p99 ${search.p99.toFixed(2)}, at most ${search.most.toFixed(1)} ms (${search.slowest})`,
  );
  line('    p50 / p99 by what is typed', kinds.join('; '));
  const served = await serveCatalog(join(folder, `${size}`), dataDir);
  const row = { cards: size, ...ingested, storeMb, events, search, served };
  writeFileSync(join(folder, `${size}`, 'row.json'), JSON.stringify(row));
  return row;
}

if (fixturesMissing) line('million', fixturesMissing);
else {
  await using server = await serveCatalogs(await realCatalog());
  await using place = await newWorkplace();
  const rows: MillionRow[] = [];
  const folder = values.keep ?? place.directory;
  for (const size of SIZES) {
    const known = join(folder, `${size}`, 'row.json');
    rows.push(existsSync(known) ? JSON.parse(readFileSync(known, 'utf8')) : await measure(size, server, folder));
  }
  if (values.picture !== undefined) writeFileSync(values.picture, millionPicture(rows));
}
