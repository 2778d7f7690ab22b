/** The feed of events and the exports, as callers see them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { isWanted } from '../../src/events/event-names.ts';
import { createSubscription } from '../../src/events/manage-subscriptions.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { recentDeliveries } from '../../src/store/events/deliveries.ts';
import { addEvents, forgetEvents, newestEvent, numberEvents } from '../../src/store/events/events.ts';
import type { Store } from '../../src/store/store.ts';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn, type TestApi, tinyApi } from '../support/stages/api.ts';
import { ENGINES, newStore, postgresMissing } from '../support/stages/stores.ts';

/** When all that a test tells is old. */
const LATER = '2999-01-01T00:00:00.000Z';

interface Feed {
  items: { id: string; name: string; data: { card_ids: string[] } }[];
  next_cursor: string | null;
}

const tell = (store: Store, id: string) =>
  store.write((writes) => recordEvents(writes, DEFAULT_SCOPE, [groupOf('cards.deleted', [id])]));

const numbered = async (store: Store) => {
  while ((await numberEvents(store, new Date().toISOString(), isWanted)) > 0);
};

/** The cards that a caller sees who puts `next_cursor` into this parameter until it is null. */
async function walk(api: TestApi, path: string, into: 'cursor' | 'after'): Promise<string[]> {
  const seen: string[] = [];
  let next = '';
  // More pages than there are events: a walk that goes round is cut and told by what it saw.
  for (let pages = 0; pages < 10; pages += 1) {
    const page: Feed = await api.data(`${path}${next}`);
    seen.push(...page.items.map(({ data }) => data.card_ids[0] ?? ''));
    if (page.next_cursor === null) break;
    next = `&${into}=${page.next_cursor}`;
  }
  return seen;
}

/** Writes events of about so many MB. */
async function tellLarge(store: Store, sizes: readonly number[]): Promise<void> {
  const events = sizes.map((size, at) => {
    // Of bytes, which two of these letters have more of than letters.
    const letters = (at % 2 ? 'é' : 'xx').repeat((size * 2 ** 20 - 1000) / 2);
    const event = { id: `event-${at}`, name: 'game.cards.deleted', created_at: new Date().toISOString() };
    return {
      ...event,
      group_id: 'group',
      body: JSON.stringify({ ...event, data: { card_ids: [`card-${at}`, letters] } }),
    };
  });
  await store.write((writes) => addEvents(writes, events));
  await numbered(store);
}

for (const [engine, skip] of ENGINES) {
  test(`a page of the feed on ${engine} ends before it has more than 4 MB, with a cursor to the rest; one event it has`, {
    skip,
  }, async () => {
    await using place = await newStore(engine);
    await using api = await apiOn(place.store);
    await tellLarge(place.store, [0.5, 1.5, 1.5, 1.5, 0.5, 4.5, 4.5, 1, 1]);
    const pages: string[][] = [];
    let next = '';
    for (let isLast = false; !isLast; ) {
      const page: Feed = await api.data(`/v1/events?limit=200&name=game.cards.*${next}`);
      pages.push(page.items.map(({ data }) => data.card_ids[0] ?? ''));
      isLast = page.next_cursor === null;
      next = `&cursor=${page.next_cursor}`;
    }
    assert.deepEqual(
      pages.map((page) => page.join(' ')),
      ['card-0 card-1 card-2', 'card-3 card-4', 'card-5', 'card-6', 'card-7 card-8'],
    );
  });
}

for (const [engine, skip] of ENGINES) {
  test(`events of one game under the name of another's are none, on ${engine}`, { skip }, async () => {
    await using api = await tinyApi(tinyCatalog(), {}, engine);
    const answer = await api.get('/v1/events?name=game.cards.updated&game=orbwright');
    assert.deepEqual([answer.status, answer.body.data], [200, { catalog_version: 1, items: [], next_cursor: null }]);
  });
}

