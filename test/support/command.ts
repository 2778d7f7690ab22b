/** Runs the real command line in processes of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/cardstock.js', import.meta.url));

/** A working directory of its own, removed at the end of the test. */
export interface Workplace extends AsyncDisposable {
  directory: string;
}

export async function newWorkplace(): Promise<Workplace> {
  const directory = await mkdtemp(join(tmpdir(), 'cardstock-e2e-'));
  return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
}

/** Settings of the machine that runs the tests must not leak into the commands under test. */
function cleanEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(CARDSTOCK_|DATABASE_URL|REDIS_URL|NODE_ENV|NODE_TEST)/.test(name),
  );
  return { ...Object.fromEntries(kept), ...extra };
}

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end. */
export async function run(
  { directory }: Pick<Workplace, 'directory'>,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: directory, env: cleanEnvironment(env) });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** A serving process. */
export interface Server extends AsyncDisposable {
  /** What its first line on standard output said. */
  announced: { listening: string; first_key?: string; try?: string };
  child: ChildProcess;
  /** Everything it wrote so far. */
  output(): string;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `serve` and waits for its first line. */
export async function startServer(
  { directory }: Pick<Workplace, 'directory'>,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Server> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', ...args], {
    cwd: directory,
    env: cleanEnvironment(env),
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    output += `${line}\n`;
  });
  const first = once(lines, 'line') as Promise<[string]>;
  const line = await Promise.race([
    first,
    ended.then(([code]) => Promise.reject(new Error(`serve ended with ${code}: ${output}`))),
  ]);
  const stop: Server['stop'] = async (signal = 'SIGTERM') => {
    child.kill(signal);
    return (await ended)[0];
  };
  return {
    announced: JSON.parse(line[0]) as Server['announced'],
    child,
    output: () => output,
    stop,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL');
    },
  };
}
