/** The processor time that a page of 50 takes under field terms, nothing kept, and what the columns of the fields take. */
// Usage: node bench/search/field-terms.ts FOLDER [copies = 0]: the data folder of a store, whose games are asked one by one and
// together; or compiled files of a Pokémon catalog, each copy of which adds all of its cards once more.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seeded } from '../../demo/random.ts';
import { listCards } from '../../src/api/catalog/cards.ts';
import type { RequestContext } from '../../src/api/context.ts';
import { cursorsSealedWith } from '../../src/api/cursors.ts';
import type { RouteRequest } from '../../src/api/request.ts';
import { COMMON_FIELDS } from '../../src/catalog/listing/fields.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import type { DeployedGame } from '../../src/games/game.ts';
import { gameOf } from '../../src/games/games.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { listColumns } from '../../src/store/views/listing/read-columns.ts';
import { newStore } from '../../test/support/stages/stores.ts';
import { line, percentile } from '../report.ts';
import { fillWhole } from '../scale/full-store.ts';
import { addCopies } from './copies.ts';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
const [, , folder = '', copies = '0'] = process.argv;
const REQUESTS = 300;
const RUNS = 3;

/** What is usual, of the games that have it. */
const USUAL = [
  ...['hp>=150', 'type:fire stage:basic', 'name:char*', 'retreat=0', 'usd<500 type:water', 'attack.damage>200'],
  ...['mv<=2 c:u', 't:goblin r:mythic', 'pow>=5', 'o:"draw a card"', 'f:commander ci:g', 'atk>=2500 race:dragon'],
  ...['ink:amber cost<3', 'legal:standard', 'illustrator:arita', 'released>=2024', 'text:discard*', 'flavor:the'],
];
/** Patterns that no index helps with, in more and more terms. */
const DEAR = [1, 2, 4, 8, 16, 32, 64, 100].map((count) =>
  Array.from({ length: count }, (_, at) => `text:*${'etaoinshrdlu'[at % 12]}*${at % 7}`).join(' OR '),
);
const ADAPTERS = {
  ...{ pokemon: 'tcgdex', magic: 'scryfall', yugioh: 'ygoprodeck', lorcana: 'lorcast' },
  one_piece: 'tcgcsv_catalog',
};

/** Of this process alone: what else the machine does is not counted. */
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const held = async () => {
  gc();
  // Buffers go a turn later.
  await new Promise((done) => setImmediate(done));
  gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

if (existsSync(join(folder, 'cards.json'))) {
  await using place = await newStore('sqlite');
  const ids = await fillWhole(place.store, folder, 1, '2026-08-21');
  await addCopies(place.store, ids, Number(copies), '2026-08-21');
  await measure(place.store, [gameOf({ catalog: { adapter: 'tcgdex' } }, DEFAULT_SCOPE)], 'game');
} else {
  const store = await openStore({ dataDir: folder });
  const games = Object.entries(ADAPTERS).map(([name, adapter]) => ({
    ...gameOf({ catalog: { adapter, ...(name === 'one_piece' && { category: 68 }) } }, DEFAULT_SCOPE),
    name,
  }));
  for (const name of [...Object.keys(ADAPTERS), undefined]) await measure(store, games, name);
  await store.close();
}

/** @param name the game that is asked; without it all are */
async function measure(store: Store, games: readonly DeployedGame[], name: string | undefined): Promise<void> {
  const base = { store, games, cursors: cursorsSealedWith(Buffer.alloc(32)), isOf: () => undefined };
  const ask = (query: Record<string, string>) =>
    store.snapshot(async (reads) => {
      const request = { params: {}, query: { ...query, ...(name && { game: name }) } } as unknown as RouteRequest;
      return JSON.stringify(await listCards(request, { ...base, reads } as unknown as RequestContext)).length;
    });
  /** Undefined where it is answered. */
  const faultOf = (filter: string): Promise<string | undefined> =>
    ask({ filter, limit: '50' }).then(
      () => undefined,
      ({ message }: Error) => message,
    );
  const timed = async (filter: string): Promise<number> => {
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS; run += 1) {
      const began = cpu();
      await faultOf(filter);
      best = Math.min(best, cpu() - began);
    }
    return best;
  };
  const columns = await listColumns(store.reads, 'cards', name);
  line(name ?? 'all games', `${columns.reduce((sum, { keys }) => sum + keys.length, 0)} cards`);
  const own = games.filter((game) => (name ?? game.name) === game.name).flatMap(({ fields = [] }) => fields);
  const before = await held();
  const began = cpu();
  const terms: string[] = [];
  for (const { example } of [...COMMON_FIELDS, ...own]) {
    if ((await faultOf(example)) === undefined) terms.push(example);
  }
  line('  every field once', `${(cpu() - began).toFixed(0)} ms, ${terms.length} of them`);
  line('  memory of their columns', `${(((await held()) - before) / 1e6).toFixed(1)} MB`);
  for (const filter of USUAL) {
    if ((await faultOf(filter)) === undefined) line(`  ${filter}`, `${(await timed(filter)).toFixed(2)} ms`);
  }
  const random = seeded(7);
  const pick = () => terms[Math.floor(random() * terms.length)] ?? '';
  const drawn: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const joined = random() < 0.5 ? `${pick()} ${pick()}` : `(${pick()} OR ${pick()}) -${pick().replace(/^-/, '')}`;
    drawn.push(await timed(joined));
  }
  const shown = [0.5, 0.95, 0.99, 1].map((share) => percentile(drawn, share).toFixed(2)).join(' / ');
  line(`  two or three of these, p50 / p95 / p99 / max`, `${shown} ms`);
  for (const filter of DEAR) {
    const began = cpu();
    const fault = await faultOf(filter);
    const told = fault === undefined ? 'answered' : `refused: ${fault.slice(0, 35)}…`;
    line(`  ${filter.split(' OR ').length} dear patterns`, `${(cpu() - began).toFixed(1)} ms, ${told}`);
  }
}
