/** The front in processes of its own: revocation, the canary, Redis lost, and an end that loses no request. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { newWorkplace, openShell, type Server, startServer, type Workplace } from '../support/processes/command.ts';
import { newRedis, redisServerMissing } from '../support/servers/redis.ts';

interface Made {
  id: string;
  key: string;
}

async function makeKey(place: Workplace, rate: string, scope = 'read'): Promise<Made> {
  const made = await openShell(place).run([
    'keys',
    'create',
    '--name',
    'x',
    '--scope',
    scope,
    '--rate',
    rate,
    '--json',
  ]);
  assert.equal(made.code, 0, made.stderr);
  return JSON.parse(made.stdout) as Made;
}

const get = (server: Server, path: string, key: string, headers = {}) =>
  fetch(`${server.announced.listening}${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } });

/** Any mix of what is answered 200, 304, 400 and 404. */
const kinds: [path: string, headers: Record<string, string>, status: number][] = [
  ['/v1/cards', {}, 200],
  ['/v1/cards', { 'if-none-match': '*' }, 304],
  ['/v1/cards?q=', {}, 400],
  ['/v1/cards/none', {}, 404],
];

const bare = ['--no-work'];

/** What serves is the process that was started, except under an older Node, where that one watches over it. */
function servingLine({ child: { pid } }: Server): string {
  const serving = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() || pid;
  return readFileSync(`/proc/${serving}/cmdline`, 'utf8');
}

suite('keys', () => {
  test('a revoked key answers 401 within 5 s on every process', async () => {
    await using place = await newWorkplace();
    await using one = await startServer(place, bare);
    await using other = await startServer(place, bare);
    const { id, key } = await makeKey(place, '0');
    for (const server of [one, other]) assert.equal((await get(server, '/v1/cards', key)).status, 200);
    assert.equal((await openShell(place).run(['keys', 'revoke', id])).code, 0);
    const revokedMs = performance.now();
    for (const server of [one, other]) {
      while ((await get(server, '/v1/cards', key)).status === 200) assert.ok(performance.now() - revokedMs < 5000);
      assert.equal((await get(server, '/v1/cards', key)).status, 401);
    }
  });

  test('a key and the secret of a subscription never appear in a log, an answer, a metric or the store', async () => {
    await using place = await newWorkplace();
    await using server = await startServer(place, bare, { CARDSTOCK_LOG_LEVEL: 'debug' });
    const { key } = await makeKey(place, '1000', 'read,admin');
    const made = await openShell(place).run([
      ...['subscriptions', 'create', '--url', 'http://127.0.0.1:9/', '--events', 'game.*', '--allow-private', '--json'],
    ]);
    const subscription = JSON.parse(made.stdout) as { id: string; secret: string };
    // Nothing listens there: an attempt fails, and what is notified of it must not hold the secret.
    const tried = await openShell(place).run(['subscriptions', 'test', subscription.id]);
    const texts: string[] = [tried.stdout + tried.stderr];
    const paths = [
      '/v1/cards',
      '/v1/cards/none',
      '/v1/cards?q=',
      `/v1/cards?key=${key}`,
      `/v1/cards/${key}`,
      '/metrics',
    ];
    for (let round = 0; round < 30; round += 1) {
      for (const path of paths) {
        for (const sent of [key, `${key}x`, key.slice(0, -1)]) {
          const answer = await get(server, path, sent);
          texts.push(JSON.stringify([...answer.headers]), await answer.text());
        }
      }
    }
    assert.equal(await server.stop(), 0);
    const secrets = [key.slice(12), subscription.secret.slice(6)];
    assert.ok(texts.some((text) => text.includes('cardstock_http_request_seconds_bucket')));
    assert.match(server.output(), /"msg":"request"/, 'an access line was written');
    for (const secret of secrets) {
      assert.ok(!texts.concat(server.output()).some((text) => text.includes(secret)));
      for (const file of globSync(join(place.directory, 'data', '*'))) {
        assert.ok(!readFileSync(file).includes(secret), file);
      }
    }
  });
});

