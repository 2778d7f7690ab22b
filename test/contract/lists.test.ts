/** The rules that the four lists share: limit, cursor, filters. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { routes } from '../../src/api/routes.ts';
import { catalogFolder, tinyCard, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { type TestApi, tinyApi } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';

interface Page {
  items: { id: string | number; expansion_id?: string; [field: string]: unknown }[];
  next_cursor: string | null;
}

const lists = routes
  .filter(({ path }) => /^\/v1\/(cards|series|expansions|products)$/.test(path))
  .map(({ path }) => path);

async function walk(api: TestApi, path: string): Promise<Page['items']> {
  const items: Page['items'] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const joint = path.includes('?') ? '&' : '?';
    const page: Page = await api.data(cursor === '' ? path : `${path}${joint}cursor=${encodeURIComponent(cursor)}`);
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return items;
}

suite('GET lists', () => {
  test('limit defaults to 50; a larger one than 200 is clamped, not rejected', async () => {
    await using api = await tinyApi(tinyCatalog(80));
    const size = async (query: string) => (await api.data<Page>(`/v1/cards${query}`)).items.length;
    assert.equal(await size(''), 50);
    assert.equal(await size('?limit=200'), 200);
    assert.equal(await size('?limit=201'), 200);
    assert.equal(await size('?limit=99999999999999999999'), 200);
    assert.equal(await size('?limit=0'), 1);
    assert.equal(await size('?limit=-5'), 1);
    assert.equal(await size('?limit=7'), 7);
  });

  test('a limit that is not an integer falls back to 50', async () => {
    await using api = await tinyApi(tinyCatalog(80));
    for (const limit of ['abc', '12.7', '10abc', '', '1e2', '0x10', '%20', 'NaN', encodeURIComponent('١٢')]) {
      assert.equal((await api.data<Page>(`/v1/cards?limit=${limit}`)).items.length, 50, limit);
    }
  });

  test('a parameter given twice counts once, the last one; unknown ones are ignored', async () => {
    await using api = await tinyApi();
    assert.equal((await api.data<Page>('/v1/cards?limit=3&limit=5&nonsense=1&__proto__=2')).items.length, 5);
  });

  test('the cursor walks the whole list once, at any page size', async () => {
    await using api = await tinyApi(tinyCatalog(80));
    for (const path of lists) {
      const whole = (await walk(api, `${path}?limit=200`)).map(({ id }) => id);
      for (const limit of [1, 7, 50]) {
        if (limit === 1 && whole.length > 50) continue;
        assert.deepEqual(
          (await walk(api, `${path}?limit=${limit}`)).map(({ id }) => id),
          whole,
          path,
        );
      }
    }
  });

  test('pages of one expansion hold each card once where numbers are shared, by number and id', async () => {
    const catalog = tinyCatalog(4);
    // Against the order of their ids, and one that is as good as a longer one.
    const shared = ['c', 'a', 'e', 'b', 'd'].map((end) => ({ ...tinyCard('ember1', 2), id: `ember1-2${end}` }));
    catalog.cards.push(...shared, { ...tinyCard('ember1', 1), id: 'ember1-x' });
    await using api = await tinyApi(catalog);
    const ends = ['1', 'x', '2', '2a', '2b', '2c', '2d', '2e', '3', '4'];
    for (const limit of [1, 2, 3, 200]) {
      for (const asked of ['', '&sort=catalog', '&rarity=Common']) {
        const items = await walk(api, `/v1/cards?expansion_id=ember1&limit=${limit}${asked}`);
        assert.deepEqual(
          items.map(({ id }) => id),
          ends.map((end) => `ember1-${end}`),
          `${limit}${asked}`,
        );
      }
    }
  });

  test('limit and include may change during a walk', async () => {
    await using api = await tinyApi();
    const first = await api.data<Page>('/v1/cards?limit=5');
    const next = await api.data<Page>(`/v1/cards?limit=3&include=prices&cursor=${first.next_cursor}`);
    const whole = await api.data<Page>('/v1/cards?limit=8');
    assert.deepEqual(
      [...first.items, ...next.items].map(({ id }) => id),
      whole.items.map(({ id }) => id),
    );
  });

  test('a cursor this endpoint did not issue is ignored and the first page is returned', async () => {
    await using api = await tinyApi();
    const first = await api.data<Page>('/v1/cards?limit=3');
    const own = first.next_cursor ?? '';
    const foreign = [
      (await api.data<Page>('/v1/expansions?limit=1')).next_cursor ?? '',
      (await api.data<Page>('/v1/cards?limit=3&expansion_id=ember1')).next_cursor ?? '',
      `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`,
      `${own}AAAA`,
      own.slice(0, 10),
      Buffer.from('["a","b","c","d"]').toString('base64url'),
      'garbage',
      '',
      '!!!',
      'x'.repeat(9000),
      `${own}%0A`,
    ];
    for (const cursor of foreign) {
      assert.deepEqual(await api.data<Page>(`/v1/cards?limit=3&cursor=${cursor}`), first, cursor);
    }
  });

  test('next_cursor is null on the last page', async () => {
    await using api = await tinyApi();
    assert.equal((await api.data<Page>('/v1/cards?limit=36')).next_cursor, null);
    assert.notEqual((await api.data<Page>('/v1/cards?limit=35')).next_cursor, null);
  });

  test('a filter matching nothing gives an empty page, never 404', async () => {
    await using api = await tinyApi();
    for (const path of [
      '/v1/cards?expansion_id=none',
      '/v1/expansions?series_id=none',
      '/v1/products?expansion_id=none',
    ]) {
      assert.deepEqual(await api.data<Page>(path), { items: [], next_cursor: null });
    }
    assert.deepEqual((await api.data<Page>('/v1/cards?expansion_id=')).items, []);
  });

  test('expansion_id filters the cards, series_id the expansions', async () => {
    await using api = await tinyApi();
    const cards = await walk(api, '/v1/cards?expansion_id=ember2&limit=5');
    assert.equal(cards.length, 12);
    assert.ok(cards.every((card) => card.expansion_id === 'ember2'));
    const expansions = await walk(api, '/v1/expansions?series_id=ember');
    assert.deepEqual(
      expansions.map(({ id }) => id),
      ['ember1', 'ember2'],
    );
  });

  test('expansion_id goes on filtering under an id that upstream renamed', async () => {
    await using api = await tinyApi();
    const catalog = tinyCatalog();
    for (const set of catalog.sets) if (set.id === 'ember2') set.id = 'em02';
    for (const card of catalog.cards) if (card.set.id === 'ember2') card.set.id = 'em02';
    await using folder = await catalogFolder(catalog);
    await runCatalog(api.store, folder.files);
    const ids = async (id: string) => (await walk(api, `/v1/cards?expansion_id=${id}`)).map((card) => card.id);
    assert.equal((await ids('em02')).length, 12);
    assert.deepEqual(await ids('em02'), await ids('ember2'));
  });

  test('series_id goes on filtering under an id that upstream renamed', async () => {
    await using api = await tinyApi();
    const catalog = tinyCatalog();
    for (const series of catalog.series) if (series.id === 'ember') series.id = 'em';
    for (const { serie } of catalog.sets) if (serie.id === 'ember') serie.id = 'em';
    await using folder = await catalogFolder(catalog);
    await runCatalog(api.store, folder.files);
    for (const query of ['', '&q=ember']) {
      const ids = async (id: string) =>
        (await walk(api, `/v1/expansions?series_id=${id}${query}`)).map((row) => row.id);
      assert.equal((await ids('em')).length, 2);
      assert.deepEqual(await ids('em'), await ids('ember'));
    }
    assert.deepEqual(await api.data('/v1/series/em'), await api.data('/v1/series/ember'));
  });

  test('a summary carries no metadata and no variants, and prices only when asked for', async () => {
    await using api = await tinyApi();
    const [row] = (await api.data<Page>('/v1/cards?limit=1&include=stock,unknown')).items;
    assert.deepEqual(Object.keys(row ?? {}).sort(), [
      'expansion_id',
      'game',
      'id',
      'image',
      'name',
      'number',
      'number_normalized',
      'rarity',
    ]);
  });
});
