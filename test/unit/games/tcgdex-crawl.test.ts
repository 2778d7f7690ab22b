/** The crawl: what it asks for in which order, and which validators it leaves behind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogReading } from '../../../src/games/game.ts';
import { crawlTcgdex } from '../../../src/games/pokemon/tcgdex/crawl.ts';
import { Outage, type Read, wholeDocument } from '../../../src/upstream/document.ts';

const BASE = 'http://upstream.test/v2/en';

import { SourceClock } from '../../../src/upstream/source-clock.ts';

const READING = {
  ...{ scope: { language: 'en' }, connections: 1, prices: false, onProgress: () => undefined },
  clock: new SourceClock(() => new Date()),
};
const SET = { id: 's1', name: 'One', serie: { id: 'a' }, cardCount: { total: 3, official: 3 } };
const card = (number: number, more = {}) => ({
  id: `s1-${number}`,
  localId: String(number),
  name: 'Card',
  set: { id: 's1' },
  ...more,
});

/** An upstream of one set; `cards` by id, `listed` as its set lists them. */
function upstream(cards: Record<string, unknown>, listed: unknown[] = Object.keys(cards).map((id) => ({ id }))) {
  const documents: Record<string, unknown> = {
    series: [{ id: 'a', name: 'A' }],
    sets: [{ id: 's1' }],
    'sets/s1': { ...SET, cards: listed },
    ...Object.fromEntries(Object.entries(cards).map(([id, value]) => [`cards/${id}`, value])),
  };
  const asked: { path: string; etag: string | null }[] = [];
  const read: Read = async (url, { etag = null } = {}) => {
    const path = url.slice(BASE.length + 1);
    asked.push({ path, etag });
    const text = JSON.stringify(documents[path]);
    return wholeDocument(url, [Buffer.from(text)], `"${text.length}"`, etag);
  };
  return { read, asked: () => asked.filter(({ path }) => path.startsWith('cards/')) };
}

const crawl = (read: Read, known = new Map<string, string>(), again = new Set<string>()) =>
  crawlTcgdex('http://upstream.test/v2', 'webp', {
    ...READING,
    ...{ read, held: { known, again } },
  } as unknown as CatalogReading);

test('asks for new cards first, then for known ones only if they changed', async () => {
  const { read, asked } = upstream({ 's1-1': card(1), 's1-2': card(2), 's1-3': card(3) });
  const first = await crawl(read);
  const known = first.etags();
  assert.equal(known.size, 3);
  known.delete(`${BASE}/cards/s1-3`);
  const second = await crawl(read, known);
  assert.deepEqual(
    asked()
      .slice(3)
      .map(({ path, etag }) => [path, etag !== null]),
    [
      ['cards/s1-3', false],
      ['cards/s1-1', true],
      ['cards/s1-2', true],
    ],
  );
  assert.deepEqual([...(second.seed?.unchanged ?? [])], ['s1-1', 's1-2']);
  assert.deepEqual([...(second.seed?.cards.keys() ?? [])], ['s1-3']);
});

test('a card that is quarantined leaves no validator, so that the next run reads it again', async () => {
  const { read } = upstream({ 's1-1': card(1), 's1-2': card(2, { name: '' }), 's1-3': card(3) });
  const delivery = await crawl(read);
  assert.equal(delivery.seed?.quarantined.length, 1);
  // What the publish refuses goes from the seed.
  delivery.seed.cards.delete('s1-3');
  assert.deepEqual([...delivery.etags().keys()], [`${BASE}/cards/s1-1`]);
});

test('a card that must come again is asked for whole, and its validator is kept', async () => {
  const { read, asked } = upstream({ 's1-1': card(1), 's1-2': card(2) });
  const known = (await crawl(read)).etags();
  const { seed, etags } = await crawl(read, known, new Set(['s1-2']));
  assert.deepEqual(
    asked()
      .slice(2)
      .map(({ etag }) => etag !== null),
    [true, false],
  );
  assert.deepEqual([...(seed?.cards.keys() ?? [])], ['s1-2']);
  assert.deepEqual(etags(), known);
});

test('a card listed twice is read once and said to be listed twice; one without an id is quarantined', async () => {
  const listed = [{ id: 's1-1' }, { id: 's1-1' }, 42];
  const { read, asked } = upstream({ 's1-1': card(1) }, listed);
  const { seed } = await crawl(read);
  assert.equal(asked().length, 1);
  assert.deepEqual(
    seed?.quarantined.map(({ reason }) => reason),
    ['card: listed twice', 'card: listed without an id'],
  );
  assert.deepEqual(seed?.listed, { series: 1, expansion: 1, card: 3 });
});

/** The documents at these paths end in the middle, or cannot be had. */
const spoilt =
  (read: Read, paths: readonly string[], spoil: (url: string) => Promise<Awaited<ReturnType<Read>>>): Read =>
  (url, options) =>
    paths.includes(url.slice(BASE.length + 1)) ? spoil(url) : read(url, options);
const cut = async (url: string) => wholeDocument(url, [Buffer.from('{"id":')], null, null);
const lost = async (url: string) => {
  throw new Outage(`${url} answered 500 (gave up after 3 tries)`);
};

test('a card whose document is cut, or cannot be had, is quarantined by itself; two in a row are the source', async () => {
  const { read } = upstream({ 's1-1': card(1), 's1-2': card(2), 's1-3': card(3) });
  for (const [spoil, why] of [
    [cut, /cards\/s1-2 is not whole JSON/],
    [lost, /cards\/s1-2 answered 500/],
  ] as const) {
    const { seed } = await crawl(spoilt(read, ['cards/s1-2'], spoil));
    assert.deepEqual([...(seed?.cards.keys() ?? [])], ['s1-1', 's1-3']);
    assert.match(seed?.quarantined[0]?.reason ?? '', why);
  }
  await assert.rejects(crawl(spoilt(read, ['cards/s1-1', 'cards/s1-2'], lost)), /answered 500/);
  assert.equal((await crawl(spoilt(read, ['cards/s1-1', 'cards/s1-2'], cut))).seed?.quarantined.length, 2);
});

test('a set whose document is cut is left out by itself', async () => {
  const { read } = upstream({ 's1-1': card(1) });
  const { seed } = await crawl(spoilt(read, ['sets/s1'], cut));
  assert.deepEqual([seed?.unread[0]?.sample, seed?.expansions], ['s1', []]);
});

test('in a further language a cut document is an outage: a text that does not come is gone', async () => {
  const { read } = upstream({ 's1-1': card(1), 's1-2': card(2) });
  for (const path of ['sets/s1', 'cards/s1-2']) {
    const reading = { ...READING, isTranslation: true, read: spoilt(read, [path], cut) };
    const held = { known: new Map(), again: new Set() };
    await assert.rejects(
      crawlTcgdex('http://upstream.test/v2', 'webp', { ...reading, held } as unknown as CatalogReading),
      /is not whole JSON/,
    );
  }
});
