/** Waiting at the feed: nobody waits past an event that comes while the empty page before it is read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEvents } from '../../src/api/catalog/events.ts';
import { cursorsSealedWith } from '../../src/api/cursors.ts';
import type { RouteRequest } from '../../src/api/request.ts';
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
