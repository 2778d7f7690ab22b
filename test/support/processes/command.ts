/** Runs the real command line in processes of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assertNoSecret } from './leaks.ts';

export const PROGRAM = fileURLToPath(new URL('../../../bin/cardstock.js', import.meta.url));

/** A working directory of its own, removed at the end of the test. */
export interface Workplace extends AsyncDisposable {
  directory: string;
}

const RUN_MS_MAX = 120_000;

export async function newWorkplace(): Promise<Workplace> {
  const directory = await mkdtemp(join(tmpdir(), 'cardstock-e2e-'));
  return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
}

const OURS = /^(CARDSTOCK_|DATABASE_URL|REDIS_URL|NODE_ENV|NODE_TEST|NODE_COMPILE|npm_)/;

/** The environment without the settings of whoever runs the tests, and without what this checkout put there. */
export const strangersEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));

/** Settings of the machine that runs the tests must not leak into the commands under test. */
export function cleanEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  // The pictures of a test's catalog are nowhere, and the demo's take half a minute of processor time: without a scan
  // unless the test asks for one.
  return { ...strangersEnvironment(), CARDSTOCK_SCAN_PROCESSES: '0', ...extra };
}

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a command that goes on until it is told to end. */
export const launch = ({ directory }: Pick<Workplace, 'directory'>, args: readonly string[]) =>
  spawn(process.execPath, [PROGRAM, ...args], { cwd: directory, env: cleanEnvironment({}) });

/** Runs a command to its end. */
export async function run(
  { directory }: Pick<Workplace, 'directory'>,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  // A command that goes on when it should end is a failure to be told, not a suite that stands still.
  const options = { cwd: directory, env: cleanEnvironment(env), timeout: RUN_MS_MAX };
  const child = spawn(process.execPath, [PROGRAM, ...args], options);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  assertNoSecret(stderr, `the log of cardstock ${args[0]}`);
  return { code, stdout, stderr };
}

/** A serving process. */
export interface Server extends AsyncDisposable {
  /** What its first line on standard output said. */
  announced: { listening: string; first_key?: string; try?: string; loading?: string[]; create_key?: string };
  child: ChildProcess;
  /** Everything it wrote so far. */
  output(): string;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const LOOK_EVERY_MS = 100;

/** Resolves when each of `tasks` has come through for the first time. */
export async function untilLoaded(listening: string, key: string, tasks: readonly string[]): Promise<void> {
  type Health = { tasks: { name: string; last_success_at: string | null }[] };
  const headers = { authorization: `Bearer ${key}` };
  for (;;) {
    const { tasks: all } = (await (await fetch(`${listening}/health`, { headers })).json()) as Health;
    const isThere = (task: string) => (all.find(({ name }) => name === task)?.last_success_at ?? null) !== null;
    if (tasks.every(isThere)) return;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Starts `serve` and waits for its first line, and on a first start of the demo for its prices. */
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
  let logged = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
    logged += chunk;
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
  const announced = JSON.parse(line[0]) as Server['announced'];
  const { listening, first_key, loading = [] } = announced;
  if (first_key !== undefined && !args.includes('--no-work')) await untilLoaded(listening, first_key, loading);
  const stop: Server['stop'] = async (signal = 'SIGTERM') => {
    child.kill(signal);
    const [code] = await ended;
    assertNoSecret(logged, 'the log of a server');
    return code;
  };
  return {
    announced,
    child,
    output: () => output,
    stop,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL');
    },
  };
}

/** Runs commands one after another in one process: starting one for each costs half a second. */
export interface Shell {
  run(args: readonly string[], env?: Record<string, string>): Promise<CommandResult>;
}

/** The one process that all shells of a test file share; it ends with the file's own. */
let served: { ask(line: string): Promise<CommandResult> } | undefined;

function startServing() {
  const program = fileURLToPath(new URL('run-in-turn.ts', import.meta.url));
  const compiled = process.env.NODE_COMPILE_CACHE;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: cleanEnvironment(compiled ? { NODE_COMPILE_CACHE: compiled } : {}),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const pipe = child.stdout as Socket;
  const answers = createInterface({ input: pipe })[Symbol.asyncIterator]();
  let asked = 0;
  // Only a command under way keeps this process waiting for it.
  for (const part of [child, child.stdin as Socket, pipe]) part.unref();
  return {
    ask: async (line: string) => {
      asked += 1;
      pipe.ref();
      child.stdin.write(`${line}\n`);
      const { value, done } = await answers.next();
      asked -= 1;
      if (asked === 0) pipe.unref();
      if (done) throw new Error(`the process ended during ${line}`);
      return JSON.parse(value) as CommandResult;
    },
  };
}

/** A shell whose commands run in this directory. */
export function openShell({ directory }: Pick<Workplace, 'directory'>): Shell {
  served ??= startServing();
  const { ask } = served;
  return {
    run: async (args, env = {}) => {
      const result = await ask(JSON.stringify({ args, env, directory }));
      assertNoSecret(result.stderr, `the log of cardstock ${args[0]}`);
      return result;
    },
  };
}

/** A working directory with a process in it that runs commands. */
export type CommandPlace = Workplace & Shell;

export async function newPlace(): Promise<CommandPlace> {
  const workplace = await newWorkplace();
  return { ...workplace, ...openShell(workplace) };
}

/** The same process on a store of its own: starting one takes longer than most commands. */
export const withOwnStore = (place: CommandPlace, name: string): CommandPlace & { dataDir: string } => ({
  ...place,
  dataDir: join(place.directory, name),
  run: (args, env) => place.run([...args, '--data', name], env),
});
