/** The reverse proxy nginx as the example in deploy/ sets it up, in front of processes of a proof. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, listeningOn } from './ports.ts';

/** Why nginx is left out, or false where it is there. */
export const nginxMissing: string | false =
  spawnSync('nginx', ['-v']).status === 0 ? false : 'needs nginx: apt-get install nginx-light';

/** The example's one server line for each process here, and its port for one of ours. */
function configured(example: string, ports: readonly number[], port: number, below: string): string {
  const [line = ''] = /^ *server 127\.0\.0\.1:\d+ .*$/m.exec(example) ?? [];
  const servers = ports.map((each) => line.replace(/:\d+/, `:${each}`)).join('\n');
  return example
    .replace(/(^ *server 127\.0\.0\.1:\d+ .*\n)+/m, `${servers}\n`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('location / {', `location ${below}/ {`)
    .replace('proxy_pass http://cardstock;', `proxy_pass http://cardstock${below === '' ? '' : '/'};`);
}

/**
 * @param example the file of deploy/nginx that it runs by
 * @param below the path that it strips: '' or `/cards`
 */
export async function startNginx(
  ports: readonly number[],
  { example = 'cardstock.conf', below = '' } = {},
): Promise<AsyncDisposable & { url: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'cardstock-nginx-'));
  const port = await freePort();
  // Its workers run as another user.
  await chmod(directory, 0o755);
  const text = readFileSync(new URL(`../../../deploy/nginx/${example}`, import.meta.url), 'utf8');
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = join(directory, 'nginx.conf');
  const lines = [
    'daemon off;',
    'worker_processes 1;',
    `pid ${directory}/pid;`,
    'events { worker_connections 1024; }',
    'http {',
    'access_log off;',
    ...kinds.map((kind) => `${kind}_temp_path ${directory}/${kind};`),
    configured(text, ports, port, below).replace('/var/cache/nginx', directory),
    '}',
  ];
  await writeFile(file, lines.join('\n'));
  const child = spawn('nginx', ['-e', `${directory}/log`, '-p', directory, '-c', file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await listeningOn(port);
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
