/** A hot standby of a PostgreSQL server, fed by streaming replication, which may be paused and killed. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './ports.ts';
import { asServer, CONNECTIONS } from './postgres-server.ts';

export interface PostgresStandby extends AsyncDisposable {
  url: string;
  /** Stops what it shows where it is; the stream goes on. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends every connection to it, as a conflict with what it replays may. */
  cut(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Makes it the main server. */
  promote(): Promise<void>;
}

/** Copies the server at `primaryUrl` and follows it. */
export async function newStandby(primaryUrl: string): Promise<PostgresStandby> {
  const { hostname, port: primaryPort, username } = new URL(primaryUrl);
  const place = await mkdtemp(join(tmpdir(), 'cardstock-standby-'));
  await chmod(place, 0o777);
  const data = join(place, 'data');
  const port = await freePort();
  const primary = ['-h', hostname, '-p', primaryPort, '-U', username];
  await asServer('pg_basebackup', ['-D', data, ...primary, '-R', '-X', 'stream', '-c', 'fast']);
  // As many connections as the main server takes: a standby with fewer refuses to start.
  const options = `-p ${port} -k ${place} -c max_connections=${CONNECTIONS}`;
  const start = () => asServer('pg_ctl', ['-D', data, '-w', '-l', join(place, 'log'), '-o', options, 'start']);
  const kill = () => asServer('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
  await start();
  const url = `postgres://${username}@127.0.0.1:${port}/postgres`;
  let isUp = true;
  const tell = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  return {
    url,
    pause: () => tell('select pg_wal_replay_pause()'),
    resume: () => tell('select pg_wal_replay_resume()'),
    cut: () =>
      tell(
        "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      ),
    kill: async () => {
      await kill();
      isUp = false;
    },
    start: async () => {
      await start();
      isUp = true;
    },
    promote: () => asServer('pg_ctl', ['-D', data, '-w', 'promote']),
    [Symbol.asyncDispose]: async () => {
      if (isUp) await kill();
      await rm(place, { recursive: true, force: true });
    },
  };
}
