/** Days of prices that were read and forgotten again, beside the same days in a store that never read that one. */
import assert from 'node:assert/strict';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { configuredSources } from '../../src/ingest/configured-sources.ts';
import { forgetPrices } from '../../src/ingest/runs/forget-prices.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import { fc } from '../support/made/properties.ts';
import { staleIn } from '../support/oracles/derived.ts';
import { newStore } from '../support/stages/stores.ts';
import { FollowedStore } from './followed-store.ts';
import { differencesBetween } from './shown.ts';
import {
  COLUMNS,
  DAYS,
  dayAt,
  number,
  read,
  SOURCES,
  type SplitJudgement,
  type SplitWorld,
  shown,
  splitWorlds,
} from './split-days.ts';

/** Takes the worlds into a store that then forgets a day, and into one that never read it. */
export async function judgeForgottenDay(
  engine: Engine,
  seed: number,
  { count, forgotten }: { count: number; forgotten: number },
): Promise<Omit<SplitJudgement, 'runs'>> {
  // Few enough at once that they are single ones, and no unit.
  const single = fc.oneof({ weight: 11, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: number });
  const days = { minLength: DAYS, maxLength: DAYS };
  const calmPath = fc.array(fc.array(single, { minLength: COLUMNS, maxLength: COLUMNS }), days);
  const calm = fc.record({ usd: calmPath, usdOther: calmPath, eur: calmPath, sealed: calmPath });
  const wild = fc.sample(fc.noBias(splitWorlds), { seed, numRuns: count });
  const worlds = fc.sample(fc.noBias(calm), { seed, numRuns: count }).map((paths, at) => ({ ...wild[at], ...paths }));
  const of = { worlds: worlds as SplitWorld[], catalog: 0, upTo: DAYS - 1, mistaken: new Set<number>(), ofUnit: [] };
  const stored = async (late: readonly number[]) => {
    const place = await newStore(engine);
    await read(place.store, { ...of, late: new Set(late) }, ['catalog']);
    await read(place.store, { ...of, late: new Set(late) }, ['usd', 'eur'], [0, DAYS - 1]);
    assert.deepEqual(await place.store.reads.selectFrom('held_parts').select('reason').execute(), []);
    return place;
  };
  await using place = await stored([]);
  await using other = await stored([forgotten]);
  const copy = new FollowedStore(place.store);
  await copy.follow();
  const sources = configuredSources({
    games: [{ scope: DEFAULT_SCOPE, sources: SOURCES }],
    userAgent: 'cardstock-test/1',
    publicUrl: 'http://127.0.0.1:1',
  });
  for (const source of ['usd', 'eur'])
    await forgetPrices(place.store, sources, { source, day: dayAt(forgotten), isDry: false });
  assert.deepEqual(await copy.follow(), [], 'subscribers were told of all of it');
  assert.deepEqual(await staleIn(place.store, []), []);
  const [one, never] = [await memory(place.store), await memory(other.store)];
  return { differences: differencesBetween(one, never), compared: never.size };
}

/** What the store shows and holds back, what moved most, and by what the next day is judged. */
async function memory(store: Store): Promise<Map<string, string>> {
  const { reads } = store;
  const movers = await reads.selectFrom('movers').selectAll().execute();
  const judged = await reads.selectFrom('judged_amounts').selectAll().execute();
  const articles = await reads.selectFrom('article_prices').selectAll().execute();
  return new Map([
    ...(await shown(store)),
    ...movers.map(({ game, currency, days, direction, ...rest }): [string, string] => [
      `movers ${game} ${currency} ${days} ${direction}`,
      JSON.stringify(rest),
    ]),
    ...judged.map(({ source, row_name, name, observed_on, ...rest }): [string, string] => [
      `judged ${source} ${row_name}/${name} ${observed_on}`,
      JSON.stringify(rest),
    ]),
    ...articles.map(({ article, body }): [string, string] => [`kept ${article}`, body]),
  ]);
}
