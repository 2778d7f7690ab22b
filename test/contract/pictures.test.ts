/** Pictures that are kept: fetched once from a source with faults, served to everybody, and still there when it is gone. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import sharp from 'sharp';
import type { Card } from '../../src/catalog/records.ts';
import { PictureKeeper } from '../../src/ingest/pictures/keep-pictures.ts';
import { type CatalogFolder, catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runAll } from '../support/stages/ingest.ts';
import { runScan, shapes } from '../support/stages/pictured-catalog.ts';
import { newStore, type TestStore } from '../support/stages/stores.ts';

const AT = 'https://cards.example';
const LIMIT_BYTES = 10_000_000;

/** What the source answers instead of a picture, by the card; each picture it draws differs from the one before. */
const FAULTS: Record<string, (response: ServerResponse, rendition: string) => void> = {
  'ember1-2': (response, rendition) => (rendition === 'high' ? response.writeHead(404).end() : draw(response, 2)),
  'ember1-3': (response) => response.writeHead(404).end(),
  'ember1-4': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>buy something</p>'),
  'ember1-5': (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('no picture at all'),
  'ember1-6': (response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': String(20 * 1024 * 1024) });
    response.end(Buffer.alloc(20 * 1024 * 1024));
  },
};
let drawn = 100;

async function draw(response: ServerResponse, seed = ++drawn): Promise<void> {
  const bytes = await shapes(seed).resize(800).jpeg().toBuffer();
  response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
}

suite('pictures that are kept', () => {
  const asked: string[] = [];
  const source = createServer((request, response) => {
    const [, id = '', file = ''] = (request.url ?? '').split('/');
    asked.push(`${id}/${file}`);
    const fault = FAULTS[id];
    if (fault === undefined) void draw(response);
    else fault(response, file.replace('.webp', ''));
  });
  let folder: CatalogFolder;
  let place: TestStore;
  let kept: string;
  let api: TestApi;
  let keeper: PictureKeeper;
  const pictures = () => ({ folder: kept, limitBytes: LIMIT_BYTES, at: AT });
  const run = (keep_pictures: boolean, at: string | null = AT) =>
    runAll(
      place.store,
      { catalog: { adapter: 'tcgdex', files: folder.files, give_up_after: '1s', keep_pictures } },
      { pictures: { ...pictures(), at: at ?? undefined } },
    );
  /** Without a key. */
  const show = (path: string, headers: Record<string, string> = {}) => api.get(`/pictures/${path}`, headers);
  const imageOf = async (id: string) => (await api.data<Card>(`/v1/cards/${id}`)).image;

  before(async () => {
    await once(source.listen(0, '127.0.0.1'), 'listening');
    const base = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
    const catalog = tinyCatalog(8);
    const cards = catalog.cards.map((card) =>
      /^ember1-[1-7]$/.test(card.id) ? { ...card, image: `${base}/${card.id}` } : card,
    );
    folder = await catalogFolder({ ...catalog, cards });
    place = await newStore('sqlite');
    kept = await mkdtemp(join(tmpdir(), 'cardstock-kept-'));
    const [report] = await run(true);
    assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
    keeper = new PictureKeeper(pictures(), 'cardstock-test/1');
    api = await apiOn(place.store, { pictures: keeper });
  });
  after(async () => {
    source.closeAllConnections();
    source.close();
    await keeper.close();
    for (const each of [api, place, folder]) await each[Symbol.asyncDispose]();
    await rm(kept, { recursive: true, force: true });
  });

  test('a record names our address, and none where the source has no picture', async () => {
    const address = `${AT}/pictures/ember1-1`;
    assert.deepEqual(await imageOf('ember1-1'), { low: `${address}/low`, high: `${address}/high` });
    assert.equal(await imageOf('ember1-8'), null);
    assert.deepEqual(asked, []);
  });

  test('however many ask, it is fetched once, and served without a key in two widths as WebP', async () => {
    const paths = Array.from({ length: 8 }, (_, at) => `ember1-1/${at % 2 === 0 ? 'low' : 'high'}`);
    const [low, high, ...others] = await Promise.all(paths.map((path) => show(path)));
    assert.ok(low && high);
    assert.deepEqual(asked, ['ember1-1/high.webp']);
    for (const { status, headers } of [low, high, ...others]) {
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'image/webp');
      assert.match(String(headers['cache-control']), /^public, max-age=\d+, immutable$/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
    }
    const sizes = await Promise.all([low, high].map(({ bytes }) => sharp(bytes).metadata()));
    assert.deepEqual(
      sizes.map(({ format, width }) => [format, width]),
      [
        ['webp', 245],
        ['webp', 672],
      ],
    );
    const tag = `"${createHash('sha256').update(high.bytes).digest('base64url')}"`;
    assert.equal(high.headers.etag, tag);
    const again = await show('ember1-1/high', { 'if-none-match': tag });
    assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, tag]);
    assert.equal(asked.length, 1);
  });

  test('the index of the scan reads the same copy, and what it reads is served', async () => {
    const before = asked.length;
    const report = await runScan(place.store, { pictures: pictures() });
    assert.equal(report.outcome, 'succeeded', report.reason ?? '');
    assert.equal(report.counts.indexed, 2);
    assert.equal(asked.filter((each) => each === 'ember1-1/high.webp').length, 1);
    const then = asked.length;
    assert.ok(then > before);
    assert.equal((await show('ember1-7/high')).status, 200);
    assert.equal(asked.length, then);
  });

  test('one that cannot be had is the other rendition, else 404 in the envelope, and is not asked for again', async () => {
    const other = await show('ember1-2/high');
    assert.equal(other.status, 200);
    assert.doesNotMatch(String(other.headers['cache-control']), /immutable/);
    const then = [...asked];
    for (const id of ['ember1-3', 'ember1-4', 'ember1-5', 'ember1-6', 'ember1-8', 'no-such-card']) {
      for (const rendition of ['low', 'high', 'medium']) {
        const { status, body } = await show(`${id}/${rendition}`);
        assert.equal(status, 404, id);
        assert.equal(body.data, null);
        assert.equal(body.error?.code, 'not_found');
      }
    }
    const more = asked.slice(then.length);
    assert.deepEqual([...new Set(more)].sort(), more.sort(), 'nothing is asked for twice');
    assert.ok(
      more.every((each) => each.endsWith('low.webp')),
      'the full ones were tried by the index',
    );
  });

  test('with the source gone what is kept is there after a restart too, the same bytes', async () => {
    const high = await show('ember1-1/high');
    source.closeAllConnections();
    await new Promise((resolve) => source.close(resolve));
    const later = new PictureKeeper(pictures(), 'cardstock-test/1');
    await using elsewhere = await apiOn(place.store, { pictures: later });
    const same = await elsewhere.get('/pictures/ember1-1/high', {});
    assert.equal(same.status, 200);
    assert.deepEqual(same.bytes, high.bytes);
    assert.equal(same.headers.etag, high.headers.etag);
    await later.close();
  });

  test('health tells a key how much is kept of what may be, and nobody else where it is closed', async () => {
    const told = JSON.parse((await api.get('/health')).text).pictures;
    assert.ok(told.files > 0 && told.bytes > 0 && told.bytes < LIMIT_BYTES);
    assert.deepEqual([told.limit_bytes, told.under_way, told.last_error], [LIMIT_BYTES, 0, null]);
    await using closed = await apiOn(place.store, { settings: { healthDetails: false } });
    assert.equal(JSON.parse((await closed.get('/health', {})).text).pictures, undefined);
  });

  test('beyond the limit the longest unused go', async () => {
    const { bytes } = await keeper.shelf.counted();
    const filesIn = async () => (await readdir(kept, { recursive: true })).filter((name) => name.length > 60).length;
    const before = await filesIn();
    const gone = await keeper.shelf.prune([], bytes / 2).then(() => filesIn());
    assert.equal(gone, 0, 'no card names them');
    assert.ok(before >= 7);
  });

  test('without public_url the record names the source, without keep_pictures callers are led there', async () => {
    await run(true, null);
    assert.match((await imageOf('ember1-1'))?.high ?? '', /^http:\/\/127\.0\.0\.1:\d+\/ember1-1\/high\.webp$/);
    await run(false);
    const image = await imageOf('ember1-1');
    const led = await show('ember1-1/low');
    assert.deepEqual([led.status, led.headers.location], [302, image?.low]);
    assert.equal((await show('ember1-8/low')).status, 404);
  });
});
