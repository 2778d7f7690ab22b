/** Pages of the feed as they are asked for: where a cursor goes on, and nobody waits past an event that comes meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEvents } from '../../src/api/catalog/events.ts';
import { cursorsSealedWith } from '../../src/api/cursors.ts';
import type { RouteRequest } from '../../src/api/request.ts';
import type { DeployedGame } from '../../src/games/game.ts';
import { addEvents, numberEvents } from '../../src/store/events/events.ts';
import { newStore } from '../support/stages/stores.ts';

test('an event that comes right behind an empty page ends its wait', { timeout: 15_000 }, async () => {
  await using place = await newStore('sqlite');
  const { store } = place;
  const now = new Date().toISOString();
  const event = { id: 'late', name: 'game.cards.deleted', created_at: now, group_id: 'group', body: '{"id":"late"}' };
  const pages = new Set<unknown>();
  const reads = store.reads.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (JSON.stringify(node).includes('octet_length')) pages.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (pages.has(queryId) && pages.size === 1) {
        await store.write((writes) => addEvents(writes, [event]));
        await numberEvents(store, now, () => false);
      }
      return result;
    },
  });
  const context = { cursors: cursorsSealedWith(Buffer.alloc(32)), games: [], isStopping: () => false };
  const request = { params: {}, query: { wait: '30' } } as unknown as RouteRequest;
  const page = await listEvents(request, { store: { ...store, reads }, ...context });
  assert.match(String(page), /"late"/);
});

test('a stop of the process ends a wait with what it has', { timeout: 15_000 }, async () => {
  await using place = await newStore('sqlite');
  const cursors = cursorsSealedWith(Buffer.alloc(32));
  const endsAtMs = performance.now() + 300;
  const isStopping = () => performance.now() > endsAtMs;
  const request = { params: {}, query: { wait: '30' } } as unknown as RouteRequest;
  const page = await listEvents(request, { store: place.store, cursors, games: [], isStopping });
  assert.match(String(page), /"items":\[\],"next_cursor":null/);
});

test('a cursor goes on where it was given, and of another game the first page comes', async () => {
  await using place = await newStore('sqlite');
  const { store } = place;
  const now = new Date().toISOString();
  const events = ['frost', 'ember', 'ember', 'frost'].map((game, at) => {
    const event = { id: `${game}-${at}`, name: `${game}.cards.deleted`, created_at: now };
    return { ...event, group_id: 'group', body: JSON.stringify(event) };
  });
  await store.write((writes) => addEvents(writes, events));
  await numberEvents(store, now, () => false);
  const games = ['ember', 'frost'].map((name) => ({ name, languages: ['en'] })) as unknown as DeployedGame[];
  const context = { store, cursors: cursorsSealedWith(Buffer.alloc(32)), games, isStopping: () => false };
  const page = async (query: object) => {
    const request = { params: {}, query } as unknown as RouteRequest;
    const { items, next_cursor } = JSON.parse(String(await listEvents(request, context)));
    return { ids: items.map(({ id }: { id: string }) => id), cursor: next_cursor };
  };
  const first = await page({ game: 'ember', limit: '1' });
  assert.deepEqual(first.ids, ['ember-1']);
  assert.deepEqual((await page({ game: 'ember', cursor: first.cursor })).ids, ['ember-2']);
  assert.deepEqual((await page({ game: 'frost', cursor: first.cursor })).ids, ['frost-0', 'frost-3']);
});
