/** The search rules of the specification, over HTTP, on all four lists. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { type TestApi, tinyApi } from '../support/stages/api.ts';

interface Page {
  items: { id: string | number; name: string; score?: number; expansion_id?: string; series_id?: string }[];
  next_cursor: string | null;
}

async function walk(api: TestApi, path: string): Promise<Page['items']> {
  const items: Page['items'] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await api.data(`${path}&cursor=${encodeURIComponent(cursor)}`);
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return items;
}

const LISTS = ['cards', 'series', 'expansions', 'products'];

suite('GET lists with q', () => {
  test('rows come best match first, each with a score from 0 to 1; ties are in order of id', async () => {
    await using api = await tinyApi();
    for (const path of ['/v1/cards?q=glimer+3', '/v1/expansions?q=ember+tde', '/v1/series?q=frsot']) {
      const { items } = await api.data<Page>(`${path}&limit=200`);
      assert.ok(items.length > 0, path);
      for (const { score } of items) assert.ok(score !== undefined && score > 0 && score <= 1, path);
      const sorted = items.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0) || (a.id < b.id ? -1 : 1));
      assert.deepEqual(items, sorted, path);
    }
  });

  test('an exact name scores 1 and a misspelling still finds it; without q there is no score', async () => {
    await using api = await tinyApi();
    const first = async (path: string) => (await api.data<Page>(path)).items[0];
    assert.equal((await first('/v1/expansions?q=EMBER+dawn'))?.score, 1);
    assert.equal((await first('/v1/expansions?q=embre+dawn'))?.id, 'ember1');
    for (const list of LISTS) {
      for (const row of (await api.data<Page>(`/v1/${list}`)).items) assert.ok(!('score' in row), list);
    }
  });

  test('a collector number finds its cards before all others', async () => {
    await using api = await tinyApi();
    for (const q of ['7', '007', '%237', '7/12', '07+/+12']) {
      const { items } = await api.data<Page>(`/v1/cards?q=${q}&limit=3`);
      assert.deepEqual(
        items.map(({ id, score }) => [id, score]),
        [
          ['ember1-7', 1],
          ['ember2-7', 1],
          ['frost1-7', 1],
        ],
        q,
      );
    }
  });

  test('the cursor walks the whole ranked set once, with every filter, whatever the page size', async () => {
    await using api = await tinyApi(tinyCatalog(40));
    for (const path of ['/v1/cards?q=glimmer', '/v1/cards?q=glimmer+4&expansion_id=ember2', '/v1/cards?q=4']) {
      const whole = await api.data<Page>(`${path}&limit=200`);
      assert.equal(whole.next_cursor, null);
      for (const limit of [3, 50]) assert.deepEqual(await walk(api, `${path}&limit=${limit}`), whole.items, path);
    }
  });

  test('q composes with the filters, which leave the scores as they are', async () => {
    await using api = await tinyApi();
    const all = await walk(api, '/v1/cards?q=glimmer+4&limit=200');
    const filtered = await walk(api, '/v1/cards?q=glimmer+4&limit=200&expansion_id=ember2');
    assert.deepEqual(
      filtered,
      all.filter((card) => card.expansion_id === 'ember2'),
    );
    const ofSeries = await walk(api, '/v1/expansions?q=ember&limit=200&series_id=ember');
    assert.deepEqual(new Set(ofSeries.map(({ id }) => id)), new Set(['ember1', 'ember2']));
    assert.deepEqual((await api.data<Page>('/v1/cards?q=glimmer&expansion_id=none')).items, []);
  });

  test('only symbols give an empty page', async () => {
    await using api = await tinyApi();
    for (const list of LISTS) {
      for (const q of ['!!', '%E2%80%94', '%F0%9F%98%80']) {
        assert.deepEqual(await api.data<Page>(`/v1/${list}?q=${q}`), { items: [], next_cursor: null });
      }
    }
  });

  test('an empty q, one of spaces, more than 200 characters, NUL and unpaired surrogates are 400', async () => {
    await using api = await tinyApi();
    for (const list of LISTS) {
      for (const q of ['', '%20', '%20%09', 'a'.repeat(201), '%F0%9F%83%8F'.repeat(201), 'a%00b', '%ED%A0%80']) {
        const { status, body } = await api.get(`/v1/${list}?q=${q}`);
        assert.deepEqual([status, body.error?.code], [400, 'bad_request'], q);
      }
      for (const character of ['a', '%F0%9F%83%8F']) {
        assert.equal((await api.get(`/v1/${list}?q=${character.repeat(200)}`)).status, 200, character);
      }
    }
  });

  test('an answer of the old index is not kept once the new one answers', async () => {
    let versions = { names: 1, games: new Map<string, number>() };
    const first = [{ id: 'ember1-1', score: 1 }];
    const search = {
      index: async () => ({ versions, search: () => (versions.names === 1 ? [] : first) }),
      versions: () => versions,
      stop: async () => undefined,
    };
    await using api = await tinyApi(tinyCatalog(), { search });
    const found = async () => (await api.data<Page>('/v1/cards?q=glimmer')).items.length;
    for (let asked = 0; asked < 3; asked++) assert.equal(await found(), 0);
    versions = { names: 2, games: new Map() };
    assert.equal(await found(), 1);
  });

  test('a cursor of another q, or of the list without q, gives the first page', async () => {
    await using api = await tinyApi();
    const first = await api.data<Page>('/v1/cards?q=glimmer+1&limit=2');
    for (const other of [
      '/v1/cards?q=glimmer+2&limit=2',
      '/v1/cards?limit=2',
      '/v1/cards?q=glimmer+1&limit=2&expansion_id=ember1',
    ]) {
      const { next_cursor } = await api.data<Page>(other);
      assert.deepEqual(await api.data<Page>(`/v1/cards?q=glimmer+1&limit=2&cursor=${next_cursor}`), first, other);
    }
  });
});
