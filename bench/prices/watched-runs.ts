/** What 10,000 rules of watches add to whole runs of prices: reading the sources, matching, writing, events and watches. */
// Days of a whole catalog (23,546 cards, 83,000 observations) are run with and without the rules in turn. On
// PostgreSQL the processor time of its own processes for this store is told too: what the watches ask of it is work as well.
// Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures> node bench/prices/watched-runs.ts [rules = 10000] [days = 8] [engine = sqlite].
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { addDays } from '../../src/catalog/days.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { fixturesMissing, startFixtureUpstream } from '../../test/support/sources/fixture-upstream.ts';
import { runAll } from '../../test/support/stages/ingest.ts';
import { newLocation } from '../../test/support/stages/stores.ts';
import { line } from '../report.ts';
import { drawnRules, mean, type Seconds, secondsOf, watched } from './watch-rules.ts';

const FIRST_DAY = '2026-07-01';
const DAYS_BEFORE = 4;

/** Ticks of a process a second, as Linux shows them. */
const TICKS = 100;

/** What each process of the server has had, also those that have ended since: the least that it can have been. */
const ticksOf = new Map<number, number>();

/** Seconds that the server's processes for this store have had of a processor; without a server none. */
async function serverSeconds({ engine, reads }: Store): Promise<number> {
  if (engine === 'sqlite') return 0;
  const { rows } = await sql<{
    pid: number;
  }>`select pid from pg_stat_activity where datname = current_database()`.execute(reads);
  for (const { pid } of rows) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
    ticksOf.set(pid, Number(user) + Number(system));
  }
  return [...ticksOf.values()].reduce((sum, each) => sum + each, 0) / TICKS;
}

type RunSeconds = Seconds & { server: number };

async function measure(ruleCount: number, days: number, engine: Engine): Promise<void> {
  await using upstream = await startFixtureUpstream('full', ['--day', FIRST_DAY]);
  await using place = await newLocation(engine);
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
    const before = await serverSeconds(store);
    const seconds = await secondsOf(async () => {
      await run('usd_market');
      await run('eur_market');
    });
    const server = (await serverSeconds(store)) - before;
    line(`day ${at}`, `${seconds.cpu.toFixed(2)} s of Node, ${server.toFixed(2)} s of the server`);
    return { ...seconds, server };
  };
  await run();
  const idsOf = async (table: 'cards' | 'expansions') =>
    (await store.reads.selectFrom(table).select('id').execute()).map(({ id }) => id);
  const rules = drawnRules(ruleCount, { cards: await idsOf('cards'), expansions: await idsOf('expansions') });
  for (let at = 1; at <= DAYS_BEFORE; at += 1) await runDay(at);
  const [plain, withRules]: [RunSeconds[], RunSeconds[]] = [[], []];
  for (let at = DAYS_BEFORE + 1; at <= DAYS_BEFORE + days; at += 1) {
    if (at % 2 === 0) plain.push(await runDay(at));
    else await watched(store, rules, async () => void withRules.push(await runDay(at)));
  }
  const [ours, server] = [
    (of: RunSeconds[]) => mean(of),
    (of: RunSeconds[]) => mean(of.map(({ server: cpu }) => ({ cpu, clock: 0 }))),
  ];
  const told = (of: RunSeconds[]) => `${ours(of).toFixed(2)} s of Node and ${server(of).toFixed(2)} s of the server`;
  line('a day of both markets without rules', told(plain));
  const whole = (of: RunSeconds[]) => ours(of) + server(of);
  const ratio = (of: (runs: RunSeconds[]) => number) => (of(withRules) / of(plain)).toFixed(3);
  line(`with ${ruleCount} rules`, `${told(withRules)}, ratio ${ratio(ours)} of Node, ${ratio(whole)} of both`);
  await store.close();
}

if (fixturesMissing) line('watched runs', fixturesMissing);
else
  await measure(
    Number(process.argv[2] ?? 10_000),
    Number(process.argv[3] ?? 8),
    (process.argv[4] ?? 'sqlite') as Engine,
  );
