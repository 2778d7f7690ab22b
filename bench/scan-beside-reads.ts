/** How reads fare while two photos are being scanned all the time: their waiting as a multiple of that without scans. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadOrder, LoadReport } from './load-client.ts';
import { line } from './report.ts';
import { startScanService } from './scan-service.ts';

const SECONDS = 4;
const ROUNDS = 3;
const SCANS_AT_ONCE = 2;
const P99_GOAL = 3;

await using service = await startScanService(SCANS_AT_ONCE);
const load = fork(new URL('./load-client.ts', import.meta.url));
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

const idle: LoadReport[] = [];
const busy: LoadReport[] = [];
let scanned = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  idle.push(await reads());
  let isOver = false;
  const scanning = Array.from({ length: SCANS_AT_ONCE }, async () => {
    while (!isOver) {
      if ((await service.scan(service.photo)) === 200) scanned += 1;
    }
  });
  busy.push(await reads());
  isOver = true;
  await Promise.all(scanning);
}
load.disconnect();

const middle = (reports: LoadReport[], of: (report: LoadReport) => number): number =>
  reports.map(of).toSorted((a, b) => a - b)[Math.floor(reports.length / 2)] ?? Number.NaN;
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
line('p99 beside scans', `${ratio.toFixed(2)} × that without (goal ≤ ${P99_GOAL})`);
process.exitCode = ratio <= P99_GOAL ? 0 : 1;