/** Sends requests one after another until told to end; a request that was sent must be answered. */
async function loadUntil(
  server: Server,
  key: string,
  isOver: () => boolean,
  onAnswer: () => void,
): Promise<{ answered: number; lost: string[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(server.announced.listening);
  const lost: string[] = [];
  let answered = 0;
  while (!isOver()) {
    const outcome = await new Promise<string>((resolve) => {
      const headers = { authorization: `Bearer ${key}` };
      const request = httpRequest({ hostname, port, path: '/v1/cards?limit=200', headers, agent }, (response) => {
        response
          .resume()
          .on('end', () => resolve(String(response.statusCode)))
          .on('error', () => resolve('cut'));
      });
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error')).end();
    });
    if (outcome === 'ECONNREFUSED') break;
    if (outcome === '200') {
      answered += 1;
      onAnswer();
    } else lost.push(outcome);
  }
  agent.destroy();
  return { answered, lost };
}

test('SIGTERM under load: no request in flight is lost, exit 0 within 15 s; what serves has a small young heap', async () => {
  await using place = await newWorkplace();
  await using server = await startServer(place, bare);
  // Only Linux has /proc.
  if (process.platform === 'linux') assert.match(servingLine(server), /--max-semi-space-size=8/);
  const { key } = await makeKey(place, '0');
  const startedMs = performance.now();
  const isLate = () => performance.now() - startedMs > 20_000;
  const isUnderWay = Promise.withResolvers<void>();
  let answers = 0;
  const onAnswer = () => {
    answers += 1;
    if (answers === 100) isUnderWay.resolve();
  };
  const clients = Array.from({ length: 16 }, () => loadUntil(server, key, isLate, onAnswer));
  await isUnderWay.promise;
  const stoppedMs = performance.now();
  assert.equal(await server.stop('SIGTERM'), 0);
  assert.ok(performance.now() - stoppedMs < 15_000);
  for (const { answered, lost } of await Promise.all(clients)) {
    assert.deepEqual(lost, []);
    assert.ok(answered > 0);
  }
});

test('told to end, with a delay: /readyz says so to new connections, which are answered, and a second signal ends it at once', async () => {
  await using place = await newWorkplace();
  await using server = await startServer(place, bare, { CARDSTOCK_STOP_DELAY_S: '120' });
  const { key } = await makeKey(place, '0');
  const ended = server.stop('SIGTERM');
  const isNew = { connection: 'close' };
  while ((await get(server, '/readyz', key, isNew)).status !== 503);
  const answer = await get(server, '/v1/cards', key);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('connection'), 'close');
  server.child.kill('SIGTERM');
  assert.equal(await ended, 143);
});

suite('budgets in Redis', { skip: redisServerMissing }, () => {
  /** Sends `each` requests of every kind in turn to each server; what is admitted has the status of its kind. */
  const statusesOf = async (servers: Server[], key: string, each: number) => {
    const asked = servers.flatMap((server) =>
      Array.from({ length: each }, async (_, at) => {
        const [path, headers, right] = kinds[at % kinds.length] ?? ['', {}, 0];
        const { status } = await get(server, path, key, headers);
        assert.ok(status === right || status === 429, `${path} answered ${status}`);
        return status;
      }),
    );
    return Promise.all(asked);
  };
  const admitted = (statuses: number[]) => statuses.filter((status) => status !== 429).length;

  test('exactly N of N + k requests to four processes are admitted, of any mix of 200, 304, 400 and 404', async () => {
    await using redis = await newRedis();
    await using place = await newWorkplace();
    const env = { REDIS_URL: redis.url };
    const servers: Server[] = [];
    for (let i = 0; i < 4; i += 1) servers.push(await startServer(place, bare, env));
    try {
      const { key } = await makeKey(place, '6');
      const statuses = await statusesOf(servers, key, 20);
      assert.equal(admitted(statuses), 6);
    } finally {
      for (const server of servers) await server[Symbol.asyncDispose]();
    }
  });

  test('Redis lost: no 5xx, never unlimited, said in health, shared again when it is back', async () => {
    await using redis = await newRedis();
    await using place = await newWorkplace();
    await using server = await startServer(place, bare, { REDIS_URL: redis.url });
    const health = async () =>
      (await (await get(server, '/health', '')).json()) as {
        status: string;
        tasks: { name: string; status: string }[];
      };
    const budgets = async () => (await health()).tasks.find(({ name }) => name === 'budgets')?.status;
    const { key } = await makeKey(place, '5');
    assert.equal(await budgets(), 'ok');
    await redis.kill();
    const statuses = await statusesOf([server], key, 30);
    assert.equal(admitted(statuses), 5);
    assert.equal((await health()).status, 'degraded');
    assert.equal(await budgets(), 'late');
    await redis.start();
    const startedMs = performance.now();
    while ((await budgets()) !== 'ok') assert.ok(performance.now() - startedMs < 10_000);
    const { key: other } = await makeKey(place, '5');
    assert.equal(admitted(await statusesOf([server], other, 30)), 5);
  });
});
