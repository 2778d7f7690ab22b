/** Isolation of games: what a run of one leaves of the other's kept answers, which search indexes it builds, what a new epoch costs. */
// Usage: node scripts/node24.mjs bench/isolation.ts; exits 1 where a run reaches the other game.
import { Answer } from '../src/api/answer/answer.ts';
import { ResponseCache } from '../src/api/answer/response-cache.ts';
import { Epoch } from '../src/api/front/catalog-epoch.ts';
import { openLog } from '../src/log.ts';
import { readCatalogIndexes } from '../src/search/catalog-indexes.ts';
import { claimGames } from '../src/service/claim-games.ts';
import { apiOn } from '../test/support/stages/api.ts';
import { deployed, twoGames } from '../test/support/stages/two-games.ts';
import { timings } from './report.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

await using s = await twoGames('sqlite');
const { store } = s.place;
await claimGames(store, s);
await s.run();
await using api = await apiOn(store, { games: deployed(s), log: openLog('silent') });

const cards = Array.from({ length: 12 }, (_, at) => [1, 2].map((set) => `/v1/cards/ember${set}-${at + 1}`)).flat();
const lists = ['series', 'expansions', 'cards', 'products'].map((list) => `/v1/${list}?game=ember`);
const paths = [...cards, ...cards.map((path) => `${path}/prices`), ...lists, '/v1/cards?game=ember&q=glimmer'];

/** Answers that are found in the cache when all paths are asked for. */
async function hits(): Promise<number> {
  const count = async () =>
    Number(/^cardstock_cache_hits_total (\d+)/m.exec((await api.get('/metrics')).text)?.[1] ?? Number.NaN);
  const before = await count();
  for (const path of paths) await api.get(path);
  return (await count()) - before;
}

let missed = 0;
async function measure(name: string, builds: string, run: () => Promise<unknown>): Promise<void> {
  await hits();
  await hits();
  const { versions } = await readCatalogIndexes(store);
  await run();
  const kept = await hits();
  const built = [...(await readCatalogIndexes(store, versions.games)).built.keys()].join(', ') || 'none';
  const isMissed = kept !== paths.length || built !== builds;
  if (isMissed) missed += 1;
  const share = `${((100 * kept) / paths.length).toFixed(0)} % of ${paths.length}`;
  print(`${name.padEnd(32)} ${share.padStart(12)}   ${built.padEnd(12)}${isMissed ? ' missed' : ''}`);
}

print('run of the game frost            kept of ember  indexes built');
await measure('a day of prices', 'none', () => s.run('frost.usd', '2026-03-02'));
await measure('a day of the other market', 'none', () => s.run('frost.eur', '2026-03-02'));
await measure('a catalog with other hit points', 'none', () => {
  Object.assign(s.frost.catalog.cards[0] ?? {}, { hp: 70 });
  return s.run('frost.catalog');
});
await measure('a catalog with another name', 'frost', () => {
  Object.assign(s.frost.catalog.cards[0] ?? {}, { name: 'Thornback' });
  return s.run('frost.catalog');
});

/** Answers of a busy cache, half of each game. */
const ENTRIES = 6400;
const epochAt = (version: number) => {
  const games = [
    ['ember', { version: 1, names: 1 }],
    ['frost', { version, names: 1 }],
  ] as const;
  return new Epoch({ version, names: 1, games: new Map(games) }, undefined, 0);
};
const first = epochAt(1);
const cache = new ResponseCache(2 ** 30);
cache.byUrl(first, '/');
for (let at = 0; at < ENTRIES; at += 1) {
  const hold = first.holdOf({ version: 1, game: at % 2 === 0 ? 'ember' : 'frost' });
  const answer = new Answer(`{"data":${at},"error":null}`, '/v1/cards/:id');
  if (hold !== undefined) cache.put(first, `/${at}`, String(at), { answer, hold }, false);
}
let version = 1;
cache.byUrl(epochAt(2), '/');
const { entries } = cache.figures;
const { cpuMs } = await timings(() => cache.byUrl(epochAt(++version), '/'));
print(`a new epoch over ${entries} answers that stay: ${(1000 * cpuMs).toFixed(0)} µs of CPU`);
process.exitCode = missed === 0 ? 0 : 1;