suite('events over HTTP', () => {
  test('a page of exactly 4 MB is one page, a byte more are two', async () => {
    await using place = await newStore('sqlite');
    await using api = await apiOn(place.store);
    const half = 2 * 2 ** 20;
    const events = [half, half, half, half + 1].map((bytes, at) => {
      const event = { id: `event-${at}`, name: 'game.cards.deleted', created_at: new Date().toISOString() };
      const bodyOf = (pad: string) => JSON.stringify({ ...event, data: { card_ids: [`card-${at}`, pad] } });
      return { ...event, group_id: 'group', body: bodyOf('x'.repeat(bytes - bodyOf('').length)) };
    });
    await place.store.write((writes) => addEvents(writes, events));
    await numbered(place.store);
    const first: Feed = await api.data('/v1/events?limit=200');
    assert.deepEqual(
      first.items.map(({ id }) => id),
      ['event-0', 'event-1'],
    );
    const second: Feed = await api.data(`/v1/events?limit=200&cursor=${first.next_cursor}`);
    assert.deepEqual(
      second.items.map(({ id }) => id),
      ['event-2'],
    );
  });

  test('what a watch says goes to its subscriber alone, and does not stand in the feed', async () => {
    await using place = await newStore('sqlite');
    await using api = await apiOn(place.store);
    const { store } = place;
    const service = { store, games: ['game'], seal: sealUnder('x'), network: { resolve: async () => [] } };
    const subscribed = () =>
      createSubscription(service, { url: 'http://127.0.0.1:1/', events: ['game.*'], allowPrivate: true });
    const [own, other] = [await subscribed(), await subscribed()];
    const event = { name: 'game.prices.watched', created_at: new Date().toISOString(), group_id: 'g', body: '{}' };
    await store.write((writes) => addEvents(writes, [{ ...event, id: 'watched', only_for: own.id }]));
    await tell(store, 'card-1');
    await numbered(store);
    const namesOf = async (id: string) =>
      (await recentDeliveries(store.reads, id, { state: undefined, limit: 9 })).map(({ name }) => name).sort();
    assert.deepEqual(await namesOf(own.id), ['game.cards.deleted', 'game.prices.watched']);
    assert.deepEqual(await namesOf(other.id), ['game.cards.deleted']);
    const feed: Feed = await api.data('/v1/events');
    assert.deepEqual(
      feed.items.map(({ name }) => name),
      ['game.cards.deleted'],
    );
  });

  test('the feed gives every event once, in order; after is exclusive, name filters, the last page has no cursor', async () => {
    await using place = await newStore('sqlite');
    await using api = await apiOn(place.store);
    for (let at = 0; at < 7; at += 1) await tell(place.store, `card-${at}`);
    await place.store.write((writes) => recordEvents(writes, DEFAULT_SCOPE, [groupOf('products.removed', [1])]));
    assert.deepEqual(
      await api.data('/v1/events'),
      { catalog_version: 0, items: [], next_cursor: null },
      'nothing before its place is given',
    );
    await numbered(place.store);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Feed = await api.data(`/v1/events?limit=3${cursor && `&after=${cursor}`}`);
      seen.push(...page.items.map(({ data }) => data.card_ids?.[0] ?? 'product'));
      cursor = page.next_cursor;
    }
    assert.deepEqual(seen, [...Array.from({ length: 7 }, (_, at) => `card-${at}`), 'product']);
    const products: Feed = await api.data('/v1/events?name=game.products.removed');
    assert.deepEqual(
      products.items.map(({ name }) => name),
      ['game.products.removed'],
    );
  });

  test('next_cursor goes into cursor as in every list: a pager of lists sees each event once, then null', async () => {
    await using place = await newStore('sqlite');
    await using api = await apiOn(place.store);
    for (let at = 0; at < 7; at += 1) await tell(place.store, `card-${at}`);
    await numbered(place.store);
    const all = Array.from({ length: 7 }, (_, at) => `card-${at}`);
    assert.deepEqual(await walk(api, '/v1/events?limit=3', 'cursor'), all);
    assert.deepEqual(await walk(api, '/v1/events?limit=3', 'after'), all, 'as callers of 0.1.0 do');
    const { items }: Feed = await api.data('/v1/events?limit=1');
    const rest = await walk(api, `/v1/events?limit=2&after=${items[0]?.id}`, 'cursor');
    assert.deepEqual(rest, all.slice(1), 'after stays beside the cursor, which is further on');
  });

  test('a cursor that the feed did not issue for these names gives the first page, one of an event that is gone 400', async () => {
    await using place = await newStore('sqlite');
    await using api = await apiOn(place.store);
    for (const id of ['a', 'b', 'c']) await tell(place.store, id);
    await numbered(place.store);
    const named = 'name=game.cards.deleted';
    const { next_cursor: cursor }: Feed = await api.data(`/v1/events?limit=1&${named}`);
    const ids = async (path: string) => ((await api.data(path)) as Feed).items.map(({ data }) => data.card_ids[0]);
    assert.deepEqual(await ids(`/v1/events?limit=2&${named}&cursor=${cursor}`), ['b', 'c']);
    const foreign = [
      `name=game.*&cursor=${cursor}`,
      `cursor=${cursor}`,
      `${named}&cursor=A${cursor}`,
      'cursor=x',
      'cursor=',
    ];
    for (const query of foreign) assert.deepEqual(await ids(`/v1/events?limit=2&${query}`), ['a', 'b'], query);
    await place.store.write((writes) => forgetEvents(writes, { since: LATER, now: LATER }));
    const gone = await api.get(`/v1/events?${named}&cursor=${cursor}`);
    assert.deepEqual([gone.status, gone.body.error?.code], [400, 'bad_request']);
  });

  test('name takes what a subscription takes, names and patterns, and 400 for what names no event', async () => {
    await using place = await newStore('sqlite');
    await using api = await apiOn(place.store);
    await tell(place.store, 'a');
    await place.store.write((writes) =>
      recordEvents(writes, DEFAULT_SCOPE, [groupOf('card_variants.deleted', [1]), groupOf('products.removed', [1])]),
    );
    await numbered(place.store);
    const [card, printing, product] = ['game.cards.deleted', 'game.card_variants.deleted', 'game.products.removed'];
    for (const [name, expected] of [
      ['game.*', [card, printing, product]],
      ['game.cards.*', [card]],
      ['game.products.removed', [product]],
      ['game.products.*,%20game.cards.deleted', [card, product]],
      ['game.series.*', []],
    ] as const) {
      const page: Feed = await api.data(`/v1/events?name=${name}`);
      assert.deepEqual(
        page.items.map((event) => event.name),
        expected,
        name,
      );
    }
    for (const name of ['', ',', 'game', 'cards.updated', 'game.card.*', 'game.*,game.cards.gone', 'other.*']) {
      const refused = await api.get(`/v1/events?name=${name}`);
      assert.deepEqual([refused.status, refused.body.error?.code], [400, 'bad_request'], name);
    }
  });

  test('the feed needs a key, answers 304 for an unchanged page, and 400 for an event that is not kept', async () => {
    await using place = await newStore('sqlite');
    await using api = await apiOn(place.store);
    await tell(place.store, 'a');
    await numbered(place.store);
    assert.equal((await api.get('/v1/events', {})).status, 401);
    const { headers } = await api.get('/v1/events');
    const authorization = `Bearer ${api.key}`;
    const again = await api.get('/v1/events', { authorization, 'if-none-match': String(headers.etag) });
    assert.equal(again.status, 304);
    for (const after of ['nothing', '01a1fe26-b13b-7a0b-8b0a-585faab73da1', '']) {
      const refused = await api.get(`/v1/events?after=${after}`);
      assert.deepEqual([refused.status, refused.body.error?.code], [400, 'bad_request'], after);
    }
  });

  test('events older than the retention go, the newest stays as the place to go on from', async () => {
    await using place = await newStore('sqlite');
    await using api = await apiOn(place.store);
    for (const id of ['a', 'b', 'c']) await tell(place.store, id);
    await numbered(place.store);
    const forget = () => place.store.write((writes) => forgetEvents(writes, { since: LATER, now: LATER }, 1));
    // One at a time, until it says that there are no more.
    assert.deepEqual([await forget(), await forget(), await forget()], [true, true, false]);
    const left: Feed = await api.data('/v1/events');
    assert.deepEqual(
      left.items.map(({ data }) => data.card_ids),
      [['c']],
    );
    await tell(place.store, 'd');
    await numbered(place.store);
    const next: Feed = await api.data(`/v1/events?after=${left.items[0]?.id}`);
    assert.deepEqual(
      next.items.map(({ data }) => data.card_ids),
      [['d']],
    );
  });

  test('an export is a head, every record as its read shows it, and a foot with count and digest', async () => {
    await using api = await tinyApi();
    await numbered(api.store);
    for (const [entity, count] of Object.entries({ cards: 36, expansions: 3, series: 2, products: 0 })) {
      const { status, text, headers } = await api.get(`/export/${entity}.ndjson`);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'application/x-ndjson');
      const lines = text.trimEnd().split('\n');
      const { head } = JSON.parse(lines.at(0) ?? '');
      const { foot } = JSON.parse(lines.at(-1) ?? '');
      const records = lines.slice(1, -1);
      assert.equal(head.after, (await newestEvent(api.store.reads))?.id);
      assert.equal(foot.count, count);
      const digest = createHash('sha256')
        .update(records.map((line) => `${line}\n`).join(''))
        .digest('hex');
      assert.equal(foot.digest, `sha256:${digest}`);
      for (const line of records) {
        const { id } = JSON.parse(line);
        assert.equal(JSON.stringify(await api.data(`/v1/${entity}/${id}`)), line);
      }
    }
  });

  test('an export of more records than are read at once has each of them once, in the order of their ids', async () => {
    await using api = await tinyApi(tinyCatalog(334));
    const lines = (await api.get('/export/cards.ndjson')).text.trimEnd().split('\n').slice(1, -1);
    const ids = lines.map((line) => String(JSON.parse(line).id));
    assert.equal(ids.length, 1002);
    assert.deepEqual(ids, [...new Set(ids)].sort());
  });

  test('an export needs a key, comes gzipped when asked, resumes after a record, and is 404 for what is none', async () => {
    await using api = await tinyApi();
    const authorization = `Bearer ${api.key}`;
    const whole = (await api.get('/export/cards.ndjson')).text;
    assert.equal((await api.get('/export/cards.ndjson', {})).status, 401);
    const zipped = await api.get('/export/cards.ndjson', { authorization, 'accept-encoding': 'gzip' });
    assert.equal(gunzipSync(zipped.bytes).toString(), whole);
    const lines = whole.trimEnd().split('\n');
    const resumed = await api.get(`/export/cards.ndjson?after=${JSON.parse(lines[10] ?? '').id}`);
    assert.deepEqual(resumed.text.trimEnd().split('\n').slice(1, -1), lines.slice(11, -1));
    assert.equal((await api.get('/export/prices.ndjson')).status, 404);
    for (const none of ['x', '2147483648', '9999999999']) {
      assert.equal((await api.get(`/export/products.ndjson?after=${none}`)).status, 400, none);
    }
    assert.equal((await api.get('/export/products.ndjson?after=2147483647')).status, 200);
  });

  test('a slow reader of the feed misses nothing beside 4 concurrent writers', {
    skip: postgresMissing,
    timeout: 120_000,
  }, async () => {
    await using place = await newStore('postgres');
    await using api = await apiOn(place.store);
    const PER_WRITER = 60;
    let isWriting = true;
    const writer = async (name: string) => {
      for (let at = 0; at < PER_WRITER; at += 1) {
        await place.store.write(async (writes) => {
          await recordEvents(writes, DEFAULT_SCOPE, [groupOf('cards.deleted', [`${name}-${at}`])]);
          // Commits come in another order than the rows were written.
          await sleep(Math.random() * 12);
        });
      }
    };
    const numbering = (async () => {
      while (isWriting) {
        await numbered(place.store);
        await sleep(3);
      }
      await numbered(place.store);
    })();
    const writing = Promise.all(['a', 'b', 'c', 'd'].map(writer)).finally(() => {
      isWriting = false;
    });
    const seen: string[] = [];
    let after = '';
    for (let isLast = false; ; ) {
      const page: Feed = await api.data(`/v1/events?limit=5${after && `&after=${after}`}`);
      seen.push(...page.items.flatMap(({ data }) => data.card_ids));
      after = page.items.at(-1)?.id ?? after;
      if (isLast && page.items.length === 0) break;
      if (!isWriting) await Promise.all([writing, numbering]);
      isLast = !isWriting;
      await sleep(4);
    }
    assert.equal(seen.length, 4 * PER_WRITER);
    assert.equal(new Set(seen).size, 4 * PER_WRITER);
  });
});

test('an empty page waits for the next event, and tells all who wait at once; it keeps nobody from being let in', async () => {
  await using place = await newStore('sqlite');
  await using api = await apiOn(place.store);
  assert.deepEqual((await api.data<{ items: unknown[] }>('/v1/events?wait=x')).items, []);
  const waiting = Array.from({ length: 600 }, () => api.data<{ items: { name: string }[] }>('/v1/events?wait=30'));
  const other = api.data<{ items: unknown[] }>('/v1/events?wait=1&name=game.cards.updated');
  assert.equal((await api.get('/v1/series')).status, 200);
  await place.store.write((writes) => recordEvents(writes, DEFAULT_SCOPE, [groupOf('products.removed', [1])]));
  await numberEvents(place.store, new Date().toISOString(), () => false);
  for (const { items } of await Promise.all(waiting)) assert.equal(items[0]?.name, 'game.products.removed');
  assert.deepEqual((await other).items, [], 'an event that is not asked for ends no wait');
});
