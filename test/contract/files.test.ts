/** The files of the catalog: what they hold, that equal rows are equal bytes, and how they are downloaded. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { type FileShelf, openShelf } from '../../src/files/file-shelf.ts';
import { makeFiles } from '../../src/files/make-files.ts';
import type { FileEntry, Manifest } from '../../src/files/manifest.ts';
import { endLinks, linkTo } from '../../src/keys/file-links.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { revokeKey } from '../../src/store/keys.ts';
import type { UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { PRICED_CARD, type Stage, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

/** Any row of any file or read, as far as it is looked at here. */
interface Row {
  [field: string]: unknown;
  id: string;
  card_id: string;
  observed_on: string;
  variants: Row[];
  usd_market: Row[];
}

const [DAY, NEXT] = ['2026-03-01', '2026-03-02'];
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const NAME =
  /^(series|expansions|cards|products|aliases|card_prices|product_prices)\.game(\.(usd|eur))?(\.\d{4}-\d\d(-\d\d)?)?\.[0-9a-f]{12}\.(ndjson\.gz|ndjson\.zst|csv\.gz|parquet)$/;

suite('files', () => {
  let market: Stage;
  let shelf: FileShelf;
  let api: TestApi;
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-files-'));
  const manifest = async (query = '') => (await api.get(`/export/manifest.json${query}`)).body as unknown as Manifest;
  const named = ({ files }: Manifest, ...pieces: string[]): FileEntry => {
    const found = files.find(({ name }) => pieces.every((piece) => name.includes(piece)));
    assert.ok(found, `${pieces} is not listed`);
    return found;
  };
  const file = (name: string, headers = {}) => api.get(`/export/files/${name}`, { ...auth(), ...headers });
  const auth = () => ({ authorization: `Bearer ${api.key}` });
  const rows = async (entry: FileEntry) => {
    const { bytes } = await file(entry.name);
    const text = (entry.name.endsWith('.gz') ? gunzipSync(bytes) : zstdDecompressSync(bytes)).toString();
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };

  before(async () => {
    market = await stage('sqlite');
    await market.run(DAY, ({ usd }) => {
      usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 1, highPrice: null, marketPrice: 1 });
    });
    shelf = openShelf(market.store, market.location, { folder, limitBytes: 50_000_000 }, (error) => assert.fail(error));
    api = await apiOn(market.store, { files: shelf });
  });
  after(async () => {
    await shelf?.stop();
    await api?.[Symbol.asyncDispose]();
    await market?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test('each file is what the manifest says of it, in all forms the same rows in the same order', async () => {
    const { files, catalog_version, position, format } = await manifest();
    assert.deepEqual([format, catalog_version > 0, position], [1, true, 0]);
    for (const { name, bytes, sha256: digest } of files) {
      assert.match(name, NAME);
      const answer = await file(name);
      assert.equal(answer.bytes.length, bytes);
      assert.equal(sha256(answer.bytes), digest);
      assert.ok(name.includes(digest.slice(0, 12)));
    }
    for (const of of [
      'card_prices.game.usd.2026-03.',
      'card_prices.game.eur.',
      'product_prices.game.usd.',
      'cards.game.',
    ]) {
      const all = await manifest();
      const lines = await rows(named(all, of, '.ndjson.gz'));
      const parquet = named(all, of, '.parquet');
      assert.equal(lines.length, parquet.rows);
      assert.deepEqual(await rows(named(all, of, '.ndjson.zst')), lines);
      const { bytes } = await file(parquet.name);
      const read = await parquetReadObjects({
        file: Uint8Array.from(bytes).buffer,
        compressors: { ZSTD: (packed) => new Uint8Array(zstdDecompressSync(packed)) },
      });
      const plain = read.map((row, at) => {
        const known = JSON.parse(
          JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
        );
        // A field that a record need not have is a column all the same.
        return Object.fromEntries(Object.entries(known).filter(([name]) => name in (lines[at] ?? {})));
      });
      const shown = plain.map((row) =>
        row.observed_on ? { ...row, observed_on: String(row.observed_on).slice(0, 10) } : row,
      );
      assert.deepEqual(shown, lines);
      if (!of.includes('prices')) continue;
      const csv = gunzipSync((await file(named(all, of, '.csv.gz').name)).bytes)
        .toString()
        .trimEnd()
        .split('\n');
      assert.equal(csv[0], Object.keys(lines[0]).join(','));
      assert.equal(
        csv[1],
        Object.values(lines[0])
          .map((value) => value ?? '')
          .join(','),
      );
    }
  });

  test('records are what reads show without amounts; prices are those that reads show', async () => {
    const all = await manifest();
    const bare = (card: Row) => ({
      ...card,
      variants: card.variants.map(({ usd_market, eur_market, ...rest }: Row) => rest),
    });
    const prices = await rows(named(all, 'card_prices.game.usd.', '.ndjson.gz'));
    for (const card of (await rows(named(all, 'cards.game.', '.ndjson.gz'))).slice(0, 5)) {
      const shown = await api.data<Row>(`/v1/cards/${card.id}`);
      assert.deepEqual(bare(card), bare(shown));
      const amounts = shown.variants.flatMap(({ id, usd_market }: Row) =>
        usd_market.map(({ condition, market, low, high, observed_on }: Row) => [
          id,
          condition,
          market,
          low,
          high,
          observed_on,
        ]),
      );
      assert.deepEqual(
        prices
          .filter(({ card_id }) => card_id === card.id)
          .map(({ variant_id, condition, market, low, high, observed_on }) => [
            variant_id,
            condition,
            market,
            low,
            high,
            observed_on,
          ]),
        amounts,
      );
    }
  });

  test('a file is tagged, immutable, sent in parts, and unchanged for who has it', async () => {
    const { name, bytes, sha256: digest } = named(await manifest(), 'cards.game.', '.parquet');
    const whole = await file(name);
    const tag = String(whole.headers.etag);
    assert.equal(whole.headers['cache-control'], 'private, max-age=31536000, immutable, no-transform');
    assert.equal(whole.headers['repr-digest'], `sha-256=:${Buffer.from(digest, 'hex').toString('base64')}:`);
    assert.deepEqual(
      [whole.headers['content-length'], whole.headers['accept-ranges'], whole.headers['content-encoding']],
      [String(bytes), 'bytes', undefined],
    );
    const part = await file(name, { range: 'bytes=10-19' });
    for (const { status, headers, bytes: sent } of [part, await file(name, { range: 'Bytes=10-19' })]) {
      assert.deepEqual([status, headers['content-range']], [206, `bytes 10-19/${bytes}`]);
      assert.deepEqual(sent, whole.bytes.subarray(10, 20));
    }
    assert.equal(part.headers['repr-digest'], whole.headers['repr-digest']);
    assert.deepEqual((await file(name, { range: 'bytes=-4', 'if-range': tag })).bytes, whole.bytes.subarray(-4));
    assert.deepEqual((await file(name, { range: `bytes=${bytes - 3}-` })).bytes, whole.bytes.subarray(-3));
    assert.equal((await file(name, { range: 'bytes=0-3', 'if-range': '"other"' })).status, 200);
    for (const range of ['bytes=0-1,5-6', 'bytes=9-3', 'lines=1-2'])
      assert.equal((await file(name, { range })).status, 200);
    const outside = await file(name, { range: `bytes=${bytes}-` });
    assert.deepEqual(
      [outside.status, outside.headers['content-range'], outside.body.error?.code],
      [416, `bytes */${bytes}`, 'bad_request'],
    );
    assert.equal((await file(name, { 'if-none-match': tag })).status, 304);
    const head = await api.send('HEAD', `/export/files/${name}`, auth());
    assert.deepEqual([head.status, head.headers['content-length'], head.bytes.length], [200, String(bytes), 0]);
  });

  test('a key is needed, and each megabyte of a file counts as a request', async () => {
    const { name } = named(await manifest(), 'cards.game.', '.parquet');
    assert.equal((await api.get(`/export/files/${name}`, {})).status, 401);
    assert.equal((await api.get('/export/manifest.json', {})).status, 401);
    const { key } = await issueKey(api.store, { name: 'x', scopes: ['read'], rate: 5, expires_at: null });
    const answer = await api.get(`/export/files/${name}`, { authorization: `Bearer ${key}` });
    assert.match(String(answer.headers.ratelimit), /r=4/);
  });

  test('a key that is limited to games is told of no other one: neither its files nor that it is served', async () => {
    for (const [game, count] of [
      ['game', 1],
      ['another', 0],
    ] as const) {
      const { key } = await issueKey(api.store, {
        ...{ name: 'x', scopes: ['read' as const], rate: 0, expires_at: null },
        games: [game],
      });
      const { body } = await api.get('/export/manifest.json', { authorization: `Bearer ${key}` });
      const { games, files } = body as unknown as Manifest;
      assert.deepEqual([games.length, files.length > 0], [count, count > 0], game);
    }
  });

  test('a link downloads one file without a key, until it ends or its key does', async () => {
    const { id } = await issueKey(api.store, { name: 'x', scopes: ['read'], rate: 100, expires_at: null });
    const listed = named(await manifest(), 'card_prices.game.usd.', '.csv.gz');
    const soon = new Date(Date.now() + 60_000);
    const path = await linkTo(api.store, id, 'card_prices.game.usd.csv', soon);
    const bare = await api.get(path, {});
    assert.deepEqual([bare.status, bare.headers['content-type']], [200, 'text/csv; charset=utf-8']);
    const packed = (await file(listed.name)).bytes;
    const coded = await api.get(path, { 'accept-encoding': 'br, gzip' });
    assert.deepEqual([coded.headers['content-encoding'], coded.bytes], ['gzip', packed]);
    for (const accepts of [undefined, 'identity', 'gzip;q=0', 'br', 'gzip;q=0.1, identity']) {
      const headers = { ...(accepts && { 'accept-encoding': accepts }), range: 'bytes=0-3' };
      const plain = await api.get(path, headers);
      assert.deepEqual([plain.status, plain.headers['content-encoding']], [200, undefined], accepts);
      assert.deepEqual(plain.bytes, gunzipSync(packed), accepts);
      assert.notEqual(plain.headers.etag, coded.headers.etag);
      const { etag } = plain.headers;
      assert.equal((await api.get(path, { ...headers, 'if-none-match': String(etag) })).status, 304);
      for (const { headers: of } of [plain, coded])
        assert.deepEqual([of.vary, String(of['cache-control']).includes('no-transform')], ['Accept-Encoding', true]);
    }
    assert.match(String(bare.headers.ratelimit), /r=99/);
    assert.equal(bare.headers['referrer-policy'], 'no-referrer');
    const exact = await linkTo(api.store, id, listed.name, soon);
    assert.deepEqual((await api.get(exact, {})).bytes, (await file(listed.name)).bytes);
    const past = await linkTo(api.store, id, listed.name, new Date(Date.now() - 1000));
    const other = path.replace('usd.csv', 'eur.csv');
    for (const wrong of [past, other, exact.replace(/.\//g, 'x/')])
      assert.equal((await api.get(wrong, {})).status, 404);
    const misspelt = await api.get(await linkTo(api.store, id, 'card_prices.gaem.usd.csv', soon), {});
    assert.deepEqual([misspelt.status, misspelt.body.error?.message], [404, 'There is no file of this name.']);
    await api.store.write((writes) => endLinks(writes, id, 'card_prices.game.usd.csv'));
    assert.equal((await api.get(path, {})).status, 404, 'ended by itself');
    assert.equal((await api.get(exact, {})).status, 200, 'of another name');
    const again = await linkTo(api.store, id, 'card_prices.game.usd.csv', soon);
    assert.equal((await api.get(again, {})).status, 200, 'made anew');
    await api.store.write((writes) => revokeKey(writes, id, new Date().toISOString()));
    assert.equal((await api.get(again, {})).status, 404, 'dies with its key');
  });

  test('what no manifest names is 404; since lists what was not listed at that version; the manifest has a tag', async () => {
    for (const name of ['cards.game.000000000000.parquet', 'manifest.json', '..%2Fcardstock.db', 'state.json']) {
      assert.equal((await file(name)).status, 404, name);
    }
    const before = await manifest();
    assert.deepEqual((await manifest('?since=0')).files, before.files);
    assert.deepEqual((await manifest(`?since=${before.catalog_version}`)).files, []);
    assert.equal((await api.get('/export/manifest.json?since=x')).status, 400);
    const tagged = await api.get('/export/manifest.json');
    const held = await api.get('/export/manifest.json', { ...auth(), 'if-none-match': String(tagged.headers.etag) });
    assert.equal(held.status, 304);
    const placeOf = (entity: string) => statSync(join(folder, named(before, `${entity}.game.`, '.parquet').name)).ino;
    const tag = (await file(named(before, 'card_prices.game.usd.', 'ndjson.gz').name)).headers.etag;
    const places = { cards: placeOf('cards'), products: placeOf('products') };
    await market.run(NEXT, ({ usd }) => {
      usd[0] = { ...usd[0], marketPrice: 7 } as never;
    });
    const now = await manifest();
    const same = { cards: placeOf('cards'), products: placeOf('products') };
    assert.deepEqual(same, places, 'what has not changed is not written again');
    const known = new Set(before.files.map(({ name }) => name));
    const more = (await manifest(`?since=${before.catalog_version}`)).files;
    assert.deepEqual(
      more,
      now.files.filter(({ name }) => !known.has(name)),
    );
    assert.ok(more.some(({ day }) => day === NEXT) && !more.some(({ entity }) => entity === 'cards'));
    const old = named(before, 'card_prices.game.usd.', 'ndjson.gz');
    const resumed = await file(old.name, { range: 'bytes=10-', 'if-range': String(tag) });
    assert.deepEqual([resumed.status, resumed.headers.etag], [206, tag], 'a download goes on');
    rmSync(join(folder, old.name));
    const gone = await file(old.name);
    assert.deepEqual([gone.status, gone.body.error?.code], [410, 'not_found']);
  });

  test('a file that the disk has lost, or bytes of it, is made again, and never sent under a digest that is not its own', async () => {
    const { name, sha256: digest } = named(await manifest(), 'cards.game.', 'ndjson.gz');
    for (const harm of [(path: string) => truncateSync(path, 20), (path: string) => truncateSync(path), rmSync]) {
      harm(join(folder, name));
      assert.equal((await file(name)).status, 410);
      assert.equal(named(await manifest(), 'cards.game.', 'ndjson.gz').name, name);
      assert.equal(sha256((await file(name)).bytes), digest);
    }
    // Another of the same length: whoever follows would be told of it for ever.
    writeFileSync(join(folder, name), readFileSync(join(folder, name)).fill(0, 30, 40));
    assert.equal((await file(name)).headers['repr-digest'], undefined);
    await manifest();
    const healed = await file(name);
    assert.equal(sha256(healed.bytes), digest);
    assert.equal(healed.headers['repr-digest'], `sha-256=:${Buffer.from(digest, 'hex').toString('base64')}:`);
  });

  test('a manifest that is damaged, and what is remembered beside it, are made again', async () => {
    const before = (await shelf.current())?.manifest.files;
    for (const name of ['manifest.json', 'state.json']) {
      writeFileSync(join(folder, name), '{"files": [');
      rmSync(join(folder, before?.[0]?.name ?? ''));
      assert.deepEqual((await shelf.current())?.manifest.files, before, name);
    }
  });

  test('a folder that is exported has the same bytes, and nothing else', async () => {
    const served = await manifest();
    const into = join(folder, 'exported');
    const made = await makeFiles(market.store, { folder: into, now: new Date(), isServed: false, served });
    assert.deepEqual(made, served);
    assert.deepEqual(readdirSync(into).sort(), [...served.files.map(({ name }) => name), 'manifest.json'].sort());
    for (const { name, sha256: digest } of served.files) assert.equal(sha256(readFileSync(join(into, name))), digest);
  });
});

for (const [engine, skip] of ENGINES) {
  test(`a day is told once read, moved or not, and again where it is another: ${engine}`, { skip }, async () => {
    await using market = await stage(engine);
    const told = async () => {
      const found = await market.store.reads
        .selectFrom('events')
        .select('body')
        .where('name', '=', 'game.price_days.recorded')
        .orderBy('seq')
        .execute();
      await market.store.write((writes) => writes.deleteFrom('events').execute());
      return found.map(({ body }) => JSON.parse(body).data);
    };
    const short = (days: Row[]) => days.map(({ entity, currency, day, rows }) => [entity, currency, day, rows]);
    await market.run(DAY, ({ usd }) =>
      usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 1, highPrice: 2, marketPrice: 1 }),
    );
    const first = await told();
    assert.deepEqual(short(first), [
      ['card_prices', 'usd', DAY, 72],
      ['product_prices', 'usd', DAY, 1],
      ['card_prices', 'eur', DAY, 72],
    ]);
    await using folder = {
      path: mkdtempSync(join(tmpdir(), 'cardstock-files-')),
      [Symbol.asyncDispose]: async () => rmSync(folder.path, { recursive: true }),
    };
    const { files } = await makeFiles(market.store, { folder: folder.path, now: new Date(), isServed: false });
    for (const { file, sha256: digest, catalog_version } of first) {
      assert.ok(catalog_version > 0);
      assert.equal(files.find(({ name }) => name === file)?.sha256, digest);
    }
    await market.run(DAY);
    assert.deepEqual(await told(), [], 'the same day again');
    await market.run(NEXT);
    assert.deepEqual(short(await told()), [
      ['card_prices', 'usd', NEXT, 72],
      ['card_prices', 'eur', NEXT, 72],
    ]);
    await market.run(DAY, ({ usd }) => {
      usd[0] = { ...usd[0], marketPrice: 1.01 } as never;
    });
    assert.deepEqual(short(await told()), [['card_prices', 'usd', DAY, 72]], 'a past day that is another now');
    const printings = ({ cards }: UpstreamCatalog) => cards.find(({ id }) => id === PRICED_CARD) ?? {};
    const spelt = { variants_detailed: [{ type: 'normal', foil: 'mirror' }, { type: 'reverse' }] };
    await market.relink((catalog) => Object.assign(printings(catalog), spelt));
    const both = [DAY, NEXT].flatMap((day) => ['usd', 'eur'].map((currency) => ['card_prices', currency, day, 72]));
    const respelt = await told();
    assert.deepEqual(short(respelt), both, 'days whose rows name a printing otherwise');
    const again = await makeFiles(market.store, { folder: folder.path, now: new Date(), isServed: false });
    for (const { file, sha256: digest } of respelt) {
      assert.equal(again.files.find(({ name }) => name === file)?.sha256, digest);
    }
    await market.relink((catalog) => Object.assign(printings(catalog), { thirdParty: {} }));
    assert.deepEqual(
      short(await told()),
      both.map(([entity, currency, day]) => [entity, currency, day, 70]),
      'days whose rows are of no printing any more',
    );
    await market.relink(() => undefined);
    assert.deepEqual(await told(), [], 'and a catalog that is as it was');
  });
}
