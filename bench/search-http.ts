/** Uncached searches over HTTP on a running catalog: how many one core answers, and what detail reads notice of them. */
// Usage: node bench/search-http.ts BASE-URL KEY SERVER-PID [seconds = 8]; the server runs with CARDSTOCK_CACHE_MB=0.
import { Agent, get } from 'node:http';
import { seeded } from '../demo/random.ts';
import { cpuMsOf } from '../test/support/processes/ingest-process.ts';
import { type CardRow, readCardRows } from './card-rows.ts';
import { pick, SLIPS } from './misspell.ts';
import { line, percentile } from './report.ts';

const [base = '', key = '', pid = '', seconds = '8'] = process.argv.slice(2);
const SEED = 1;
const SEARCHERS = 4;
/** What the detail reads have beside them. */
const SEARCHES_PER_S = 1000;
const DETAIL_EVERY_MS = 20;

const agent = new Agent({ keepAlive: true });

/** Milliseconds until the whole answer was there. */
function timed(path: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(`${base}${path}`, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`${path} answered ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}

/** Names with one slip each, no two alike for long. */
function* queries(cards: readonly CardRow[]): Generator<string> {
  const random = seeded(SEED);
  for (;;) {
    const name = pick(cards, random)?.name ?? '';
    // Not every name has room for every slip.
    yield pick(SLIPS, random)?.slip(name, random) || name;
  }
}

/** Searches without a pause, or at most `perSecond` times a second. */
async function search(texts: Iterator<string>, until: number, took: number[], perSecond = Infinity): Promise<void> {
  let next = performance.now();
  while (performance.now() < until) {
    const early = next - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    next += 1000 / perSecond;
    took.push(await timed(`/v1/cards?q=${encodeURIComponent(texts.next().value ?? '')}`));
  }
}

async function readDetails(cards: readonly CardRow[], until: number, took: number[]): Promise<void> {
  const random = seeded(SEED + 1);
  while (performance.now() < until) {
    took.push(await timed(`/v1/cards/${encodeURIComponent(pick(cards, random)?.id ?? '')}`));
    await new Promise((resolve) => setTimeout(resolve, DETAIL_EVERY_MS));
  }
}

const cards = await readCardRows(base, key);
const until = () => performance.now() + Number(seconds) * 1000;
const idle: number[] = [];
await readDetails(cards, until(), idle);

const texts = queries(cards);
const searches: number[] = [];
const cpuBefore = cpuMsOf(Number(pid));
const began = performance.now();
const end = until();
await Promise.all(Array.from({ length: SEARCHERS }, () => search(texts, end, searches)));
const elapsedS = (performance.now() - began) / 1000;
const cpuMs = cpuMsOf(Number(pid)) - cpuBefore;

const details: number[] = [];
const paced: number[] = [];
const pacedEnd = until();
const share = SEARCHES_PER_S / SEARCHERS;
await Promise.all([
  readDetails(cards, pacedEnd, details),
  ...Array.from({ length: SEARCHERS }, () => search(texts, pacedEnd, paced, share)),
]);
agent.destroy();

const ms = (values: number[], part: number) => `${percentile(values, part).toFixed(1)} ms`;
const both = (values: number[]) => `p50 ${ms(values, 0.5)}, p99 ${ms(values, 0.99)}`;
line('searches a second, without a pause', (searches.length / elapsedS).toFixed(0));
line('CPU a search', `${(cpuMs / searches.length).toFixed(2)} ms`);
line('searches a second on one core', ((1000 * searches.length) / cpuMs).toFixed(0));
line(`search at ${(paced.length / Number(seconds)).toFixed(0)} a second`, both(paced));
line('detail, idle', both(idle));
line('detail, beside them', both(details));
