/** The search follows the store on both engines, from a thread of its own, and answers all the while. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { INDEX_FORM } from '../../src/search/build/index-files.ts';
import { indexThread } from '../../src/search/build/index-thread.ts';
import { type CatalogSearch, startCatalogSearch } from '../../src/search/catalog-search.ts';
import { GameIndexes } from '../../src/search/game-indexes.ts';
import { buffersOf } from '../../src/search/tables/index-data.ts';
import { claimGames } from '../../src/service/claim-games.ts';
import { catalogVersion } from '../../src/store/meta.ts';
import type { Engine } from '../../src/store/store.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newStore, postgresMissing } from '../support/stages/stores.ts';
import { twoGames } from '../support/stages/two-games.ts';

const LIMIT_MS = 10_000;

async function idsOf(search: CatalogSearch, query: string): Promise<string[]> {
  return (await search.index()).search('cards', { query, limit: 1_000 }).map(({ id }) => id);
}

function followsTheStore(engine: Engine): void {
  test('the first search waits for the first index; a committed change shows without a restart', async (t) => {
    await using place = await newStore(engine);
    const { store, location } = place;
    const catalog = tinyCatalog();
    await using folder = await catalogFolder(catalog);
    await runCatalog(store, folder.files);
    const faults: unknown[] = [];
    const search = startCatalogSearch({ store, location, onFault: (fault) => faults.push(fault) });
    try {
      assert.equal((await idsOf(search, 'Glimmer 3 of ember1'))[0], 'ember1-3');
      assert.equal(search.versions()?.names, await catalogVersion(store.reads));

      const renamed = { ...catalog, cards: catalog.cards.map((card) => ({ ...card })) };
      Object.assign(renamed.cards[0] ?? {}, { name: 'Thornback Elder' });
      await folder.write(renamed);
      await runCatalog(store, folder.files);
      const version = await catalogVersion(store.reads);
      assert.deepEqual(await idsOf(search, 'Thornback Elder'), [], 'the old index answers meanwhile');
      await t.waitFor(() => assert.equal(search.versions()?.names, version), { interval: 20, timeout: LIMIT_MS });
      assert.deepEqual(await idsOf(search, 'thronback elder'), ['ember1-1']);
      assert.deepEqual(faults, []);
    } finally {
      await search.stop();
    }
  });
}

test('a name that changes in any of several games is found, whichever moved before it', async (t) => {
  await using s = await twoGames('sqlite');
  const { store, location } = s.place;
  await claimGames(store, s);
  await s.run();
  const search = startCatalogSearch({ store, location, onFault: assert.fail });
  try {
    await search.index();
    for (const [game, word] of [
      ['frost', 'Thornback'],
      ['ember', 'Quillfin'],
      ['frost', 'Murkroot'],
    ] as const) {
      Object.assign(s[game].catalog.cards[0] ?? {}, { name: word });
      await s.run(`${game}.catalog`);
      const id = `${game === 'frost' ? 'frost-' : ''}ember1-1`;
      const found = async () => assert.deepEqual(await idsOf(search, word), [id]);
      await t.waitFor(found, { interval: 20, timeout: LIMIT_MS });
    }
  } finally {
    await search.stop();
  }
});

suite('search on sqlite', () => followsTheStore('sqlite'));
suite('search on postgres', { skip: postgresMissing }, () => followsTheStore('postgres'));

test('an index that cannot be kept is told once, and searched all the same', async () => {
  await using place = await newStore('sqlite');
  const { store, location } = place;
  const catalog = tinyCatalog();
  await using folder = await catalogFolder(catalog);
  await runCatalog(store, folder.files);
  mkdirSync(join(location.dataDir, `search-fixed.${INDEX_FORM}.index`));
  const faults: unknown[] = [];
  const search = startCatalogSearch({ store, location, onFault: (fault) => faults.push(fault) });
  try {
    assert.equal((await idsOf(search, 'Glimmer 3'))[0], 'ember1-3');
    await folder.write({ ...catalog, cards: catalog.cards.map((card) => ({ ...card, name: `${card.name} II` })) });
    await runCatalog(store, folder.files);
    const version = await catalogVersion(store.reads);
    while (search.versions()?.names !== version) await nextTurn();
    assert.equal(faults.length, 1);
    assert.match(String(faults), /built anew.*search-fixed\.\d+\.index/);
  } finally {
    await search.stop();
  }
});

test('a build that fails is told, refuses the search that waits for it, and is tried again', async (t) => {
  await using place = await newStore('sqlite');
  const { store } = place;
  const faults: unknown[] = [];
  const nowhere = { dataDir: '/dev/null/nowhere' };
  const search = startCatalogSearch({ store, location: nowhere, onFault: (fault) => faults.push(fault) });
  try {
    await assert.rejects(idsOf(search, 'anything'), /cannot be used/);
    await t.waitFor(() => assert.ok(faults.length >= 2), { interval: 20, timeout: LIMIT_MS });
  } finally {
    await search.stop();
  }
});

test('a thread that has nothing more to build gives its memory back; the next build has another', async (t) => {
  await using place = await newStore('sqlite');
  const { store, location } = place;
  await using folder = await catalogFolder(tinyCatalog());
  await runCatalog(store, folder.files);
  const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const before = threads();
  const thread = indexThread({ location, words: new Map() }, 0);
  try {
    for (const _round of [1, 2]) {
      const { built, versions } = await thread.build(new Map());
      assert.equal(built.size, 1);
      assert.equal(versions.names, await catalogVersion(store.reads));
      await t.waitFor(() => assert.equal(threads(), before), { interval: 5, timeout: LIMIT_MS });
    }
  } finally {
    await thread.stop();
  }
});

test('the first indexes are shared between the threads, what replaces them is moved, and both find the same', async () => {
  await using place = await newStore('sqlite');
  const { store, location } = place;
  await using folder = await catalogFolder(tinyCatalog());
  await runCatalog(store, folder.files);
  const thread = indexThread({ location, words: new Map() });
  try {
    const [built, kept] = [await thread.build(new Map()), await thread.build(new Map())];
    // Names of a version that the store has not: all is built anew.
    const again = await thread.build(new Map([['game', -1]]));
    const isShared = (memory: ArrayBufferLike) => memory instanceof SharedArrayBuffer;
    const sharing = ({ built: lists }: typeof built) => new Set([...lists.values()].flatMap(buffersOf).map(isShared));
    assert.deepEqual([built, kept, again].map(sharing), [new Set([true]), new Set([true]), new Set([false])]);
    const found = [built, kept, again].map((indexes) =>
      new GameIndexes(indexes).search('cards', { query: 'glimer 3', limit: 9 }),
    );
    assert.equal(found[0]?.[0]?.id, 'ember1-3');
    assert.deepEqual(found[1], found[0]);
    assert.deepEqual(found[2], found[0]);
  } finally {
    await thread.stop();
  }
});
