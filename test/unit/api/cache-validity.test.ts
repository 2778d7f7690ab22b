/** Which state answers are kept by: asked often, or seldom where commits are told; and what each kept answer hangs on. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CacheVersion, currentCacheVersion, versionHeader } from '../../../src/api/answer/cache-validity.ts';
import type { CatalogState } from '../../../src/store/catalog/game-versions.ts';

const NOON = new Date('2026-03-01T12:00:00.000Z');

/** A state of the catalog with games whose versions are of their last changes. */
const stateAt = (version: number, games: Record<string, number> = {}): CatalogState => ({
  version,
  names: version,
  games: new Map(Object.entries(games).map(([name, at]) => [name, { version: at, names: at }])),
});

function watched(isHearing: boolean, now = NOON) {
  const asked = { times: 0, version: 1 };
  const readState = async () => {
    asked.times += 1;
    return stateAt(asked.version);
  };
  const index = { names: 1, games: new Map() };
  const cacheVersion = currentCacheVersion({
    readState,
    indexVersions: () => index,
    now: () => now,
    isHearing: () => isHearing,
  });
  return { cacheVersion, asked };
}

suite('when it is asked', () => {
  test('without announcements a version is trusted for 10 ms, with them for 1 s at most', async () => {
    const quiet = watched(false);
    await quiet.cacheVersion.read();
    const told = watched(true);
    const read = await told.cacheVersion.read();
    const at = performance.now();
    assert.equal(quiet.cacheVersion.known(at + 50), undefined);
    assert.equal(told.cacheVersion.known(at + 500), read);
    assert.equal(read.state.version, 1);
    assert.equal(told.cacheVersion.known(at + 1500), undefined);
  });

  test('an announced version is asked for at once, and again shortly while a replica does not show it yet', async () => {
    const { cacheVersion, asked } = watched(true);
    await cacheVersion.read();
    cacheVersion.expect(2);
    const at = performance.now();
    assert.equal(cacheVersion.known(at), undefined);
    await cacheVersion.read();
    assert.equal(cacheVersion.known(performance.now() + 50), undefined, 'the replica is behind');
    asked.version = 2;
    assert.equal((await cacheVersion.read()).state.version, 2);
    assert.equal(cacheVersion.known(performance.now() + 500)?.state.version, 2);
    cacheVersion.expect(undefined);
    assert.equal(cacheVersion.known(performance.now()), undefined, 'what was told while nobody heard is unknown');
  });

  test('what is announced while the question is under way is asked again', async () => {
    const { cacheVersion } = watched(true);
    const reading = cacheVersion.read();
    cacheVersion.expect(2);
    await reading;
    assert.equal(cacheVersion.known(performance.now() + 50), undefined);
  });

  test('a cache version ends at midnight UTC, when the default window of price histories moves', async () => {
    const { cacheVersion } = watched(true, new Date('2026-03-01T23:59:59.900Z'));
    await cacheVersion.read();
    assert.equal(cacheVersion.known(performance.now() + 150), undefined);
  });
});

suite('what an answer hangs on', () => {
  const DAY = 20_000;
  const index = { names: 6, games: new Map([['ember', 6]]) };
  const now = new CacheVersion(stateAt(7, { ember: 6, frost: 7 }), index, DAY);
  const validityOf = (source: object) => now.validityOf({ version: 7, game: undefined, ...source });
  /** The cache version with something in it moved. */
  const later = ({ state = now.state, names = index, day = DAY }) => new CacheVersion(state, names, day);

  test('an answer of another version than the cache version, or of other indexes, is not kept in it', () => {
    assert.ok(validityOf({}));
    assert.equal(validityOf({ version: 8 }), undefined);
    assert.ok(validityOf({ searched: { index } }));
    assert.equal(validityOf({ searched: { index: { ...index } } }), undefined);
  });

  test('of one game it holds until that game moves, of all or of one without a version until any does', () => {
    const moved = later({ state: stateAt(8, { ember: 6, frost: 8 }) });
    const isValid = (game: string | undefined) => {
      const validity = validityOf({ game });
      assert.ok(validity && now.isValid(validity));
      return moved.isValid(validity);
    };
    assert.deepEqual(['ember', 'frost', 'unknown', undefined].map(isValid), [true, false, false, false]);
  });

  test('a search holds until the ranking of what it searched moves too', () => {
    const validity = validityOf({ game: 'ember', searched: { index } });
    const all = validityOf({ searched: { index } });
    const unranked = validityOf({ game: 'frost', searched: { index } });
    const read = validityOf({ game: 'ember' });
    assert.ok(validity && all && unranked && read);
    const other = later({ names: { names: 7, games: new Map([...index.games, ['frost', 7]]) } });
    assert.deepEqual(
      [validity, all, unranked, read].map((each) => other.isValid(each)),
      [true, false, false, true],
    );
    const own = later({ names: { names: 8, games: new Map([['ember', 8]]) } });
    assert.deepEqual(
      [validity, all, read].map((each) => own.isValid(each)),
      [false, false, true],
    );
  });

  test('a search of a game that the indexes do not know holds until any ranking moves, a read of it until the game does', () => {
    const searched = { index };
    const both = new CacheVersion(stateAt(7, { ember: 6, frost: 7 }), index, DAY);
    const [search, known, read] = [
      both.validityOf({ version: 7, game: 'frost', searched }),
      both.validityOf({ version: 7, game: 'ember', searched }),
      both.validityOf({ version: 7, game: 'frost' }),
    ];
    assert.deepEqual([search?.game, known?.game, read?.game], [undefined, 'ember', 'frost']);
    const unindexed = new CacheVersion(both.state, undefined, DAY);
    const none = { index: undefined };
    assert.equal(
      unindexed.validityOf({ version: 7, game: 'frost', searched: none })?.game,
      'frost',
      'without any index',
    );
  });

  test('all go at midnight UTC', () => {
    const validity = validityOf({ game: 'ember' });
    assert.ok(validity && !later({ day: DAY + 1 }).isValid(validity));
  });

  test('Catalog-Version is that of the catalog, for a search with that of its ranking', () => {
    const source = { version: 7, game: undefined };
    assert.deepEqual(versionHeader(source), ['Catalog-Version', '7']);
    assert.deepEqual(versionHeader({ ...source, searched: { index } }), ['Catalog-Version', '7/6']);
    assert.deepEqual(now.headerOf({ isSearch: false }), ['Catalog-Version', '7']);
    assert.deepEqual(now.headerOf({ isSearch: true }), ['Catalog-Version', '7/6']);
  });
});
