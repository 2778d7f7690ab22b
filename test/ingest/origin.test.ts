/** A Cardstock as a source: a follower shows what its origin shows, whatever happened on the way; a catalog by hand loads. */
import assert from 'node:assert/strict';
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CardExplanation } from '../../src/catalog/provenance/card-explanation.ts';
import type { Card } from '../../src/catalog/records.ts';
import { openShelf } from '../../src/files/file-shelf.ts';
import { makeFiles } from '../../src/files/make-files.ts';
import { STANDING } from '../../src/ingest/origin/standing.ts';
import { importDays } from '../../src/ingest/runs/import-prices.ts';
import { claimLanguages } from '../../src/service/claim-languages.ts';
import { deployedGames, factsOf } from '../../src/service/configured-parts.ts';
import { followedConfig } from '../../src/service/follow.ts';
import { addAliases } from '../../src/store/catalog/aliases.ts';
import { putExpansionCodes } from '../../src/store/catalog/expansions.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { putProducts, putProductTypes, replaceSealedLinks } from '../../src/store/catalog/products.ts';
import { storedLanguages } from '../../src/store/catalog/translations.ts';
import { documentEtags, putDocumentEtags } from '../../src/store/document-etags.ts';
import type { Store } from '../../src/store/store.ts';
import { FollowedStore } from '../invariants/followed-store.ts';
import { documentBlocks } from '../support/house/document-blocks.ts';
import { takeIn, writtenOut } from '../support/sources/price-days.ts';
import { apiOn } from '../support/stages/api.ts';
import { runAll, runGames } from '../support/stages/ingest.ts';
import { stage } from '../support/stages/market-stage.ts';
import { deployedIn, severalLanguages } from '../support/stages/several-languages.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const place = () => {
  const path = mkdtempSync(join(tmpdir(), 'cardstock-origin-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
};

/** Digests of all that a store would give out. */
async function digests(store: Store): Promise<Record<string, string>> {
  using folder = place();
  const { files } = await makeFiles(store, { folder: folder.path, now: new Date(), isServed: false });
  const lines = files.filter(({ name, day }) => name.endsWith('.ndjson.gz') && day === undefined);
  return Object.fromEntries(lines.map(({ name, sha256 }) => [name, sha256]));
}

for (const [engine, skip] of ENGINES) {
  test(`a follower shows what its origin shows: ${engine}`, { skip }, async () => {
    await using market = await stage('sqlite');
    using folder = place();
    const limits = { folder: folder.path, limitBytes: 50_000_000 };
    const shelf = openShelf(market.store, market.location, limits, (error) => assert.fail(error));
    await using origin = await apiOn(market.store, { files: shelf });
    await using follower = await newStore(engine);
    const settings = { adapter: 'cardstock', url: `http://127.0.0.1:${origin.port}`, api_key: origin.key };
    const followed = new FollowedStore(follower.store);
    const follow = async () => {
      const [report] = await runAll(follower.store, { origin: settings });
      assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
      assert.deepEqual(await followed.follow(), [], 'events are what reads show');
      return report.counts;
    };
    await market.run('2026-02-27', ({ usd }) => {
      usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 1, highPrice: null, marketPrice: 1 });
    });
    await follow();
    assert.deepEqual(await digests(follower.store), await digests(market.store), 'filled');
    await using api = await apiOn(follower.store);
    for (const path of [
      '/v1/cards?limit=200&include=prices',
      '/v1/cards/ember1-3',
      '/v1/cards/ember1-3/prices?from=2026-02-01&to=2026-03-31',
      '/v1/series',
      '/v1/expansions',
      '/v1/products',
      '/v1/products/900/prices?from=2026-02-01&to=2026-03-31',
      '/v1/values/rarity',
    ]) {
      assert.deepEqual(await api.data(path), await origin.data(path), path);
    }
    assert.deepEqual(await follow(), {}, 'nothing new');
    // A day, a corrected day, records and a printing that is gone.
    await market.run('2026-03-02', ({ usd }) => {
      usd[0] = { ...usd[0], marketPrice: 3 } as never;
    });
    await market.run('2026-02-27', ({ usd }) => {
      usd[0] = { ...usd[0], marketPrice: 1.01 } as never;
    });
    await market.relink((catalog) => {
      const [card] = catalog.cards;
      if (card) card.name = 'Another name';
      // Stands in the record of its series too.
      Object.assign(catalog.sets[1] ?? {}, { name: 'Ember Noon', releaseDate: '2022-05-07' });
      // A printing that is respelled: its price rows have another key.
      const [printing] = (catalog.cards[2]?.variants_detailed ?? []) as object[];
      Object.assign(printing ?? {}, { stamp: ['staff'] });
    });
    await market.accept();
    const version = (await api.get('/v1/cards/ember1-1')).headers['catalog-version'];
    await follow();
    assert.deepEqual(await digests(follower.store), await digests(market.store), 'changed');
    assert.equal((await api.data<{ name: string }>('/v1/cards/ember1-1')).name, 'Another name');
    const moved = await api.data<{ items: { to: { observed_on: string } }[] }>('/v1/movers?days=1');
    assert.deepEqual(moved, await origin.data('/v1/movers?days=1'), 'up to the newest day that the origin has');
    assert.equal(moved.items[0]?.to.observed_on, '2026-03-02');
    assert.notEqual((await api.get('/v1/cards/ember1-1')).headers['catalog-version'], version);
    const told = await follower.store.reads.selectFrom('events').select('name').distinct().orderBy('name').execute();
    assert.ok(
      told.some(({ name }) => name === 'game.cards.updated') &&
        told.some(({ name }) => name === 'game.price_days.recorded'),
    );
    // Something here is not what was taken: what is forgotten is put anew.
    await follower.store.write((writes) => writes.deleteFrom('price_months').execute());
    assert.notDeepEqual(await digests(follower.store), await digests(market.store));
    await follower.store.write(async (writes) => {
      const known = await documentEtags(writes, 'origin');
      await putDocumentEtags(writes, 'origin', new Map([...known].filter(([part]) => part === STANDING)));
    });
    await follow();
    assert.deepEqual(await digests(follower.store), await digests(market.store), 'mended');
    await shelf.stop();
  });
}

