/** A PostgreSQL server of a proof's own, which it may restart. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuMsOf } from '../processes/ingest-process.ts';
import { freePort } from './ports.ts';

export const CONNECTIONS = 200;

const programs = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);

/** Why proofs that restart PostgreSQL are left out, or false where its programs are installed. */
export const postgresProgramsMissing: string | false = programs
  ? false
  : 'needs the programs of PostgreSQL: apt-get install postgresql';

export interface PostgresServer extends AsyncDisposable {
  url: string;
  /** Its processes that are alive, by number. */
  processes(): number[];
  /** Milliseconds of CPU that the server has used so far, with all its processes that are alive. */
  cpuMs(): number;
  /** Ends every connection and comes back: `fast` as an operator does, `immediate` as a crash does. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Ends it as a crash does, for good. */
  kill(): Promise<void>;
}

/** PostgreSQL refuses to run as root: there it runs as its own user. */
export async function asServer(program: string, args: readonly string[]): Promise<void> {
  const command = [`${programs}/${program}`, ...args];
  const asOther = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
  const [first = '', ...rest] = [...asOther, ...command];
  // runuser lies where only root's own PATH leads.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  // A server that stays would keep the pipes of pg_ctl open: it writes to its own log.
  await promisify(execFile)(first, rest, { cwd: tmpdir(), env });
}

/** `settings` are more of the server's own, as `name=value`. */
export async function newPostgresServer(settings: readonly string[] = []): Promise<PostgresServer> {
  const place = await mkdtemp(join(tmpdir(), 'cardstock-postgres-'));
  await chmod(place, 0o777);
  const data = join(place, 'data');
  const port = await freePort();
  await asServer('initdb', ['-D', data, '-A', 'trust', '-E', 'UTF8', '-U', 'postgres']);
  const all = ['listen_addresses=127.0.0.1', `max_connections=${CONNECTIONS}`, ...settings];
  const options = [`-p ${port} -k ${place}`, ...all.map((setting) => `-c ${setting}`)].join(' ');
  await asServer('pg_ctl', ['-D', data, '-w', '-l', join(place, 'log'), '-o', options, 'start']);
  const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = () =>
    readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').map(Number);
  let isUp = true;
  const kill = async () => {
    if (isUp) await asServer('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    isUp = false;
  };
  return {
    kill,
    processes: () => [postmaster, ...children()],
    cpuMs: () => children().reduce((sum, pid) => sum + cpuMsOf(pid), 0),
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: (mode) => asServer('pg_ctl', ['-D', data, '-w', '-m', mode, '-l', join(place, 'log'), 'restart']),
    [Symbol.asyncDispose]: async () => {
      await kill();
      await rm(place, { recursive: true, force: true });
    },
  };
}
