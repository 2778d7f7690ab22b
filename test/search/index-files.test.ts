/** A start reads the indexes that were built before it: those of these very names, or none. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCatalogIndexes } from '../../src/search/build/catalog-indexes.ts';
import { INDEX_FORM, indexFiles } from '../../src/search/build/index-files.ts';
import { GameIndexes } from '../../src/search/game-indexes.ts';
import type { GameLists } from '../../src/search/tables/index-data.ts';
import { catalogVersion } from '../../src/store/meta.ts';
import type { Store } from '../../src/store/store.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

const GAME = 'game';
const OF_GAME = `search-game.${INDEX_FORM}.index`;
const OF_FIXED = `search-fixed.${INDEX_FORM}.index`;

/** A start: which games' indexes it built, and what they find. */
async function start(store: Store, dataDir: string) {
  const faults: unknown[] = [];
  const files = indexFiles(dataDir, (fault) => faults.push(fault));
  const built: string[] = [];
  const write = (game: string, key: string, lists: GameLists) => {
    built.push(game);
    files.write(game, key, lists);
  };
  const indexes = new GameIndexes(await readCatalogIndexes(store, new Map(), { kept: { ...files, write } }));
  return { built, faults, found: (query: string) => indexes.search('cards', { query, limit: 3 }) };
}

const namesOfFiles = (dataDir: string) => readdirSync(dataDir).filter((name) => name.includes('.index'));

test('a start reads what the one before has built, and finds the same', async () => {
  await using place = await newStore('sqlite');
  const { dataDir } = place.location;
  await using folder = await catalogFolder(tinyCatalog());
  await runCatalog(place.store, folder.files);
  const first = await start(place.store, dataDir);
  assert.deepEqual(first.built, [GAME]);
  const second = await start(place.store, dataDir);
  assert.deepEqual(second.built, []);
  assert.equal(first.found('glimer 3')[0]?.id, 'ember1-3');
  for (const query of ['glimer 3', 'ember dawn', 'ember1-3', '7']) {
    assert.deepEqual(second.found(query), first.found(query), query);
  }
});

test('a file that is damaged, cut off or gone is built anew; it is its owner’s alone', async () => {
  await using place = await newStore('sqlite');
  const { dataDir } = place.location;
  await using folder = await catalogFolder(tinyCatalog());
  await runCatalog(place.store, folder.files);
  await start(place.store, dataDir);
  const [name = ''] = namesOfFiles(dataDir);
  const path = join(dataDir, name);
  assert.equal(statSync(path).mode & 0o077, 0);
  const whole = readFileSync(path);
  for (const at of [0, 5, 20, whole.length >> 1, whole.length - 1]) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(path, damaged);
    const { built, faults } = await start(place.store, dataDir);
    assert.deepEqual([built, faults.length], [[GAME], 1], `byte ${at}`);
  }
  for (const length of [0, 3, 15, whole.length - 1]) {
    writeFileSync(path, whole.subarray(0, length));
    assert.deepEqual((await start(place.store, dataDir)).built, [GAME], `${length} bytes`);
  }
  rmSync(path);
  for (const expected of [[GAME], []]) {
    const { built, faults } = await start(place.store, dataDir);
    assert.deepEqual([built, faults], [expected, []]);
  }
});

test('names of one version in a store that was put back are not those of the version that went before', async () => {
  await using place = await newStore('sqlite');
  const { store } = place;
  const { dataDir } = place.location;
  const catalog = tinyCatalog();
  await using folder = await catalogFolder(catalog);
  await runCatalog(store, folder.files);
  const before = await store.reads.selectFrom('meta').selectAll().execute();
  const rename = async (name: string) => {
    const cards = catalog.cards.map((card, at) => (at === 0 ? { ...card, name } : card));
    await folder.write({ ...catalog, cards });
    await runCatalog(store, folder.files);
    return catalogVersion(store.reads);
  };
  const version = await rename('Thornback Elder');
  assert.equal((await start(store, dataDir)).found('Thornback Elder')[0]?.id, 'ember1-1');
  // As the backup had them.
  await store.write(async (writes) => {
    await writes.deleteFrom('meta').execute();
    await writes.insertInto('meta').values(before).execute();
  });
  assert.equal(await rename('Moonlit Herald'), version);
  const after = await start(store, dataDir);
  assert.deepEqual(after.built, [GAME]);
  assert.equal(after.found('Moonlit Herald')[0]?.id, 'ember1-1');
});

test('what is kept of a game that is gone goes too, and a folder that cannot be written is none', async () => {
  await using place = await newStore('sqlite');
  const { dataDir } = place.location;
  await using folder = await catalogFolder(tinyCatalog());
  await runCatalog(place.store, folder.files);
  writeFileSync(join(dataDir, 'search-gone.index'), 'of a game that was removed');
  // As releases up to 0.2.0 called and wrote it: not damage, but another form.
  writeFileSync(join(dataDir, 'search-game.index'), 'in the form of another release');
  writeFileSync(join(dataDir, `${OF_GAME}.1`), 'of a process that was killed');
  assert.deepEqual((await start(place.store, dataDir)).faults, []);
  assert.deepEqual(namesOfFiles(dataDir), [OF_GAME]);
  // What cannot be removed keeps no search from its answers.
  mkdirSync(join(dataDir, OF_FIXED));
  const beside = await start(place.store, dataDir);
  assert.equal(beside.found('glimer 3')[0]?.id, 'ember1-3');
  assert.match(String(beside.faults), /search-fixed\.\d+\.index/);
  const nowhere = await start(place.store, '/dev/null/nowhere');
  assert.deepEqual(nowhere.faults, [], 'beside PostgreSQL there may be no folder');
  // A file that can neither be read nor replaced.
  rmSync(join(dataDir, OF_GAME));
  mkdirSync(join(dataDir, OF_GAME, 'full'), { recursive: true });
  assert.match(String((await start(place.store, dataDir)).faults), /EISDIR.* read,.*rename .*search-game\.\d+\.index/);
  assert.equal(nowhere.found('glimer 3')[0]?.id, 'ember1-3');
});