for (const [engine, skip] of ENGINES) {
  test(`a follower speaks the origin's languages and finds what it finds: ${engine}`, { skip }, async () => {
    await using several = await severalLanguages('sqlite');
    using folder = place();
    await several.run();
    const { store, location } = several.place;
    const games = deployedIn(several);
    // A sealed product with all that it is found by, and an id that upstream gave up.
    const product = { id: 900, game: 'game', name: 'Ember Box', clean_name: 'Ember Box', number: null, image: null };
    const rest = { usd_market_url: null, external_ids: { tcgplayer: 900, cardmarket: 4711 }, expansions: [] };
    await store.write(async (writes) => {
      await putProducts(writes, [{ ...product, ...rest, usd_market: [], eur_market: null }]);
      await replaceSealedLinks(writes, 'game', [{ product_id: 900, cardmarket_id: 4711, confidence: 0.9 }]);
      await putProductTypes(writes, 'game', new Map([[900, 'booster_box']]));
      await addAliases(writes, 'card', new Map([['old-3', 'ember1-3']]), '2026-01-01T00:00:00.000Z');
      await bumpCatalogVersion(writes, { games: ['game'], names: true });
    });
    const limits = { folder: folder.path, limitBytes: 50_000_000, games: games.map(factsOf) };
    const shelf = openShelf(store, location, limits, (error) => assert.fail(error));
    await using origin = await apiOn(store, { files: shelf, games });
    await using follower = await newStore(engine);
    await using data = { path: folder.path, [Symbol.asyncDispose]: () => shelf.stop() };
    const config = await followedConfig(
      { values: { data: data.path, followKey: origin.key }, userAgent: 'test/1', games: [] } as never,
      `http://127.0.0.1:${origin.port}`,
    );
    const follow = async () => {
      const [report] = await runGames(follower.store, config.games);
      assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
      await claimLanguages(follower.store, config);
    };
    await follow();
    await using api = await apiOn(follower.store, { games: deployedGames(config) });
    const paths = [
      '/v1/games',
      ...['/v1/cards?limit=200', '/v1/cards/ember1-3', '/v1/cards/old-3', '/v1/expansions', '/v1/series'].flatMap(
        (path) => [path, `${path}${path.includes('?') ? '&' : '?'}lang=fr`],
      ),
      '/v1/cards/ember1-3?include=names',
      '/v1/cards?q=lueur&lang=fr',
      '/v1/products?type=booster_box',
      '/v1/products/900',
      '/v1/resolve?source=cardmarket&id=4711',
      '/v1/migrations',
      '/v1/fields?game=game',
    ];
    const same = async (when: string) => {
      for (const path of paths) {
        const there = await origin.get(path);
        assert.equal(there.status, 200, path);
        assert.deepEqual((await api.get(path)).text, there.text, `${when}: ${path}`);
      }
      assert.deepEqual(await digests(follower.store), await digests(store), when);
    };
    await same('filled');
    // A name in French, a text that is gone, a code, a kind and an alias that are others.
    const [card] = several.catalogs.fr?.cards ?? [];
    if (card) card.name = 'Autre nom';
    several.catalogs.fr?.cards.pop();
    await several.run();
    await store.write(async (writes) => {
      await putProductTypes(writes, 'game', new Map([[900, 'tin']]));
      await putExpansionCodes(writes, 'game', new Map([['ember1', ['EMB']]]));
      await replaceSealedLinks(writes, 'game', []);
      await bumpCatalogVersion(writes, { games: ['game'], names: true });
    });
    await follow();
    await same('changed');
    const told = await follower.store.reads
      .selectFrom('events')
      .select('body')
      .orderBy('seq', 'desc')
      .limit(5)
      .execute();
    assert.ok(told.some(({ body }) => body.includes('game.cards.updated') && body.includes(card?.id ?? '')));
    // A language that the origin gives up is gone here as well.
    const { translations: _, ...alone } = several.configured.scope;
    await claimLanguages(store, { games: [{ ...several.configured, scope: alone }] });
    await follow();
    assert.deepEqual(await digests(follower.store), await digests(store), 'given up');
    assert.deepEqual(await storedLanguages(follower.store.reads), []);
  });
}

