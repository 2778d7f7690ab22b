/** Following an origin: whatever it answers, what it has told of is asked for until it is here. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempDisposableSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DEFAULT_SCOPE } from '../../../src/catalog/scope.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { STANDING } from '../../../src/ingest/origin/standing.ts';
import { followedConfig, followOrigins } from '../../../src/service/follow.ts';
import { putDocumentEtags } from '../../../src/store/document-etags.ts';
import { failRun, registerTasks, startRun, succeedRun } from '../../../src/store/runs.ts';
import { nextTurn } from '../../../src/time.ts';
import { listening } from '../../support/servers/listening.ts';
import { newStore } from '../../support/stages/stores.ts';

const EVENT = { data: { items: [{ id: 'e-1' }] } };
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

test('where a run of one of its games fails all are asked for again, and an origin that answers nonsense is still followed', {
  timeout: 30_000,
}, async () => {
  await using here = await newStore('sqlite');
  const { store } = here;
  await store.write((writes) => registerTasks(writes, ['origin', 'other'], new Date().toISOString()));
  const answers = [
    json({}),
    json(null),
    json({ data: { items: 5 } }),
    json('x'),
    new Response('<html>'),
    json({}, 404),
    json({}, 503),
  ];
  const { mock: fetched } = mock.method(globalThis, 'fetch', (url: unknown) =>
    // Behind its newest event the origin has nothing to tell yet.
    String(url).endsWith('e-1')
      ? new Promise<Response>(() => undefined)
      : Promise.resolve(answers.shift() ?? json(EVENT)),
  );
  using _ = { [Symbol.dispose]: () => fetched.restore() };
  const waits: number[] = [];
  const done = Promise.withResolvers<void>();
  const outcomes: string[] = ['room', 'failed', 'failed'];
  const runNow = async (task: string) => {
    const outcome = task === 'other' ? 'succeeded' : (outcomes.shift() ?? 'succeeded');
    if (outcome === 'room') throw new Error('there is no room');
    const run = { id: crypto.randomUUID(), task, started_at: new Date().toISOString() };
    await store.write((writes) => startRun(writes, run));
    const ended = { ...run, finished_at: new Date().toISOString(), counts: {}, reason: outcome };
    const to = { rows: 1, configured: '' };
    await store.write((writes) => (outcome === 'failed' ? failRun(writes, ended) : succeedRun(writes, ended, to)));
    if (outcome === 'succeeded' && task === 'origin') done.resolve();
  };
  const source = { adapter: 'cardstock', url: 'http://origin.example' };
  const config = { games: [{ scope: DEFAULT_SCOPE, sources: { origin: source, other: source } }] };
  const following = followOrigins(store, config as never, runNow, {
    now: () => new Date(),
    sleep: async (ms) => {
      if (ms > 500) waits.push(ms);
      if (waits.length > 20) done.resolve();
      await nextTurn();
    },
  });
  await done.promise;
  const before = [...waits];
  following?.stop();
  assert.ok(await following?.isFilled(), `${before.length} waits`);
  // Of seven answers and of three runs that came to nothing; ever longer while runs fail.
  assert.equal(before.length, 10);
  const inBetween = (wait: number | undefined, least: number) => assert.ok(wait && wait >= least && wait <= 2 * least);
  inBetween(before[6], 5000);
  inBetween(before[7], 10_000);
  inBetween(before[9], 40_000);
});

test('what is no address of an origin is refused at once, as in the configuration', async () => {
  const config = loadConfig({ flags: {}, env: {}, directory: '/nowhere', version: '0' });
  for (const given of ['ftp://origin.example', 'origin.example:8080', 'http://']) {
    await assert.rejects(followedConfig(config, given), /--follow .*: must be an http:, https: or file:/);
  }
});

test('an origin that refuses the key, or has none, says where a key is named', async () => {
  const server = createServer((_, answer) => answer.writeHead(401).end('{}'));
  await using origin = await listening(server);
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-follow-'));
  const config = loadConfig({ flags: {}, env: {}, directory: directory.path, version: '0' });
  const waiting = { say: () => undefined, sleep: async () => undefined };
  await assert.rejects(
    followedConfig(config, origin.base, false, waiting),
    /cannot be followed: .* answered 401: it takes a key of that service that may read \(CARDSTOCK_FOLLOW_KEY /,
  );
});

test('an origin that makes its first files is waited for as long as it says, which is told once', async () => {
  using data = mkdtempDisposableSync(join(tmpdir(), 'cardstock-follow-'));
  // A second is waited for where it is asked, five minutes beyond what one reading takes.
  const states = ['1', '300', '400'];
  const server = createServer((_, answer) => {
    const wait = states.shift();
    if (wait !== undefined) answer.writeHead(429, { 'retry-after': wait }).end();
    else answer.end(JSON.stringify({ format: 1, files: [], games: [{ name: 'game', id_prefix: '' }] }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await using _ = { [Symbol.asyncDispose]: async () => void server.close() };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = loadConfig({ flags: { data: data.path }, env: {}, directory: data.path, version: '0' });
  const [said, waits]: [string[], number[]] = [[], []];
  const { games } = await followedConfig(config, url, false, {
    say: (text) => said.push(text),
    sleep: async (ms) => waits.push(ms),
  });
  assert.deepEqual(waits, [300_000, 400_000]);
  assert.deepEqual(said, [`waiting for ${url}: it is making its files`]);
  assert.deepEqual(
    games.map(({ scope }) => scope.game),
    ['game'],
  );
});

test('where the origin knows the event no more from which it went on, all is taken by its files, and the feed goes on from there', async () => {
  await using here = await newStore('sqlite');
  const { store } = here;
  await store.write((writes) => registerTasks(writes, ['origin'], new Date().toISOString()));
  const asked: string[] = [];
  const answers = [() => json(EVENT), () => json({}, 400)];
  const over = Promise.withResolvers<void>();
  const { mock: fetched } = mock.method(globalThis, 'fetch', (url: unknown) => {
    asked.push(new URL(String(url)).searchParams.get('after') ?? 'the beginning');
    const answer = answers.shift();
    if (answer === undefined) over.resolve();
    return answer === undefined ? new Promise<Response>(() => undefined) : Promise.resolve(answer());
  });
  using _ = { [Symbol.dispose]: () => fetched.restore() };
  let runs = 0;
  const runNow = async () => {
    runs += 1;
    const run = { id: crypto.randomUUID(), task: 'origin', started_at: new Date().toISOString() };
    const ended = { ...run, finished_at: new Date().toISOString(), counts: {}, reason: '' };
    await store.write((writes) => startRun(writes, run));
    await store.write((writes) => succeedRun(writes, ended, { rows: 1, configured: '' }));
  };
  const origin = { adapter: 'cardstock', url: 'http://origin.example' };
  const config = { games: [{ scope: DEFAULT_SCOPE, sources: { origin } }] };
  const following = followOrigins(store, config as never, runNow, { now: () => new Date(), sleep: () => nextTurn() });
  await over.promise;
  following?.stop();
  assert.deepEqual([asked, runs], [['the beginning', 'e-1', 'the beginning'], 2]);
});

test('an origin that still has files of before, as where it makes them for long, is asked for them again', async () => {
  await using here = await newStore('sqlite');
  const { store } = here;
  await store.write((writes) => registerTasks(writes, ['origin'], new Date().toISOString()));
  const done = Promise.withResolvers<void>();
  const { mock: fetched } = mock.method(globalThis, 'fetch', (url: unknown) => {
    if (!String(url).endsWith('e-1')) return Promise.resolve(json({ data: { catalog_version: 8, ...EVENT.data } }));
    done.resolve();
    return new Promise<Response>(() => undefined);
  });
  using _ = { [Symbol.dispose]: () => fetched.restore() };
  const versions = [7, 7, 8];
  const runNow = async () => {
    const run = { id: crypto.randomUUID(), task: 'origin', started_at: new Date().toISOString() };
    const ended = { ...run, finished_at: new Date().toISOString(), counts: {}, reason: '' };
    const standing = JSON.stringify({ catalog_version: versions.shift(), event_id: null });
    await store.write((writes) => startRun(writes, run));
    await store.write((writes) => succeedRun(writes, ended, { rows: 1, configured: '' }));
    await store.write((writes) => putDocumentEtags(writes, 'origin', new Map([[STANDING, standing]])));
  };
  const origin = { adapter: 'cardstock', url: 'http://origin.example' };
  const config = { games: [{ scope: DEFAULT_SCOPE, sources: { origin } }] };
  const following = followOrigins(store, config as never, runNow, { now: () => new Date(), sleep: () => nextTurn() });
  await done.promise;
  following?.stop();
  assert.deepEqual(versions, []);
});

test('a host without a feed is asked ever more seldom, one that does not answer every few seconds', async () => {
  await using here = await newStore('sqlite');
  const statuses = [404, 404, 404, 404, 404, 404, 404, 503, 503, 500, 429, 401];
  const answers = statuses.map((status) => json({}, status));
  const over = Promise.withResolvers<void>();
  const { mock: fetched } = mock.method(globalThis, 'fetch', () => {
    const answer = answers.shift();
    if (answer === undefined) over.resolve();
    return answer === undefined ? new Promise<Response>(() => undefined) : Promise.resolve(answer);
  });
  using _ = { [Symbol.dispose]: () => fetched.restore() };
  const origin = { adapter: 'cardstock', url: 'http://origin.example' };
  const config = { games: [{ scope: DEFAULT_SCOPE, sources: { origin } }] };
  const waits: number[] = [];
  const sleep = (ms: number) => {
    waits.push(ms);
    return nextTurn();
  };
  const time = { now: () => new Date(), sleep };
  const following = followOrigins(here.store, config as never, async () => undefined, time);
  await over.promise;
  following?.stop();
  // Each is lengthened by chance to twice as much at most.
  const least = [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 5000, 5000, 5000, 5000, 5000];
  assert.ok(
    waits.length === least.length && least.every((ms, at) => (waits[at] ?? 0) >= ms && (waits[at] ?? 0) <= 2 * ms),
    waits.join(),
  );
});

test('how long a copy is behind counts from the first event that it has not taken', async () => {
  await using here = await newStore('sqlite');
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-01T00:00:00Z') });
  const { mock: fetched } = mock.method(globalThis, 'fetch', async () => json(EVENT));
  using _ = {
    [Symbol.dispose]: () => {
      fetched.restore();
      mock.timers.reset();
    },
  };
  const origin = { adapter: 'cardstock', url: 'http://origin.example' };
  const config = { games: [{ scope: DEFAULT_SCOPE, sources: { origin } }] };
  const over = Promise.withResolvers<void>();
  let tries = 0;
  const time = {
    now: () => new Date(),
    sleep: (_: number, signal?: AbortSignal) => {
      mock.timers.setTime(Date.now() + 60_000);
      tries += 1;
      if (tries < 3) return nextTurn().then(() => undefined);
      over.resolve();
      return new Promise<undefined>((resolve) => signal?.addEventListener('abort', () => resolve(undefined)));
    },
  };
  const noRoom = () => Promise.reject(new Error('there is no room'));
  const following = followOrigins(here.store, config as never, noRoom, time);
  await over.promise;
  assert.equal((await following?.state())?.lag_s, 180);
  following?.stop();
});

test('after a start an origin counts as heard when its files were taken last, until it answers', async () => {
  await using here = await newStore('sqlite');
  const { store } = here;
  const origin = { adapter: 'cardstock', url: 'http://origin.example' };
  const config = { games: [{ scope: DEFAULT_SCOPE, sources: { origin } }] };
  const state = async () => (await followOrigins(store, config as never)?.state()) ?? {};
  const nothing = { origin: origin.url, position: null, lag_s: null, heard_at: null };
  assert.deepEqual(await state(), nothing);
  await store.write((writes) => registerTasks(writes, ['origin'], '2026-03-01T00:00:00.000Z'));
  const run = { id: crypto.randomUUID(), task: 'origin', started_at: '2026-03-01T00:00:00.000Z' };
  const ended = { ...run, finished_at: '2026-03-01T00:01:00.000Z', counts: {}, reason: '' };
  await store.write((writes) => startRun(writes, run));
  await store.write((writes) => succeedRun(writes, ended, { rows: 1, configured: '' }));
  assert.deepEqual(await state(), { ...nothing, lag_s: 0, heard_at: ended.finished_at });
});

test('a game that is followed has the languages of the origin, those of regional prints as these', async () => {
  const data = mkdtempSync(join(tmpdir(), 'cardstock-follow-'));
  using _ = { [Symbol.dispose]: () => rmSync(data, { recursive: true, force: true }) };
  const asia = { region: 'asia', language: 'ja', translations: ['ko'] };
  const games = [{ name: 'game', languages: ['en', 'fr', 'ja', 'ko'], regional_prints: [asia] }];
  writeFileSync(join(data, 'manifest.json'), JSON.stringify({ format: 1, games, files: [] }));
  const config = loadConfig({ flags: { data }, env: {}, directory: data, version: '0' });
  const [game] = (await followedConfig(config, pathToFileURL(data).href)).games;
  assert.deepEqual(game?.scope, {
    ...{ game: 'game', idPrefix: '', language: 'en' },
    ...{ translations: ['fr'], regionalPrints: [asia] },
  });
});
