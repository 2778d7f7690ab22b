/** How reads fare beside scans, and scans beside busy neighbours: waiting as a multiple of that without them. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { LoadOrder, LoadReport } from '../http/load-client.ts';
import { line, percentile } from '../report.ts';
import { startScanService } from './service.ts';

const SECONDS = 4;
const ROUNDS = 3;
const SCANS_AT_ONCE = 2;
const P99_GOAL = 3;
/** Programs that take all of a core each, at the service's own priority. */
const NEIGHBOURS = 2;
const PHOTOS = 5;
const BESIDE_MS_GOAL = 1000;

await using service = await startScanService(SCANS_AT_ONCE);
const load = fork(new URL('../http/load-client.ts', import.meta.url));
const headers = { Authorization: `Bearer ${service.key}` };
const paths = ['/v1/cards', '/v1/cards/ember1-1', '/v1/cards?q=glimmer', '/v1/cards/ember2-3/prices', '/v1/expansions'];
const order: LoadOrder = {
  port: Number(new URL(service.base).port),
  connections: 4,
  seconds: SECONDS,
  warmUpSeconds: 1,
  requests: paths.map((path) => ({ method: 'GET', path, headers })),
};

async function reads(): Promise<LoadReport> {
  const reply = once(load, 'message') as Promise<[LoadReport]>;
  load.send(order);
  return (await reply)[0];
}

/** Milliseconds that photos take, sent one after another. */
async function photoTimes(): Promise<number[]> {
  const times: number[] = [];
  for (let photo = 0; photo < PHOTOS; photo += 1) {
    const began = performance.now();
    await service.scan(service.photo);
    times.push(performance.now() - began);
  }
  return times;
}

async function besideNeighbours<T>(work: () => Promise<T>): Promise<T> {
  const neighbours = Array.from({ length: NEIGHBOURS }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    return await work();
  } finally {
    for (const neighbour of neighbours) neighbour.kill('SIGKILL');
  }
}

/** Reads while photos are scanned all the time, and how many were. */
async function besideScans(): Promise<{ report: LoadReport; scanned: number }> {
  let isOver = false;
  let scanned = 0;
  const scanning = Array.from({ length: SCANS_AT_ONCE }, async () => {
    while (!isOver) {
      if ((await service.scan(service.photo)) === 200) scanned += 1;
    }
  });
  const report = await reads();
  isOver = true;
  await Promise.all(scanning);
  return { report, scanned };
}

const idle: LoadReport[] = [];
const busy: LoadReport[] = [];
const alone: number[] = [];
const beside: number[] = [];
let scanned = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  idle.push(await reads());
  const one = await besideScans();
  busy.push(one.report);
  scanned += one.scanned;
  alone.push(...(await photoTimes()));
  beside.push(...(await besideNeighbours(photoTimes)));
}
load.disconnect();

const middle = (reports: LoadReport[], of: (report: LoadReport) => number): number => percentile(reports.map(of), 0.5);
const perSecond = ({ statuses, elapsedMs }: LoadReport) => ((statuses[200] ?? 0) / elapsedMs) * 1000;
for (const [label, reports] of [
  ['reads alone', idle],
  ['reads while two photos are scanned', busy],
] as const) {
  const [p50, p99] = [middle(reports, (one) => one.latenciesMs.p50), middle(reports, (one) => one.latenciesMs.p99)];
  line(label, `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${middle(reports, perSecond).toFixed(0)}/s`);
}
const ratio = middle(busy, (one) => one.latenciesMs.p99) / middle(idle, (one) => one.latenciesMs.p99);
line('scans meanwhile', `${(scanned / ROUNDS / (SECONDS + 1)).toFixed(1)}/s of 12 megapixels each`);
line('p99 of reads beside scans', `${ratio.toFixed(2)} × that without (goal ≤ ${P99_GOAL})`);

const [aloneMs, besideMs] = [percentile(alone, 0.5), percentile(beside, 0.5)];
line('a photo alone, and beside two busy neighbours', `p50 ${aloneMs.toFixed(0)} and ${besideMs.toFixed(0)} ms`);
const times = `${(besideMs / aloneMs).toFixed(1)} × that without (goal ≤ ${BESIDE_MS_GOAL} ms)`;
line('p50 of photos beside neighbours', times);
process.exitCode = ratio <= P99_GOAL && besideMs <= BESIDE_MS_GOAL ? 0 : 1;