test('a catalog by hand loads, keeps its ids, and each fault is told with its line and field', async () => {
  using folder = place();
  await using here = await newStore('sqlite');
  const write = (name: string, ...rows: (object | string)[]) =>
    writeFileSync(
      join(folder.path, name),
      rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''),
    );
  const file = (name: string, entity: string) => ({ name, entity, game: 'game' });
  write('manifest.json', {
    format: 1,
    files: [
      file('series.ndjson', 'series'),
      file('expansions.ndjson', 'expansions'),
      file('cards.ndjson', 'cards'),
      file('prices.csv', 'card_prices'),
    ],
  });
  write('series.ndjson', { id: 's', name: 'First' });
  write('expansions.ndjson', { id: 'a', series_id: 's', name: 'Alpha' }, { id: 'b', series_id: 's', name: 'Beta' });
  const cards = [1, 2, 3].map((number) => ({
    id: `a-${number}`,
    expansion_id: number === 3 ? 'b' : 'a',
    number: String(number),
    name: `Card ${number}`,
  }));
  write('cards.ndjson', ...cards);
  write('prices.csv', 'card_id,observed_on,market,low', 'a-1,2026-03-01,1250,', 'a-2,2026-03-01,0,5');
  const run = async () =>
    (await runAll(here.store, { hand: { adapter: 'cardstock', url: pathToFileURL(folder.path).href } }))[0];
  assert.equal((await run())?.outcome, 'succeeded');
  await using api = await apiOn(here.store);
  const zero = await api.data<Card>('/v1/cards/a-2');
  assert.partialDeepStrictEqual(zero.variants[0]?.usd_market, [{ market: null, low: 5 }], 'a published 0 is no price');
  const explained = await api.data<CardExplanation>('/v1/cards/a-1/explain');
  const { rule, reason, meaning, prices } = explained.variants[0]?.usd_market ?? {};
  assert.match(meaning ?? '', /another Cardstock/);
  const [{ source, document, market: cents } = {}] = prices ?? [];
  assert.deepEqual([rule, reason, source, document, cents], [null, null, 'hand', null, 1250]);
  type Shown = { variants: { id: number; usd_market: object[] }[]; expansions: { id: string }[] };
  const card = await api.data<Shown>('/v1/cards/a-1');
  assert.deepEqual(
    card.variants.map(({ usd_market }) => usd_market),
    [[{ condition: 'NM', currency: 'USD', market: 1250, low: null, high: null, observed_on: '2026-03-01' }]],
  );
  assert.deepEqual(
    (await api.data<Shown>('/v1/series/s')).expansions.map(({ id }) => id),
    ['a', 'b'],
  );
  assert.equal((await run())?.outcome, 'succeeded');
  assert.deepEqual((await api.data<Shown>('/v1/cards/a-1')).variants[0]?.id, card.variants[0]?.id);
  // As spreadsheets save it where commas divide decimals.
  write('prices.csv', 'card_id;observed_on;market;low', '"a-1";2026-03-01;1260;', 'a-2;2026-03-01;0;5');
  assert.equal((await run())?.outcome, 'succeeded');
  const saved = (await api.data<Shown>('/v1/cards/a-1')).variants[0]?.usd_market[0];
  assert.partialDeepStrictEqual(saved, { market: 1260, low: null });
  write('cards.ndjson', ...cards.slice(0, 2), { id: 'a-3', expansion_id: 'b', number: 3, name: 'Card 3' });
  assert.match((await run())?.reason ?? '', /cards\.ndjson line 3 "number": /);
  write('cards.ndjson', ...cards.slice(0, 2), { ...cards[2], nmae: 'x' });
  assert.match((await run())?.reason ?? '', /cards\.ndjson line 3 "nmae": is no field here/);
  // Faults of several kinds and files are told at once, one sentence a field.
  write(
    'cards.ndjson',
    'no card',
    { ...cards[0], number: 1 },
    { id: 'a-2', expansion_id: 'a', number: '2' },
    { ...cards[2], expansion_id: 'none' },
    { id: 'a-4', expansion_id: 'a', name: 'Card 4' },
    { id: 'a-4', expansion_id: 'a', name: 'Card 4' },
  );
  const head = 'card_id,observed_on,market,currency';
  const priced = ['a-4,2026-03-01,1.5,usd', 'a-4,2026-03-01,1,GBP', 'a-4,2026-03-01', 'none,2026-03-01,1,usd'];
  write('prices.csv', head, ...priced, 'a-2,2026-03-01,x,usd', ',2026-03-01,1,usd');
  assert.deepEqual((await run())?.reason?.split('; '), [
    'cards.ndjson line 1: is no JSON object',
    'cards.ndjson line 2 "number": must be string or null',
    'cards.ndjson line 3 "name": is missing',
    'cards.ndjson line 4 "expansion_id": none is no expansion that is listed',
    'cards.ndjson line 6 "id": a-4 stands in cards.ndjson line 5 already',
    'prices.csv line 2 "market": must be whole cents or null',
    'prices.csv line 3 "currency": must be usd or eur',
    'prices.csv line 4: has 2 fields, and its head has 4',
    'prices.csv line 5 "card_id": none is no card that is listed',
    'prices.csv line 6 "market": must be whole cents or null',
    'prices.csv line 7 "card_id": is missing',
  ]);
  write('cards.ndjson', ...cards);
  write('prices.csv', head, ...Array.from({ length: 25 }, () => 'a-1,2026-03-01,x,usd'));
  assert.match((await run())?.reason ?? '', /prices\.csv line 21 "market"[^;]*; and 5 more$/);
  write('prices.csv', 'card_id,observed_on,market', 'a-1,2026-03-01,12.50');
  assert.match((await run())?.reason ?? '', /prices\.csv line 2 "market": must be whole cents or null/);
  write('prices.csv', 'card_id,observed_on,market', 'a-1,2026-03-01,1250');
  write('cards.ndjson', ...cards.slice(0, 2));
  assert.equal((await run())?.outcome, 'succeeded');
  assert.equal((await api.get('/v1/cards/a-3')).status, 200, 'by hand a record that is left out stays');
  write('cards.ndjson', ...cards);
  assert.equal((await run())?.outcome, 'succeeded');
  write('cards.ndjson', cards[0] ?? '');
  assert.match((await run())?.reason ?? '', /only 1 cards came/);
  assert.ok(readFileSync(join(folder.path, 'manifest.json')).length > 0);
});

