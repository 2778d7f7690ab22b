/** `/metrics`: for admin keys, or without one on a listener of its own. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { OperatorFailure } from '../../src/failure.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { openMetricsServer } from '../../src/service/front-parts.ts';
import { apiOn, tinyApi } from '../support/stages/api.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

test('/metrics answers an admin key in the form of Prometheus, and nobody else', async () => {
  await using api = await tinyApi();
  const request = { name: 'x', scopes: ['read', 'scan'] as const, rate: 0, expires_at: null };
  const reader = await issueKey(api.store, request);
  const { key } = await issueKey(api.store, { ...request, addresses: ['203.0.113.0/24'] });
  assert.equal((await api.get('/metrics', {})).status, 401);
  // From another place a key counts as none.
  assert.equal((await api.get('/v1/series', { authorization: `Bearer ${key}` })).status, 401);
  assert.equal((await api.get('/metrics', { authorization: `Bearer ${reader.key}` })).status, 401);
  await api.get('/v1/cards/ember1-1');
  const again = await api.get('/v1/cards/ember1-1');
  const held = { authorization: `Bearer ${api.key}`, 'if-none-match': String(again.headers.etag) };
  assert.equal((await api.get('/v1/cards/ember1-1', held)).status, 304);
  await api.get('/v1/cards/none');
  const { status, text, headers } = await api.get('/metrics');
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
  for (const line of [
    /^cardstock_http_request_seconds_count\{route="\/v1\/cards\/:id",status="200"\} 2$/m,
    /^cardstock_http_request_seconds_count\{route="\/v1\/cards\/:id",status="304"\} 1$/m,
    /^cardstock_http_request_seconds_count\{route="\/v1\/cards\/:id",status="404"\} 1$/m,
    /^cardstock_http_request_seconds_bucket\{le="\+Inf",route="\/v1\/cards\/:id",status="200"\} 2$/m,
    /^cardstock_budget_decisions_total\{budget="address",decision="admitted"\} 2$/m,
    /^cardstock_cache_misses_total 2$/m,
    /^cardstock_cache_hits_total 2$/m,
    /^cardstock_cache_entries 1$/m,
    /^cardstock_budget_store_up 1$/m,
    /^cardstock_replica_up 1$/m,
    /^cardstock_task_age_seconds\{task="catalog"\} \d/m,
    /^nodejs_eventloop_lag_seconds /m,
  ]) {
    assert.match(text, line);
  }
  assert.ok(!/NaN|undefined/.test(text.replaceAll(/^#.*$/gm, '')));
});

test('the lag of the thread is measured while requests come, and for a moment where none came', async () => {
  await using api = await tinyApi();
  const lag = async () => {
    const { text } = await api.get('/metrics');
    const parts = ['', 'min_', 'max_', 'mean_', 'stddev_', 'p50_', 'p90_', 'p99_'];
    const read = (part: string) =>
      Number(new RegExp(`^nodejs_eventloop_lag_${part}seconds (\\S+)$`, 'm').exec(text)?.[1]);
    const [now, ...all] = parts.map(read);
    assert.ok(
      [now, ...all].every((each) => each !== undefined && each >= 0 && each < 10),
      text,
    );
    return { now: now ?? 0, max: all[1] ?? 0, p50: all[4] ?? 0 };
  };
  assert.ok((await lag()).p50 >= 0.009, 'it is asked for before anything else was: a turn of its timer is in it');
  await api.get('/v1/cards/ember1-1');
  const until = performance.now() + 150;
  while (performance.now() < until);
  await api.get('/v1/cards/ember1-1');
  assert.ok((await lag()).max >= 0.14, 'the thread was held up after a request');
  let holding = setImmediate(function hold() {
    const end = performance.now() + 20;
    while (performance.now() < end);
    holding = setImmediate(hold);
  });
  const { now } = await lag().finally(() => clearImmediate(holding));
  assert.ok(now >= 0.015 && now < 10, `each turn takes 20 ms, and ${now} s are told`);
});

for (const [engine, skip] of ENGINES) {
  test(`whether commits of others are told is 1 where there is one file, and 0 where nobody listens: ${engine}`, {
    skip,
  }, async () => {
    await using place = await newStore(engine);
    await using api = await apiOn(place.store);
    const [, up] = /^cardstock_announcements_up (\d)$/m.exec((await api.get('/metrics')).text) ?? [];
    assert.equal(up, engine === 'sqlite' ? '1' : '0');
  });
}

test('a listener of its own serves /metrics without a key', async (t) => {
  const address = { host: '127.0.0.1', port: 0 };
  let text: string | undefined = 'up 1\n';
  const scrape = async () => {
    if (text === undefined) throw new Error('gone');
    return { type: 'text/plain', text };
  };
  const faults: unknown[] = [];
  const server = await openMetricsServer(scrape, address, (cause) => faults.push(cause));
  t.after(() => server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  assert.equal(await (await fetch(`${base}/metrics`)).text(), 'up 1\n');
  assert.equal((await fetch(`${base}/v1/cards`)).status, 404);
  text = undefined;
  assert.equal((await fetch(`${base}/metrics`)).status, 500);
  assert.equal(faults.length, 1);
  const taken = { ...address, port: (server.address() as AddressInfo).port };
  await assert.rejects(
    openMetricsServer(scrape, taken, () => undefined),
    OperatorFailure,
  );
});
