/** An origin that lost what it had: who follows it goes on with what it took. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeFiles } from '../../src/files/make-files.ts';
import { partOf } from '../../src/files/manifest.ts';
import { forgetParts } from '../../src/ingest/origin/standing.ts';
import { importDays } from '../../src/ingest/runs/import-prices.ts';
import { renameGame } from '../../src/store/games.ts';
import { runAll, runGames } from '../support/stages/ingest.ts';
import { stage } from '../support/stages/market-stage.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

test('an origin that lost its catalog or its history takes nothing away until an operator says so, and its game keeps its name', async () => {
  await using market = await stage('sqlite');
  await market.run('2026-03-02');
  const path = mkdtempSync(join(tmpdir(), 'cardstock-lost-test-'));
  using folder = { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
  await using follower = await newStore('sqlite');
  const url = pathToFileURL(folder.path).href;
  const follow = async (acceptPrune = false) =>
    (await runAll(follower.store, { origin: { adapter: 'cardstock', url } }, { acceptPrune }))[0];
  const manifest = await makeFiles(market.store, { folder: folder.path, now: new Date(), isServed: false });
  let version = manifest.catalog_version;
  type Listed = (typeof manifest.files)[number];
  const list = (files: readonly Listed[]) =>
    writeFileSync(
      join(folder.path, 'manifest.json'),
      JSON.stringify({ ...manifest, files, catalog_version: ++version }),
    );
  const shown = async () => {
    const { files } = await makeFiles(follower.store, { folder: join(path, 'own'), now: new Date(), isServed: false });
    return files.flatMap(({ name, day }) => (day === undefined ? name : []));
  };
  await using other = await newStore('sqlite');
  const scope = { game: 'other', idPrefix: '', language: 'en' };
  const source = { adapter: 'cardstock', url, game: 'game' };
  const [named] = await runGames(other.store, [{ scope, sources: { 'other.origin': source } }]);
  assert.equal(named?.reason, 'a game that follows game is called game too, not other');
  assert.equal((await follow())?.outcome, 'succeeded');
  const before = await shown();
  // As a service lists them that began anew with an empty disk.
  const none = gzipSync('');
  const sha256 = createHash('sha256').update(none).digest('hex');
  writeFileSync(join(folder.path, 'none.ndjson.gz'), none);
  const emptied = (file: Listed): Listed =>
    file.entity === 'cards' ? { ...file, name: 'none.ndjson.gz', rows: 0, bytes: none.length, sha256 } : file;
  const lost: [files: Listed[], told: RegExp][] = [
    [manifest.files.map(emptied), /^no cards came$/],
    [
      manifest.files.filter(({ month }) => month === undefined),
      /^only 0 rows of price history came; .* had \d+: left out/,
    ],
    [manifest.files.map((file) => (file.entity === 'cards' ? { ...file, rows: 32 } : file)), /^only 32 cards came;/],
  ];
  for (const [files, told] of lost) {
    list(files);
    assert.match((await follow())?.reason ?? '', told);
    assert.deepEqual(await shown(), before, String(told));
  }
  list(manifest.files.map((file) => (file.entity === 'cards' ? { ...file, rows: 33 } : file)));
  assert.equal((await follow())?.outcome, 'succeeded', 'nine tenths may be');
  list(manifest.files.filter(({ month, day }) => month === undefined && day === undefined));
  assert.equal((await follow(true))?.outcome, 'succeeded', 'accepted');
  assert.notDeepEqual(await shown(), before);
});

for (const [engine, skip] of ENGINES) {
  test(`what an origin that was restored does not have any more is gone where it is followed: ${engine}`, {
    skip,
  }, async () => {
    await using market = await stage('sqlite');
    await market.run('2026-03-02');
    const path = mkdtempSync(join(tmpdir(), 'cardstock-restored-test-'));
    using folder = { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
    await using follower = await newStore(engine);
    const url = pathToFileURL(folder.path).href;
    const manifest = await makeFiles(market.store, { folder: path, now: new Date(), isServed: false });
    // Before it was restored it had one more of each.
    const added: Record<string, (like: Record<string, unknown>) => object> = {
      series: (like) => ({ ...like, id: 'late', expansions: [] }),
      expansions: (like) => ({ ...like, id: 'late1', series_id: 'late' }),
      cards: (like) => ({ ...like, id: 'late1-1', expansion_id: 'late1', variants: [] }),
      products: (like) => ({ ...like, id: 987_654, expansions: [] }),
    };
    const later = manifest.files.map((file) => {
      const more = added[file.entity];
      if (more === undefined || !file.name.endsWith('.ndjson.gz')) return file;
      const lines = gunzipSync(readFileSync(join(path, file.name)))
        .toString()
        .trimEnd()
        .split('\n');
      const text = [...lines, JSON.stringify(more(JSON.parse(lines[0] ?? '{}')))].map((line) => `${line}\n`).join('');
      const bytes = gzipSync(text);
      const name = `later.${file.name}`;
      writeFileSync(join(path, name), bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { ...file, name, rows: (file.rows ?? 0) + 1, bytes: bytes.length, sha256 };
    });
    const follow = async (of: object) => {
      writeFileSync(join(path, 'manifest.json'), JSON.stringify({ ...manifest, ...of }));
      const [run] = await runAll(follower.store, { origin: { adapter: 'cardstock', url } });
      assert.equal(run?.outcome, 'succeeded', run?.reason ?? '');
    };
    const counted = async () =>
      Promise.all(
        (['series', 'expansions', 'cards', 'products'] as const).map(
          async (table) => (await follower.store.reads.selectFrom(table).select('id').execute()).length,
        ),
      );
    await follow({ files: later, catalog_version: 1000, timeline: 'before' });
    const before = await counted();
    await follow({});
    assert.deepEqual(
      await counted(),
      before.map((count) => count - 1),
    );
    const rows = (await follower.store.reads.selectFrom('events').select(['name', 'body']).execute()).filter(
      ({ name, body }) => /deleted|removed/.test(name) && /late|987654/.test(body),
    );
    assert.deepEqual(
      rows.map(({ name }) => name.slice(name.indexOf('.') + 1)),
      ['cards.deleted', 'expansions.deleted', 'series.deleted', 'products.removed'],
    );
    const shown = await makeFiles(follower.store, { folder: join(path, 'own'), now: new Date(), isServed: false });
    const digests = (files: typeof manifest.files) =>
      files.flatMap(({ entity, name, sha256 }) => (entity in added && name.endsWith('.gz') ? sha256 : []));
    assert.deepEqual(digests(shown.files), digests(manifest.files));
  });
}

test('what a run takes of an origin leaves no file behind, whether it fails or the process is killed', async (context) => {
  const path = mkdtempSync(join(tmpdir(), 'cardstock-left-test-'));
  using folder = { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
  await using follower = await newStore('sqlite');
  const own = mkdtempSync(join(folder.path, 'tmp-'));
  const { TMPDIR } = process.env;
  context.after(() => (TMPDIR === undefined ? delete process.env.TMPDIR : Object.assign(process.env, { TMPDIR })));
  process.env.TMPDIR = own;
  // More than what stays in memory.
  const many = Array.from({ length: 9 }, (_, at) => ({ name: `${at}.ndjson`, entity: 'cards', game: 'game' }));
  for (const { name } of many) writeFileSync(join(path, name), 'no card'.padEnd(1_000_000));
  writeFileSync(join(path, 'manifest.json'), JSON.stringify({ format: 1, files: many }));
  const url = pathToFileURL(path).href;
  const left: string[][] = [];
  // It is asked before a run, between fetching and publishing, and after it.
  const now = () => {
    left.push(readdirSync(own));
    return new Date();
  };
  const [run] = await runAll(follower.store, { origin: { adapter: 'cardstock', url } }, { now });
  assert.match(run?.reason ?? '', /0\.ndjson line 1: is no JSON object/);
  assert.deepEqual([...left, readdirSync(own)].flat(), []);
});

for (const [engine, skip] of ENGINES) {
  test(`what is wrong here beside its digest is mended when its part is forgotten: ${engine}`, { skip }, async () => {
    await using market = await stage('sqlite');
    await market.run('2026-03-02');
    const path = mkdtempSync(join(tmpdir(), 'cardstock-mended-test-'));
    using folder = { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
    await using follower = await newStore(engine);
    const { store } = follower;
    const there = await makeFiles(market.store, { folder: path, now: new Date(), isServed: false });
    const follow = async () => {
      const url = pathToFileURL(folder.path).href;
      const [run] = await runAll(store, { origin: { adapter: 'cardstock', url } });
      assert.equal(run?.outcome, 'succeeded', run?.reason ?? '');
    };
    const differing = async () => {
      const here = await makeFiles(store, { folder: join(path, 'own'), now: new Date(), isServed: false });
      const names = new Set(here.files.map(({ name }) => name));
      const isOf = ({ name, day }: { name: string; day?: string }) => name.endsWith('.ndjson.gz') && day === undefined;
      return there.files.filter((file) => isOf(file) && !names.has(file.name)).map(partOf);
    };
    await follow();
    assert.deepEqual(await differing(), []);
    const ids = (await store.reads.selectFrom('cards').select(['id', 'body']).orderBy('id').limit(2).execute()) as [
      { id: string; body: string },
      { id: string; body: string },
    ];
    const events = async () => (await store.reads.selectFrom('events').select('body').orderBy('seq').execute()).length;
    await store.write(async (writes) => {
      const body = ids[0].body.replace('"name":"', '"name":"Not ');
      await writes.updateTable('cards').set({ body }).where('id', '=', ids[0].id).execute();
    });
    const before = await events();
    assert.deepEqual(await differing(), ['cards.game']);
    await store.write((writes) => forgetParts(writes, 'origin', new Set(['cards.game'])));
    await follow();
    assert.deepEqual(await differing(), [], 'a name');
    const told = await store.reads.selectFrom('events').select('body').orderBy('seq').offset(before).limit(9).execute();
    assert.deepEqual(
      told.map(({ body }) => [body.includes(ids[0].id), body.includes(ids[1].id)]),
      [[true, false]],
    );
    // A month that the origin does not have.
    const month = 'card_prices.game.usd.2020-01';
    const file = { name: `${month}.csv`, game: 'game' } as never;
    const rows = Buffer.from(`card_id,variant,observed_on,market\n${ids[0].id},normal,2020-01-05,77\n`);
    const asked = { source: 'import', isDry: false, isAccepted: true, now: new Date() };
    await importDays(store, [{ file, bytes: () => Readable.from([rows]), sha256: '' }], asked);
    const months = async () => {
      const here = await makeFiles(store, { folder: join(path, 'own'), now: new Date(), isServed: false });
      return here.files.map(partOf).filter((part) => part === month).length;
    };
    assert.ok((await months()) > 0);
    await store.write((writes) => forgetParts(writes, 'origin', new Set([month])));
    await follow();
    assert.deepEqual([await months(), await differing()], [0, []], 'a month');
    // A printing without its row: its card is as it was, and its prices are nobody's.
    await store.write((writes) => writes.deleteFrom('variants').where('card_id', '=', ids[1].id).execute());
    const lost = await differing();
    assert.ok(lost.length > 0 && lost.every((part) => part.startsWith('card_prices.game.')), lost.join(' '));
    await store.write((writes) => forgetParts(writes, 'origin', new Set(lost)));
    await follow();
    assert.deepEqual(await differing(), [], 'a printing');
  });
}

test('a month of one currency that is gone takes none of the other with it, whatever the game is called', async () => {
  await using market = await stage('sqlite');
  await market.run('2026-03-02');
  const path = mkdtempSync(join(tmpdir(), 'cardstock-gone-test-'));
  using folder = { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
  const manifest = await makeFiles(market.store, { folder: path, now: new Date(), isServed: false });
  const files = manifest.files.flatMap((file) => {
    if (!file.name.endsWith('.ndjson.gz')) return [];
    const text = gunzipSync(readFileSync(join(path, file.name))).toString();
    const bytes = gzipSync(text.replaceAll('"game":"game"', '"game":"euro"'));
    const name = file.name.replace('.game.', '.euro.');
    writeFileSync(join(path, name), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { ...file, name, game: 'euro', bytes: bytes.length, sha256 };
  });
  await using follower = await newStore('sqlite');
  const scope = { game: 'euro', idPrefix: '', language: 'en' };
  const sources = { origin: { adapter: 'cardstock', url: pathToFileURL(folder.path).href } };
  await follower.store.write((writes) => renameGame(writes, 'game', 'euro'));
  const months = async (listed: typeof files) => {
    writeFileSync(join(path, 'manifest.json'), JSON.stringify({ ...manifest, files: listed }));
    const [run] = await runGames(follower.store, [{ scope, sources }], { acceptPrune: true });
    assert.equal(run?.outcome, 'succeeded', run?.reason ?? '');
    const shown = await makeFiles(follower.store, { folder: join(path, 'own'), now: new Date(), isServed: false });
    return shown.files.flatMap((file) => (file.month && file.name.endsWith('.ndjson.gz') ? partOf(file) : []));
  };
  const [eur, usd] = ['card_prices.euro.eur.2026-03', 'card_prices.euro.usd.2026-03'];
  assert.deepEqual((await months(files)).sort(), [eur, usd]);
  assert.deepEqual(await months(files.filter((file) => partOf(file) !== usd)), [eur]);
});
