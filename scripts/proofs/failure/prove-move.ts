/** Proves that a move killed at any instant, and run again, ends as an unbroken one, in both directions. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { moveStore } from '../../../src/store/maintenance/move.ts';
import { counterOf, fingerprintOf, tablesOf } from '../../../src/store/maintenance/whole-tables.ts';
import { cursorSecret } from '../../../src/store/meta.ts';
import { openMoveTarget, openStore } from '../../../src/store/open-store.ts';
import { insertRows } from '../../../src/store/rows.ts';
import type { Store, StoreLocation } from '../../../src/store/store.ts';
import { newWorkplace } from '../../../test/support/processes/command.ts';
import { newPostgresServer, postgresProgramsMissing } from '../../../test/support/servers/postgres-server.ts';
import { catalogFolder, tinyCatalog } from '../../../test/support/sources/tiny-catalog.ts';
import { runCatalog } from '../../../test/support/stages/ingest.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/cardstock.js', import.meta.url));
/** Shares of the rows after which a move is killed, each attempt further on: before the first, among them, while they are compared. */
const KILLED_AT = [0, 0.02, 0.2, 0.5, 0.8, 0.97, 1];
/** What takes a move its time, and so what its progress is seen by. */
const LARGE = ['price_months', 'events', 'deliveries'] as const;
const MONTHS = 20_000;
const EVENTS = 3000;
const ROWS_AT_ONCE = 500;
const STARTING_MS = 400;
const LOOK_EVERY_MS = 5;

const print = (line: string) => process.stdout.write(`${line}\n`);

const batches = (rows: number) => Array.from({ length: rows / ROWS_AT_ONCE }, (_, at) => at * ROWS_AT_ONCE);
const batchOf = <Row>(start: number, row: (at: number) => Row) =>
  Array.from({ length: ROWS_AT_ONCE }, (_, at) => row(start + at));

/** A catalog, and by the thousand: months of history, events, and deliveries that are still to be made. */
async function fill(store: Store): Promise<void> {
  await using folder = await catalogFolder(tinyCatalog());
  const { outcome, reason } = await runCatalog(store, folder.files);
  assert.equal(outcome, 'succeeded', reason ?? '');
  // A store that was served from has it; a move makes it where it is missing, to know the source again.
  await cursorSecret(store);
  const at = '2026-01-01T00:00:00.000Z';
  const subscription = { id: 'sub_1', url: 'https://example.com', patterns: '["game.*"]', allow_private: 0 };
  await store.write(async (writes) => {
    const rest = {
      state: 'active',
      secret: 'sealed',
      created_at: at,
      format: 'standard',
      ordered: 0,
      watch: '',
    } as const;
    await insertRows(writes, 'subscriptions', [{ ...subscription, ...rest }]);
    for (const start of batches(MONTHS)) {
      const months = batchOf(start, (month) => ({ key: 2 ** 40 + month, body: randomBytes(300) }));
      await insertRows(writes, 'price_months', months);
    }
    for (const start of batches(EVENTS)) {
      const event = { name: 'game.cards.updated', created_at: at, group_id: 'g' };
      const body = randomBytes(400).toString('hex');
      const events = batchOf(start, (n) => ({ ...event, id: `event-${n}`, body: `${n} ${body}`, position: 1000 + n }));
      await insertRows(writes, 'events', events);
      const delivery = { subscription_id: 'sub_1', state: 'pending', attempts: 0, due_at: at } as const;
      await insertRows(
        writes,
        'deliveries',
        batchOf(start, (n) => ({ ...delivery, position: 1000 + n })),
      );
    }
  });
}

/** Every table with its rows and their digest, and the last number it gave out. */
async function contentOf(store: Store) {
  const content: Record<string, { rows: number; digest: string; counter: number }> = {};
  for (const table of (await tablesOf(store)).keys()) {
    content[table] = { ...(await fingerprintOf(store, table)), counter: await counterOf(store, table) };
  }
  return content;
}

interface Direction {
  name: string;
  directory: string;
  from: StoreLocation;
  /** For the move that is killed, and for the one that is left alone. */
  to: StoreLocation;
  toUnbroken: StoreLocation;
}

