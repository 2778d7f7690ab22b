/** The time that a page of 50 takes under field terms, nothing kept, and what the columns of the fields take. */
// Usage: node bench/search/field-terms.ts FOLDER [copies = 0]: compiled files of a catalog; each copy adds all of its cards once more.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seeded } from '../../demo/random.ts';
import { listCards } from '../../src/api/catalog/cards.ts';
import type { RequestContext } from '../../src/api/context.ts';
import { cursorsSealedWith } from '../../src/api/cursors.ts';
import type { RouteRequest } from '../../src/api/request.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { gameOf } from '../../src/games/games.ts';
import { newStore } from '../../test/support/stages/stores.ts';
import { line, percentile } from '../report.ts';
import { fillWhole } from '../scale/full-store.ts';
import { addCopies } from './copies.ts';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
const [, , folder = '', copies = '0'] = process.argv;
const REQUESTS = 300;
const RUNS = 3;

const USUAL = [
  'hp>=150',
  'type:fire stage:basic',
  'name:char*',
  'retreat=0',
  'usd<500 type:water',
  'attack.damage>200',
];
const TERMS = [
  ...USUAL,
  ...[
    'illustrator:arita',
    'attack.cost<=1',
    'text:"flip a coin"',
    'ability.text:draw',
    'weakness:water',
    'dex:[1 TO 151]',
  ],
  ...['legal:standard', 'released>=2024', 'attack:"fire spin"', 'text:discard*', 'flavor:volcano*', '-resistance:*'],
];
/** The dearest that are answered, and dearer ones. */
const DEAREST = [4, 8, 16, 32, 64, 100].map((count) =>
  Array.from({ length: count }, (_, at) => `text:*${'etaoinshrdlu'[at % 12]}*${at % 7}`).join(' OR '),
);

await using place = await newStore('sqlite');
const { store } = place;
const ids = await fillWhole(store, folder, 1, '2026-08-21');
const began = performance.now();
await addCopies(store, ids, Number(copies), '2026-08-21');
line(
  'cards',
  `${ids.length * (1 + Number(copies))}, columns made anew in ${((performance.now() - began) / Math.max(1, Number(copies))).toFixed(0)} ms a copy`,
);
const game = gameOf({ catalog: { adapter: 'tcgdex' } }, DEFAULT_SCOPE);
const base = { store, games: [game], cursors: cursorsSealedWith(Buffer.alloc(32)), isOf: () => undefined };
const ask = (query: Record<string, string>) =>
  store.snapshot(async (reads) => {
    const request = { params: {}, query } as unknown as RouteRequest;
    return JSON.stringify(await listCards(request, { ...base, reads } as unknown as RequestContext)).length;
  });
const held = () => {
  gc();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { own: heapUsed + arrayBuffers, rss };
};
await ask({ sort: 'usd' });
const before = held();
const first = performance.now();
for (const filter of TERMS) await ask({ filter });
const unpacked = performance.now() - first;
const after = held();
line('first use of the fields: unpacked', `${unpacked.toFixed(0)} ms for ${TERMS.length} filters`);
line(
  'memory of their columns',
  `${((after.own - before.own) / 1e6).toFixed(1)} MB (resident ${(before.rss / 1e6).toFixed(0)} MB before)`,
);

async function timed(filter: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const began = performance.now();
    await ask({ filter, limit: '50' });
    best = Math.min(best, performance.now() - began);
  }
  return best;
}
const random = seeded(7);
const pick = () => TERMS[Math.floor(random() * TERMS.length)] ?? '';
const drawn: number[] = [];
for (let request = 0; request < REQUESTS; request += 1) {
  drawn.push(
    await timed(random() < 0.5 ? `${pick()} ${pick()}` : `(${pick()} OR ${pick()}) -${pick().replace(/^-/, '')}`),
  );
}
const shown = (values: number[]) =>
  [0.5, 0.95, 0.99, 1].map((share) => percentile(values, share).toFixed(2)).join(' / ');
for (const filter of USUAL) line(`the usual query ${filter}`, `${(await timed(filter)).toFixed(2)} ms`);
line(`two or three terms, ${REQUESTS} drawn, p50 / p95 / p99 / max`, `${shown(drawn)} ms`);
for (const filter of DEAREST) {
  const cpu = process.cpuUsage();
  const answer = await ask({ filter }).then(
    () => 'answered',
    (error: Error) => `refused: ${error.message.slice(0, 40)}…`,
  );
  const { user, system } = process.cpuUsage(cpu);
  line(
    `${filter.split(' OR ').length} patterns over all texts`,
    `${((user + system) / 1000).toFixed(0)} ms of CPU, ${answer}`,
  );
}