test('the catalog by hand of the documentation loads', async () => {
  using folder = place();
  await using here = await newStore('sqlite');
  for (const { info, text } of documentBlocks().filter(
    ({ page, info: of }) => page === 'docs/files.md' && of.startsWith('hand '),
  )) {
    writeFileSync(join(folder.path, info.slice('hand '.length)), text);
  }
  const source = { adapter: 'cardstock', url: pathToFileURL(folder.path).href, game: 'mine' };
  const [report] = await runAll(here.store, { hand: source });
  assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
  const { series, expansions, cards, price_rows_changed } = report?.counts ?? {};
  assert.deepEqual([series, expansions, cards, (price_rows_changed ?? 0) > 0], [1, 2, 3, true]);
});

test('days are imported from files: told by events, once; a dry run writes nothing', async () => {
  await using market = await stage('sqlite');
  await market.run('2026-03-02');
  using folder = place();
  const name = 'card_prices.game.usd.2026-02-20.csv';
  const path = join(folder.path, name);
  writeFileSync(
    path,
    'card_id,variant,condition,observed_on,market\nember1-3,normal,NM,2026-02-20,300\nnone,normal,NM,2026-02-20,1\n',
  );
  const file = { name, entity: 'card_prices' as const, game: 'game', currency: 'usd' as const };
  const run = (isDry: boolean, of: typeof file = file, at = path) =>
    importDays(market.store, [{ file: of, bytes: () => createReadStream(at), sha256: '', span: '2026-02-20' }], {
      source: 'import',
      isDry,
      isAccepted: false,
      now: new Date(),
    });
  await assert.rejects(() => run(true, { ...file, game: 'other' }), /usd\.2026-02-20\.csv is of the game other/);
  const empty = join(folder.path, 'empty.csv');
  writeFileSync(empty, '');
  await assert.rejects(() => run(true, { ...file, name: 'empty.csv' }, empty), /empty\.csv has no prices in it/);
  await assert.rejects(() => run(true, { ...file, name: 'x.csv.gz' }, path), /x\.csv\.gz: what is packed .* damaged/);
  await assert.rejects(() => run(true, file, folder.path), /usd\.2026-02-20\.csv: it is a folder, not a file/);
  const history = async () => {
    await using api = await apiOn(market.store);
    type History = { variants: { usd_market: { history: { observed_on: string; market: number }[] }[] }[] };
    const shown = await api.data<History>('/v1/cards/ember1-3/prices?from=2026-02-01&to=2026-03-31');
    return shown.variants[0]?.usd_market[0]?.history.map(({ observed_on, market: cents }) => [observed_on, cents]);
  };
  const counts = { source: 'import', files: 1, days: 1, observations: 1, unknown: 1, left_out: 0, reasons: [] };
  assert.deepEqual(await run(true), { ...counts, dry_run: true, rows_changed: 1, events: 1 });
  assert.deepEqual((await history())?.length, 1);
  assert.deepEqual(await run(false), { ...counts, dry_run: false, rows_changed: 1, events: 1 });
  assert.deepEqual((await history())?.[0], ['2026-02-20', 300]);
  const told = await market.store.reads
    .selectFrom('events')
    .select('body')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    [JSON.parse(told.body).name, JSON.parse(told.body).data.day],
    ['game.price_days.recorded', '2026-02-20'],
  );
  assert.deepEqual(await run(false), { ...counts, dry_run: false, rows_changed: 0, events: 0 });
  writeFileSync(path, 'card_id,variant,observed_on,price\nember1-3,normal,2026-02-20,5\n');
  await assert.rejects(() => run(false), /line 2 "market": is missing/, 'a misspelled column takes no price away');
  assert.deepEqual((await history())?.[0], ['2026-02-20', 300]);
  writeFileSync(path, 'card_id,variant,observed_on,market,low\nember1-3,normal,2026-02-20,0,90\n');
  await run(false);
  assert.deepEqual((await history())?.[0], ['2026-02-20', null], 'a published 0 is no price');
});

