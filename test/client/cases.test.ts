/** The cases that this client and the one for Python are both held to; the list is one, and none may be left out. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { Cardstock, CardstockError, verifyWebhook, type WebhookHeaders } from '../../client/src/cardstock.ts';
import { type Exchange, scriptedService } from '../support/clients/scripted-service.ts';

/** Fields of an error, spelled as in Python. */
interface Failed {
  code: string;
  status: number | null;
  request_id?: string;
  retry_after_s?: number | null;
}

interface Call {
  call: string;
  args?: unknown[];
  params?: Record<string, unknown>;
  every_s?: number;
  take?: number;
  result?: unknown;
  error?: Failed;
}

interface ClientCase {
  name: string;
  options?: { key?: string | null; retries?: number; cache?: false };
  calls: Call[];
  exchanges: Exchange[];
  /** The least and the most seconds of each pause. */
  sleeps: [number, number][];
}

interface WebhookCase {
  name: string;
  now: number;
  secrets: string[];
  headers: WebhookHeaders;
  body: string;
  tolerance_s?: number;
  accepted: boolean;
}

const CASES: { calls: ClientCase[]; webhooks: WebhookCase[] } = JSON.parse(
  readFileSync('test/client/cases.json', 'utf8'),
);

type Method = (...args: unknown[]) => unknown;

/** The method of a call, `cards.get`, bound to what it is of. */
function methodOf(cardstock: Cardstock, call: string): Method {
  const [first = '', second] = call.split('.');
  const owner = (second === undefined ? cardstock : Reflect.get(cardstock, first)) as object;
  const method = Reflect.get(owner, second ?? first) as Method | undefined;
  assert.ok(method, `there is no ${call}`);
  return method.bind(owner);
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function given(cardstock: Cardstock, { call, args = [], params, every_s, take }: Call): Promise<unknown> {
  const own = args.map((value) => {
    const photo = call === 'scan' ? (value as { bytes?: string }).bytes : undefined;
    return photo === undefined ? value : new Blob([photo]);
  });
  if (params) own.push(params);
  if (every_s !== undefined) own.push({ everyMs: every_s * 1000 });
  const result = methodOf(cardstock, call)(...own);
  if (!isStream(result)) return await result;
  const taken: unknown[] = [];
  for await (const row of result) {
    taken.push(row);
    if (taken.length === take) break;
  }
  return taken;
}

/** No pause of the client has this length, so that the timer of an attempt is told from them. */
const TIMEOUT_MS = 29_989;

/** Lets the client's pauses pass at once, and keeps their lengths in seconds. */
function withoutPauses(): { slept: number[] } & Disposable {
  const { setTimeout } = globalThis;
  const slept: number[] = [];
  globalThis.setTimeout = ((run: () => void, ms: number) => {
    // Those of Node's own HTTP and of the stub are none of the client's.
    const isPause = ms !== TIMEOUT_MS && /at wait .*client\/src\/transport\.ts/s.test(new Error().stack ?? '');
    if (isPause) slept.push(ms / 1000);
    return setTimeout(run, isPause ? 0 : ms);
  }) as typeof setTimeout;
  return {
    slept,
    [Symbol.dispose]: () => {
      globalThis.setTimeout = setTimeout;
    },
  };
}

async function check(cardstock: Cardstock, call: Call): Promise<void> {
  if (!call.error) return assert.deepEqual(await given(cardstock, call), call.result);
  const error = await given(cardstock, call).then(
    () => assert.fail('it went well'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CardstockError, String(error));
  const { code, status = null, requestId, retryAfterS = null, message } = error;
  const told = { code, status, request_id: requestId, retry_after_s: retryAfterS };
  assert.deepEqual({ ...told, ...call.error }, told);
  assert.notEqual(message, '');
}

suite('each case of calls', () => {
  for (const { name, options = {}, calls, exchanges, sleeps } of CASES.calls) {
    test(name, async () => {
      await using other = await scriptedService([]);
      await using service = await scriptedService(exchanges, other.base);
      using pauses = withoutPauses();
      const { key = 'k', retries = 3, cache } = options;
      const cardstock = new Cardstock({
        baseUrl: `${service.base}/`,
        key: key ?? undefined,
        timeoutMs: TIMEOUT_MS,
        retry: { attempts: retries + 1 },
        ...(cache === false && { cache: null }),
      });
      for (const call of calls) await check(cardstock, call);
      assert.deepEqual(service.faults, []);
      assert.equal(service.requests, exchanges.length);
      assert.equal(other.requests, 0, 'another host was asked');
      assert.equal(pauses.slept.length, sleeps.length, `${pauses.slept}`);
      for (const [at, [least, most]] of sleeps.entries()) {
        const pause = pauses.slept[at] ?? Number.NaN;
        assert.ok(pause >= least && pause <= most, `${pause} is not between ${least} and ${most}`);
      }
    });
  }
});

suite('each case of a delivery', () => {
  for (const { name, now, secrets, headers, body, tolerance_s, accepted } of CASES.webhooks) {
    test(name, async ({ mock }) => {
      mock.timers.enable({ apis: ['Date'], now: now * 1000 });
      const verified = verifyWebhook(body, headers, secrets, { toleranceS: tolerance_s });
      if (accepted) assert.deepEqual(await verified, JSON.parse(body));
      else
        await assert.rejects(verified, (error) => error instanceof CardstockError && error.code === 'invalid_webhook');
    });
  }
});

/** Names of the methods of an object and of what it inherits. */
function methodsOf(object: object): string[] {
  const inherited = Object.getPrototypeOf(object) as object;
  const own = Object.getOwnPropertyNames(inherited).filter((name) => name !== 'constructor');
  return inherited === Object.prototype ? [] : [...new Set([...own, ...methodsOf(inherited)])];
}

test('every public method has a case', () => {
  const cardstock = new Cardstock({ baseUrl: '' });
  const called = new Set(CASES.calls.flatMap(({ calls }) => calls.map(({ call }) => call)));
  const below = Object.entries(cardstock).flatMap(([name, part]) =>
    methodsOf(part as object).map((method) => `${name}.${method}`),
  );
  assert.ok(below.length >= 14, `${below}`);
  assert.deepEqual([...called].sort(), [...below, ...methodsOf(cardstock)].sort());
});
