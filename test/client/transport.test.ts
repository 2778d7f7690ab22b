/** How the client repeats, gives up, times out, aborts and keeps answers: against answers made up for each case. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { suite, test } from 'node:test';
import {
  type AnswerCache,
  Cardstock,
  CardstockError,
  type CardstockOptions,
  type KeptAnswer,
  MemoryCache,
} from '../../client/src/cardstock.ts';
import { startReceiver } from '../support/servers/receiver.ts';

const failed = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ data: null, error: { code, message: 'a sentence' } }, { status, headers });
const answered = (data: unknown = { id: 'x' }, headers: Record<string, string> = {}) =>
  Response.json({ data, error: null }, { headers });

/** A client whose calls are answered in turn; the last answer goes on. */
function clientOn(answers: (() => Response | Promise<Response>)[], options: Partial<CardstockOptions> = {}) {
  const calls: { url: string; headers: Headers; atMs: number }[] = [];
  const fetch: CardstockOptions['fetch'] = async (url, init) => {
    calls.push({ url, headers: new Headers(init.headers), atMs: performance.now() });
    return await (answers[calls.length - 1] ?? answers.at(-1) ?? answered)();
  };
  const retry = { baseMs: 1 };
  return { cardstock: new Cardstock({ baseUrl: 'http://service', key: 'k', fetch, retry, ...options }), calls };
}

const thrown = async (call: Promise<unknown>): Promise<CardstockError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CardstockError, String(error));
  return error;
};

const lost = () => {
  throw new TypeError('fetch failed');
};

suite('repetition', () => {
  test('429, 5xx and broken connections are repeated; other refusals are not', async () => {
    for (const passing of [
      () => failed(429, 'rate_limited'),
      () => failed(500, 'internal'),
      () => new Response('<html>', { status: 502 }),
      lost,
    ]) {
      const { cardstock, calls } = clientOn([passing, passing, answered]);
      assert.deepEqual(await cardstock.cards.get('x'), { id: 'x' });
      assert.equal(calls.length, 3);
    }
    for (const [status, code] of [
      [400, 'bad_request'],
      [401, 'unauthorized'],
      [404, 'not_found'],
      [413, 'payload_too_large'],
      [503, 'scan_unavailable'],
    ] as const) {
      const { cardstock, calls } = clientOn([() => failed(status, code)]);
      assert.equal((await thrown(cardstock.scan({ url: 'https://a.example/b.jpg' }))).code, code);
      assert.equal(calls.length, 1);
    }
  });

  test('it ends after the attempts allowed, with the error of the last one', async () => {
    const { cardstock, calls } = clientOn([lost, lost, () => failed(500, 'internal', { 'x-request-id': 'last' })], {
      retry: { attempts: 3, baseMs: 1 },
    });
    const error = await thrown(cardstock.series.list());
    assert.deepEqual([error.code, error.status, error.requestId, calls.length], ['internal', 500, 'last', 3]);
    const once = clientOn([lost], { retry: { attempts: 1 } });
    const network = await thrown(once.cardstock.series.list());
    assert.equal(network.code, 'network');
    assert.ok(network.cause instanceof TypeError);
    assert.equal(once.calls.length, 1);
  });

  test('Retry-After is waited for, in seconds or as a date; one beyond the cap is thrown at once', async () => {
    const date = () => new Date(Date.now() + 1900).toUTCString();
    for (const header of [() => '1', date]) {
      const { cardstock, calls } = clientOn([() => failed(429, 'rate_limited', { 'retry-after': header() }), answered]);
      await cardstock.cards.get('x');
      const waited = (calls[1]?.atMs ?? 0) - (calls[0]?.atMs ?? 0);
      assert.ok(waited >= 890 && waited < 5000, `${header()} ${waited}`);
    }
    const long = clientOn([() => failed(429, 'rate_limited', { 'retry-after': '31' })]);
    const error = await thrown(long.cardstock.cards.get('x'));
    assert.deepEqual([error.retryAfterS, long.calls.length], [31, 1]);
  });

  test('pauses grow, differ from each other, and stay under the cap', async () => {
    const pauses: number[][] = [];
    for (let run = 0; run < 4; run += 1) {
      const { cardstock, calls } = clientOn([lost], { retry: { attempts: 5, baseMs: 20, capMs: 60 } });
      await thrown(cardstock.series.list());
      pauses.push(calls.slice(1).map(({ atMs }, at) => atMs - (calls[at]?.atMs ?? 0)));
    }
    for (const [first = 0, second = 0, third = 0, fourth = 0] of pauses) {
      assert.ok(first >= 9 && second >= 19 && third >= 29 && fourth >= 29, String(pauses));
    }
    assert.ok(new Set(pauses.map(([first = 0]) => first.toFixed(3))).size > 1, 'not all callers at once');
  });
});

