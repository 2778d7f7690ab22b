/** Proves that a disk of 40 MB that fills up during ingest, deliveries and key creation loses nothing, is told, and needs no restart. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from '../../../src/api/health.ts';
import type { Run } from '../../../src/store/runs.ts';
import { differences, Mirror } from '../../../test/support/oracles/mirror.ts';
import { newWorkplace, run, type Server, startServer } from '../../../test/support/processes/command.ts';
import { CTRL_C, openTerminal } from '../../../test/support/processes/terminal.ts';
import { listening } from '../../../test/support/servers/listening.ts';
import { catalogFolder, tinyCatalog } from '../../../test/support/sources/tiny-catalog.ts';

const DISK_MB = 40;
const CARDS_PER_SET = 400;
/** Rounds of a changed catalog and keys: with room, on the full disk, and after. */
const ROUNDS = 6;
const KEYS_A_ROUND = 25;
const WAIT_MS_MAX = 60_000;
const ENTITIES = ['cards', 'expansions', 'series', 'products'] as const;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** A disk of its own; undefined where this user may not mount one. */
function smallDisk(): ({ path: string } & Disposable) | undefined {
  const path = mkdtempSync(join(tmpdir(), 'cardstock-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  return {
    path,
    [Symbol.dispose]: () => {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}

/** Takes all the room that is left, but for `bytes`. */
function fill(disk: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  try {
    appendFileSync(join(disk, 'fill'), Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
  } catch (error) {
    // The service took some of it meanwhile.
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + WAIT_MS_MAX;
  while (!(await isSo())) {
    assert.ok(Date.now() < limit, `waited in vain until ${what}`);
    await sleep(200);
  }
}

/** What an operator sees and asks for. */
class Operator {
  #server: Server;
  readonly #key: string;
  /** Ids of keys that were acknowledged. */
  readonly keys: string[] = [];
  readonly refused = { keys: 0, runs: 0 };

  constructor(server: Server, key: string) {
    this.#server = server;
    this.#key = key;
  }

  /** Speaks to another server of the same store from now on. */
  follow(server: Server): void {
    this.#server = server;
  }

  stop(signal: NodeJS.Signals): Promise<number | null> {
    return this.#server.stop(signal);
  }

  async read<Data>(path: string): Promise<Data> {
    const answer = await this.#ask('GET', path);
    assert.equal(answer.status, 200, `${path}: reads go on`);
    return ((await answer.json()) as { data: Data }).data;
  }

  async lines(entity: string): Promise<string[]> {
    const text = await (await this.#ask('GET', `/export/${entity}.ndjson`)).text();
    return text.trimEnd().split('\n').slice(1, -1);
  }

  async health(): Promise<Health> {
    return (await (await this.#ask('GET', '/health')).json()) as Health;
  }

  async createKeys(): Promise<void> {
    for (let count = 0; count < KEYS_A_ROUND; count += 1) {
      const answer = await this.#ask('POST', '/admin/keys', { name: 'k', scopes: ['read'] });
      if (answer.status === 201) this.keys.push(((await answer.json()) as { data: { id: string } }).data.id);
      else this.refused.keys += 1;
    }
  }

  /** Runs the catalog, and waits until nothing is under way; true when it was recorded as succeeded. */
  async ingest(): Promise<boolean> {
    const newest = async () => (await this.read<{ items: Run[] }>('/admin/runs?limit=1')).items[0];
    const faults = () => this.#server.output().split('ingest fault').length;
    const [before, faultsBefore] = [(await newest())?.id, faults()];
    let answer: Response | undefined;
    await until('the run before it has been let go of', async () => {
      answer = await this.#ask('POST', '/admin/runs', { source: 'catalog' });
      return answer.status !== 400;
    });
    if (answer?.status !== 202) {
      this.refused.runs += 1;
      return false;
    }
    await until('a run has ended, or was told as one that could not be recorded', async () => {
      const last = await newest();
      if (last !== undefined && last.id !== before && last.outcome !== 'running') return true;
      return faults() > faultsBefore;
    });
    const last = await newest();
    return last?.id !== before && last?.outcome === 'succeeded';
  }

  #ask(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return fetch(`${this.#server.announced.listening}${path}`, { method, headers, ...sent });
  }
}

/** A subscriber that keeps the ids of what it took. */
async function subscriber() {
  const taken = new Set<string>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      taken.add(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    });
  });
  return { taken, ...(await listening(server)) };
}

/** Every event of the feed, in its order. */
async function feed(operator: Operator) {
  const events: { id: string; name: string; data: Record<string, unknown> }[] = [];
  for (;;) {
    const after = events.at(-1)?.id;
    const path = `/v1/events?limit=100${after === undefined ? '' : `&after=${after}`}`;
    const { items } = await operator.read<{ items: typeof events }>(path);
    if (items.length === 0) return events;
    events.push(...items);
  }
}

interface KeyPage {
  items: { id: string }[];
  next_cursor: string | null;
}

async function nothingIsLost(operator: Operator, taken: ReadonlySet<string>): Promise<void> {
  const events = await feed(operator);
  await until('every event was delivered', async () => events.every(({ id }) => taken.has(id)));
  const mirror = new Mirror();
  for (const event of events) mirror.apply(event);
  const shown: Record<string, never[]> = {};
  for (const entity of ENTITIES)
    shown[entity] = (await operator.lines(entity)).map((line) => JSON.parse(line) as never);
  assert.deepEqual(differences(mirror, shown as never), [], 'what events told is what reads show');
  const known = new Set<string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: KeyPage = await operator.read(`/admin/keys?limit=200&cursor=${cursor}`);
    for (const { id } of page.items) known.add(id);
    cursor = page.next_cursor;
  }
  assert.deepEqual(
    operator.keys.filter((id) => !known.has(id)),
    [],
    'every key that was acknowledged is there',
  );
  say(
    `  ${operator.keys.length} keys acknowledged, all there; ${events.length} events, all delivered, and a copy kept by them equals the reads`,
  );
}

using disk = smallDisk();
if (disk === undefined) say('left out: needs to mount a disk of its own');
else {
  await using place = await newWorkplace();
  await using folder = await catalogFolder(tinyCatalog(CARDS_PER_SET));
  await using hooks = await subscriber();
  const sources = { catalog: { adapter: 'tcgdex', files: folder.files, every: '30d' } };
  writeFileSync(
    join(place.directory, 'cardstock.config.json'),
    JSON.stringify({ sources, data: join(disk.path, 'data') }),
  );
  const asked = [
    'subscriptions',
    'create',
    '--url',
    `${hooks.base}/`,
    '--events',
    'game.*',
    '--allow-private',
    '--json',
  ];
  assert.equal((await run(place, asked)).code, 0);
  const made = await run(place, ['keys', 'create', '--name', 'op', '--scope', 'read,admin', '--rate', '0', '--json']);
  await using server = await startServer(place);
  const operator = new Operator(server, (JSON.parse(made.stdout) as { key: string }).key);
  const row = async (name: string) => (await operator.health()).tasks.find((task) => task.name === name);
  let edition = 0;
  const round = async () => {
    edition += 1;
    const catalog = tinyCatalog(CARDS_PER_SET);
    for (const card of catalog.cards) card.illustrator = `Edition ${edition}`;
    await folder.write(catalog);
    const [isTaken] = await Promise.all([operator.ingest(), operator.createKeys()]);
    return isTaken;
  };

  await until('the first run is over', async () => (await row('catalog'))?.last_success_at !== null);
  for (let times = 0; times < ROUNDS; times += 1) assert.ok(await round());
  assert.deepEqual(operator.refused, { keys: 0, runs: 0 });
  assert.match((await row('disk'))?.last_error ?? '', /MB are free/, 'told before it is gone');
  say(`with room: ${ROUNDS} runs taken, ${operator.keys.length} keys, ${(await row('disk'))?.last_error}`);

  fill(disk.path, 256 * 1024);
  let taken = 0;
  for (let times = 0; times < ROUNDS; times += 1) {
    if (await round()) taken += 1;
    fill(disk.path, 0);
  }
  let told: string | null | undefined;
  // A small write may find room in what the log had before, and is then the newest word.
  await until('/health names the store', async () => {
    await operator.createKeys();
    told = (await row('store'))?.last_error;
    return told !== undefined;
  });
  assert.match(told ?? '', /full|cannot be written/);
  assert.ok(operator.refused.keys > 0, 'the disk was full when keys were asked for');
  const ended = ROUNDS - taken - operator.refused.runs;
  say(
    `full: ${taken} runs taken, ${operator.refused.runs} refused, ${ended} ended and told; ${operator.refused.keys} keys refused`,
  );
  say(`  /health: ${told}`);

  rmSync(join(disk.path, 'fill'));
  await until('a run is taken again', round);
  await until('the store is well again', async () => (await row('store')) === undefined);
  const { items } = await operator.read<{ items: Run[] }>('/admin/runs?limit=50');
  assert.deepEqual(
    items.filter(({ outcome }) => outcome === 'running'),
    [],
    'no run is left open',
  );
  say('freed: runs and keys are taken again without a restart');
  await nothingIsLost(operator, hooks.taken);

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    fill(disk.path, 0);
    await operator.createKeys();
    const code = await operator.stop(signal);
    assert.equal(code, signal === 'SIGTERM' ? 0 : null);
    // A clean end gives the log's room back.
    fill(disk.path, 0);
    const terminal = openTerminal(place, ['serve', '--port', '0']);
    await terminal.until(/Health/);
    terminal.type(CTRL_C);
    assert.equal(await terminal.ended, 0);
    assert.match(
      terminal.shown(),
      /Console +(http|none while nothing can be recorded)/,
      'a person sees where it listens',
    );
    fill(disk.path, 0);
    await using again = await startServer(place);
    operator.follow(again);
    assert.equal((await operator.lines('cards')).length, 3 * CARDS_PER_SET, 'reads are served');
    const says = (await row('store'))?.last_error ?? (await row('disk'))?.last_error;
    say(`started again on the full disk after ${signal}: reads are served; /health: ${says}`);
    rmSync(join(disk.path, 'fill'));
    await until('keys are taken again', async () => {
      const before = operator.keys.length;
      await operator.createKeys().catch(() => undefined);
      return operator.keys.length > before;
    });
    await nothingIsLost(operator, hooks.taken);
    await operator.stop('SIGTERM');
    operator.follow(await startServer(place));
  }
  await operator.stop('SIGTERM');
}
