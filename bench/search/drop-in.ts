/** What the drop-in for pokemontcg.io costs, and how many of its cards bear each field. */
// Usage: node bench/search/drop-in.ts FOLDER: the data folder of a store that holds Pokémon under the name pokemon.
import { answerCompat, type CompatService } from '../../src/api/compat/compat.ts';
import type { RouteRequest } from '../../src/api/request.ts';
import { pokemon } from '../../src/games/pokemon/pokemon.ts';
import { openStore } from '../../src/store/open-store.ts';
import { line } from '../report.ts';

const RUNS = 8;
const REQUESTS = [
  ...['/cards', '/cards?page=80', '/cards?page=80&select=id,name', '/cards?select=id,name,images,set,tcgplayer'],
  ...['/cards?q=name:charizard', '/cards?q=set.id:base1&orderBy=number', '/cards/base1-4', '/sets', '/rarities'],
  '/cards?orderBy=-tcgplayer.prices.holofoil.market,-set.releaseDate,number&pageSize=10',
  '/cards?q=attacks.text:"flip a coin"&pageSize=10',
];

const store = await openStore({ dataDir: process.argv[2] ?? '' });
const dropIn = pokemon.compat?.pokemontcg;
if (dropIn === undefined) throw new Error('the game has no drop-in');
const game = { name: 'pokemon', idPrefix: '' };
const service: CompatService = { dropIn, game, isWhole: false, isKeyless: true, at: [] };

async function ask<Shape>(url: string): Promise<Shape> {
  const [path = '', query] = url.split('?');
  const request = { params: { '*': `pokemontcg/v2${path}` }, query: Object.fromEntries(new URLSearchParams(query)) };
  const { body } = await answerCompat(request as unknown as RouteRequest, { compat: [service], store });
  return JSON.parse(String(body)) as Shape;
}

async function cpuOf(url: string): Promise<number> {
  const began = process.cpuUsage();
  await ask(url);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

line('the table is made', `${(await cpuOf('/sets')).toFixed(0)} ms of CPU`);
for (const url of REQUESTS) {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) best = Math.min(best, await cpuOf(url));
  line(url, `${best.toFixed(2)} ms of CPU`);
}

const bearers = new Map<string, number>();
let cards = 0;
for (let page = 1; ; page += 1) {
  const { data } = await ask<{ data: object[] }>(`/cards?page=${page}`);
  if (data.length === 0) break;
  cards += data.length;
  for (const name of data.flatMap((card) => Object.keys(card))) bearers.set(name, (bearers.get(name) ?? 0) + 1);
}
line('cards', String(cards));
for (const [name, count] of bearers) line(`  ${name}`, `${((100 * count) / cards).toFixed(1)} %`);
await store.close();
