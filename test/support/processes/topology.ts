/** Processes of the service as an operator runs many of them: some that serve, some that work, each brought back when it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listeningOn } from '../servers/ports.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/cardstock.js', import.meta.url));

export interface ManagedProcess {
  name: string;
  /** Whether this worker is the one at work; of serving processes never. */
  isWorking(): boolean;
  /** When it last began to work, on the clock of performance.now(). */
  workingSinceMs(): number;
  /** Ends it and waits until it is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
  /** How it ended by itself, as one does that starts while its database is away; undefined while it runs. */
  ended(): string | undefined;
  log(): string;
}

function manage(name: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): ManagedProcess {
  let child: ChildProcess | undefined;
  let isWorking = false;
  let sinceMs = 0;
  let log = '';
  const hear = (line: string) => {
    if (line.includes('"level":50')) log += `${line.slice(0, 400)}\n`;
    if (!line.includes('"msg":"work"')) return;
    isWorking = line.includes('"working"');
    if (isWorking) sinceMs = performance.now();
  };
  return {
    name,
    isWorking: () => isWorking,
    workingSinceMs: () => sinceMs,
    log: () => log,
    end: async (signal) => {
      if (child === undefined) return;
      // One that was started while its database was away has ended by itself.
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
      child = undefined;
      isWorking = false;
    },
    start: async () => {
      const started = spawn(process.execPath, [PROGRAM, ...args], {
        cwd,
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child = started;
      // One that ends by itself works no longer, whatever it said last.
      started.once('exit', () => {
        if (child === started) isWorking = false;
      });
      createInterface({ input: started.stderr as NodeJS.ReadableStream }).on('line', hear);
    },
    ended: () => {
      const how = child?.exitCode ?? child?.signalCode ?? undefined;
      return how === undefined ? undefined : String(how);
    },
  };
}

export interface Topology extends AsyncDisposable {
  serving: ManagedProcess[];
  workers: ManagedProcess[];
  /** The worker that is at work. */
  active(): ManagedProcess | undefined;
  /** Starts a serving process and waits until it answers. */
  bringBack(process: ManagedProcess): Promise<void>;
}

/** Starts all processes in `directory`, which holds their configuration, and waits until one worker works. */
export async function startTopology(
  directory: string,
  { ports, workers, env }: { ports: readonly number[]; workers: number; env: Record<string, string> },
): Promise<Topology> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(CARDSTOCK_|DATABASE_|REDIS_|NODE_)/.test(name));
  const environment = { ...Object.fromEntries(kept), ...env };
  const portOf = new Map<ManagedProcess, number>();
  const serving = ports.map((port, at) => {
    const flags = ['serve', '--no-work', '--port', String(port)];
    // Every other one keeps no answers: what it reads anew must equal what others kept.
    const cache = at % 2 === 0 ? {} : { CARDSTOCK_CACHE_MB: '0' };
    const managed = manage(`serve ${at + 1}`, flags, { ...environment, ...cache }, directory);
    portOf.set(managed, port);
    return managed;
  });
  const working = Array.from({ length: workers }, (_, at) =>
    manage(`worker ${at + 1}`, ['worker'], environment, directory),
  );
  // One that lost the lock says so only when its work has ended: until then two say that they work, and the later one does.
  const active = () =>
    working.filter((worker) => worker.isWorking()).sort((a, b) => b.workingSinceMs() - a.workingSinceMs())[0];
  for (const worker of working) await worker.start();
  while (active() === undefined) await sleep(20);
  const bringBack = async (managed: ManagedProcess) => {
    await managed.start();
    const port = portOf.get(managed);
    if (port !== undefined) await listeningOn(port);
  };
  await Promise.all(serving.map(bringBack));
  return {
    serving,
    workers: working,
    active,
    bringBack,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...serving, ...working].map((managed) => managed.end('SIGKILL')));
    },
  };
}
