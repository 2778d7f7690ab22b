/** One of the recorded games: its sources run from one snapshot and day to the next, and what was told of each step. */
import assert from 'node:assert/strict';
import type { RunReport } from '../../../src/ingest/runs/runner.ts';
import { eventsAfter, lastPosition, numberEvents } from '../../../src/store/events/events.ts';
import type { Engine, Store } from '../../../src/store/store.ts';
import type { SourceSettings } from '../../../src/upstream/source-fields.ts';
import { type CatalogState, differencesOf, stateOf, type Tellings, toldBy } from '../oracles/event-differences.ts';
import { runAll } from '../stages/ingest.ts';
import { newStore } from '../stages/stores.ts';
import { type FixtureUpstream, startFixtureUpstream } from './fixture-upstream.ts';

/** The snapshots that every recorded game has. */
export const SNAPSHOTS = ['2026-07-14', '2026-08-21'] as const;

/** What one run of all sources did. */
export interface Step {
  reports: RunReport[];
  before: CatalogState;
  after: CatalogState;
  told: Tellings;
}

/** A recorded game at work. */
export interface RecordedGame extends AsyncDisposable {
  upstream: FixtureUpstream;
  store: Store;
  /** Lets the upstream go to a snapshot and a day, runs all sources, and holds the events to what the reads show. */
  step(at: { snapshot: (typeof SNAPSHOTS)[number]; day: string }): Promise<Step>;
}

/** Opens the game of that name in the fixtures with a store of its own. */
export async function recordedGame(
  engine: Engine,
  game: string,
  sourcesAt: (base: string) => Record<string, SourceSettings>,
): Promise<RecordedGame> {
  const upstream = await startFixtureUpstream('sample');
  const place = await newStore(engine);
  const { store } = place;
  let before = await stateOf(store);
  let seen = 0;
  return {
    upstream,
    store,
    step: async ({ snapshot, day }) => {
      await upstream.control({ day, games: { [game]: snapshot } });
      const reports = await runAll(store, sourcesAt(upstream.base));
      for (const { source, outcome, reason } of reports) assert.equal(outcome, 'succeeded', `${source}: ${reason}`);
      while ((await numberEvents(store, new Date().toISOString(), () => true)) > 0);
      const events = await eventsAfter(store.reads, { after: seen, limit: 1_000_000 });
      seen = await lastPosition(store.reads);
      const after = await stateOf(store);
      const told = toldBy(events.map(({ body }) => body));
      assert.deepEqual(told, differencesOf(before, after), `events of ${snapshot} on ${day}`);
      const step = { reports, before, after, told };
      before = after;
      return step;
    },
    [Symbol.asyncDispose]: async () => {
      await place[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

/** A card as its catalog alone determines it. */
export const withoutPrices = ({ variants, ...card }: CatalogState['cards'][number]) => ({
  ...card,
  variants: variants.map(({ id, usd_market, eur_market, ...printing }) => {
    assert.ok(Number.isSafeInteger(id) && Array.isArray(usd_market) && eur_market.currency === 'EUR');
    return printing;
  }),
});
