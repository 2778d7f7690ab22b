/** The client against a running service: the read contract as a caller of the client sees it. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { Cardstock, CardstockError, type CardstockOptions, type Page } from '../../client/src/cardstock.ts';
import { routes } from '../../src/api/routes.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { isWanted } from '../../src/events/event-names.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { numberEvents } from '../../src/store/events/events.ts';
import type { TestApi } from '../support/stages/api.ts';
import { pricedApi } from '../support/stages/priced-api.ts';

let api: TestApi;
let cardstock: Cardstock;
const clientOf = (options: Partial<CardstockOptions> = {}) =>
  new Cardstock({ baseUrl: `http://127.0.0.1:${api.port}/`, key: api.key, ...options });

before(async () => {
  api = await pricedApi();
  cardstock = clientOf();
});
after(() => api[Symbol.asyncDispose]());

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const taken: Row[] = [];
  for await (const row of rows) taken.push(row);
  return taken;
}

const thrown = async (call: Promise<unknown>): Promise<CardstockError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CardstockError, String(error));
  return error;
};

suite('the client reads what the service serves', () => {
  test('every list, page by page and as one stream, gives each row exactly once and in the same order', async () => {
    for (const [list, path] of [
      [cardstock.series, '/v1/series'],
      [cardstock.expansions, '/v1/expansions'],
      [cardstock.cards, '/v1/cards'],
      [cardstock.products, '/v1/products'],
    ] as const) {
      const whole = (await api.data<Page<unknown>>(`${path}?limit=200`)).items;
      assert.ok(whole.length > 0, path);
      assert.deepEqual((await list.list({ limit: 200 })).items, whole);
      for (const limit of [1, 5, 200])
        assert.deepEqual(await all<unknown>(list.iterate({ limit })), whole, `${path} ${limit}`);
      const { items, next_cursor } = await list.list({ limit: 1 });
      const rest = next_cursor === null ? [] : await all<unknown>(list.iterate({ limit: 3, cursor: next_cursor }));
      assert.deepEqual([...items, ...rest], whole);
    }
  });

  test('a list of any length becomes cards in its order, 200 rows a request', async () => {
    const rows = Array.from({ length: 401 }, (_, at) => ({ number: `${(at % 12) + 1}`, expansion: 'ember1' }));
    const found = await cardstock.lookup(rows);
    assert.deepEqual(
      found.map(({ card }) => card?.id),
      rows.map(({ number }) => `ember1-${number}`),
    );
    assert.deepEqual(await cardstock.lookup([]), []);
  });

  test('filters, search and extras go where they belong', async () => {
    const found = await cardstock.cards.list({ q: 'glimer 3', expansion_id: 'ember2', include: 'prices', limit: 2 });
    assert.deepEqual(found, await api.data('/v1/cards?q=glimer+3&expansion_id=ember2&include=prices&limit=2'));
    assert.equal(typeof found.items[0]?.score, 'number');
    assert.ok(found.items[0]?.prices?.some(({ currency }) => currency === 'EUR'));
    const under = await all(cardstock.expansions.iterate({ series_id: 'ember', limit: 1 }));
    assert.deepEqual(
      under.map(({ id }) => id),
      ['ember1', 'ember2'],
    );
    assert.deepEqual((await cardstock.products.list({ expansion_id: 'none' })).items, []);
  });

  test('details, prices and health are what the endpoints answer, whatever characters an id holds', async () => {
    assert.deepEqual(await cardstock.series.get('ember'), await api.data('/v1/series/ember'));
    assert.deepEqual(await cardstock.expansions.get('ember1'), await api.data('/v1/expansions/ember1'));
    assert.deepEqual(await cardstock.cards.get('ember1-3'), await api.data('/v1/cards/ember1-3'));
    assert.deepEqual(await cardstock.products.get(900), await api.data('/v1/products/900'));
    const history = await cardstock.cards.prices('ember1-3');
    assert.deepEqual(history, await api.data('/v1/cards/ember1-3/prices'));
    assert.equal(history.variants[0]?.usd_market[0]?.history.length, 2);
    const { to } = history;
    const day = await cardstock.products.prices(900, { from: to, to });
    assert.deepEqual([day.from, day.to], [to, to]);
    assert.equal((await cardstock.health()).status, 'ok');
    for (const id of ['exu-%3F', 'a/b', '?', '#', 'ü']) {
      assert.equal((await thrown(cardstock.cards.get(id))).code, 'not_found', id);
    }
  });

  test('a failure has the code, status and request id of the answer', async () => {
    const error = await thrown(cardstock.cards.prices('ember1-3', { from: '2026-02-30' }));
    assert.deepEqual([error.code, error.status], ['bad_request', 400]);
    assert.match(error.requestId ?? '', /^[\w-]+$/);
    assert.ok(error.message.length > 0);
    const refused = await thrown(clientOf({ key: 'cs_live_nothing' }).cards.list());
    assert.deepEqual([refused.code, refused.status], ['unauthorized', 401]);
    assert.equal((await thrown(new Cardstock({ baseUrl: `http://127.0.0.1:${api.port}` }).series.list())).status, 401);
  });

  test('every endpoint answers an unchanged question with 304, and the client with the same data', async () => {
    const statuses: number[] = [];
    const counting = clientOf({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        statuses.push(response.status);
        return response;
      },
    });
    const calls = [
      () => counting.series.list(),
      () => counting.series.get('ember'),
      () => counting.expansions.list(),
      () => counting.expansions.get('ember1'),
      () => counting.cards.list({ limit: 200, include: 'prices' }),
      () => counting.cards.get('ember1-3'),
      () => counting.cards.prices('ember1-3'),
      () => counting.cards.explain('ember1-3'),
      () => counting.cards.stats('ember1-3'),
      () => counting.cards.chart('ember1-3', { step: 'day' }),
      () => counting.expansions.stats('ember1'),
      () => counting.expansions.chart('ember1', { step: 'day' }),
      () => counting.products.stats(900),
      () => counting.products.list(),
      () => counting.products.get(900),
      () => counting.products.prices(900),
      () => counting.migrations.list(),
      () => counting.resolve({ source: 'tcgplayer', id: 3 }),
      () => counting.games(),
      () => counting.fields(),
      () => counting.values('rarity'),
      () => counting.movers(),
      () => counting.events.list(),
    ];
    // A feed is for feed readers.
    const reads = routes.filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/v1/') && !path.endsWith('.atom'),
    );
    assert.equal(calls.length, reads.length);
    for (const call of calls) {
      const first = await call();
      const second = await call();
      assert.deepEqual(second, first);
      assert.notEqual(second, first, 'what a caller does to an answer must not reach the next one');
    }
    assert.deepEqual(
      statuses,
      calls.flatMap(() => [200, 304]),
    );
  });

  test('a used-up budget is waited for as long as Retry-After says, and then answered', async () => {
    const { key } = await issueKey(api.store, { name: 'small', scopes: ['read'], rate: 60, expires_at: null });
    const statuses: number[] = [];
    const fetch: CardstockOptions['fetch'] = async (url, init) => {
      const response = await globalThis.fetch(url, init);
      statuses.push(response.status);
      return response;
    };
    const small = clientOf({ key, retry: { baseMs: 1 }, fetch });
    await Promise.all(Array.from({ length: 60 }, () => small.series.get('ember')));
    // A slow machine regains a request meanwhile: the next one is then answered at once.
    let tookMs = 0;
    while (!statuses.includes(429)) {
      const began = performance.now();
      assert.equal((await small.series.get('ember')).id, 'ember');
      tookMs = performance.now() - began;
    }
    assert.ok(tookMs >= 900, 'a second is what one request takes to be regained');
    const impatient = clientOf({ key, retry: { attempts: 1 } });
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => impatient.series.list()));
    const error = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as CardstockError] : []))[0];
    assert.deepEqual([error?.code, error?.status, error?.retryAfterS], ['rate_limited', 429, 1]);
  });

  test('the feed is read in order, resumed after any event, and followed', async () => {
    const tell = async (id: string) => {
      await api.store.write((writes) => recordEvents(writes, DEFAULT_SCOPE, [groupOf('cards.deleted', [id])]));
      while ((await numberEvents(api.store, new Date().toISOString(), isWanted)) > 0);
    };
    for (let at = 0; at < 7; at += 1) await tell(`card-${at}`);
    const name = 'game.cards.deleted';
    const events = await all(cardstock.events.iterate({ name, limit: 3 }));
    const ids = events.flatMap((event) => (event.name === 'game.cards.deleted' ? event.data.card_ids : []));
    assert.deepEqual(
      ids,
      Array.from({ length: 7 }, (_, at) => `card-${at}`),
    );
    const after = events[4]?.id ?? '';
    assert.deepEqual(await all(cardstock.events.iterate({ name, after, limit: 1 })), events.slice(5));
    const stop = new AbortController();
    const followed: string[] = [];
    await assert.rejects(
      async () => {
        const from = { name, after: events[6]?.id ?? '' };
        setTimeout(() => tell('late'), 20);
        for await (const event of cardstock.events.iterate(from, { everyMs: 10, signal: stop.signal })) {
          if (event.name === 'game.cards.deleted') followed.push(...event.data.card_ids);
          stop.abort(new Error('seen'));
        }
      },
      { message: 'seen' },
    );
    assert.deepEqual(followed, ['late']);
    assert.equal((await thrown(cardstock.events.list({ after: 'nothing' }))).code, 'bad_request');
  });
});
