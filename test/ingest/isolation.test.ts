/** A run of one game leaves what is kept of the others as it is, and what it changes itself is never shown as it was. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { removeGame } from '../../src/ingest/runs/remove-game.ts';
import { readCatalogIndexes } from '../../src/search/build/catalog-indexes.ts';
import { startCatalogSearch } from '../../src/search/catalog-search.ts';
import { claimGames } from '../../src/service/claim-games.ts';
import { bumpCatalogVersion, type CatalogState, gameRows, servedState } from '../../src/store/catalog/game-versions.ts';
import { catalogVersion } from '../../src/store/meta.ts';
import type { Store } from '../../src/store/store.ts';
import { takeIn, writtenOut } from '../support/sources/price-days.ts';
import { tinyCard } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { ENGINES } from '../support/stages/stores.ts';
import { deployed, type TwoGames, twoGames } from '../support/stages/two-games.ts';

const PRICES = 'from=2026-02-01&to=2026-03-31';

const LISTS = ['series', 'expansions', 'cards', 'products'] as const;

/** What shows nothing but one game. */
const pathsOf = (game: 'ember' | 'frost', prefix: string, product?: number): string[] => [
  `/v1/series/${prefix}ember`,
  `/v1/expansions/${prefix}ember1`,
  ...[1, 2].flatMap((at) => [`/v1/cards/${prefix}ember1-${at}`, `/v1/cards/${prefix}ember1-${at}/prices?${PRICES}`]),
  ...(product === undefined ? [] : [`/v1/products/${product}`, `/v1/products/${product}/prices?${PRICES}`]),
  ...LISTS.map((list) => `/v1/${list}?game=${game}`),
  `/v1/expansions?game=${game}&q=ember`,
  `/v1/cards?game=${game}&include=prices&limit=200`,
  `/v1/cards?game=${game}&expansion_id=${prefix}ember1&q=glimmer+2`,
];
const ALL = [
  ...LISTS.map((list) => `/v1/${list}`),
  '/v1/cards?game=chess',
  '/v1/cards?q=glimmer',
  '/v1/products?q=box',
];
const RESOLVED = ['tcgplayer&id=5003', 'tcgplayer&id=3&game=ember', 'tcgdex&id=ember1-1'];
const EVERY = [
  ...pathsOf('ember', ''),
  ...pathsOf('frost', 'frost-', 5900),
  ...ALL,
  ...RESOLVED.map((query) => `/v1/resolve?source=${query}`),
];

/** The games' versions: of the last change of anything, and of what is searched. */
const told = (state: CatalogState) =>
  [...state.games].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { version, names }]) => [version, names]);

async function claimed(engine: 'sqlite' | 'postgres'): Promise<TwoGames> {
  const s = await twoGames(engine);
  await claimGames(s.place.store, s);
  await s.run();
  return s;
}

/** Changes records behind the version's back: what is answered as before was kept. */
const overwrite = (store: Store, game: string) =>
  store.write(async (writes) => {
    const body = `{"game":"${game}","id":0}`;
    for (const table of LISTS) await writes.updateTable(table).set({ body }).where('game', '=', game).execute();
    await writes.updateTable('cards').set({ summary: body }).where('game', '=', game).execute();
  });

