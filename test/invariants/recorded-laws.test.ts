/** The two laws over the recorded upstreams: day after day through both snapshots and back. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Engine, Store } from '../../src/store/store.ts';
import { fixtureSources } from '../support/sources/fixture-sources.ts';
import { type FixtureUpstream, fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { runAll } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';
import { FollowedStore } from './followed-store.ts';
import { differencesBetween, misnamed, pricedPhantoms, shownCatalog } from './shown.ts';

const OLD = '2026-07-14';
const NEW = '2026-08-21';
/** Real days of the marketplaces, through both pairs of snapshots. */
const DAYS = [
  ['2026-07-23', OLD],
  ['2026-07-24', OLD],
  ['2026-07-25', NEW],
  ['2026-07-26', NEW],
  ['2026-07-27', OLD],
  ['2026-07-28', OLD],
  ['2026-07-29', NEW],
] as const;
const WINDOW = { from: '2026-07-01', to: '2026-08-31' };

/** JustTCG is asked for as many marketplace products as its budget allows: what it gives depends on the way. */
function sourcesOf({ base }: FixtureUpstream) {
  const { usd_conditions: _, ...sources } = fixtureSources(base);
  return sources;
}

/** Returns how many printings the catalog's run withheld from pruning. */
async function run(store: Store, sources: ReturnType<typeof sourcesOf>, acceptPrune = false): Promise<number> {
  const reports = await runAll(store, sources, { acceptPrune });
  for (const { outcome, reason } of reports) assert.equal(outcome, 'succeeded', reason ?? '');
  return reports[0]?.counts.prune_withheld ?? 0;
}

async function walk(engine: Engine, data: 'sample' | 'churn', t: TestContext): Promise<void> {
  await using upstream = await startFixtureUpstream(data, ['--snapshot', OLD, '--day', DAYS[0][0]]);
  await using place = await newStore(engine);
  const followed = new FollowedStore(place.store);
  for (const [at, [day, snapshot]] of DAYS.entries()) {
    await upstream.control({ day, snapshot });
    const withheld = await run(place.store, sourcesOf(upstream));
    assert.deepEqual(await followed.follow(), [], `events of ${day}`);
    assert.deepEqual(misnamed(followed.state), []);
    if (withheld > 0) {
      t.diagnostic(`${day}: ${withheld} printings are really lost, more than one in a hundred: accepted`);
      await run(place.store, sourcesOf(upstream), true);
      assert.deepEqual(await followed.follow(), [], `events of ${day}, accepted`);
    }
    const before = DAYS[at - 1];
    if (before === undefined) continue;
    assert.deepEqual(await pricedPhantoms(place.store, followed.state), [], `what does not come on ${day}`);
    if (before[1] === snapshot) continue;
    // The catalog as it is now, and then the same days.
    await using fresh = await newStore(engine);
    for (const [earlier] of DAYS.slice(0, at + 1)) {
      await upstream.control({ day: earlier });
      await run(fresh.store, sourcesOf(upstream));
    }
    const [shown, wanted] = [await shownCatalog(place.store, WINDOW), await shownCatalog(fresh.store, WINDOW)];
    // A card that is missing upstream stays.
    for (const name of shown.keys()) if (!wanted.has(`${name.split(' ')[0]} record`)) shown.delete(name);
    assert.deepEqual(differencesBetween(shown, wanted).slice(0, 20), [], `${snapshot} at once`);
    t.diagnostic(`${day}, ${before[1]} to ${snapshot}: ${wanted.size} texts alike at once`);
  }
}

for (const [engine, skip] of ENGINES) {
  suite(`over the recorded upstreams on ${engine}`, { skip: fixturesMissing || skip, timeout: 600_000 }, () => {
    // PostgreSQL takes half as long again; what churns most is enough to tell engines apart.
    for (const data of engine === 'sqlite' ? (['sample', 'churn'] as const) : (['churn'] as const)) {
      test(`both laws hold over every pair of snapshots of ${data}`, (t) => walk(engine, data, t));
    }
  });
}
