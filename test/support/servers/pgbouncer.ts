/** A pgbouncer of a test's own, pooling by transaction. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programMissing, type StartedProgram, startProgram } from '../processes/programs.ts';
import { postgresMissing } from '../stages/stores.ts';

/** Why pgbouncer is left out, or false where it is there. */
export const pgbouncerMissing: string | false = postgresMissing || programMissing('pgbouncer');

/** The same database through a pooler with two connections to the server for all its clients. */
export async function startPgbouncer(databaseUrl: string): Promise<StartedProgram> {
  const target = new URL(databaseUrl);
  const database = target.pathname.slice(1);
  const server = `host=${target.hostname} port=${target.port || 5432} user=${target.username} dbname=${database}`;
  const configured = async (directory: string, port: number) => {
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
    return ['-q', ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file];
  };
  const started = await startProgram('pgbouncer', configured, 'SIGKILL');
  target.hostname = '127.0.0.1';
  target.port = String(started.port);
  return { ...started, url: target.href };
}