function startMove({ directory, from }: Direction, to: StoreLocation): ChildProcess {
  const kept = Object.entries(process.env).filter(([name]) => !/^(CARDSTOCK_|DATABASE_|REDIS_|NODE_)/.test(name));
  const url = from.databaseUrl === undefined ? {} : { DATABASE_URL: from.databaseUrl };
  const env = { ...Object.fromEntries(kept), CARDSTOCK_DATA: from.dataDir, ...url };
  const args = [PROGRAM, 'db', 'move', '--to', to.databaseUrl ?? to.dataDir, '--json'];
  return spawn(process.execPath, args, { cwd: directory, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function rowsIn({ reads }: Store): Promise<number> {
  let rows = 0;
  for (const table of LARGE) {
    const { count } = await reads
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    rows += Number(count);
  }
  return rows;
}

/** Starts the move and kills it once this share of the rows is there. */
async function killAt(direction: Direction, share: number, total: number): Promise<{ rows: number; isOver: boolean }> {
  const watched = await openMoveTarget(direction.to);
  const child = startMove(direction, direction.to);
  const ended = once(child, 'exit');
  while (share > 0 && child.exitCode === null && (await rowsIn(watched)) < share * total) await sleep(LOOK_EVERY_MS);
  // Of the first nothing shows: it is killed while it starts.
  if (share === 0) await sleep(STARTING_MS);
  child.kill('SIGKILL');
  const [code] = await ended;
  assert.ok(code === null || code === 0, `the move ended with ${code}`);
  const rows = await rowsIn(watched);
  await watched.close();
  // On a busy machine it may have ended before it was seen to be near its end.
  const isOver = await openStore(direction.to).then(
    (store) => store.close().then(() => rows > 0),
    (error) => assert.match(error.message, /not finished/),
  );
  return { rows, isOver: isOver === true };
}

async function prove(direction: Direction): Promise<void> {
  const { name, to, toUnbroken } = direction;
  const from = await openStore(direction.from);
  const before = await contentOf(from);
  const total = await rowsIn(from);
  let isOver = false;
  for (const share of KILLED_AT) {
    if (isOver) continue;
    const killed = await killAt(direction, share, total);
    isOver = killed.isOver;
    print(`${name}: killed with ${killed.rows} of ${total} rows there${isOver ? ', when all was done' : ''}`);
  }
  if (!isOver) assert.equal((await once(startMove(direction, to), 'exit'))[0], 0);
  const unbroken = await openMoveTarget(toUnbroken);
  await moveStore({ from, to: unbroken, onProgress: () => undefined });
  const moved = await openStore(to);
  const [content, other] = [await contentOf(moved), await contentOf(unbroken)];
  assert.deepEqual(content, other, 'the killed move came to something else than the unbroken one');
  assert.deepEqual(content, before, 'what was moved is not what was there');
  assert.deepEqual(await contentOf(from), before, 'the source was touched');
  for (const table of LARGE) assert.ok((content[table]?.rows ?? 0) >= EVENTS);
  const rows = Object.values(content).reduce((sum, table) => sum + table.rows, 0);
  print(
    `${name}: run again, ${rows} rows of ${Object.keys(content).length} tables equal to those of an unbroken move; source untouched`,
  );
  await Promise.all([from.close(), unbroken.close(), moved.close()]);
}

if (postgresProgramsMissing) print(`left out: ${postgresProgramsMissing}`);
else {
  await using place = await newWorkplace();
  await using first = await newPostgresServer();
  const { directory } = place;
  const embedded = { dataDir: join(directory, 'data') };
  const database = async (name: string): Promise<StoreLocation> => {
    const url = new URL(first.url);
    const client = new pg.Client({ connectionString: first.url });
    await client.connect();
    await client.query(`create database ${name}`).finally(() => client.end());
    url.pathname = `/${name}`;
    return { dataDir: join(directory, name), databaseUrl: url.href };
  };
  const store = await openStore(embedded);
  await fill(store);
  await store.close();
  const server = await database('moved');
  const there = { from: embedded, to: server, toUnbroken: await database('unbroken') };
  await prove({ name: 'to PostgreSQL', directory, ...there });
  const back = { to: { dataDir: join(directory, 'back') }, toUnbroken: { dataDir: join(directory, 'back-unbroken') } };
  await prove({ name: 'back to SQLite', directory, from: server, ...back });
}
