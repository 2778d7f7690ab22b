/** The time that a page of 50 takes under any two filters with a sort, nothing kept, on both engines. */
// Usage: node bench/search/filters.ts FOLDER [copies = 0] [engine]: compiled files of a catalog; each copy adds all of its cards once more.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seeded } from '../../demo/random.ts';
import { listCards } from '../../src/api/catalog/cards.ts';
import type { RequestContext } from '../../src/api/context.ts';
import { cursorsSealedWith } from '../../src/api/cursors.ts';
import type { RouteRequest } from '../../src/api/request.ts';
import type { Engine, Reads } from '../../src/store/store.ts';
import { SORTS } from '../../src/store/views/listing/list-order.ts';
import { listColumns } from '../../src/store/views/listing/read-columns.ts';
import { newStore, postgresMissing } from '../../test/support/stages/stores.ts';
import { line, percentile } from '../report.ts';
import { fillWhole } from '../scale/full-store.ts';
import { addCopies } from './copies.ts';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

const REQUESTS = 2000;
/** The best of a few runs: what a machine busy with other things leaves nearly alone. Nothing is kept between them. */
const RUNS = 3;
const DAY = '2026-08-21';
const [, , folder = '', copiesGiven = '0', only] = process.argv;

/** Filters with values that the catalog has, all values of a field alike. */
async function drawFilters(reads: Reads): Promise<() => Record<string, string>> {
  const [columns] = await listColumns(reads, 'cards', 'game');
  const random = seeded(11);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const drawn: Record<string, () => string> = {
    released_from: () => `${2000 + Math.floor(random() * 26)}-01-01`,
    released_to: () => `${2000 + Math.floor(random() * 26)}-12-31`,
    usd_min: () => String(Math.round(10 ** (random() * 4))),
    usd_max: () => String(Math.round(10 ** (random() * 4))),
    eur_max: () => String(Math.round(10 ** (random() * 4))),
    priced: () => pick(['usd', 'eur', 'usd,eur']),
    number: () => String(1 + Math.floor(random() * 250)),
  };
  for (const field of ['rarity', 'category', 'type', 'illustrator', 'variant', 'stamp', 'legality']) {
    const values = [...new Set(columns?.coded[field]?.values.flat())];
    if (values.length > 0) drawn[field] = () => pick(values);
  }
  return () => {
    const [one, other] = [pick(Object.keys(drawn)), pick(Object.keys(drawn))];
    const wanted = Object.fromEntries([one, other].map((name) => [name, drawn[name]?.() ?? '']));
    return { ...wanted, sort: pick(SORTS), limit: '50' };
  };
}

async function measure(engine: Engine): Promise<void> {
  await using place = await newStore(engine);
  const { store } = place;
  const ids = await fillWhole(store, folder, 1, DAY);
  await addCopies(store, ids, Number(copiesGiven), DAY);
  const base = { store, games: [], cursors: cursorsSealedWith(Buffer.alloc(32)), isOf: () => undefined };
  const ask = (query: Record<string, string>) =>
    store.snapshot(async (reads) => {
      const request = { params: {}, query } as unknown as RouteRequest;
      return JSON.stringify(await listCards(request, { ...base, reads } as unknown as RequestContext)).length;
    });
  gc();
  const before = process.memoryUsage();
  const began = performance.now();
  await ask({ sort: 'usd' });
  const first = performance.now() - began;
  gc();
  const after = process.memoryUsage();
  const draw = await drawFilters(store.reads);
  for (let warm = 0; warm < 200; warm += 1) await ask(draw());
  const wall: number[] = [];
  let size = 0;
  let empty = 0;
  for (let request = 0; request < REQUESTS; request += 1) {
    const query = draw();
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS; run += 1) {
      const began = performance.now();
      size = (await ask(query)).value;
      best = Math.min(best, performance.now() - began);
    }
    wall.push(best);
    if (size < 100) empty += 1;
  }
  const shown = (values: number[]) =>
    [0.5, 0.95, 0.99, 1].map((share) => percentile(values, share).toFixed(2)).join(' / ');
  line(`${engine}: cards`, String(ids.length * (1 + Number(copiesGiven))));
  line('first page of a new state: columns unpacked', `${first.toFixed(1)} ms`);
  line(
    'memory of the columns',
    `${((after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6).toFixed(1)} MB`,
  );
  line(`two filters and a sort, ${REQUESTS} drawn, ${empty} empty`, 'p50 / p95 / p99 / max');
  line('  by the clock', `${shown(wall)} ms`);
}

if (only !== 'postgres') await measure('sqlite');
if (only !== 'sqlite' && postgresMissing === false) await measure('postgres');
