/** Holds the shared budget: exact across processes, and neither refused nor unlimited without Redis. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MemoryBudgets } from '../../../src/keys/gcra.ts';
import { RedisBudgets } from '../../../src/keys/redis-budgets.ts';

const url = process.env.REDIS_URL;
const withRedis = url === undefined ? { skip: 'needs a Redis: set REDIS_URL' } : {};
const hasServer = spawnSync('redis-server', ['--version']).status === 0;
const withServer = hasServer ? {} : { skip: 'needs redis-server on the PATH' };

async function connected(redisUrl: string) {
  const changes = new EventEmitter();
  const budgets = await RedisBudgets.connect(redisUrl, new MemoryBudgets(100), (isConnected) =>
    changes.emit(isConnected ? 'found' : 'lost'),
  );
  return { budgets, changes };
}

async function admittedOf(budgets: RedisBudgets, id: string, limit: number, times: number): Promise<number> {
  const verdicts = await Promise.all(Array.from({ length: times }, () => budgets.take(id, limit, performance.now())));
  return verdicts.filter((verdict) => verdict.isAdmitted).length;
}

test('of N + k requests by four processes exactly N are admitted', withRedis, async () => {
  const script = fileURLToPath(new URL('../../support/spend-budget.ts', import.meta.url));
  const id = randomUUID();
  const limit = 10;
  const children = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, [script, url ?? '', id, String(limit), '250'], { stdio: 'pipe' });
    return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
  });
  for (const { lines } of children) assert.equal((await lines.next()).value, 'ready');
  for (const { child } of children) child.stdin.write('go\n');
  let admitted = 0;
  for (const { lines } of children) admitted += Number((await lines.next()).value);
  assert.equal(admitted, limit);
});

test('the verdicts of Redis are those of memory', withRedis, async () => {
  const { budgets } = await connected(url ?? '');
  assert.ok(budgets.isConnected);
  const id = randomUUID();
  assert.deepEqual(await budgets.take(id, 2, performance.now()), { isAdmitted: true, remaining: 1, regainS: 30 });
  assert.deepEqual(await budgets.take(id, 2, performance.now()), { isAdmitted: true, remaining: 0, regainS: 30 });
  assert.deepEqual(await budgets.take(id, 2, performance.now()), { isAdmitted: false, remaining: 0, regainS: 30 });
  budgets.close();
});

test('a Redis that was never there leaves a budget per process', async () => {
  const { budgets } = await connected('redis://127.0.0.1:1');
  assert.equal(budgets.isConnected, false);
  assert.equal(await admittedOf(budgets, 'a', 10, 30), 10);
  budgets.close();
});

test('Redis stopped: never unlimited, never an error, and shared again when it is back', withServer, async (t) => {
  const port = await freePort();
  let server = await startRedis(port);
  const { budgets, changes } = await connected(`redis://127.0.0.1:${port}`);
  t.after(() => {
    budgets.close();
    server.kill('SIGKILL');
  });
  assert.ok(budgets.isConnected);
  assert.equal(await admittedOf(budgets, 'a', 10, 4), 4);

  const lost = once(changes, 'lost');
  server.kill('SIGKILL');
  await lost;
  assert.equal(await admittedOf(budgets, 'a', 10, 30), 6, 'this process goes on from its own four');

  const found = once(changes, 'found');
  server = await startRedis(port);
  await found;
  assert.equal(await admittedOf(budgets, 'b', 10, 30), 10);
});

test('a Redis that hangs delays a request by its time-out and no later one', withServer, async (t) => {
  const port = await freePort();
  const server = await startRedis(port);
  const { budgets, changes } = await connected(`redis://127.0.0.1:${port}`);
  t.after(() => {
    budgets.close();
    server.kill('SIGKILL');
  });
  assert.ok(budgets.isConnected);
  await budgets.take('a', 10, performance.now());
  server.kill('SIGSTOP');
  const lost = once(changes, 'lost');
  assert.equal((await budgets.take('a', 10, performance.now())).remaining, 8);
  await lost;
  assert.equal(budgets.isConnected, false);
  assert.ok(!(budgets.take('a', 10, performance.now()) instanceof Promise));
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

async function startRedis(port: number): Promise<ChildProcess> {
  const server = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(server.stdout)) if (line.includes('Ready to accept')) break;
  server.stdout.resume();
  return server;
}
