/** Many days of prices at once: how many go in one transaction, for which others that write wait. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SCOPE } from '../../../src/catalog/scope.ts';
import { documentLedger } from '../../../src/ingest/document-ledger.ts';
import { priceRun } from '../../../src/ingest/marketplaces/day-walk.ts';
import type { ReadyDay } from '../../../src/ingest/prices/price-publication.ts';
import type { Publication, RunContext } from '../../../src/ingest/source.ts';
import { SourceClock } from '../../../src/upstream/source-clock.ts';
import { GAME } from '../../support/stages/game.ts';
import { newStore } from '../../support/stages/stores.ts';

/** Of each transaction the days, when each day prices so many cards. */
async function portions(size: number): Promise<number[]> {
  await using place = await newStore('sqlite');
  const days = { from: '2026-01-01', to: '2026-02-28' };
  let read = 0;
  const now = () => new Date('2026-03-01T12:00:00Z');
  const context: RunContext = {
    documents: documentLedger({ name: 'usd' }, () => Promise.reject(new Error('not in this test')), now),
    ...{ store: place.store, scope: DEFAULT_SCOPE, game: GAME, isReconfigured: false },
    read: () => Promise.reject(new Error('not in this test')),
    task: { name: 'usd', last_rows: null } as RunContext['task'],
    options: { acceptPrune: false, days, scheduled: false },
    now,
    forgotten: new Set(),
    clock: new SourceClock(now),
    onProgress: () => undefined,
  };
  const cards = new Map(Array.from({ length: size }, (_, at) => [at, []]));
  const open = async () => async (stamp: string | undefined) => {
    read += 1;
    return { days: [{ cards } as unknown as ReadyDay], rows: 1, duplicates: 0, quarantined: [], stamp: stamp ?? '' };
  };
  const found: number[] = [];
  let publication: Publication = await priceRun(context, { address: 'http://a/{day}', historyDays: 0, open });
  for (let before = 0; ; before = read, publication = await publication.next()) {
    found.push(read - before);
    if (publication.next === undefined) return found;
  }
}

test('a small catalog has a month in one transaction', async () => {
  assert.deepEqual(await portions(100), [31, 28]);
});

test('no transaction has more than 30,000 cards, days counted one by one, but for a day that has more by itself', async () => {
  assert.deepEqual(new Set(await portions(20_000)), new Set([1]));
  assert.deepEqual(new Set(await portions(40_000)), new Set([1]));
  assert.deepEqual(await portions(1500), [20, 20, 19]);
});
