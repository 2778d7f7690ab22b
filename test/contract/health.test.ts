/** `/health` and its neighbours: open to anybody, and true. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Check } from 'typebox/value';
import type { Health } from '../../src/api/health.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { failRun, registerTasks, startRun } from '../../src/store/runs.ts';
import { tinyApi } from '../support/stages/api.ts';

const HOUR_MS = 3_600_000;
const CATALOG = [{ name: 'catalog', windowMs: 26 * HOUR_MS }];

suite('GET /health', () => {
  test('needs no key and answers ok while every task is inside its window', async () => {
    await using api = await tinyApi(undefined, { tasks: CATALOG });
    const { status, text } = await api.get('/health', {});
    assert.equal(status, 200);
    const health = JSON.parse(text) as Health;
    assert.equal(health.status, 'ok');
    assert.equal(health.tasks[0]?.window_s, 26 * 3600);
  });

  test('is degraded once a task has not succeeded inside its window, and names it with its last error', async () => {
    const now = new Date();
    await using api = await tinyApi(undefined, { tasks: CATALOG, now: () => now });
    await api.store.write(async (writes) => {
      await startRun(writes, { id: 'z', task: 'catalog', started_at: now.toISOString() });
      const outcome = { finished_at: now.toISOString(), counts: {}, reason: 'no cards came' };
      await failRun(writes, { id: 'z', task: 'catalog', ...outcome });
    });
    const health = async () => JSON.parse((await api.get('/health', {})).text) as Health;
    assert.equal((await health()).status, 'ok', 'a failure inside the window degrades nothing');
    now.setTime(now.getTime() + 26 * HOUR_MS + 60_000);
    const late = await health();
    assert.equal(late.status, 'degraded');
    assert.equal(late.tasks[0]?.status, 'late');
    assert.equal(late.tasks[0]?.last_error, 'no cards came');
    assert.ok((late.tasks[0]?.age_s ?? 0) > 26 * 3600);
  });

  test('tells strangers states alone; a key of any scope, or everybody where health_details is set, the rest', async () => {
    await using api = await tinyApi(undefined, { tasks: CATALOG, settings: { healthDetails: false } });
    const of = async (headers: Record<string, string>) => {
      const { status, text } = await api.get('/health', headers);
      assert.equal(status, 200);
      return JSON.parse(text) as Health;
    };
    for (const headers of [{}, { authorization: 'Bearer cs_live_wrong' }, { authorization: 'Basic x' }]) {
      const { status, tasks } = await of(headers);
      assert.equal(status, 'ok');
      assert.deepEqual(tasks[0], { name: 'catalog', status: 'ok' });
      for (const task of tasks) assert.deepEqual(Object.keys(task), ['name', 'status']);
    }
    const scan = await issueKey(api.store, { name: 'x', scopes: ['scan'], rate: 1, expires_at: null });
    for (const key of [api.key, scan.key, scan.key]) {
      const { tasks } = await of({ authorization: `Bearer ${key}` });
      assert.equal(tasks[0]?.window_s, 26 * 3600, 'and costs no budget');
    }
    await using open = await tinyApi(undefined, { tasks: CATALOG, settings: { healthDetails: true } });
    assert.equal((JSON.parse((await open.get('/health', {})).text) as Health).tasks[0]?.window_s, 26 * 3600);
  });

  test('a task that never succeeded is late once its window has passed since it was configured', async () => {
    const now = new Date();
    await using api = await tinyApi(undefined, { tasks: [{ name: 'eur_market', windowMs: HOUR_MS }], now: () => now });
    await api.store.write((writes) => registerTasks(writes, ['eur_market'], now.toISOString()));
    const health = async () => JSON.parse((await api.get('/health', {})).text) as Health;
    assert.equal((await health()).status, 'ok');
    now.setTime(now.getTime() + 2 * HOUR_MS);
    const late = await health();
    assert.equal(late.status, 'degraded');
    assert.equal(late.tasks[0]?.last_success_at, null);
  });

  test('/livez and /readyz answer orchestrators; a stopping process is not ready', async () => {
    let stopping = false;
    await using api = await tinyApi(undefined, { isStopping: () => stopping });
    assert.equal((await api.get('/livez', {})).status, 200);
    assert.equal((await api.get('/readyz', {})).status, 200);
    stopping = true;
    assert.equal((await api.get('/livez', {})).status, 200);
    assert.equal((await api.get('/readyz', {})).status, 503);
  });

  test('both answers of /readyz are in the description of the API', async () => {
    let stopping = false;
    await using api = await tinyApi(undefined, { isStopping: () => stopping });
    const { paths } = JSON.parse((await api.get('/openapi.json', {})).text);
    for (stopping of [false, true]) {
      const { status, text } = await api.get('/readyz', {});
      const described = paths['/readyz'].get.responses[status];
      assert.ok(described, `${status} is described`);
      assert.ok(Check(described.content['application/json'].schema, JSON.parse(text)), text);
    }
  });
});
