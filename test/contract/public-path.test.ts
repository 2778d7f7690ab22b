/** The service below a path that nginx or Caddy strips: every page, part, cookie and way stays below it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { openapiText } from '../../src/api/openapi/document.ts';
import { pathOfAddress, webPages } from '../../src/api/pages/web-pages.ts';
import { routes } from '../../src/api/routes.ts';
import { programMissing, startProgram } from '../support/processes/programs.ts';
import { nginxMissing, startNginx } from '../support/servers/nginx.ts';
import { tinyApi } from '../support/stages/api.ts';

const BELOW = '/shop/cards';

const startCaddy = (served: number, below: string) =>
  startProgram('caddy', async (directory, port) => {
    const site = `handle_path ${below}/* {\n reverse_proxy 127.0.0.1:${served}\n }`;
    const file = join(directory, 'Caddyfile');
    await writeFile(file, `{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:${port} {\n ${site}\n}\n`);
    return ['run', '--adapter', 'caddyfile', '--config', file];
  });

const PROXIES = [
  { name: 'nginx', missing: nginxMissing, start: (port: number) => startNginx([port], { below: BELOW }) },
  { name: 'Caddy', missing: programMissing('caddy'), start: (port: number) => startCaddy(port, BELOW) },
];

const partsIn = (page: string): string[] =>
  [...page.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path = '']) => path);

suite('the service below a path of the public address', () => {
  before(() => execFileSync(process.execPath, ['scripts/build-console.mjs']));

  test('the path is that of the address, without its last slash', () => {
    for (const [address, path] of [
      [undefined, ''],
      ['https://cards.example', ''],
      ['https://cards.example/', ''],
      ['https://shop.example/cards/', '/cards'],
    ] as const) {
      assert.equal(pathOfAddress(address), path);
    }
  });

  for (const { name, missing, start } of PROXIES) {
    test(`behind ${name} pages, parts, sign-in and description stay below it`, { skip: missing }, async () => {
      const openapi = openapiText(routes, '0.0.0', BELOW);
      await using api = await tinyApi(undefined, { pages: webPages('console/dist', BELOW), openapi });
      await using proxy = await start(api.port);
      const at = `${proxy.url}${BELOW}`;
      const first = await fetch(`${at}/`, { headers: { accept: 'text/html' }, redirect: 'manual' });
      assert.equal(first.headers.get('location'), `${BELOW}/console`);
      for (const page of ['/console', '/console/cards/fl1-2', '/docs']) {
        const parts = partsIn(await (await fetch(`${at}${page}`)).text());
        assert.ok(parts.length >= 4, page);
        for (const part of parts) {
          assert.ok(part.startsWith(`${BELOW}/console/`), part);
          assert.equal((await fetch(`${proxy.url}${part}`)).status, 200, part);
        }
      }
      const described = (await (await fetch(`${at}/openapi.json`)).json()) as { servers: { url: string }[] };
      assert.equal(described.servers[0]?.url, BELOW);
      const headers = { 'content-type': 'application/json', origin: proxy.url };
      const body = JSON.stringify({ key: api.key });
      const signedIn = await fetch(`${at}/console/session`, { method: 'POST', headers, body });
      assert.equal(signedIn.status, 204);
      const cookie = signedIn.headers.get('set-cookie') ?? '';
      assert.match(cookie, new RegExp(`; Path=${BELOW};`));
      const read = await fetch(`${at}/v1/series`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
      assert.equal(read.status, 200);
    });
  }
});
