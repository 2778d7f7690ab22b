/** Request budgets as callers meet them: exact, told in headers, counted before the 304. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { issueKey } from '../../src/keys/issue.ts';
import { type Answer, type TestApi, tinyApi } from '../support/stages/api.ts';

async function keyOf(api: TestApi, rate: number | null, scopes: ('read' | 'scan' | 'admin')[] = ['read']) {
  const { key } = await issueKey(api.store, { name: 'x', scopes, rate, expires_at: null });
  return { authorization: `Bearer ${key}` };
}

const kinds = [
  { path: '/v1/cards/ember1-1', headers: {}, status: 200 },
  { path: '/v1/cards/ember1-1', headers: { 'if-none-match': '*' }, status: 304 },
  { path: '/v1/cards?q=', headers: {}, status: 400 },
  { path: '/v1/cards/none', headers: {}, status: 404 },
  { path: '/v1/nothing', headers: {}, status: 404 },
];

function assertRefused(answer: Answer): void {
  assert.equal(answer.status, 429, answer.text);
  assert.equal(answer.body.error?.code, 'rate_limited');
  assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
  assert.equal(answer.headers['cache-control'], 'no-store');
}

suite('the budget of a key', () => {
  test('exactly N of N + k requests are admitted, for any mix of 200, 304, 400 and 404', async () => {
    await using api = await tinyApi();
    for (const shift of kinds.keys()) {
      const headers = await keyOf(api, 12);
      const beganAt = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, at) => {
          const kind = kinds[(at + shift) % kinds.length];
          assert.ok(kind);
          return { kind, answer: await api.get(kind.path, { ...headers, ...kind.headers }) };
        }),
      );
      const admitted = answers.filter(({ answer }) => answer.status !== 429);
      const regained = Math.floor((performance.now() - beganAt) / 5000);
      assert.ok(admitted.length >= 12 && admitted.length <= 12 + regained, `${admitted.length} of 12 in time`);
      for (const { kind, answer } of admitted) assert.equal(answer.status, kind.status, kind.path);
      for (const { answer } of answers) if (answer.status === 429) assertRefused(answer);
    }
  });

  test('a conditional request costs as much of the budget as a full 200', async () => {
    await using api = await tinyApi();
    const headers = await keyOf(api, 50);
    const remaining = async (extra: Record<string, string>) => {
      const { headers: sent } = await api.get('/v1/cards/ember1-1', { ...headers, ...extra });
      return Number(/^"default";r=(\d+);t=\d+$/.exec(String(sent.ratelimit))?.[1]);
    };
    assert.equal(await remaining({}), 49);
    assert.equal(await remaining({ 'if-none-match': '*' }), 48);
    assert.equal(await remaining({ 'if-none-match': '*' }), 47);
  });

  test('every keyed answer tells the policy and what remains; the default is 600 a minute', async () => {
    await using api = await tinyApi();
    const headers = await keyOf(api, null);
    for (const { path, headers: extra, status } of kinds) {
      const answer = await api.get(path, { ...headers, ...extra });
      assert.equal(answer.status, status);
      assert.equal(answer.headers['ratelimit-policy'], '"default";q=600;w=60');
      assert.match(String(answer.headers.ratelimit), /^"default";r=59\d;t=1$/);
    }
  });

  test('a rate of 0 is no budget, and no headers', async () => {
    await using api = await tinyApi();
    const answer = await api.get('/v1/series');
    assert.equal(answer.headers['ratelimit-policy'], undefined);
    assert.equal(answer.headers.ratelimit, undefined);
  });

  test('a refusal tells when, and a key has its budget to itself', async () => {
    await using api = await tinyApi();
    const [used, other] = [await keyOf(api, 1), await keyOf(api, 1)];
    await api.get('/v1/series', used);
    const refused = await api.get('/v1/series', used);
    assertRefused(refused);
    assert.equal(refused.headers['retry-after'], '60');
    assert.equal(refused.headers.ratelimit, '"default";r=0;t=60');
    assert.equal((await api.get('/v1/series', other)).status, 200);
  });
});

suite('the budget of an address', () => {
  test('counts only requests without a valid key, and leaves callers with one alone', async () => {
    await using api = await tinyApi();
    const invented = { authorization: 'Bearer nonsense' };
    const answers: Answer[] = [];
    while (answers.length < 20_000 && answers.every(({ status }) => status === 401)) {
      answers.push(...(await Promise.all(Array.from({ length: 200 }, () => api.get('/v1/series', invented)))));
    }
    const refused = answers.filter(({ status }) => status !== 401);
    assert.ok(refused.length > 0 && answers.length - refused.length >= 3000);
    for (const answer of refused) assertRefused(answer);
    assert.equal((await api.get('/v1/series')).status, 200);
    assert.equal((await api.get('/v1/series', await keyOf(api, 5))).status, 200, 'a key not seen before as well');
    assert.equal((await api.get('/health', {})).status, 200);
  });

  test('X-Forwarded-For names the caller only behind as many proxies as are trusted', async () => {
    await using api = await tinyApi(undefined, { settings: { trustProxy: 1 } });
    const from = (forwarded: string) => api.get('/v1/series', { 'x-forwarded-for': forwarded });
    const refused = async (forwarded: string) => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => from(forwarded)));
      return answers.filter(({ status }) => status === 429).length;
    };
    // Some are regained meanwhile, the more the slower the machine: the budget is used up once any are refused.
    let isUsedUp = false;
    for (let i = 0; i < 100 && !isUsedUp; i += 1) isUsedUp = (await refused('1.1.1.1, 203.0.113.7')) > 0;
    assert.ok(isUsedUp);
    assert.ok((await refused('203.0.113.9, 203.0.113.7')) > 0, 'what the caller wrote itself is not believed');
    assert.equal(await refused('203.0.113.7, 203.0.113.8'), 0);
  });
});
