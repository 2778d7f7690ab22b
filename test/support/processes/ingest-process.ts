/** `cardstock ingest run all` in a process of its own, as an operator starts it, with what it took. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunReport } from '../../../src/ingest/runs/runner.ts';
import type { StoreLocation } from '../../../src/store/store.ts';
import type { SourceSettings } from '../../../src/upstream/source-fields.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/cardstock.js', import.meta.url));
const LOOK_EVERY_MS = 50;
const TICKS_PER_S = 100;

/** What a finished process left. */
export interface IngestEnd {
  code: number | null;
  /** What it wrote to standard error. */
  said: string;
  reports: RunReport[];
  /** From its start to its end. */
  ms: number;
  /** Largest memory that it ever had, and the processor time it used; 0 where the system does not tell. */
  memoryMb: number;
  cpuMs: number;
}

export interface IngestProcess {
  /** Resolves when it shows its first progress, with the milliseconds since its start. */
  underWay: Promise<number>;
  ended: Promise<IngestEnd>;
  /** Ends it as kill -9 does. */
  kill(): void;
}

/** Processor time of a process so far, in milliseconds; 0 where the system does not tell. */
export function cpuMsOf(pid: number): number {
  try {
    // Fields 14 and 15 of proc_pid_stat(5), counted behind the program's name.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_S;
  } catch {
    return 0;
  }
}

function memoryMbOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The sources of one game, or several games with theirs, as a configuration has them. */
export type IngestConfig = Record<string, SourceSettings> | { games: Record<string, unknown> };

/** Runs every one of `config`'s sources, or the `which` of them with more flags, on the store at `location`. */
export function startIngest(
  config: IngestConfig,
  location: StoreLocation,
  which = 'all',
  flags: readonly string[] = [],
): IngestProcess {
  const { dataDir, databaseUrl } = location;
  const directory = mkdtempSync(join(tmpdir(), 'cardstock-ingest-'));
  const file = join(directory, 'cardstock.config.json');
  writeFileSync(file, JSON.stringify('games' in config ? config : { sources: config }));
  const env = { PATH: process.env.PATH ?? '', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  const began = performance.now();
  const args = [PROGRAM, 'ingest', 'run', which, '--json', ...flags];
  const child = spawn(process.execPath, [...args, '--data', dataDir, '--config', file], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid ?? 0;
  const ms = () => performance.now() - began;
  let [said, told, memoryMb, cpuMs] = ['', '', 0, 0];
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  child.stdout.on('data', (chunk) => {
    told += chunk;
  });
  const looking = setInterval(() => {
    memoryMb = Math.max(memoryMb, memoryMbOf(pid));
    cpuMs = Math.max(cpuMs, cpuMsOf(pid));
  }, LOOK_EVERY_MS);
  const ended = (once(child, 'close') as Promise<[number | null]>).then(([code]) => {
    clearInterval(looking);
    rmSync(directory, { recursive: true, force: true });
    const reports = code === 0 ? (JSON.parse(told) as RunReport[]) : [];
    return { code, said, reports, ms: ms(), memoryMb, cpuMs };
  });
  return { underWay: once(child.stderr, 'data').then(ms), ended, kill: () => child.kill('SIGKILL') };
}
