/** What a key is limited to: games, address ranges, requests a day; and what it was used for. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { isWanted } from '../../src/events/event-names.ts';
import { endLinks, keyOfLink, linkTo } from '../../src/keys/file-links.ts';
import { issueKey, type KeyRequest, rotateKey } from '../../src/keys/issue.ts';
import { firstDay } from '../../src/keys/key-use.ts';
import { numberEvents } from '../../src/store/events/events.ts';
import { addGame } from '../../src/store/games.ts';
import { keyById, noteKeysUsed } from '../../src/store/keys.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { ENGINES } from '../support/stages/stores.ts';
import { deployed, type TwoGames, twoGames } from '../support/stages/two-games.ts';

type Usage = { day: string; route: string; status: number; count: number }[];

for (const [engine, skip] of ENGINES) {
  suite(`keys with limits on ${engine}`, { skip }, () => {
    let s: TwoGames;
    let api: TestApi;
    before(async () => {
      s = await twoGames(engine);
      await s.run();
      for (const name of ['ember', 'frost'])
        await s.place.store.write((writes) => addGame(writes, { name, id_prefix: `${name}-` }));
      while ((await numberEvents(s.place.store, new Date().toISOString(), isWanted)) > 0);
      api = await apiOn(s.place.store, { games: deployed(s), settings: { trustProxy: 1 } });
    });
    after(async () => {
      await api[Symbol.asyncDispose]();
      await s[Symbol.asyncDispose]();
    });

    /** Asks with a key of its own. */
    async function caller(limits: Partial<KeyRequest>) {
      const { id, key } = await issueKey(s.place.store, {
        ...{ name: 'limited', scopes: ['read', 'scan'], rate: 0, expires_at: null },
        ...limits,
      });
      const asking = { authorization: `Bearer ${key}` };
      return { id, key, ask: (path: string, headers = {}) => api.get(path, { ...asking, ...headers }) };
    }

    test("of another game's records each read is 404, as of an id that is none; cached answers of others change nothing", async () => {
      const { ask } = await caller({ games: ['ember'] });
      for (const [kind, name] of [
        ['cards', 'card'],
        ['expansions', 'expansion'],
        ['series', 'series'],
        ['products', 'product'],
      ]) {
        const all = await api.data<{ items: { id: string | number; game: string }[] }>(`/v1/${kind}?limit=200`);
        const parts = { cards: ['', '/prices', '/stats', '/chart', '/explain'], products: ['', '/prices', '/stats'] };
        const views = parts[kind as 'cards'] ?? (kind === 'expansions' ? ['', '/stats', '/chart'] : ['']);
        for (const game of ['ember', 'frost']) {
          const row = all.items.find((each) => each.game === game);
          if (row === undefined && kind === 'products') continue;
          for (const view of views) {
            const path = `/v1/${kind}/${row?.id}${view}`;
            assert.equal((await api.get(path)).status, 200, path);
            for (let time = 0; time < 2; time += 1) {
              const { status, body } = await ask(path);
              assert.equal(status, game === 'ember' ? 200 : 404, path);
              if (game === 'frost') assert.equal(body.error?.message, `There is no ${name} with this id.`);
            }
          }
        }
      }
    });

    test('lists and everything that is taken game= show only its games, whatever is asked for', async () => {
      const { ask } = await caller({ games: ['ember'] });
      const game = (row: { game?: string; name?: string }) => row.game ?? row.name?.split('.')[0];
      for (const path of [
        'series',
        'expansions',
        'cards',
        'products',
        'cards?q=a',
        'cards?sort=name',
        'events',
        'games',
      ]) {
        const { body } = await ask(`/v1/${path}`);
        const rows = (body.data as { items: { game?: string; name?: string }[] }).items;
        assert.ok(
          rows.every((row) => game(row) === 'ember'),
          path,
        );
        const mine = await api.get(`/v1/${path}${path.includes('?') ? '&' : '?'}game=ember`);
        assert.deepEqual(path === 'games' ? rows.length : body.data, path === 'games' ? 1 : mine.body.data, path);
      }
      for (const path of ['cards', 'products', 'series', 'expansions', 'events', 'values/rarity', 'fields']) {
        const { status, body } = await ask(`/v1/${path}?game=frost`);
        assert.deepEqual([status, (body.data as { items: unknown[] }).items], [200, []], path);
      }
      const export_ = await ask('/export/cards.ndjson');
      const lines = export_.text
        .trim()
        .split('\n')
        .slice(1, -1)
        .map((line) => (JSON.parse(line) as { game: string }).game);
      assert.deepEqual([...new Set(lines)], ['ember']);
      assert.equal((await ask('/v1/migrations')).status, 401);
    });

    test('ids of both games in one question, a list to look up and the tools of assistants give the one', async () => {
      const { key, ask } = await caller({ games: ['ember'] });
      const { items } = await api.data<{ items: { id: string; name: string; game: string }[] }>('/v1/cards?limit=200');
      const [mine, other] = ['ember', 'frost'].map((name) => items.find(({ game }) => game === name));
      const both = await ask(`/v1/cards?ids=${mine?.id},${other?.id}`);
      assert.deepEqual(
        (both.body.data as { items: { id: string }[] }).items.map(({ id }) => id),
        [mine?.id],
      );
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const rows = { rows: [{ name: mine?.name }, { name: other?.name, game: 'frost' }, { name: other?.name }] };
      const looked = await api.send('POST', '/v1/lookup', headers, JSON.stringify(rows));
      assert.ok(looked.text.includes(`"${mine?.id}"`), looked.text);
      assert.ok(!looked.text.includes(`"${other?.id}"`) && !looked.text.includes('"frost"'), looked.text);
      const call = (name: string, args: object) =>
        api.send(
          'POST',
          '/mcp',
          { ...headers, accept: 'application/json, text/event-stream' },
          JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
        );
      assert.ok((await call('get_card', { card_id: mine?.id })).text.includes(mine?.name ?? '-'));
      const refused = await call('get_card', { card_id: other?.id });
      assert.ok(!refused.text.includes(other?.name ?? '-'), refused.text);
    });

    test('a key of several games names the one it means; one that names none is told', async () => {
      const { ask } = await caller({ games: ['ember', 'frost'] });
      assert.equal((await ask('/v1/cards?game=frost')).status, 200);
      const { status, body } = await ask('/v1/cards');
      assert.deepEqual(
        [status, body.error?.message],
        [400, 'Say which game is meant: game must be one of ember, frost.'],
      );
    });

    test('another address is 401, behind a proxy too; a session cannot be opened from there', async () => {
      const { key, ask } = await caller({ addresses: ['203.0.113.0/24', '2001:db8::/32'] });
      const from = (address: string) => ask('/v1/cards', { 'x-forwarded-for': address });
      const expected = {
        '203.0.113.9': 200,
        '::ffff:203.0.113.9': 200,
        '203.0.114.9': 401,
        '2001:db8::1': 200,
        '::1': 401,
      };
      for (const [address, status] of Object.entries(expected))
        assert.equal((await from(address)).status, status, address);
      assert.equal((await ask('/v1/cards')).status, 401, 'what this machine is called is no such address');
      const spoofed = await ask('/v1/cards', { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' });
      assert.equal(spoofed.status, 401, 'what the caller wrote of itself');
      const signIn = (address: string) =>
        api.send(
          'POST',
          '/console/session',
          { 'content-type': 'application/json', 'x-forwarded-for': address },
          JSON.stringify({ key }),
        );
      assert.equal((await signIn('198.51.100.7')).status, 401);
      assert.equal((await signIn('203.0.113.9')).status, 204);
    });

    test('a link holds where its key holds, and shows what its key sees', async () => {
      const { id } = await caller({ addresses: ['203.0.113.0/24'], games: ['ember'] });
      const path = await linkTo(s.place.store, id, 'events.atom', new Date(Date.now() + 60_000));
      const from = (address: string, asked = '') => api.get(path + asked, { 'x-forwarded-for': address });
      assert.equal((await from('198.51.100.7')).status, 404);
      const feed = await from('203.0.113.9');
      assert.equal(feed.status, 200);
      assert.ok(feed.text.includes('ember.') && !feed.text.includes('frost.'), feed.text);
      assert.ok(!(await from('203.0.113.9', '?game=frost')).text.includes('<entry>'));
    });

    test('a day has a budget beside the minute, told in the same headers', async () => {
      const { ask } = await caller({ rate: 100, rate_day: 3 });
      const first = await ask('/v1/cards');
      assert.equal(first.headers['ratelimit-policy'], '"default";q=100;w=60, "day";q=3;w=86400');
      assert.equal(first.headers.ratelimit, '"default";r=99;t=1, "day";r=2;t=28800');
      await ask('/v1/cards');
      await ask('/v1/cards/none');
      const { status, headers, body } = await ask('/v1/cards');
      assert.deepEqual([status, body.error?.code], [429, 'rate_limited']);
      assert.ok(Math.abs(Number(headers['retry-after']) - 28_800) <= 5, String(headers['retry-after']));
    });

    test('a process that starts anew begins with what is known of the day, less what was regained since', async () => {
      const { id, key } = await caller({ rate: 0, rate_day: 100_000 });
      const regained = () => (100_000 * (Date.now() % 86_400_000)) / 86_400_000;
      const day = firstDay(1, new Date());
      const row = { key_id: id, day, route: '/v1/cards' };
      const counts = [
        { ...row, status: 200, count: Math.ceil(regained()) + 900 },
        { ...row, status: 429, count: 5000 },
        { ...row, day: firstDay(2, new Date()), status: 200, count: 7000 },
      ];
      const from = firstDay(2, new Date());
      await s.place.store.write((writes) => noteKeysUsed(writes, { at: new Map(), counts, from }));
      await using anew = await apiOn(s.place.store, { games: deployed(s) });
      const { headers } = await anew.get('/v1/cards?game=ember', { authorization: `Bearer ${key}` });
      const [, left] = /"day";r=(\d+);/.exec(String(headers.ratelimit)) ?? [];
      const spent = 100_000 - Number(left);
      assert.ok(spent > 800 && spent <= 902, `${spent} of the 900 and this one`);
    });

    test('what a key was used for is told by day, route and status, and adds up over processes', async () => {
      const { id, key, ask } = await caller({});
      await using beside = await apiOn(s.place.store, { games: deployed(s) });
      const { items } = await api.data<{ items: { id: string }[] }>('/v1/cards?limit=2');
      for (const card of items) await ask(`/v1/cards/${card.id}`);
      await ask('/v1/cards/none');
      await beside.get(`/v1/cards/${items[0]?.id}`, { authorization: `Bearer ${key}` });
      // The list of the other process writes what it has counted.
      const listed = await beside.data<{ items: { id: string; requests_today: number }[] }>('/admin/keys');
      assert.equal(listed.items.find((each) => each.id === id)?.requests_today, 1);
      const day = firstDay(1, new Date());
      const { items: usage } = await api.data<{ items: Usage }>(`/admin/keys/${id}/usage`);
      assert.deepEqual(usage, [
        { day, route: '/v1/cards/{id}', status: 200, count: 3 },
        { day, route: '/v1/cards/{id}', status: 404, count: 1 },
      ]);
      const again = await api.data<{ items: { id: string; requests_today: number }[] }>('/admin/keys');
      assert.equal(again.items.find((each) => each.id === id)?.requests_today, 4);
      assert.equal((await api.get('/admin/keys/nothing/usage')).status, 404);
      assert.equal((await ask(`/admin/keys/${id}/usage`)).status, 401);
    });

    test('what the budget refused is told under the route that was asked for, and a path that is none as none', async () => {
      const { id, ask } = await caller({ rate_day: 1 });
      const paths = ['/v1/cards/none', '/v1/cards/none', '/v1/cards?q=x', '/v1/nothing', '/v1/%zz'];
      for (const path of paths) await ask(path);
      const { items: usage } = await api.data<{ items: Usage }>(`/admin/keys/${id}/usage`);
      assert.deepEqual(
        usage.map(({ route, status, count }) => [route, status, count]),
        [
          ['/v1/cards', 429, 1],
          ['/v1/cards/{id}', 404, 1],
          ['/v1/cards/{id}', 429, 1],
          ['none', 429, 2],
        ],
      );
    });

    test('of two processes that write when a key was used last the later time stands, whichever writes first', async () => {
      const { id } = await caller({});
      for (const at of ['2026-03-01T00:00:02.000Z', '2026-03-01T00:00:01.000Z']) {
        const used = { at: new Map([[id, at]]), counts: [], from: '2026-03-01' };
        await s.place.store.write((writes) => noteKeysUsed(writes, used));
      }
      assert.equal((await keyById(s.place.store.reads, id))?.last_used_at, '2026-03-01T00:00:02.000Z');
    });

    test('a link ends with its own time and with its key’s, whichever is sooner', async () => {
      const at = (seconds: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + seconds * 1000);
      const { id } = await caller({ expires_at: at(60).toISOString() });
      const name = 'cards.ember.ndjson.gz';
      const isOpen = async (untilS: number, nowS: number) => {
        const token = (await linkTo(s.place.store, id, name, at(untilS))).split('/')[2] ?? '';
        return (await keyOfLink(s.place.store, { token, name, address: '127.0.0.1' }, at(nowS))) !== undefined;
      };
      assert.deepEqual([await isOpen(30, 29), await isOpen(30, 30)], [true, false]);
      assert.deepEqual([await isOpen(90, 59), await isOpen(90, 60)], [true, false]);
    });

    test('links to one file that were ended stay so when those to another are ended', async () => {
      const { id } = await caller({});
      const { store } = s.place;
      const names = ['cards.ember.ndjson.gz', 'series.ember.ndjson.gz'];
      const now = new Date('2026-03-01T00:00:00Z');
      const links = await Promise.all(names.map((name) => linkTo(store, id, name, new Date(now.getTime() + 60_000))));
      const open = async () => {
        const asked = links.map((link, at) => ({
          token: link.split('/')[2] ?? '',
          name: names[at] ?? '',
          address: '',
        }));
        const keys = await Promise.all(asked.map((each) => keyOfLink(store, each, now)));
        return keys.map((key) => key !== undefined);
      };
      const left = [await open()];
      for (const name of names) {
        await store.write((writes) => endLinks(writes, id, name));
        left.push(await open());
      }
      assert.deepEqual(left, [
        [true, true],
        [false, true],
        [false, false],
      ]);
    });

    test('limits go with a key that is rotated, and into the sessions that it opens', async () => {
      const limits = { games: ['ember'], addresses: ['127.0.0.0/8'], rate_day: 7 };
      const { id, key, ask } = await caller(limits);
      const rotated = await rotateKey(s.place.store, id, 60_000);
      const known = await keyById(s.place.store.reads, rotated?.id ?? '');
      assert.deepEqual({ ...limits }, { games: known?.games, addresses: known?.addresses, rate_day: known?.rate_day });
      const signedIn = await api.send(
        'POST',
        '/console/session',
        { 'content-type': 'application/json' },
        JSON.stringify({ key }),
      );
      const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] ?? '';
      const seen = await api.get('/v1/cards', { cookie, 'sec-fetch-site': 'same-origin' });
      assert.equal(seen.headers['ratelimit-policy'], '"day";q=7;w=86400');
      assert.match(String((await ask('/v1/cards')).headers.ratelimit), /"day";r=5;/, 'a session has no day of its own');
      assert.ok(!seen.text.includes('"frost"'));
    });

    test('limits that are none are refused in words', async () => {
      const make = async (limits: object) =>
        (await api.post('/admin/keys', { name: 'x', ...limits })).body.error?.message;
      assert.match((await make({ games: ['chess'] })) ?? '', /There is no game chess here; there are ember, frost\./);
      assert.match((await make({ games: ['ember'], scopes: ['admin'] })) ?? '', /A key of scope admin sees all games/);
      for (const range of [
        '10.0.0.1',
        '10.0.0.0/33',
        'home',
        '::ffff:10.0.0.0/120',
        '::ffff:a00:0/104',
        '0x7f.0.0.1/8',
      ]) {
        assert.match((await make({ addresses: [range] })) ?? '', /no range of addresses/, range);
      }
      for (const limits of [{ games: null }, { addresses: 'x' }, { rate_day: 0 }, { rate_day: 1.5 }]) {
        assert.ok(await make(limits), JSON.stringify(limits));
      }
      assert.equal(
        await make({ games: ['ember'], addresses: ['10.0.0.0/8', '::/0'], rate_day: 5, rate: 0 }),
        undefined,
      );
    });
  });
}