test('guards hold for imported days: a day of another unit and an amount that no other day bears out are left out, and let go', async () => {
  await using market = await stage('sqlite');
  await market.run('2026-03-02');
  const lines = (await writtenOut(market.store)).filter((line) => line.includes('"currency":"usd"'));
  const on = (day: string, change: (line: string, at: number) => string = (line) => line) =>
    lines.map((line, at) => change(line.replaceAll('2026-03-02', day), at));
  const hundredfold = (line: string) => line.replaceAll(/"(market|low|high)":(\d+)/g, '"$1":$200');
  const counts = async (some: string[], isAccepted = false) => {
    const { observations, left_out, reasons } = await takeIn(market.store, some, { isAccepted });
    return { observations, left_out, reasons };
  };
  const other = [...on('2026-02-20'), ...on('2026-02-21', hundredfold)];
  const unit = await counts(other);
  assert.deepEqual([unit.observations, unit.left_out], [lines.length, 1]);
  assert.match(unit.reasons[0] ?? '', /usd of 2026-02-21: half of its amounts are 100\.00 times the last known ones/);
  const single = await counts(on('2026-02-22', (line, at) => (at === 0 ? hundredfold(line) : line)));
  assert.deepEqual([single.observations, single.left_out, single.reasons.length], [lines.length - 1, 3, 3]);
  assert.match(single.reasons[0] ?? '', /: ember1-\d: market of 2026-02-22 is \d+00 after \d+, which no other day/);
  assert.deepEqual(await counts(other, true), { observations: 2 * lines.length, left_out: 0, reasons: [] });
});
