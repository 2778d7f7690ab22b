/** The reverse proxy nginx as the example in deploy/ sets it up, in front of processes of a proof. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programMissing, type StartedProgram, startProgram } from '../processes/programs.ts';

/** Why nginx is left out, or false where it is there. */
export const nginxMissing = programMissing('nginx', 'nginx-light');

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
export const startNginx = (
  ports: readonly number[],
  { example = 'cardstock.conf', below = '' } = {},
): Promise<StartedProgram> =>
  startProgram('nginx', async (directory, port) => {
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
    return ['-e', `${directory}/log`, '-p', directory, '-c', file];
  });
