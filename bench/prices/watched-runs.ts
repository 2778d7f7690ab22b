/** What 10,000 rules of watches add to whole runs of prices: reading the sources, matching, writing, events and watches. */
// Days of a whole catalog (23,546 cards, 83,000 observations) are run with and without the rules in turn. SQLite.
// Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures> node bench/prices/watched-runs.ts [rules = 10000] [days = 8].
import { addDays } from '../../src/catalog/days.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { fixturesMissing, startFixtureUpstream } from '../../test/support/sources/fixture-upstream.ts';
import { runAll } from '../../test/support/stages/ingest.ts';
import { newLocation } from '../../test/support/stages/stores.ts';
import { line } from '../report.ts';
import { drawnRules, mean, type Seconds, secondsOf, watched } from './watch-rules.ts';

const FIRST_DAY = '2026-07-01';
const DAYS_BEFORE = 4;

async function measure(ruleCount: number, days: number): Promise<void> {
  await using upstream = await startFixtureUpstream('full', ['--day', FIRST_DAY]);
  await using place = await newLocation('sqlite');
  const store = await openStore(place.location);
  const market = `${upstream.base}/cardmarket/productCatalog`;
  const products = ['singles', 'nonsingles'].map((kind) => `${market}/productList/products_${kind}_6.json`);
  const sources: Record<string, SourceSettings> = {
    catalog: { adapter: 'tcgdex', files: upstream.files },
    usd_market: { adapter: 'tcgcsv', url: `${upstream.base}/tcgcsv/tcgplayer`, category: 3 },
    eur_market: { adapter: 'cardmarket', prices: `${market}/priceGuide/price_guide_6.json`, products },
  };
  const run = async (only?: string) => {
    for (const { outcome, reason } of await runAll(store, sources, only === undefined ? {} : { only }))
      if (outcome !== 'succeeded') throw new Error(reason ?? outcome);
  };
  const runDay = async (at: number) => {
    await upstream.control({ day: addDays(FIRST_DAY, at) });
    return secondsOf(async () => {
      await run('usd_market');
      await run('eur_market');
    });
  };
  await run();
  const idsOf = async (table: 'cards' | 'expansions') =>
    (await store.reads.selectFrom(table).select('id').execute()).map(({ id }) => id);
  const rules = drawnRules(ruleCount, { cards: await idsOf('cards'), expansions: await idsOf('expansions') });
  for (let at = 1; at <= DAYS_BEFORE; at += 1) await runDay(at);
  const [plain, withRules]: [Seconds[], Seconds[]] = [[], []];
  for (let at = DAYS_BEFORE + 1; at <= DAYS_BEFORE + days; at += 1) {
    if (at % 2 === 0) plain.push(await runDay(at));
    else await watched(store, rules, async () => void withRules.push(await runDay(at)));
  }
  line('a day of both markets without rules', `${mean(plain).toFixed(2)} s of processor time`);
  line(
    `with ${ruleCount} rules`,
    `${mean(withRules).toFixed(2)} s, ratio ${(mean(withRules) / mean(plain)).toFixed(2)}`,
  );
  await store.close();
}

if (fixturesMissing) line('watched runs', fixturesMissing);
else await measure(Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 8));
