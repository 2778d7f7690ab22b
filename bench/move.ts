/** A move of a whole catalog with 90 days of prices to PostgreSQL: how long it takes, and every record compared through the API. */
// Usage: DATABASE_URL=… node bench/move.ts FOLDER [days = 90]; the folder holds compiled cards.json, sets.json, series.json.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { moveStore } from '../src/store/care/move.ts';
import { openMoveTarget, openStore } from '../src/store/engines/open-store.ts';
import type { Store } from '../src/store/store.ts';
import { apiOn } from '../test/support/stages/api.ts';
import { newLocation } from '../test/support/stages/stores.ts';
import { fillWhole } from './full-store.ts';
import { line } from './report.ts';

const [folder = '', daysGiven = '90'] = process.argv.slice(2);
const LAST_DAY = '2026-08-21';
const FIRST_DAY = '2026-05-24';
const READERS = 8;
const LISTS = ['cards', 'series', 'expansions', 'products'];

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function timed<T>(label: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const value = await work();
  line(label, seconds(performance.now() - began));
  return value;
}

/** A digest of every list walked to its end, every card, and every card's prices, as callers get them. */
async function everyAnswer(store: Store, ids: readonly string[]): Promise<{ answers: number; digest: string }> {
  await using api = await apiOn(store, { settings: { cacheMb: 0 }, epochTrustMs: 1000 });
  const digests = new Map<string, string>();
  const read = async (path: string) => {
    let { status, text } = await api.get(path);
    // A machine busy with other things is overload to the service: it asks to be asked again.
    while (status === 429) {
      await sleep(500);
      ({ status, text } = await api.get(path));
    }
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    // Versions count per store only by what was committed; cursors are sealed with the same secret on both.
    digests.set(path, createHash('sha1').update(text).digest('base64'));
    return text;
  };
  for (const list of LISTS) {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: string = `/v1/${list}?limit=200&include=prices${cursor && `&cursor=${cursor}`}`;
      cursor = (JSON.parse(await read(page)) as { data: { next_cursor: string | null } }).data.next_cursor;
    }
  }
  const queue = ids.values();
  const readAll = async () => {
    for (const id of queue) {
      const card = `/v1/cards/${encodeURIComponent(id)}`;
      await read(card);
      await read(`${card}/prices?from=${FIRST_DAY}&to=${LAST_DAY}`);
    }
  };
  await Promise.all(Array.from({ length: READERS }, readAll));
  const all = [...digests].sort().join();
  return { answers: digests.size, digest: createHash('sha256').update(all).digest('base64url').slice(0, 22) };
}

await using source = await newLocation('sqlite');
await using target = await newLocation('postgres');
await using back = await newLocation('sqlite');
const from = await openStore(source.location);
const ids = await timed('filled', () => fillWhole(from, folder, Number(daysGiven), LAST_DAY));
const before = await timed('every answer of SQLite', () => everyAnswer(from, ids));
const quiet = () => undefined;
const half = await openMoveTarget(target.location);
const tables = await timed(`moved to PostgreSQL and compared`, () => moveStore({ from, to: half, onProgress: quiet }));
for (const { table, rows } of tables) if (rows > 1000) line(`  ${table}`, `${rows} rows`);
await half.close();
const moved = await openStore(target.location);
const after = await timed('every answer of PostgreSQL', () => everyAnswer(moved, ids));
line(
  `${before.answers} answers before, ${after.answers} after`,
  before.digest === after.digest ? 'identical' : 'DIFFERENT',
);
const returned = await openMoveTarget(back.location);
await timed('moved back to SQLite and compared', () => moveStore({ from: moved, to: returned, onProgress: quiet }));
await Promise.all([from.close(), moved.close(), returned.close()]);
