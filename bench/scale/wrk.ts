/** Load from wrk, which costs a tenth of a client in Node: on few cores the load's own CPU is taken from what it measures. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./wrk.lua', import.meta.url));

/** What one run of wrk came to. */
interface WrkReport {
  answers: number;
  seconds: number;
  /** Requests that were turned away or failed, which are not among the answers. */
  refused: number;
  broken: number;
  p50Ms: number;
  p99Ms: number;
}

/** GET requests on keep-alive connections, one at a time on each. */
export interface WrkLoad {
  base: string;
  connections: number;
  seconds: number;
  /** One path a line, asked in turn. */
  pathsFile: string;
  key: string;
}

export async function writePaths(directory: string, paths: readonly string[]): Promise<string> {
  const file = join(directory, 'paths');
  await writeFile(file, `${paths.join('\n')}\n`);
  return file;
}

/** A machine busy with other things is overload to the service: some requests are turned away then. */
const REFUSED_MOST = 0.1;

/** @throws Error where wrk is missing, a connection broke, or more than a tenth was refused */
export async function wrk({ base, connections, seconds, pathsFile, key }: WrkLoad): Promise<WrkReport> {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', SCRIPT, base, '--', pathsFile, key];
  const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  await once(child, 'close').catch((error) => {
    throw new Error('wrk does not start: apt-get install wrk', { cause: error });
  });
  const report = JSON.parse(said.trim().split('\n').at(-1) ?? '') as WrkReport;
  if (report.broken > 0 || report.refused > REFUSED_MOST * report.answers) {
    throw new Error(`the load was answered ${JSON.stringify(report)}`);
  }
  return { ...report, answers: report.answers - report.refused };
}
