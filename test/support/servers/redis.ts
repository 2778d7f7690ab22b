/** A Redis of a test's own, which it may stop and start again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from './ports.ts';

/** Why tests that stop Redis are left out, or false where the server is installed. */
export const redisServerMissing: string | false =
  spawnSync('redis-server', ['--version']).status === 0 ? false : 'needs redis-server on the PATH';

export interface TestRedis extends AsyncDisposable {
  url: string;
  start(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Stops it from answering while its connections stay. */
  freeze(): void;
}

export async function newRedis(): Promise<TestRedis> {
  const port = await freePort();
  let server: ChildProcess | undefined;
  const kill = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      const started = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      server = started;
      for await (const line of createInterface(started.stdout)) if (line.includes('Ready to accept')) break;
      started.stdout.resume();
    },
    kill,
    freeze: () => void server?.kill('SIGSTOP'),
    [Symbol.asyncDispose]: kill,
  };
  await redis.start();
  return redis;
}
