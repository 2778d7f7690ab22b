/** Lists as CSV: the rows of the JSON, their own tag, the next page in Link; columns as docs/csv.md says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { csvHeader } from '../../src/api/answer/csv.ts';
import { routes } from '../../src/api/routes.ts';
import { readCsv } from '../../src/sheets/csv.ts';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { type TestApi, tinyApi } from '../support/stages/api.ts';
import { pricedApi } from '../support/stages/priced-api.ts';

interface Priced {
  id: string;
  prices: Record<string, unknown>[];
}

const asCsv = (api: TestApi, path: string, headers: Record<string, string> = {}) =>
  api.get(path, { authorization: `Bearer ${api.key}`, accept: 'text/csv', ...headers });

/** The cells by their column. */
function rowsOf(text: string): Record<string, string>[] {
  const [head, ...rows] = readCsv(text).rows;
  return rows.map(({ cells }) => Object.fromEntries((head?.cells ?? []).map((name, at) => [name, cells[at] ?? ''])));
}

suite('Accept: text/csv', () => {
  test('every list and look-up answers CSV with the documented columns, and JSON to whoever does not ask', async () => {
    await using api = await pricedApi();
    const documented = [
      ...readFileSync('docs/csv.md', 'utf8').matchAll(/^\| `(\/(?:v1|admin)\/.+?)` \| .+? \| (.+?) \|$/gm),
    ];
    const columns = new Map(
      documented.map(([, path = '', cells = '']) => [path, cells.replaceAll('`', '').split(' ')]),
    );
    const withCsv = routes.flatMap((route) =>
      'csv' in route && route.csv ? [{ path: route.path, csv: route.csv }] : [],
    );
    assert.deepEqual(
      withCsv.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')),
      [...columns.keys()],
    );
    const lists = routes.filter(
      (route) => 'data' in route && 'items' in ((route.data as { properties?: object }).properties ?? {}),
    );
    assert.deepEqual(
      lists.filter((route) => !('csv' in route)).map(({ path }) => path),
      [],
      'a list without CSV',
    );
    for (const { path, csv } of withCsv) {
      assert.deepEqual(columns.get(path.replaceAll(/:(\w+)/g, '{$1}')), csvHeader(csv, { include: 'prices' }), path);
      if (path === '/v1/lookup' || path.startsWith('/admin/')) continue;
      const id = path.startsWith('/v1/products') ? '900' : 'ember1-1';
      const address = `${path.replace(':id', id).replace(':field', 'rarity')}?source=tcgdex&id=ember1-1&include=prices`;
      const answer = await asCsv(api, address);
      assert.equal(answer.status, 200, `${path}: ${answer.text}`);
      assert.match(String(answer.headers['content-type']), /^text\/csv; charset=utf-8/, path);
      assert.deepEqual(answer.text.split('\r\n', 1)[0]?.split(','), csvHeader(csv, { include: 'prices' }), path);
      const json = await api.get(address);
      for (const { headers } of [answer, json]) assert.equal(headers.vary, 'Accept-Encoding, Accept', path);
      assert.match(String(json.headers['content-type']), /^application\/json/);
      assert.notEqual(json.headers.etag, answer.headers.etag);
      assert.equal((await asCsv(api, address, { 'if-none-match': String(answer.headers.etag) })).status, 304);
      assert.equal((await asCsv(api, address, { 'if-none-match': String(json.headers.etag) })).status, 200);
    }
  });

  test('a row for each price, with the amounts of the JSON in cents; an absent amount is an empty cell', async () => {
    await using api = await pricedApi();
    const { items } = await api.data<{ items: Priced[] }>('/v1/cards?include=prices&limit=200');
    const rows = rowsOf((await asCsv(api, '/v1/cards?include=prices&limit=200')).text);
    assert.ok(rows.some(({ currency }) => currency === 'EUR') && rows.some(({ currency }) => currency === 'USD'));
    const cell = (value: unknown) => (value === null || value === undefined ? '' : String(value));
    const expected = items.flatMap(({ id, prices }) =>
      (prices.length === 0 ? [{}] : prices).map((price: Record<string, unknown>) => [
        id,
        ...['variant', 'condition', 'currency', 'market', 'low', 'trend'].map((name) => cell(price[name])),
      ]),
    );
    const told = rows.map((row) => [
      row.id,
      row.variant,
      row.condition,
      row.currency,
      row.market_cents,
      row.low_cents,
      row.trend_cents,
    ]);
    assert.deepEqual(told, expected);
  });

  test('spreadsheet=true adds decimal twins and defuses cells; without it the data is untouched', async () => {
    const catalog = tinyCatalog();
    const names = ['=1+1', '+x', '-x', '@x', '＝x', 'plain, "x"'];
    for (const [at, card] of catalog.cards.entries()) card.name = names[at] ?? card.name;
    await using api = await tinyApi(catalog);
    const given = (await api.data<{ items: { name: string }[] }>('/v1/cards')).items.map(({ name }) => name);
    assert.ok(given.includes('=1+1'));
    assert.deepEqual(
      rowsOf((await asCsv(api, '/v1/cards')).text).map(({ name }) => name),
      given,
    );
    assert.deepEqual(
      rowsOf((await asCsv(api, '/v1/cards?spreadsheet=true')).text).map(({ name }) => name),
      given.map((name) => (/^[=+@＝-]/.test(name) ? `'${name}` : name)),
    );
    await using priced = await pricedApi();
    const rows = rowsOf((await asCsv(priced, '/v1/cards?include=prices&spreadsheet=true')).text);
    const first = rows.find(({ currency }) => currency === 'USD');
    assert.equal(first?.market, (Number(first?.market_cents) / 100).toFixed(2));
    assert.equal(Object.keys(first ?? {}).at(-1), 'trend_holo', 'behind all other columns');
  });

  test('the next page is in Link, and the pages together are the whole', async () => {
    await using api = await tinyApi();
    const whole = rowsOf((await asCsv(api, '/v1/cards?limit=200')).text);
    const walked: Record<string, string>[] = [];
    for (let path: string | undefined = '/v1/cards?limit=2&junk=1'; path !== undefined; ) {
      const { text, headers } = await asCsv(api, path);
      walked.push(...rowsOf(text));
      path = /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1];
    }
    assert.deepEqual(walked, whole);
    assert.ok(whole.length > 2);
  });

  test('total=true is told in a header, on every page and under words as in JSON; every list that has pages counts them', async () => {
    await using api = await tinyApi();
    for (const path of [
      '/v1/cards?limit=2&total=true',
      '/v1/cards?q=glimmer&limit=2&total=true',
      '/v1/migrations?total=1',
    ]) {
      const { total } = await api.data<{ total: number }>(path);
      const { headers } = await asCsv(api, path);
      assert.equal(headers['cardstock-total'], String(total), path);
      const [, next] = /^<(.+)>; rel="next"$/.exec(String(headers.link)) ?? [];
      if (next !== undefined) assert.equal((await asCsv(api, next)).headers['cardstock-total'], String(total), next);
    }
    assert.equal((await asCsv(api, '/v1/cards')).headers['cardstock-total'], undefined);
    const uncounted = routes.filter(({ query = {} }) => 'cursor' in query && !('total' in query));
    assert.deepEqual(
      uncounted.map(({ path }) => path),
      ['/v1/events'],
      'the feed has an end that moves',
    );
  });

  test('JSON is chosen where it is asked for as much, and failures are JSON', async () => {
    await using api = await tinyApi();
    const type = async (accept: string) => String((await asCsv(api, '/v1/cards', { accept })).headers['content-type']);
    for (const accept of ['text/csv', 'text/csv, */*;q=0.1', 'application/json;q=0.5, TEXT/CSV']) {
      assert.match(await type(accept), /^text\/csv/, accept);
    }
    for (const accept of ['*/*', 'text/*', 'application/json, text/csv', 'text/csv;q=0', 'application/json']) {
      assert.match(await type(accept), /^application\/json/, accept);
    }
    const { status } = await asCsv(api, '/v1/cards?q=');
    assert.equal(status, 400);
    assert.match((await asCsv(api, '/v1/cards/none/prices')).text, /"not_found"/);
  });

  test('a list that was looked up comes back as CSV, a line a row', async () => {
    await using api = await pricedApi();
    const body = JSON.stringify({ rows: [{ external_id: 'tcgplayer:1' }, { name: 'nothing like it at all' }] });
    const headers = { authorization: `Bearer ${api.key}`, accept: 'text/csv', 'content-type': 'application/json' };
    const rows = rowsOf((await api.send('POST', '/v1/lookup', headers, body)).text);
    assert.equal(rows.length, 2);
    assert.equal(rows[0]?.card_id, 'ember1-1');
    assert.match(rows[0]?.usd_market_market_cents ?? '', /^\d+$/);
    assert.equal(rows[1]?.card_id, '');
  });
});
