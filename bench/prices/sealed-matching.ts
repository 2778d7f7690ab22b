/** How many sealed products are found at the other marketplace, and how many of those rightly: over labelled real names. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { GAMES } from '../../src/games/games.ts';
import { matchSealed } from '../../src/ingest/matching/sealed/match-sealed.ts';
import { line } from '../report.ts';

interface Product {
  id: number;
  name: string;
}

/** Both marketplace products of an expansion, and those that a person found to be one product. */
interface LabelledExpansion {
  name: string;
  /** Which part of the labels it belongs to: rules are made on one and measured on another. */
  half: string;
  tcgplayer: Product[];
  cardmarket: Product[];
  links: [tcgplayer: number, cardmarket: number][];
}

/** What the marketplace products of a pair are called, by both ids. */
type Pairs = Map<string, string>;

const USAGE =
  'usage: node scripts/node24.mjs bench/prices/sealed-matching.ts <labelled pairs, a JSON array of expansions> [--game pokemon] [--misses]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { game: { type: 'string', default: 'pokemon' }, misses: { type: 'boolean', default: false } },
});
const [source] = positionals;
const game = Object.entries(GAMES).find(([name]) => name === values.game)?.[1];
if (source === undefined || game === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const words = game.sealed;
const labelled = JSON.parse(readFileSync(source, 'utf8')) as LabelledExpansion[];
for (const [half, expansions] of Map.groupBy(labelled, (expansion) => expansion.half)) report(half, expansions);

function report(half: string, expansions: readonly LabelledExpansion[]): void {
  const truth = merged(expansions.map((expansion) => named(expansion, expansion.links)));
  const found = merged(expansions.map((expansion) => named(expansion, foundIn(expansion))));
  const right = [...found.keys()].filter((pair) => truth.has(pair)).length;
  line(`${half}: expansions, pairs labelled`, `${expansions.length}, ${truth.size}`);
  line(`${half}: precision`, `${percent(right, found.size)} (${right} of ${found.size} found)`);
  line(`${half}: recall`, `${percent(right, truth.size)} (${right} of ${truth.size})`);
  if (!values.misses) return;
  for (const [pair, names] of found) if (!truth.has(pair)) line('  wrong', names);
  for (const [pair, names] of truth) if (!found.has(pair)) line('  missed', names);
}

function foundIn({ name, tcgplayer, cardmarket }: LabelledExpansion): [number, number][] {
  const products = (list: readonly Product[]) =>
    list.map((product) => ({ product_id: product.id, name: product.name, expansion_id: name }));
  const matches = matchSealed(products(tcgplayer), products(cardmarket), new Map([[name, name]]), words);
  return matches.map((match) => [match.product_id, match.cardmarket_id]);
}

function named({ tcgplayer, cardmarket }: LabelledExpansion, pairs: readonly [number, number][]): Pairs {
  const ours = new Map(tcgplayer.map(({ id, name }) => [id, name]));
  const theirs = new Map(cardmarket.map(({ id, name }) => [id, name]));
  return new Map(pairs.map(([one, other]) => [`${one}-${other}`, `${ours.get(one)} = ${theirs.get(other)}`]));
}

function merged(parts: readonly Pairs[]): Pairs {
  return new Map(parts.flatMap((part) => [...part]));
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}
