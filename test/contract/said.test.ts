/** What a caller is told: parameters that are not known, paths that are near, how many there are, what was renamed. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { suite, test } from 'node:test';
import { routes } from '../../src/api/routes.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { isWanted } from '../../src/events/event-names.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { addAliases } from '../../src/store/catalog/aliases.ts';
import { numberEvents } from '../../src/store/events/events.ts';
import { startRun } from '../../src/store/runs.ts';
import { type TestApi, tinyApi } from '../support/stages/api.ts';

const bearer = ({ key }: TestApi) => ({ authorization: `Bearer ${key}` });

interface Counted {
  items: unknown[];
  next_cursor: string | null;
  total?: number;
}

suite('Cardstock-Ignored', () => {
  test('names each parameter that the route does not have, and each that came twice, once', async () => {
    await using api = await tinyApi();
    const ignored = async (path: string) => (await api.get(path)).headers['cardstock-ignored'];
    // The second time each is in the cache by its spelling, if it is kept.
    for (const path of [1, 2]) {
      assert.equal(await ignored('/v1/cards'), undefined, `${path}`);
      assert.equal(await ignored('/v1/cards?limit=2&expansion_id=x&total=true&spreadsheet=true'), undefined);
      assert.equal(await ignored('/v1/cards?page=2&offset=40&page=3'), 'page, offset');
      assert.equal(await ignored('/v1/cards?expantion_id=x&game[]=y&until=1'), 'expantion_id, game[], until');
      assert.equal(await ignored('/v1/cards?limit=1&limit=2'), 'limit');
      assert.equal(await ignored('/v1/cards?a%2Cb=1&%C3%A9=2&%0d%0aX=1&%zz=1'), 'a%2Cb, %C3%A9, %0D%0AX, %zz');
      assert.equal(await ignored('/v1/cards/ember1-1?q=x'), 'q');
      assert.equal(await ignored('/v1/cards?q=&page=2'), 'page', 'of a failure too');
      assert.equal(await ignored('/health?probe=1'), 'probe');
      assert.equal(await ignored('/v1/cards?include=prices,,%20same_artwork'), undefined);
      assert.equal(await ignored('/v1/cards?include=%zz'), 'include=%zz');
      assert.equal(await ignored('/v1/cards?include=price,%20prices,h%C3%A9'), 'include=price, include=h%C3%A9');
    }
    const many = String(await ignored(`/v1/cards?${Array.from({ length: 900 }, (_, at) => `p${at}=1`).join('&')}`));
    assert.equal(many.split(', ').length, 21, 'no header is longer than clients take');
  });

  test('what is ignored changes nothing of the answer, nor of that of others', async () => {
    await using api = await tinyApi();
    for (const path of ['/v1/cards?limit=2', '/v1/cards?page=9&limit=2', '/v1/cards?limit=2']) {
      const answer = await api.get(path);
      assert.equal(answer.headers['cardstock-ignored'], path.includes('page') ? 'page' : undefined);
      assert.equal(answer.text, (await api.get('/v1/cards?limit=2')).text);
    }
  });
});

suite('a path that is not there', () => {
  test('says which method it answers, where it is another', async () => {
    await using api = await tinyApi();
    const message = async (method: string, path: string) => {
      const { status, body } = await api.send(method, path, { authorization: `Bearer ${api.key}` });
      assert.equal(status, 404, path);
      return body.error?.message;
    };
    assert.equal(await message('DELETE', '/v1/cards'), 'There is nothing at this address. It answers GET, not DELETE.');
    assert.equal(await message('GET', '/v1/lookup?q=x'), 'There is nothing at this address. It answers POST, not GET.');
    assert.equal(await message('PUT', '/v1/cards/a%2Fb'), 'There is nothing at this address. It answers GET, not PUT.');
    const of = '/admin/subscriptions/sub_1';
    assert.equal(await message('PUT', of), 'There is nothing at this address. It answers GET, DELETE, not PUT.');
    assert.equal(await message('PUT', `${of}/`), 'There is nothing at this address.');
  });

  test('names ours, where other services have one like it', async () => {
    await using api = await tinyApi();
    const near: Record<string, string> = {
      '/v1/sets': '/v1/expansions',
      '/v1/sets/base1': '/v1/expansions/base1',
      '/v1/sets/base1/cards': '/v1/cards?expansion_id=',
      '/v1/search?q=x': '/v1/cards?q=',
      '/v1/cards/x/search/y': '',
      '/v1/card/ember1-1': '/v1/cards/ember1-1',
      '/api/v1/cards/ember1-1': '/v1/cards/ember1-1',
      '/api/cards': '/v1/cards',
      '/v2/cards': '/v1/cards',
      '/cards/ember1-1/prices': '/v1/cards/ember1-1/prices',
      '/api/v2/sealed': '/v1/products',
      '/v1/Cards': '/v1/cards',
      '/v1/nothing': '',
      '/v1/expantions': '/v1/expansions',
      '/v1/prodcuts/900': '/v1/products/900',
      '/v1/cards/ember1-1/': '/v1/cards/ember1-1',
      '/v1/cards//ember1-1': '/v1/cards/ember1-1',
      '/v1/cards/ember1-1/price': '',
      '/v1/cards/ember1-1/prices/x/y': '',
      '/v1/cards/a/b/c': '',
    };
    for (const [path, ours] of Object.entries(near)) {
      const { status, body } = await api.get(path);
      assert.equal(status, 404, path);
      const message = body.error?.message ?? '';
      if (ours === '') assert.equal(message, 'There is nothing at this address.', path);
      else assert.ok(message.includes(` ${ours}`), `${path}: ${message}`);
    }
  });
});

suite('total=true', () => {
  test('adds how many rows there are on all pages, of every list, under q and filters too', async () => {
    await using api = await tinyApi();
    const lists = ['/v1/cards', '/v1/expansions', '/v1/series', '/v1/products', '/v1/cards?expansion_id=ember1'];
    const asked = ['/v1/cards?q=ember', '/v1/cards?sort=-name', '/v1/expansions?sort=name', '/v1/cards?q=a&sort=name'];
    for (const path of [
      ...lists,
      ...asked,
      '/v1/expansions?q=ember',
      '/v1/cards?game=none',
      '/v1/expansions?series_id=x',
    ]) {
      const more = path.includes('?') ? '&' : '?';
      let [count, cursor]: [number, string | null] = [0, ''];
      while (cursor !== null) {
        const page: Counted = await api.data(`${path}${more}limit=2${cursor && `&cursor=${cursor}`}`);
        assert.equal(page.total, undefined);
        [count, cursor] = [count + page.items.length, page.next_cursor];
      }
      assert.equal((await api.data<Counted>(`${path}${more}limit=1&total=true`)).total, count, path);
    }
    assert.equal((await api.data<Counted>('/v1/cards?ids=ember1-1,none&total=true')).total, 1);
  });

  test('is answered by the lists of the operator too, and never named as ignored', async () => {
    await using api = await tinyApi();
    for (const name of ['shop', 'desk']) await api.post('/admin/keys', { name });
    const hook = { url: 'http://127.0.0.1:1/', events: ['game.*'], allow_private: true };
    const { id } = (await api.post('/admin/subscriptions', hook)).body.data as { id: string };
    await api.store.write(async (writes) => {
      for (const run of ['r1', 'r2', 'r3'])
        await startRun(writes, { id: run, task: 'catalog', started_at: '2026-11-01T00:00:00.000Z' });
      const groups = ['x-1', 'x-2'].map((card) => groupOf('cards.deleted', [card]));
      await recordEvents(writes, DEFAULT_SCOPE, groups);
    });
    await numberEvents(api.store, '2026-11-01T00:00:00.000Z', isWanted);
    const [key] = (await api.data<{ items: { id: string }[] }>('/admin/keys')).items;
    const lists = routes.filter(({ path, csv }) => path.startsWith('/admin') && csv !== undefined);
    assert.equal(lists.length, 6);
    for (const { path, query = {} } of lists) {
      const list = path.replace(':id', path.includes('/keys/') ? (key?.id ?? '') : id);
      const all = await api.data<Counted>(list);
      assert.equal(all.total, undefined, list);
      const counted = await api.get(`${list}?limit=1&total=true`);
      const { total, items } = counted.body.data as Counted;
      // What a key was used for grows by being asked.
      assert.equal(total, ('cursor' in query ? all : { items }).items.length, `${list}: ${counted.text}`);
      assert.doesNotMatch(String(counted.headers['cardstock-ignored']), /total/, list);
      const { headers } = await api.get(`${list}?total=true`, { ...bearer(api), accept: 'text/csv' });
      assert.ok(Number(headers['cardstock-total']) >= (total ?? 0), list);
    }
    const failed = `/admin/subscriptions/${id}/deliveries?failed=true&total=true`;
    assert.equal((await api.data<Counted>(failed)).total, 0);
    assert.equal((await api.data<Counted>('/admin/keys?sessions=true&total=true')).total, 0);
  });

  test('a yes or no may be spelled otherwise; what is neither is refused, never taken as a no', async () => {
    await using api = await tinyApi();
    for (const list of ['/v1/cards', '/v1/products', '/v1/series', '/v1/expansions', '/v1/cards?q=ember']) {
      const asked = (total: string) => api.get(`${list}${list.includes('?') ? '&' : '?'}total=${total}`);
      for (const yes of ['true', 'TRUE', '1', 'yes']) {
        assert.equal(typeof ((await asked(yes)).body.data as Counted).total, 'number', `${list} ${yes}`);
      }
      for (const no of ['false', '0', 'No'])
        assert.equal(((await asked(no)).body.data as Counted).total, undefined, no);
      for (const neither of ['', 'on', '2', 'maybe']) {
        const { status, body } = await asked(neither);
        assert.deepEqual([status, body.error?.message], [400, 'total must be true or false.'], neither);
      }
    }
    const csv = (value: string) =>
      api.get(`/v1/cards?include=prices&spreadsheet=${value}`, {
        authorization: `Bearer ${api.key}`,
        accept: 'text/csv',
      });
    assert.equal((await csv('1')).text, (await csv('true')).text);
    assert.notEqual((await csv('true')).text, (await csv('false')).text);
    assert.equal((await csv('ja')).status, 400);
  });
});

test('expansions are read by several ids, in the order asked, and those that nothing has are missing', async () => {
  await using api = await tinyApi();
  const page = await api.data<{ items: { id: string }[]; missing: string[] }>('/v1/expansions?ids=none,ember1');
  assert.deepEqual([page.items.map(({ id }) => id), page.missing], [['ember1'], ['none']]);
});

test('/v1/migrations lists renames, the oldest first, by pages: from is the id here, to what upstream uses now', async () => {
  await using api = await tinyApi();
  await api.store.write(async (writes) => {
    await addAliases(writes, 'card', new Map([['ember1-001', 'ember1-1']]), '2026-11-02T00:00:00.000Z');
    await addAliases(writes, 'expansion', new Map([['em1', 'ember1']]), '2026-11-01T00:00:00.000Z');
    await addAliases(writes, 'card', new Map([['stable', 'ember1-2']]), null);
  });
  const first = await api.data<{ items: unknown[]; next_cursor: string }>('/v1/migrations?limit=1');
  assert.equal((await api.data<Counted>('/v1/migrations?limit=1&total=true')).total, 2, 'a further id is no rename');
  assert.deepEqual(first.items, [{ kind: 'expansion', from: 'ember1', to: 'em1', at: '2026-11-01T00:00:00.000Z' }]);
  const second = await api.data<{ items: unknown[]; next_cursor: null }>(`/v1/migrations?cursor=${first.next_cursor}`);
  assert.deepEqual(second, {
    items: [{ kind: 'card', from: 'ember1-1', to: 'ember1-001', at: '2026-11-02T00:00:00.000Z' }],
    next_cursor: null,
  });
});

suite('the way in', () => {
  test('/v1 lists the endpoints, and every document that it names is there', async () => {
    await using api = await tinyApi();
    const { documents, endpoints } = await api.data<{ documents: string[]; endpoints: { path: string }[] }>('/v1');
    assert.ok(endpoints.some(({ path }) => path === '/v1/cards/{id}/prices'));
    for (const path of documents) assert.equal((await api.get(path, {})).status, 200, path);
    const { text } = await api.get('/llms.txt', {});
    for (const path of documents.filter((each) => each.endsWith('.md'))) {
      assert.ok(existsSync(`.${path}`));
      assert.ok(text.includes(path), path);
    }
  });

  test('/docs/*.md is the manual as Markdown, and nothing else', async () => {
    await using api = await tinyApi();
    const { headers, text } = await api.get('/docs/lists.md', {});
    assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
    assert.match(text, /^# Lists/);
    for (const path of [
      'decisions/0001-dependencies.md',
      '..%2FREADME.md',
      'openapi.json',
      'none.md',
      '%2e%2e/README.md',
    ]) {
      assert.equal((await api.get(`/docs/${path}`, {})).status, 404, path);
    }
  });
});
