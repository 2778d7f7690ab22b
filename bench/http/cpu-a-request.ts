/** What a request costs a server under load, in its own processor time: alike on a busy machine and on a quiet one. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadOrder, LoadReport } from './load-client.ts';

const SECONDS = 0.5;
const CONNECTIONS = 32;

/** Sends one question to a child process and waits for its answer. */
export async function ask<Reply>(child: ChildProcess, question: unknown): Promise<Reply> {
  const reply = once(child, 'message') as Promise<[Reply]>;
  child.send(question as object);
  return (await reply)[0];
}

/** A process that loads whom it is told to; it is the caller's to end. */
export const startLoad = (): ChildProcess => fork(new URL('./load-client.ts', import.meta.url));

/** Microseconds of the server's CPU per request. @param cpuUs the server's so far @throws Error on another answer than 200 or 304 */
export async function cpuPerRequest(
  cpuUs: () => Promise<number>,
  load: ChildProcess,
  { port, requests }: Pick<LoadOrder, 'port' | 'requests'>,
): Promise<number> {
  const before = await cpuUs();
  const order: LoadOrder = { port, connections: CONNECTIONS, seconds: SECONDS, requests };
  const { statuses } = await ask<LoadReport>(load, order);
  const used = (await cpuUs()) - before;
  const wrong = Object.keys(statuses).filter((status) => status !== '200' && status !== '304');
  if (wrong.length > 0) throw new Error(`the load was answered ${JSON.stringify(statuses)}`);
  return used / Object.values(statuses).reduce((sum, count) => sum + count, 0);
}

/** The lower quartile: neighbours on the machine make rounds dearer, never cheaper. */
export const quiet = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;
