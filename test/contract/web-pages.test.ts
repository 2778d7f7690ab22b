/** The pages of the service: strict, self-contained, small, and told how to be built where they were not. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { webPages } from '../../src/api/pages/web-pages.ts';
import { setMetaValue } from '../../src/store/meta.ts';
import { tinyApi } from '../support/stages/api.ts';

const DIST = 'console/dist';
const DECISION = 'docs/decisions/0011-a-small-console-and-an-own-reference.md';
/** What the console may weigh with its charts, as browsers fetch it over https: in brotli. */
const PACKED_BYTES_MAX = 60_000;

suite('the console and the reference', () => {
  // Built already where npm test began; whoever runs this file alone in a fresh clone has it built here.
  before(() => execFileSync(process.execPath, ['scripts/build-console.mjs']));

  test('every page allows scripts, styles, fonts and calls of its own origin only, and nothing inline', async () => {
    await using api = await tinyApi();
    for (const path of ['/console', '/console/', '/console/cards/anything', '/docs']) {
      const { status, headers, text } = await api.get(path, {});
      assert.equal(status, 200, path);
      const policy = String(headers['content-security-policy']);
      for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]) {
        assert.ok(policy.includes(rule), `${path}: ${policy}`);
      }
      assert.ok(!policy.includes('unsafe'), policy);
      assert.equal(headers['cache-control'], 'no-cache');
      assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)|<style|\son\w+=|style=/, 'nothing inline');
    }
  });

  test('what a page names is there, is kept for good, and comes packed to whoever asks', async () => {
    await using api = await tinyApi();
    const { text } = await api.get('/console', {});
    const named = [...text.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    assert.ok(named.length >= 4, text);
    for (const path of named) {
      const { status, headers } = await api.get(path, { 'accept-encoding': 'br, gzip' });
      assert.equal(status, 200, path);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      if (/console-\w+\.js$/.test(path)) assert.equal(headers['content-encoding'], 'br');
    }
    const plain = await api.get(named.at(-1) ?? '', {});
    assert.equal(plain.headers['content-encoding'], undefined);
  });

  test('an asset that is not there is 404, and no path leads out of the folder', async () => {
    await using api = await tinyApi();
    for (const name of ['nothing.js', '../manifest.json', '%2e%2e/manifest.json', '..%2fconsole.html']) {
      assert.equal((await api.get(`/console/assets/${name}`, {})).status, 404, name);
    }
  });

  test('where they were not built, the pages say how to', async () => {
    await using api = await tinyApi(undefined, { pages: webPages('no-such-folder') });
    for (const path of ['/console', '/docs']) {
      const { status, text } = await api.get(path, {});
      assert.equal(status, 503);
      assert.match(text, /node scripts\/build-console\.mjs/);
    }
  });

  test('the console has at most 60 kB of JavaScript, packed, with its charts', () => {
    // The reference's own part is not the console's; what is too small to be packed is sent as it is.
    const scripts = readdirSync(join(DIST, 'assets')).filter((name) => /^(?!reference-).*\.js$/.test(name));
    const sent = scripts.map(
      (name) => [`${name}.br`, name].find((file) => existsSync(join(DIST, 'assets', file))) ?? name,
    );
    const bytes = sent.reduce((sum, name) => sum + readFileSync(join(DIST, 'assets', name)).length, 0);
    assert.ok(sent.length > 1 && bytes <= PACKED_BYTES_MAX, `${bytes} bytes`);
    // A kilobyte more or less is no other decision.
    const [, told] = /A console of (\d+) kB/.exec(readFileSync(DECISION, 'utf8')) ?? [];
    assert.ok(Math.abs(bytes / 1000 - Number(told)) <= 2, `${DECISION} says ${told} kB: it is ${bytes} bytes`);
  });
});

suite('the bare address', () => {
  test('leads a browser to the console, without a key', async () => {
    await using api = await tinyApi();
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const { status, headers } = await api.get('/', { accept });
    assert.equal(status, 303);
    assert.equal(headers.location, '/console');
    assert.equal(headers.vary, 'Accept');
  });

  test('tells other callers in the envelope where they find what', async () => {
    await using api = await tinyApi();
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }] as Record<string, string>[]) {
      const { status, body } = await api.get('/', headers);
      assert.equal(status, 404);
      assert.equal(body.data, null);
      assert.equal(body.error?.code, 'not_found');
      for (const place of ['/docs', '/openapi.json', '/console']) assert.ok(body.error?.message.includes(place), place);
    }
  });
});

test('/llms.txt says how to use this deployment', async () => {
  await using api = await tinyApi();
  const { status, headers, text } = await api.get('/llms.txt', {});
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  for (const part of ['GET /v1/cards', 'Authorization: Bearer', '/openapi.json', 'Retry-After']) {
    assert.ok(text.includes(part), part);
  }
  const [, asked = ''] = /"[^"]*(\/v1\/cards\?q=[^"]+)"/.exec(text) ?? [];
  const { items } = await api.data<{ items: { score: number }[] }>(asked);
  assert.equal(items[0]?.score, 1, `${asked} finds a card of this catalog`);
  const place = async () => /\]\(([^)]*\/openapi\.json)\)/.exec((await api.get('/llms.txt', {})).text)?.[1];
  assert.equal(await place(), '/openapi.json', 'of this origin as long as no public address is known');
  await api.store.write((writes) => setMetaValue(writes, 'public_url', 'https://cards.example'));
  assert.equal(await place(), 'https://cards.example/openapi.json');
});