suite('abort and time', () => {
  test('an abort ends a call before it, during it, and while it waits, with the reason given', async () => {
    const reason = new Error('enough');
    const before = clientOn([answered]);
    await assert.rejects(before.cardstock.cards.get('x', { signal: AbortSignal.abort(reason) }), reason);
    assert.equal(before.calls.length, 0);

    await using silent = await startReceiver(() => undefined);
    const during = new Cardstock({ baseUrl: silent.url });
    const stop = new AbortController();
    const call = during.cards.list({}, { signal: stop.signal });
    await silent.got(1);
    stop.abort(reason);
    await assert.rejects(call, reason);
    assert.equal(silent.received.length, 1, 'an aborted call is not repeated');

    const waiting = clientOn([() => failed(429, 'rate_limited', { 'retry-after': '20' })]);
    const began = performance.now();
    await assert.rejects(waiting.cardstock.cards.get('x', { signal: AbortSignal.timeout(30) }), {
      name: 'TimeoutError',
    });
    assert.ok(performance.now() - began < 5000);
    assert.equal(waiting.calls.length, 1);
  });

  test('an abort between two pages ends a stream', async () => {
    const page = () => answered({ items: [1, 2], next_cursor: 'more' });
    const { cardstock, calls } = clientOn([page]);
    const stop = new AbortController();
    const seen: unknown[] = [];
    await assert.rejects(
      async () => {
        for await (const row of cardstock.cards.iterate({}, { signal: stop.signal })) {
          seen.push(row);
          if (seen.length === 4) stop.abort();
        }
      },
      { name: 'AbortError' },
    );
    assert.deepEqual([seen.length, calls.length], [4, 2]);
  });

  test('a signal that outlives its calls gathers no listeners', async () => {
    const { signal } = new AbortController();
    const { cardstock } = clientOn([lost, answered]);
    await cardstock.cards.get('x', { signal });
    await cardstock.cards.list({}, { signal });
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  test('an answer that does not come in time is a timeout, and repeated like a broken connection', async () => {
    await using silent = await startReceiver(() => undefined);
    let calls = 0;
    const fetch: CardstockOptions['fetch'] = (url, init) => {
      calls += 1;
      return globalThis.fetch(url, init);
    };
    const retry = { attempts: 2, baseMs: 1 };
    const cardstock = new Cardstock({ baseUrl: silent.url, timeoutMs: 30, retry, fetch });
    const error = await thrown(cardstock.health());
    assert.deepEqual([error.code, error.status], ['timeout', undefined]);
    assert.equal(calls, 2);
  });
});

suite('answers that are kept', () => {
  const tagged = (etag: string) => () => answered({ id: 'x', etag }, { etag });
  const unchanged = () => new Response(null, { status: 304 });

  test('an answer is asked for again with its tag, and given again when nothing has changed', async () => {
    const { cardstock, calls } = clientOn([tagged('"1"'), unchanged, tagged('"2"'), unchanged]);
    const got = [];
    for (let call = 0; call < 4; call += 1) got.push(((await cardstock.cards.get('x')) as { etag?: string }).etag);
    assert.deepEqual(got, ['"1"', '"1"', '"2"', '"2"']);
    assert.deepEqual(
      calls.map(({ headers }) => headers.get('if-none-match')),
      [null, '"1"', '"1"', '"2"'],
    );
  });

  test('null keeps nothing; a cache of the caller may be asynchronous', async () => {
    const none = clientOn([tagged('"1"')], { cache: null });
    for (let call = 0; call < 2; call += 1) await none.cardstock.cards.get('x');
    assert.equal(none.calls[1]?.headers.get('if-none-match'), null);
    const kept = new Map<string, KeptAnswer>();
    const cache: AnswerCache = {
      get: async (url) => kept.get(url),
      set: async (url, answer) => void kept.set(url, answer),
    };
    const own = clientOn([tagged('"1"'), unchanged], { cache });
    for (let call = 0; call < 2; call += 1) await own.cardstock.cards.get('x');
    assert.equal(own.calls[1]?.headers.get('if-none-match'), '"1"');
    assert.deepEqual([...kept.keys()], ['http://service/v1/cards/x']);
  });

  test('a failure is never kept', async () => {
    const { cardstock, calls } = clientOn([() => failed(404, 'not_found', { etag: '"f"' })]);
    for (let call = 0; call < 2; call += 1) await thrown(cardstock.cards.get('x'));
    assert.equal(calls[1]?.headers.get('if-none-match'), null);
  });

  test('the cache in memory holds what was used last, within its bound', () => {
    const answer = (size: number): KeptAnswer => ({ etag: '', body: 'x'.repeat(size - 1) });
    const cache = new MemoryCache(30);
    for (const url of ['a', 'b', 'c']) cache.set(url, answer(10));
    assert.ok(cache.get('a'));
    cache.set('d', answer(10));
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((url) => cache.get(url) !== undefined),
      [true, false, true, true],
    );
    cache.set('e', answer(31));
    assert.ok(cache.get('a') && cache.get('e') === undefined, 'one that can never fit pushes nothing out');
    cache.set('a', answer(30));
    assert.deepEqual(
      ['a', 'c', 'd'].map((url) => cache.get(url) !== undefined),
      [true, false, false],
    );
  });
});

suite('what is sent', () => {
  test('the key goes out as a bearer, and nothing where there is none', async () => {
    const keyed = clientOn([answered]);
    await keyed.cardstock.cards.list({ q: 'a b&c', limit: 3, cursor: undefined });
    assert.equal(keyed.calls[0]?.headers.get('authorization'), 'Bearer k');
    assert.equal(keyed.calls[0]?.url, 'http://service/v1/cards?q=a+b%26c&limit=3');
    const signedIn = clientOn([answered], { key: undefined, baseUrl: 'http://service/under/' });
    await signedIn.cardstock.cards.list();
    assert.equal(signedIn.calls[0]?.headers.get('authorization'), null);
    assert.equal(signedIn.calls[0]?.url, 'http://service/under/v1/cards');
  });

  test('a photo goes out as multipart in the field image, an address as JSON', async () => {
    const requests: Request[] = [];
    const fetch: CardstockOptions['fetch'] = async (url, init) => {
      requests.push(new Request(url, init));
      return answered({ analysis: { game: null }, matches: [] });
    };
    const cardstock = new Cardstock({ baseUrl: 'http://service', fetch });
    const result = await cardstock.scan(new Blob(['bytes'], { type: 'image/jpeg' }));
    assert.deepEqual(result, { analysis: { game: null }, matches: [] });
    const image = (await requests[0]?.formData())?.get('image');
    assert.ok(image instanceof Blob && (await image.text()) === 'bytes');
    await cardstock.scan({ url: 'https://pictures.example/a.jpg' });
    assert.equal(requests[1]?.headers.get('content-type'), 'application/json');
    assert.deepEqual(await requests[1]?.json(), { url: 'https://pictures.example/a.jpg' });
    await cardstock.scan(new Blob(['bytes']), { game: 'magic' });
    assert.equal((await requests[2]?.formData())?.get('game'), 'magic');
    await cardstock.scan({ url: 'https://pictures.example/a.jpg' }, { game: 'magic' });
    assert.deepEqual(await requests[3]?.json(), { url: 'https://pictures.example/a.jpg', game: 'magic' });
    await cardstock.scan(new Blob(['bytes']), { cards: 'all' });
    assert.equal(requests[4]?.url, 'http://service/v1/scan?cards=all');
    assert.ok(requests.every(({ method }) => method === 'POST'));
  });

  test('an answer that is not the service’s is said to be that', async () => {
    for (const answer of [() => new Response('<html>a proxy'), () => new Response('', { status: 403 })]) {
      const { cardstock } = clientOn([answer]);
      assert.equal((await thrown(cardstock.cards.list())).code, 'unexpected_answer');
    }
  });
});
