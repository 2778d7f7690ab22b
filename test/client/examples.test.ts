/** Runs each example against a real service: what a newcomer copies has to work. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { isWanted } from '../../src/events/event-names.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { newSecret, signedHeaders } from '../../src/events/signature.ts';
import { numberEvents } from '../../src/store/events/events.ts';
import { listening } from '../support/servers/listening.ts';
import { freePort, listeningOn } from '../support/servers/ports.ts';
import type { TestApi } from '../support/stages/api.ts';
import { pricedApi } from '../support/stages/priced-api.ts';

const examples = resolve('examples');
let api: TestApi;
let directory: string;
const started = new Set<ChildProcess>();

before(async () => {
  api = await pricedApi();
  directory = mkdtempSync(join(tmpdir(), 'cardstock-examples-'));
});
after(async () => {
  for (const child of started) child.kill('SIGKILL');
  await api[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
});

function start(file: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(examples, file), ...args], {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.add(child);
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const until = async (pattern: RegExp) => {
    while (!lines.some((line) => pattern.test(line)))
      await once(reader, 'line', { signal: AbortSignal.timeout(15_000) });
  };
  return { child, lines, until };
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGINT') {
  const ended = once(child, 'close');
  child.kill(signal);
  return (await ended)[0];
}

const tellPrice = async (market: number) => {
  const price = { variant: 'normal', condition: 'NM', currency: 'USD' as const, market, low: null, high: null };
  await api.store.write((writes) =>
    recordEvents(writes, DEFAULT_SCOPE, [
      groupOf('card_prices.updated', [{ card_id: 'ember1-3', prices: [price] }], 'USD'),
    ]),
  );
  while ((await numberEvents(api.store, new Date().toISOString(), isWanted)) > 0);
};

suite('the examples', () => {
  test('the price tracker shows what cards did, every change, and what happened while it was off', async () => {
    const env = { CARDSTOCK_URL: `http://127.0.0.1:${api.port}`, CARDSTOCK_KEY: api.key, EVERY_MS: '50' };
    const first = start('price-tracker.ts', ['ember1-3'], env);
    await first.until(/^ember1-3 normal: \$3\.00 → \$3\.00 over 2 days$/);
    await tellPrice(12_345);
    await first.until(/^ember1-3 normal NM: now \$123\.45$/);
    assert.equal(await end(first.child), 0);
    await tellPrice(777);
    const second = start('price-tracker.ts', ['ember1-3'], env);
    await second.until(/now \$7\.77$/);
    assert.ok(!second.lines.some((line) => line.includes('$123.45')), 'nothing is shown twice');
    await end(second.child);
  });

  test('the webhook receiver takes what is signed, once, and refuses the rest', async () => {
    const [old, fresh] = [newSecret(), newSecret()];
    const port = await freePort();
    const receiver = start('webhook-receiver.ts', [], { WEBHOOK_SECRET: `${old},${fresh}`, PORT: String(port) });
    const body = JSON.stringify({ id: 'e1', name: 'game.cards.updated', data: { cards: [] } });
    const send = async (secret: string, text = body) => {
      const headers = signedHeaders('e1', body, [secret], new Date());
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text })).status;
    };
    await listeningOn(port);
    assert.equal(await send(old), 204);
    assert.equal(await send(fresh), 204);
    assert.equal(await send(newSecret()), 401);
    assert.equal(await send(fresh, `${body} `), 401);
    await receiver.until(/^game\.cards\.updated e1$/);
    await end(receiver.child, 'SIGTERM');
    assert.equal(receiver.lines.length, 1);
  });

  test('the purger has a cache forget what an event is about, and is delivered again what was not purged', async () => {
    const asked: string[] = [];
    await using cache = await listening(
      createServer(({ method, headers }, response) => {
        asked.push(`${method} ${headers['xkey-purge']}`);
        response.writeHead(asked.length === 1 ? 503 : 200).end();
      }),
    );
    const [secret, port] = [newSecret(), await freePort()];
    start('purge-cache.ts', [], { WEBHOOK_SECRET: secret, PURGE_URL: cache.base, PORT: String(port) });
    const body = JSON.stringify({ id: 'e1', name: 'game.cards.updated', data: { cards: [] } });
    const send = async (from: string) => {
      const headers = signedHeaders('e1', body, [from], new Date());
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
    };
    await listeningOn(port);
    assert.deepEqual([await send(newSecret()), await send(secret), await send(secret)], [401, 502, 204]);
    assert.deepEqual(asked, ['PURGE game-game catalog', 'PURGE game-game catalog']);
  });

  const chromium = ['chromium', 'chromium-browser'].find((name) => spawnSync(name, ['--version']).status === 0);
  test('the deck builder finds cards from another origin, in a browser and without a build', {
    skip: chromium ? false : 'needs chromium',
    timeout: 60_000,
  }, async () => {
    execFileSync('node_modules/.bin/tsc', ['-p', 'client', '--outDir', join(directory, 'dist')]);
    const pages = createServer(({ url = '' }, response) => {
      const path = url
        .replace('/client/dist/', `${directory}/dist/`)
        .replace('/deck-builder/', `${examples}/deck-builder/`);
      if (!existsSync(path)) return void response.writeHead(404).end();
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
      response.writeHead(200, { 'content-type': type }).end(readFileSync(path));
    });
    await using page = await listening(pages);
    const service = new URLSearchParams({ url: `http://127.0.0.1:${api.port}`, key: api.key, q: 'glimer 3' });
    const address = `${page.base}/deck-builder/index.html#${service}`;
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      `--user-data-dir=${directory}/profile`,
      '--virtual-time-budget=5000',
    ];
    const { stdout } = await promisify(execFile)(chromium ?? '', [...flags, '--dump-dom', address], {
      timeout: 50_000,
    });
    assert.match(stdout, /20 candidates, the best first/);
    assert.match(stdout, /Glimmer 3 of ember1 · ember1 3 · \$3\.00/);
  });
});
