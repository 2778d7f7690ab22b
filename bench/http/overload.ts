/** Goodput and waiting under three times the load that saturates the service, with nothing cached. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadOrder, LoadReport } from './load-client.ts';

const SECONDS = 4;
/** Node accepts a connection a turn of its loop: on a slow machine the last of 384 comes in after two seconds. */
const WARM_UP_SECONDS = 4;
const SATURATING = 128;
const GOALS = { goodput: 0.8, p99: 3 };

const service = fork(new URL('./http-server.ts', import.meta.url), ['0']);
const [{ port, key }] = (await once(service, 'message')) as [{ port: number; key: string }];
const load = fork(new URL('./load-client.ts', import.meta.url));

/** Pages of 200 rows made anew each time. */
async function under(connections: number): Promise<{ goodputPerS: number; p99Ms: number; refused: number }> {
  const requests = Array.from({ length: 8 }, (_, at) => ({
    method: 'GET',
    path: `/v1/cards?limit=${193 + at}`,
    headers: { Authorization: `Bearer ${key}` },
  }));
  const order: LoadOrder = { port, connections, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS, requests };
  const reply = once(load, 'message') as Promise<[LoadReport]>;
  load.send(order);
  const [{ statuses, latenciesMs, elapsedMs }] = await reply;
  const wrong = Object.keys(statuses).filter((status) => status !== '200' && status !== '429');
  if (wrong.length > 0) throw new Error(`answered ${JSON.stringify(statuses)}`);
  return {
    goodputPerS: ((statuses[200] ?? 0) / elapsedMs) * 1000,
    p99Ms: latenciesMs.p99,
    refused: statuses[429] ?? 0,
  };
}

process.stdout.write('connections  goodput/s  p99 ms  refused\n');
const [saturated, over] = [await under(SATURATING), await under(3 * SATURATING)];
for (const [connections, { goodputPerS, p99Ms, refused }] of [
  [SATURATING, saturated],
  [3 * SATURATING, over],
] as const) {
  const row = [connections, goodputPerS.toFixed(0), p99Ms.toFixed(0), refused];
  process.stdout.write(`${row.map((cell, at) => String(cell).padStart([11, 10, 7, 8][at] ?? 0)).join(' ')}\n`);
}
const goodput = over.goodputPerS / saturated.goodputPerS;
const p99 = over.p99Ms / saturated.p99Ms;
process.stdout.write(`goodput ${goodput.toFixed(2)} of the peak (goal ≥ ${GOALS.goodput}), `);
process.stdout.write(`p99 ${p99.toFixed(2)} × that of saturation (goal ≤ ${GOALS.p99})\n`);
process.exit(goodput >= GOALS.goodput && p99 <= GOALS.p99 ? 0 : 1);
