/** A pgbouncer of a test's own, pooling by transaction. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresMissing } from '../stages/stores.ts';
import { freePort, listeningOn } from './ports.ts';

function isInstalled(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v pgbouncer']);
    return true;
  } catch {
    return false;
  }
}

/** Why pgbouncer is left out, or false where it is there. */
export const pgbouncerMissing: string | false =
  postgresMissing || (isInstalled() ? false : 'needs pgbouncer: apt-get install pgbouncer');

/** The same database through a pooler with two connections to the server for all its clients. */
export async function startPgbouncer(databaseUrl: string): Promise<AsyncDisposable & { url: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'cardstock-pgbouncer-'));
  await chmod(directory, 0o755);
  const port = await freePort();
  const target = new URL(databaseUrl);
  const database = target.pathname.slice(1);
  const server = `host=${target.hostname} port=${target.port || 5432} user=${target.username} dbname=${database}`;
  const lines = [
    '[databases]',
    `${database} = ${server}${target.password ? ` password=${target.password}` : ''}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
    'max_client_conn = 200',
  ];
  const file = join(directory, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...asOther, file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await listeningOn(port);
  target.hostname = '127.0.0.1';
  target.port = String(port);
  return {
    url: target.href,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
