/** The recorded catalog, served in the languages that a configuration names, from files or from REST. */
import assert from 'node:assert/strict';
import { languagesOf } from '../../../src/config/languages.ts';
import { gameOf } from '../../../src/games/games.ts';
import type { RunReport } from '../../../src/ingest/runs/runner.ts';
import type { Store } from '../../../src/store/store.ts';
import type { SourceSettings } from '../../../src/upstream/source-fields.ts';
import { apiOn, type TestApi } from '../stages/api.ts';
import { runGames } from '../stages/ingest.ts';
import { newStore } from '../stages/stores.ts';
import { fixtureSources } from './fixture-sources.ts';
import type { FixtureUpstream } from './fixture-upstream.ts';

export interface SpokenFixture extends AsyncDisposable {
  store: Store;
  api: TestApi;
  reports: RunReport[];
}

/** Where the compiled files of each language are. */
export const filesOf = ({ base }: FixtureUpstream) => ({ files: `${base}/tcgdex/generated/{language}` });
/** The REST API, asked as fast as it answers. */
export const restOf = ({ rest }: FixtureUpstream) => ({ url: rest, pause_ms: 0, connections: 4 });

/** The API over a game in these languages, the first its catalog's own; `further` are sources beside the usual ones. */
export async function spokenFixture(
  upstream: FixtureUpstream,
  catalog: object,
  languages: readonly string[],
  further: Record<string, SourceSettings> = {},
): Promise<SpokenFixture> {
  const place = await newStore('sqlite');
  const { usd_conditions: _, ...usual } = fixtureSources(upstream.base);
  const sources = {
    ...usual,
    catalog: { adapter: 'tcgdex', give_up_after: '1s', ...catalog } as SourceSettings,
    ...further,
  };
  const configured = { scope: { game: 'game', idPrefix: '', ...languagesOf(languages, sources) }, sources };
  const reports = await runGames(place.store, [configured]);
  for (const { source, outcome, reason } of reports) assert.equal(outcome, 'succeeded', `${source}: ${reason}`);
  const api = await apiOn(place.store, { games: [gameOf(configured.sources, configured.scope)] });
  return {
    store: place.store,
    api,
    reports,
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}
