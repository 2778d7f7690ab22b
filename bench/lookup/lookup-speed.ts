/** What lists cost a processor, by what their rows leave out: over a store of several games, drawn by seed. */
import { parseArgs } from 'node:util';
import { seeded } from '../../demo/random.ts';
import type { Card } from '../../src/catalog/records.ts';
import type { DeployedGame } from '../../src/games/game.ts';
import { GAMES } from '../../src/games/games.ts';
import type { ListedRow } from '../../src/lookup/listed-row.ts';
import { lookUp, ROWS_MAX } from '../../src/lookup/lookup.ts';
import { readCatalogIndexes } from '../../src/search/build/catalog-indexes.ts';
import { GameIndexes } from '../../src/search/game-indexes.ts';
import { openStore } from '../../src/store/open-store.ts';
import { line, percentile } from '../report.ts';
import { letterCount, pick, TYPOS } from '../search/misspell.ts';

const USAGE =
  'usage: node scripts/node24.mjs bench/lookup/lookup-speed.ts <data folder of a store with games> [--seed 1] [--lists 7] [--kind NAME]';
/** As long as a row's name may be. */
const GLUED = 290;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    lists: { type: 'string', default: '7' },
    kind: { type: 'string', multiple: true },
  },
});
const [dataDir] = positionals;
if (dataDir === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const store = await openStore({ dataDir });
const games = (await store.reads.selectFrom('games').select('name').execute()).map(({ name: game }): DeployedGame => {
  const rules = game in GAMES ? GAMES[game as keyof typeof GAMES] : GAMES.tcgplayer;
  const languages = game === 'pokemon' ? ['en', 'fr', 'ja'] : ['en'];
  return { ...rules, name: game, idPrefix: game === 'pokemon' ? '' : `${game}-`, languages };
});
const cards = (await store.reads.selectFrom('cards').select('body').orderBy('id').execute()).map(
  ({ body }) => JSON.parse(body) as Card,
);
const expansions = new Map(
  (await store.reads.selectFrom('expansions').select(['id', 'name']).execute()).map((each) => [each.id, each.name]),
);
const random = seeded(Number(values.seed));
const drawn = () => pick(cards, random) as Card;
const mistyped = ({ name }: Card) => (letterCount(name) < 4 ? name : (pick(TYPOS, random)?.typo(name, random) ?? name));
const placeOf = ({ expansion_id }: Card) => expansions.get(expansion_id) ?? expansion_id;

const KINDS: Readonly<Record<string, () => ListedRow>> = {
  placed: () => {
    const card = drawn();
    return { name: card.name, number: card.number ?? '', expansion: placeOf(card) };
  },
  'misspelt, placed': () => {
    const card = drawn();
    return { name: mistyped(card), number: card.number ?? '', expansion: placeOf(card) };
  },
  'name and expansion': () => {
    const card = drawn();
    return { name: card.name, expansion: placeOf(card) };
  },
  'a name': () => ({ name: drawn().name }),
  'a misspelt name': () => ({ name: mistyped(drawn()) }),
  'a misspelt name, a number': () => {
    const card = drawn();
    return { name: mistyped(card), number: card.number ?? '' };
  },
  'a misspelt name, an expansion unknown': () => ({ name: mistyped(drawn()), expansion: 'Stars of Nowhere' }),
  'names put together': () => {
    const names: string[] = [];
    while (names.join(' ').length < GLUED) names.push(drawn().name);
    return { name: names.join(' ').slice(0, GLUED) };
  },
  'long texts everywhere': () => {
    const text = (length: number) => Array.from({ length }, () => String.fromCharCode(97 + random() * 26)).join('');
    return { name: text(300), number: text(300), expansion: text(300), printing: text(300) };
  },
};

const parts = { reads: store.reads, index: new GameIndexes(await readCatalogIndexes(store)), games };
for (const [kind, row] of Object.entries(KINDS)) {
  if (values.kind !== undefined && !values.kind.includes(kind)) continue;
  const times: number[] = [];
  for (let list = 0; list <= Number(values.lists); list += 1) {
    const rows = Array.from({ length: ROWS_MAX }, row);
    const began = cpuMs();
    await lookUp(rows, parts);
    // The first makes V8 compile what the others run.
    if (list > 0) times.push(cpuMs() - began);
  }
  // A busy machine only adds.
  const [quickest, half] = [Math.min(...times), percentile(times, 0.5)];
  line(kind, `quickest ${quickest.toFixed(0)}, p50 ${half.toFixed(0)} ms of CPU`);
}
await store.close();

/** This thread's time on the processor, which a busy machine leaves nearly alone. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
