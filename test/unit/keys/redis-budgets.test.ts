/** Holds the shared budget: exact across processes, and neither refused nor unlimited without Redis. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MemoryBudgets } from '../../../src/keys/gcra.ts';
import { RedisBudgets } from '../../../src/keys/redis-budgets.ts';
import { newRedis, redisServerMissing } from '../../support/servers/redis.ts';

const url = process.env.REDIS_URL;
const withRedis = url === undefined ? { skip: 'needs a Redis: set REDIS_URL' } : {};
const withServer = { skip: redisServerMissing };

/** Budgets on this Redis until the test ends. */
async function connected(t: TestContext, redisUrl: string) {
  const changes = new EventEmitter();
  const budgets = await RedisBudgets.connect(redisUrl, new MemoryBudgets(100), (isConnected) =>
    changes.emit(isConnected ? 'found' : 'lost'),
  );
  t.after(() => budgets.close());
  return { budgets, changes };
}

async function admittedOf(budgets: RedisBudgets, id: string, limit: number, times: number): Promise<number> {
  const verdicts = await Promise.all(Array.from({ length: times }, () => budgets.take(id, limit, performance.now())));
  return verdicts.filter((verdict) => verdict.isAdmitted).length;
}

test('of N + k requests by four processes exactly N are admitted', withRedis, async (t) => {
  const script = fileURLToPath(new URL('../../support/processes/spend-budget.ts', import.meta.url));
  const id = randomUUID();
  const limit = 10;
  const children = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, [script, url ?? '', id, String(limit), '250'], { stdio: 'pipe' });
    t.after(() => child.kill('SIGKILL'));
    return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
  });
  for (const { lines } of children) assert.equal((await lines.next()).value, 'ready');
  for (const { child } of children) child.stdin.write('go\n');
  let admitted = 0;
  for (const { lines } of children) admitted += Number((await lines.next()).value);
  assert.equal(admitted, limit);
});

test('the verdicts of Redis are those of memory', withRedis, async (t) => {
  const { budgets } = await connected(t, url ?? '');
  assert.ok(budgets.isConnected);
  const id = randomUUID();
  assert.deepEqual(await budgets.take(id, 2, performance.now()), { isAdmitted: true, remaining: 1, regainS: 30 });
  assert.deepEqual(await budgets.take(id, 2, performance.now()), { isAdmitted: true, remaining: 0, regainS: 30 });
  assert.deepEqual(await budgets.take(id, 2, performance.now()), { isAdmitted: false, remaining: 0, regainS: 30 });
});

test(
  'a limit that changes means to Redis what it means to memory: a lowered one asks for no longer wait than its own',
  withRedis,
  async (t) => {
    const { budgets } = await connected(t, url ?? '');
    const [id, memory] = [randomUUID(), new MemoryBudgets(1)];
    for (const [at, limit] of [5, 5, 5, 5, 5, 5, 2, 1, 3, 5, 6, 6].entries()) {
      const now = performance.now();
      assert.deepEqual(await budgets.take(id, limit, now), memory.take(id, limit, now), `request ${at} of ${limit}`);
    }
  },
);

test('a Redis that was never there leaves a budget per process', async (t) => {
  const { budgets } = await connected(t, 'redis://127.0.0.1:1');
  assert.equal(budgets.isConnected, false);
  assert.equal(await admittedOf(budgets, 'a', 10, 30), 10);
});

test('Redis stopped: never unlimited, never an error, and shared again when it is back', withServer, async (t) => {
  await using redis = await newRedis();
  const { budgets, changes } = await connected(t, redis.url);
  assert.ok(budgets.isConnected);
  assert.equal(await admittedOf(budgets, 'a', 10, 4), 4);

  const lost = once(changes, 'lost');
  await redis.kill();
  await lost;
  assert.equal(await admittedOf(budgets, 'a', 10, 30), 6, 'this process goes on from its own four');

  const found = once(changes, 'found');
  await redis.start();
  await found;
  assert.equal(await admittedOf(budgets, 'b', 10, 30), 10);
});

test('a Redis that hangs delays a request by its time-out and no later one', withServer, async (t) => {
  await using redis = await newRedis();
  const { budgets, changes } = await connected(t, redis.url);
  await budgets.take('a', 10, performance.now());
  redis.freeze();
  const lost = once(changes, 'lost');
  assert.equal((await budgets.take('a', 10, performance.now())).remaining, 8);
  await lost;
  assert.equal(budgets.isConnected, false);
  assert.ok(!(budgets.take('a', 10, performance.now()) instanceof Promise));
});

test(
  'a Redis that evicted a budget, and forgot how to count, begins it anew; one that is full leaves it to each process',
  withServer,
  async (t) => {
    await using redis = await newRedis();
    const { budgets } = await connected(t, redis.url);
    assert.equal(await admittedOf(budgets, 'a', 10, 30), 10);
    const { Redis } = await import('ioredis');
    const operator = new Redis(redis.url);
    t.after(() => operator.disconnect());
    await operator.flushall();
    await operator.script('FLUSH');
    assert.equal(await admittedOf(budgets, 'a', 10, 30), 10, 'as many again, and no more');

    await operator.config('SET', 'maxmemory', '1');
    await operator.config('SET', 'maxmemory-policy', 'noeviction');
    assert.equal(await admittedOf(budgets, 'b', 10, 30), 10);
    assert.equal(budgets.isConnected, false);
  },
);
