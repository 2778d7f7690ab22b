/** Which state answers are kept by: asked often, or seldom where commits are told; and what each kept answer hangs on. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CatalogEpoch, Epoch, versionHeader } from '../../../src/api/front/catalog-epoch.ts';
import type { CatalogState } from '../../../src/store/game-versions.ts';

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
  const epoch = new CatalogEpoch({ readState, indexVersions: () => index, now: () => now, isHearing: () => isHearing });
  return { epoch, asked };
}

suite('when it is asked', () => {
  test('without announcements a version is trusted for 10 ms, with them for 1 s at most', async () => {
    const quiet = watched(false);
    await quiet.epoch.read();
    const told = watched(true);
    const read = await told.epoch.read();
    const at = performance.now();
    assert.equal(quiet.epoch.known(at + 50), undefined);
    assert.equal(told.epoch.known(at + 500), read);
    assert.equal(read.state.version, 1);
    assert.equal(told.epoch.known(at + 1500), undefined);
  });

  test('an announced version is asked for at once, and again shortly while a replica does not show it yet', async () => {
    const { epoch, asked } = watched(true);
    await epoch.read();
    epoch.expect(2);
    const at = performance.now();
    assert.equal(epoch.known(at), undefined);
    await epoch.read();
    assert.equal(epoch.known(performance.now() + 50), undefined, 'the replica is behind');
    asked.version = 2;
    assert.equal((await epoch.read()).state.version, 2);
    assert.equal(epoch.known(performance.now() + 500)?.state.version, 2);
    epoch.expect(undefined);
    assert.equal(epoch.known(performance.now()), undefined, 'what was told while nobody heard is unknown');
  });

  test('what is announced while the question is under way is asked again', async () => {
    const { epoch } = watched(true);
    const reading = epoch.read();
    epoch.expect(2);
    await reading;
    assert.equal(epoch.known(performance.now() + 50), undefined);
  });

  test('an epoch ends at midnight UTC, when the default window of price histories moves', async () => {
    const { epoch } = watched(true, new Date('2026-03-01T23:59:59.900Z'));
    await epoch.read();
    assert.equal(epoch.known(performance.now() + 150), undefined);
  });
});

suite('what an answer hangs on', () => {
  const DAY = 20_000;
  const index = { names: 6, games: new Map([['ember', 6]]) };
  const now = new Epoch(stateAt(7, { ember: 6, frost: 7 }), index, DAY);
  const holdOf = (source: object) => now.holdOf({ version: 7, game: undefined, ...source });
  /** The epoch with something in it moved. */
  const later = ({ state = now.state, names = index, day = DAY }) => new Epoch(state, names, day);

  test('an answer of another version than the epoch, or of other indexes, is not kept in it', () => {
    assert.ok(holdOf({}));
    assert.equal(holdOf({ version: 8 }), undefined);
    assert.ok(holdOf({ searched: { index } }));
    assert.equal(holdOf({ searched: { index: { ...index } } }), undefined);
  });

  test('of one game it holds until that game moves, of all or of one without a version until any does', () => {
    const moved = later({ state: stateAt(8, { ember: 6, frost: 8 }) });
    const holds = (game: string | undefined) => {
      const hold = holdOf({ game });
      assert.ok(hold && now.holds(hold));
      return moved.holds(hold);
    };
    assert.deepEqual(['ember', 'frost', 'unknown', undefined].map(holds), [true, false, false, false]);
  });

  test('a search holds until the ranking of what it searched moves too', () => {
    const hold = holdOf({ game: 'ember', searched: { index } });
    const all = holdOf({ searched: { index } });
    const unranked = holdOf({ game: 'frost', searched: { index } });
    const read = holdOf({ game: 'ember' });
    assert.ok(hold && all && unranked && read);
    const other = later({ names: { names: 7, games: new Map([...index.games, ['frost', 7]]) } });
    assert.deepEqual(
      [hold, all, unranked, read].map((each) => other.holds(each)),
      [true, false, false, true],
    );
    const own = later({ names: { names: 8, games: new Map([['ember', 8]]) } });
    assert.deepEqual(
      [hold, all, read].map((each) => own.holds(each)),
      [false, false, true],
    );
  });

  test('all go at midnight UTC', () => {
    const hold = holdOf({ game: 'ember' });
    assert.ok(hold && !later({ day: DAY + 1 }).holds(hold));
  });

  test('Catalog-Version is that of the catalog, for a search with that of its ranking', () => {
    const source = { version: 7, game: undefined };
    assert.deepEqual(versionHeader(source), ['Catalog-Version', '7']);
    assert.deepEqual(versionHeader({ ...source, searched: { index } }), ['Catalog-Version', '7/6']);
    assert.deepEqual(now.headerOf({ isSearch: false }), ['Catalog-Version', '7']);
    assert.deepEqual(now.headerOf({ isSearch: true }), ['Catalog-Version', '7/6']);
  });
});
