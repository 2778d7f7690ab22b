/** A page of a search whose index is older than the store by a moment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Paging, searchPage } from '../../../src/api/catalog/list.ts';
import { cursorsSealedWith } from '../../../src/api/cursors.ts';
import type { Hit, SearchRequest } from '../../../src/search/search-index.ts';

test('rows that went, or went to another game, leave their places to the next: a page is full, and the walk goes on', async () => {
  const hits = Array.from({ length: 9 }, (_, at): Hit => ({ id: `card-${at}`, score: 1 }));
  const search = (_: string, { after, limit = 0 }: SearchRequest) => {
    const from = hits.findIndex(({ id }) => id === after?.id) + 1;
    return hits.slice(from, from + limit);
  };
  const context = { cursors: cursorsSealedWith(Buffer.alloc(32)), search: { index: async () => ({ search }) } };
  const game = (id: string) => (id === 'card-2' ? 'other' : 'game');
  const rowsByIds = async (ids: readonly string[]) =>
    new Map(ids.filter((id) => id !== 'card-1').map((id) => [id, { id, game: game(id) }]));
  const pages: string[][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit: '3', ...(cursor && { cursor }) };
    const wanted = { list: 'cards', q: 'card', game: 'game', rowsByIds } as const;
    const page = await searchPage(context as unknown as Paging, query, wanted);
    pages.push(page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  assert.deepEqual(pages, [['card-0', 'card-3', 'card-4'], ['card-5', 'card-6', 'card-7'], ['card-8']]);
});
