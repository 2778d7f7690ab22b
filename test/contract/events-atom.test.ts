/** The feed of events as Atom (RFC 4287): its filters, its entries, who may read it, and what it answers to who has it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { linkTo } from '../../src/keys/file-links.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { numberEvents } from '../../src/store/events/events.ts';
import { revokeKey } from '../../src/store/keys.ts';
import { apiOn } from '../support/stages/api.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const at = (second: number) => new Date(Date.UTC(2026, 4, 1, 6, 0, second));

async function feed(engine: (typeof ENGINES)[number][0]) {
  const place = await newStore(engine);
  const api = await apiOn(place.store);
  const tell = (group: Parameters<typeof recordEvents>[2][number], second: number) =>
    place.store.write((writes) => recordEvents(writes, DEFAULT_SCOPE, [group], at(second)));
  const number = () => numberEvents(place.store, at(59).toISOString(), () => true);
  await tell(groupOf('cards.deleted', ['fl1-1', 'fl1-2']), 1);
  await tell(groupOf('expansions.deleted', [`<"Ash" & ${String.fromCharCode(1)}Ember>`]), 2);
  const many = Array.from({ length: 1001 }, (_, n) => `fl2-${n}`);
  await tell(groupOf('cards.deleted', many), 3);
  await number();
  return {
    ...{ api, store: place.store, tell, number },
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);
const titles = (text: string) => all(text, /<title>(game\..*)<\/title>/g);

for (const [engine, skip] of ENGINES) {
  suite(`/v1/events.atom on ${engine}`, { skip }, () => {
    test('shows the newest events first, each by its id, with what changed in words', async () => {
      await using s = await feed(engine);
      const { status, headers, text } = await s.api.get('/v1/events.atom');
      assert.equal(status, 200, text);
      assert.equal(headers['content-type'], 'application/atom+xml; charset=utf-8');
      assert.equal(headers['last-modified'], at(3).toUTCString());
      assert.match(text, /^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">/);
      assert.deepEqual(titles(text), [
        'game.cards.deleted: 1, part 3 of 3',
        'game.cards.deleted: 500, part 2 of 3',
        'game.cards.deleted: 500, part 1 of 3',
        'game.expansions.deleted: 1',
        'game.cards.deleted: 2',
      ]);
      const { items } = await s.api.data<{ items: { id: string; created_at: string }[] }>('/v1/events');
      const newest = items.toReversed();
      assert.deepEqual(
        all(text, /<id>urn:uuid:(.*)<\/id>/g),
        newest.map(({ id }) => id),
      );
      assert.deepEqual(
        all(text, /<updated>(.*)<\/updated>/g),
        [newest[0], ...newest].map((event) => event?.created_at),
      );
      assert.match(text, /\.\nfl1-1\nfl1-2<\/content>/);
      assert.match(text, /\nfl2-19\nand 480 more<\/content>/);
      assert.match(text, /\n&lt;&quot;Ash&quot; &amp; Ember&gt;<\/content>/, 'what XML cannot hold is left out');
    });

    test('names its own address, relative and with what was asked, so that no secret of a link stands in it', async () => {
      await using s = await feed(engine);
      const { id } = await issueKey(s.store, { name: 'reader', scopes: ['read'], rate: 0, expires_at: null });
      const link = await linkTo(s.store, id, 'events.atom', new Date(Date.now() + 3_600_000));
      for (const path of ['/v1/events.atom', link]) {
        const own = async (query: string) => {
          const { text } = await s.api.get(`${path}${query}`);
          const [href = ''] = all(text, /<link rel="self" type="application\/atom\+xml" href="([^"]*)"\/>/g);
          return new URL(String(href).replaceAll('&amp;', '&'), `http://shop.example${path}`).href;
        };
        assert.equal(await own(''), `http://shop.example${path}`);
        const query = '?limit=2&name=game.cards.*&game=game&%22%3E=%3Cb%3E';
        assert.equal(await own(query), `http://shop.example${path}${query}`);
        const { text } = await s.api.get(path);
        assert.ok(!text.includes(link), 'the address of a link stands in no answer');
      }
    });

    test('takes the filters of the feed, and refuses what they refuse', async () => {
      await using s = await feed(engine);
      const shown = async (query: string) => titles((await s.api.get(`/v1/events.atom?${query}`)).text);
      assert.deepEqual(await shown('name=*.expansions.*'), ['game.expansions.deleted: 1']);
      assert.deepEqual(await shown('limit=1&name=game.cards.deleted'), ['game.cards.deleted: 1, part 3 of 3']);
      assert.equal((await shown('game=game')).length, 5);
      assert.deepEqual(await shown('game=another'), []);
      for (const path of ['/v1/events.atom?name=nothing', '/v1/events?name=nothing']) {
        const { status, body } = await s.api.get(path);
        assert.deepEqual([status, body.error?.code], [400, 'bad_request'], path);
      }
    });

    test('answers 304 to who has it, and another tag once an event came', async () => {
      await using s = await feed(engine);
      const { headers } = await s.api.get('/v1/events.atom');
      const again = async () => {
        const known = { authorization: `Bearer ${s.api.key}`, 'if-none-match': String(headers.etag) };
        return await s.api.get('/v1/events.atom', known);
      };
      const same = await again();
      assert.equal(same.status, 304);
      for (const name of ['etag', 'vary', 'last-modified', 'cache-control'])
        assert.equal(same.headers[name], headers[name], `what a cache keeps by: ${name}`);
      await s.tell(groupOf('cards.deleted', ['fl3-1']), 4);
      await s.number();
      assert.equal((await again()).status, 200);
    });

    test('a link shows it without a key, until its moment or that of its key', async () => {
      await using s = await feed(engine);
      const { id } = await issueKey(s.store, { name: 'reader', scopes: ['read'], rate: 0, expires_at: null });
      const hour = new Date(Date.now() + 3_600_000);
      const link = await linkTo(s.store, id, 'events.atom', hour);
      const { status, headers, text } = await s.api.get(`${link}?name=*.expansions.*`, {});
      assert.equal(status, 200, text);
      assert.deepEqual(titles(text), ['game.expansions.deleted: 1']);
      assert.deepEqual([headers['referrer-policy'], headers['x-robots-tag']], ['no-referrer', 'noindex']);
      assert.equal((await s.api.get(link, { 'if-none-match': 'W/"x"' })).status, 200);
      const past = await linkTo(s.store, id, 'events.atom', new Date(Date.now() - 1000));
      const another = link.replace('events.atom', 'events.xml');
      for (const wrong of [past, another]) assert.equal((await s.api.get(wrong, {})).status, 404, wrong);
      await s.store.write((writes) => revokeKey(writes, id, new Date().toISOString()));
      assert.equal((await s.api.get(link, {})).status, 404);
    });

    test('a link counts in the budget of its key, as one request each time', async () => {
      await using s = await feed(engine);
      const { id } = await issueKey(s.store, { name: 'reader', scopes: ['read'], rate: 2, expires_at: null });
      const link = await linkTo(s.store, id, 'events.atom', new Date(Date.now() + 3_600_000));
      const first = await s.api.get(link, {});
      assert.deepEqual([first.status, first.headers.ratelimit], [200, '"default";r=1;t=30']);
      assert.equal((await s.api.get(link, {})).status, 200);
      assert.equal((await s.api.get(link, {})).status, 429);
    });
  });
}