for (const [engine, skip] of ENGINES) {
  suite(`isolation of games on ${engine}`, { skip }, () => {
    test('a price run moves the version of its game alone, and no names; a catalog run names only where they changed', async () => {
      await using s = await claimed(engine);
      const { store } = s.place;
      const moved = async (run: () => Promise<unknown>) => {
        const before = await servedState(store);
        await run();
        const after = await servedState(store);
        const now = (at: number) => (at > before.version ? 'moved' : 'still');
        return told(after).map((versions) => versions.map(now));
      };
      const [ember, frost] = [s.ember.catalog, s.frost.catalog];
      assert.deepEqual(await moved(() => s.run('frost.usd', '2026-03-02')), [
        ['still', 'still'],
        ['moved', 'still'],
      ]);
      assert.deepEqual(await moved(() => s.run('frost.eur', '2026-03-02')), [
        ['still', 'still'],
        ['moved', 'still'],
      ]);
      assert.deepEqual(await moved(() => s.run('frost', '2026-03-02')), [
        ['still', 'still'],
        ['still', 'still'],
      ]);
      const lines = await writtenOut(store);
      const earlier = lines.map((line) => line.replaceAll('2026-03-02', '2026-02-20'));
      assert.deepEqual(await moved(() => takeIn(store, earlier)), [
        ['moved', 'still'],
        ['moved', 'still'],
      ]);
      Object.assign(frost.cards[0] ?? {}, { hp: 70 });
      assert.deepEqual(await moved(() => s.run('frost.catalog')), [
        ['still', 'still'],
        ['moved', 'still'],
      ]);
      Object.assign(frost.cards[0] ?? {}, { name: 'Thornback' });
      assert.deepEqual(await moved(() => s.run('frost.catalog')), [
        ['still', 'still'],
        ['moved', 'moved'],
      ]);
      Object.assign(ember.cards[0] ?? {}, { localId: '77' });
      assert.deepEqual(await moved(() => s.run('ember.catalog')), [
        ['moved', 'moved'],
        ['still', 'still'],
      ]);
      Object.assign(ember.sets[0] ?? {}, { name: 'Ember Noon' });
      assert.deepEqual(await moved(() => s.run('ember.catalog')), [
        ['moved', 'moved'],
        ['still', 'still'],
      ]);
      ember.cards.push(tinyCard('ember2', 99));
      assert.deepEqual(await moved(() => s.run('ember')), [
        ['moved', 'moved'],
        ['still', 'still'],
      ]);
    });

    test('a price run builds no search index, and a catalog run that of its game alone', async (t) => {
      await using s = await claimed(engine);
      const { store, location } = s.place;
      const search = startCatalogSearch({ store, location, onFault: (fault) => assert.fail(String(fault)) });
      try {
        await search.index();
        const first = search.versions();
        assert.ok(first);
        const builtBy = async (run: () => Promise<unknown>) => {
          const known = (await readCatalogIndexes(store)).versions.games;
          await run();
          return [...(await readCatalogIndexes(store, known)).built.keys()];
        };
        assert.deepEqual(await builtBy(() => s.run('frost.usd', '2026-03-02')), []);
        Object.assign(s.frost.catalog.cards[0] ?? {}, { name: 'Thornback' });
        assert.deepEqual(await builtBy(() => s.run('frost.catalog')), ['frost']);
        await t.waitFor(() => assert.notEqual(search.versions(), first), { interval: 20, timeout: 20_000 });
        assert.equal(search.versions()?.games.get('ember'), first.games.get('ember'));
        const found = (game?: string) =>
          search.index().then((index) => index.search('cards', { query: 'thornback', game, limit: 1 }));
        const thornback = [{ id: 'frost-ember1-1', score: 1 }];
        assert.deepEqual([await found(), await found('frost'), await found('chess')], [thornback, thornback, []]);
      } finally {
        await search.stop();
      }
    });

    test('what is kept of one game is shown on after a run of another, with the version of the catalog', async () => {
      await using s = await claimed(engine);
      const { store } = s.place;
      await using api = await apiOn(store, { games: deployed(s) });
      const paths = pathsOf('ember', '');
      const read = async () => {
        const answers = [];
        // What callers can make up is kept from the second time on.
        for (const path of [...paths, ...paths]) answers.push(await api.get(path));
        return answers.slice(paths.length);
      };
      const before = await read();
      await overwrite(store, 'ember');
      await s.run('frost', '2026-03-02');
      const after = await read();
      for (const [at, path] of paths.entries()) assert.equal(after[at]?.text, before[at]?.text, path);
      const version = String(await catalogVersion(store.reads));
      assert.deepEqual([...new Set(after.map(({ headers }) => headers['catalog-version']))], [version]);
      await store.write((writes) => bumpCatalogVersion(writes, { games: ['ember'], names: false }));
      const own = await read();
      for (const [at, path] of paths.entries()) {
        if (!path.includes('products')) assert.notEqual(own[at]?.text, before[at]?.text, path);
      }
    });

    test('whatever ran, each answer with the cache is that without it', async () => {
      await using s = await claimed(engine);
      const { store } = s.place;
      await using kept = await apiOn(store, { games: deployed(s) });
      await using fresh = await apiOn(store, { games: deployed(s), settings: { cacheMb: 0 } });
      const compare = async (after: string) => {
        for (const path of EVERY) {
          const [one, other] = [await kept.get(path), await fresh.get(path)];
          assert.equal(one.text, other.text, `${path} after ${after}`);
          assert.equal(one.headers['catalog-version'], other.headers['catalog-version'], path);
          assert.equal((await kept.get(path)).text, other.text, path);
        }
      };
      const steps: [string, () => Promise<unknown>][] = [
        ['a day of prices of one', () => s.run('ember.usd', '2026-03-02')],
        ['a day of prices of the other', () => s.run('frost', '2026-03-02')],
        [
          'a rename in one',
          () => {
            Object.assign(s.frost.catalog.cards[1] ?? {}, { name: 'Thornback' });
            Object.assign(s.frost.catalog.sets[0] ?? {}, { name: 'Frosted Ember' });
            return s.run('frost', '2026-03-03');
          },
        ],
        [
          'an article that changes hands',
          () => {
            Object.assign(s.ember.catalog.cards[1] ?? {}, { thirdParty: { tcgplayer: 30, cardmarket: 1030 } });
            return s.run('ember', '2026-03-03');
          },
        ],
        [
          'a change by a release before, which moves the version of the catalog alone',
          () =>
            store.write(async (writes) => {
              await writes
                .updateTable('cards')
                .set({ body: JSON.stringify({ game: 'ember', id: 'ember1-1', variants: [] }) })
                .where('id', '=', 'ember1-1')
                .execute();
              const value = String((await catalogVersion(store.reads)) + 1);
              await writes.updateTable('meta').set({ value }).where('key', '=', 'catalog_version').execute();
            }),
        ],
        ['a run after that', () => s.run('frost.usd', '2026-03-04')],
        ['the removal of a game', () => removeGame(store, 'frost')],
      ];
      await compare('the first runs');
      for (const [name, step] of steps) {
        await step();
        await compare(name);
      }
    });

    test('a change whose game is not told moves every game, and so does the next that is told', async () => {
      await using s = await claimed(engine);
      const { store } = s.place;
      const state = async () => told(await servedState(store));
      const isAt = async (...versions: number[]) =>
        assert.deepEqual(
          await state(),
          versions.map((version) => [version, version]),
        );
      const version = () => catalogVersion(store.reads);
      await store.write((writes) => bumpCatalogVersion(writes));
      const first = await version();
      await isAt(first, first);
      const frost = { games: ['frost'], names: true };
      await store.write((writes) => bumpCatalogVersion(writes, frost));
      await isAt(first, first + 1);
      await store.write((writes) => bumpCatalogVersion(writes, { games: ['chess'], names: false }));
      await isAt(first + 2, first + 2);
      await store.write((writes) => bumpCatalogVersion(writes, frost));
      await isAt(first + 3, first + 3);
      await store.write((writes) => bumpCatalogVersion(writes, { games: ['ember'], names: false }));
      assert.deepEqual(await state(), [
        [first + 4, first + 3],
        [first + 3, first + 3],
      ]);
      assert.equal((await gameRows(store.reads)).length, 2);
    });
  });
}
