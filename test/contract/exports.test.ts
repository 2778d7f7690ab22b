/** How many exports there may be at once, and what ends them: each holds a connection of its own to the store. */
import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerExport } from '../../src/api/catalog/events.ts';
import type { RouteRequest } from '../../src/api/request.ts';
import { openSession } from '../../src/keys/console-sessions.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { openLog } from '../../src/log.ts';
import { type Answer, apiOn, type TestApi } from '../support/stages/api.ts';
import { newStore } from '../support/stages/stores.ts';

const MOMENTS = { timeout: 30_000 };
const BY_KEY = 2;
const BY_PROCESS = 4;

/** A service whose exports stand still before their first line until they are let on. */
async function heldApi() {
  const place = await newStore('sqlite');
  const gate = Promise.withResolvers<void>();
  const lines: string[] = [];
  const state = { open: 0 };
  const longRead = async () => {
    state.open += 1;
    await gate.promise;
    const moment = await place.store.longRead();
    const close = async () => {
      state.open -= 1;
      await moment.close();
    };
    return { reads: moment.reads, close };
  };
  const log = openLog('info', { write: (line) => void lines.push(line) });
  const api = await apiOn(place.store, { store: { ...place.store, longRead }, log });
  const opened = async (count: number) => {
    while (state.open !== count) await sleep(5);
  };
  return {
    api,
    letOn: gate.resolve,
    opened,
    faults: () => lines.filter((line) => JSON.parse(line).level >= 50),
    [Symbol.asyncDispose]: async () => {
      gate.resolve();
      await api[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const keyOn = async ({ store }: TestApi) => issueKey(store, { name: 'x', scopes: ['read'], rate: 0, expires_at: null });
const exported = (api: TestApi, key: string): Promise<Answer> => api.get('/export/cards.ndjson', bearer(key));
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

function assertRefused(answer: Answer): void {
  assert.equal(answer.status, 429, answer.text);
  assert.equal(answer.body.error?.code, 'rate_limited');
  assert.ok(Number(answer.headers['retry-after']) >= 1);
}

/** Asks for an export on a connection of its own that can be cut. */
function leaver(api: TestApi, key: string) {
  const options = { port: api.port, path: '/export/cards.ndjson', headers: bearer(key), agent: new Agent() };
  const sent = request(options, (answer: IncomingMessage) => void answer.resume().on('error', () => undefined));
  sent.on('error', () => undefined).end();
  return () => sent.destroy();
}

suite('exports at once', () => {
  test('a key has two, sessions counted with it; the next is 429, a read goes on', MOMENTS, async () => {
    await using held = await heldApi();
    const { api } = held;
    const { key } = await keyOn(api);
    const session = await openSession(api.store, { key });
    const running = times(BY_KEY, () => exported(api, key));
    await held.opened(BY_KEY);
    assertRefused(await exported(api, key));
    assertRefused(await exported(api, session?.key ?? ''));
    assert.equal((await api.get('/v1/series', bearer(key))).status, 200);
    const head = await api.send('HEAD', '/export/cards.ndjson', bearer((await keyOn(api)).key));
    assert.equal(head.status, 200);
    held.letOn();
    for (const answer of await Promise.all(running)) assert.equal(answer.status, 200);
    assert.equal((await exported(api, key)).status, 200, 'their places are free again');
  });

  test('a process has four, whoever asks; a HEAD takes no place', MOMENTS, async () => {
    await using held = await heldApi();
    const { api } = held;
    const [first, second, third] = [await keyOn(api), await keyOn(api), await keyOn(api)];
    for (const { key } of times(BY_PROCESS + 1, () => third)) {
      assert.equal((await api.send('HEAD', '/export/cards.ndjson', bearer(key))).status, 200);
    }
    const running = [first, second].flatMap(({ key }) => times(BY_KEY, () => exported(api, key)));
    await held.opened(BY_PROCESS);
    assertRefused(await exported(api, third.key));
    held.letOn();
    for (const answer of await Promise.all(running)) assert.equal(answer.status, 200);
    assert.equal((await exported(api, third.key)).status, 200);
  });

  test(
    'an export is read in a turn of its own, so that who asks at the same moment is looked at first',
    MOMENTS,
    async () => {
      await using held = await heldApi();
      const { store } = held.api;
      const { id } = await keyOn(held.api);
      held.letOn();
      const asked = {
        params: { file: 'products.ndjson' },
        query: {},
        key: { id, owner: id },
      } as unknown as RouteRequest;
      const { body, onEnd } = await answerExport(asked, { store, now: () => new Date(), games: [] });
      let isLater = false;
      setImmediate(() => (isLater = true));
      await body.next();
      assert.ok(isLater);
      await body.return(undefined);
      onEnd();
    },
  );

  test('readers who leave give their places back, and are no fault', MOMENTS, async () => {
    await using held = await heldApi();
    const { api } = held;
    const { key } = await keyOn(api);
    const leave = times(BY_KEY, () => leaver(api, key));
    await held.opened(BY_KEY);
    for (const one of leave) one();
    held.letOn();
    await held.opened(0);
    while ((await exported(api, key)).status !== 200) await sleep(5);
    assert.deepEqual(held.faults(), []);
  });

  test('one whose key has ended is cut, and is no fault', MOMENTS, async () => {
    await using held = await heldApi();
    const { api } = held;
    const { key, id } = await keyOn(api);
    const running = exported(api, key);
    await held.opened(1);
    await api.post(`/admin/keys/${id}/revoke`);
    held.letOn();
    await assert.rejects(running, { code: 'ECONNRESET' });
    assert.deepEqual(held.faults(), []);
  });
});
