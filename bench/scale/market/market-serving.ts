/** What a service over a market costs: its start, first reads of long histories, thousands of mixed reads and what they leave in memory. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { seeded } from '../../../demo/random.ts';
import type { StoreLocation } from '../../../src/store/store.ts';
import { cpuMsOf } from '../../../test/support/processes/ingest-process.ts';
import { percentile } from '../../report.ts';
import { pick } from '../../search/misspell.ts';
import { queriesFor } from '../million-search.ts';
import { type Arm, drawn, get, memoryMb, start, timed } from '../million-serving.ts';

const STARTS = 5;
const asked = encodeURIComponent;

/** Cards of a store, and the products: what reads are drawn from. */
interface Drawn {
  cards: { id: string; name: string; number: string | null; expansion_id: string }[];
}

/** One kind of read each: what shops, apps and people ask for. */
const READS: Record<string, (card: Drawn['cards'][number], at: number) => string> = {
  detail: ({ id }) => `/v1/cards/${asked(id)}`,
  priced: ({ id }) => `/v1/cards/${asked(id)}?include=prices`,
  history: ({ id }) => `/v1/cards/${asked(id)}/prices`,
  list: ({ expansion_id }) => `/v1/cards?limit=50&include=prices&expansion_id=${asked(expansion_id)}`,
  sorted: ({ expansion_id }, at) =>
    `/v1/cards?limit=50&sort=${['name', '-released', '-price'][at % 3]}&expansion_id=${asked(expansion_id)}`,
  stats: ({ id }) => `/v1/cards/${asked(id)}/stats`,
  chart: ({ id }) => `/v1/cards/${asked(id)}/chart?span=1y`,
  products: ({ expansion_id }) => `/v1/products?limit=50&include=prices&expansion_id=${asked(expansion_id)}`,
};

/** So many reads of every kind and searches, in turn. */
export function mixedReads({ cards }: Drawn, count: number): string[] {
  const random = seeded(13);
  const kinds = Object.values(READS);
  const queries = [...queriesFor(cards, count)].map(({ query }) => `/v1/cards?limit=20&q=${asked(query)}`);
  return Array.from({ length: count }, (_, at) => {
    const read = kinds[at % (kinds.length + 1)];
    const card = pick(cards, random);
    return read === undefined || card === undefined ? (queries[at] ?? '/v1/games') : read(card, at);
  });
}

export interface MarketServed {
  /** Milliseconds of CPU from the start to the first answer, the median; and of the first, which builds the search index. */
  startMs: number;
  firstStartMs: number;
  /** Of first reads of a card's ten years, by months and the last of them by days: by the clock and of CPU. */
  years: { p50: number; p99: number; cpuMs: number };
  year: { p50: number; p99: number; cpuMs: number };
  restMb: number;
  loadedMb: number;
  mostMb: number;
  /** CPU of a mixed read, in the process. */
  readMs: number;
  /** By path, what was answered. */
  answers: Record<string, string>;
}

/** Of equal stores too each seals its pages by a secret of its own, and knows when it wrote. */
const OWN = /"(?:next_cursor|as_of)":"[^"]*"/g;

const digestOf = (body: Buffer): string =>
  createHash('sha256').update(body.toString().replace(OWN, '')).digest('base64url').slice(0, 16);

/** Asks a service over the store for `long` cards' years, then for `paths`, of which the first `loads` count for memory. */
export async function serveMarketStore(
  directory: string,
  location: StoreLocation,
  { long, paths, loads, key }: { long: readonly string[]; paths: readonly string[]; loads: number; key: string },
): Promise<MarketServed> {
  const starts: number[] = [];
  let arm: Arm | undefined;
  for (let at = 0; at < STARTS; at += 1) {
    if (arm) {
      await get(arm, '/v1/cards?q=ready');
      arm.child.kill();
      await once(arm.child, 'close');
    }
    arm = await start(directory, location, key, false);
    await get(arm, paths[0] ?? '');
    starts.push(cpuMsOf(arm.pid));
  }
  if (arm === undefined) throw new Error('nothing was started');
  try {
    await get(arm, '/v1/cards?q=ready');
    const restMb = memoryMb(arm);
    const [half, rest] = [long.slice(0, long.length / 2), long.slice(long.length / 2)];
    const years = await timed(
      arm,
      half.map((id) => `/v1/cards/${asked(id)}/chart?span=all&step=month`),
    );
    const to = new Date().toISOString().slice(0, 10);
    const from = `${Number(to.slice(0, 4)) - 1}${to.slice(4)}`;
    const year = await timed(
      arm,
      rest.map((id) => `/v1/cards/${asked(id)}/prices?from=${from}&to=${to}`),
    );
    const answers: Record<string, string> = {};
    const before = cpuMsOf(arm.pid);
    let loadedMb = 0;
    for (const [at, path] of paths.entries()) {
      answers[path] = digestOf(await get(arm, path));
      if (at === loads - 1) loadedMb = memoryMb(arm);
    }
    const readMs = (cpuMsOf(arm.pid) - before) / paths.length;
    const mostMb = memoryMb(arm, 'VmHWM');
    const [firstStartMs = Number.NaN, ...again] = starts;
    return { startMs: percentile(again, 0.5), firstStartMs, years, year, restMb, loadedMb, mostMb, readMs, answers };
  } finally {
    arm.child.kill();
    await once(arm.child, 'close');
  }
}

export const drawnReads = async (location: StoreLocation, count: number) => {
  const { cards, key } = await drawn(location);
  return { key, paths: mixedReads({ cards }, count) };
};
