/** How often and how fast the scan finds cards on simulated photos, taken by a camera model of the bench's own. */
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { defaultModel } from '../../src/scan/describe/model.ts';
import { line } from '../report.ts';
import { chanceOf } from './camera/chance.ts';
import {
  alone,
  beyondHard,
  type Conditions,
  conditionsOf,
  FAMILIES,
  FAR,
  LOW,
  TIERS,
  without,
} from './camera/tiers.ts';
import { type BenchCatalog, benchCatalog } from './catalog.ts';
import { printCalibration, printGames, printTier, printTimes } from './figures.ts';
import { picturesOf } from './pictures.ts';
import { TEMPLATE, templatePictures } from './templates.ts';
import { type Trial, type TrialOptions, trial } from './trial.ts';
import { printTwinCounts, printTwins } from './twins.ts';

// Arguments: `demo` (the default) or `game=folder`, again and again. Options: --photos of a tier (200), --far photos of a
// card far away and turned (200), --low photos from low (200), --beyond photos worse than hard, for the scores between (200), --twins photos of cards with twins (100), --recoloured photos of cards whose
// drawing is there in other colours (0), --templates photos of cards of a template in each tier (0), those of a game `template …` among them, --ablate photos of a family (40, 0 leaves it out), --pad sizes (20000,200000),
// --seed (1), --only a game whose cards are photographed.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    photos: { type: 'string', default: '200' },
    far: { type: 'string', default: '200' },
    low: { type: 'string', default: '200' },
    beyond: { type: 'string', default: '200' },
    twins: { type: 'string', default: '100' },
    recoloured: { type: 'string', default: '0' },
    templates: { type: 'string', default: '0' },
    ablate: { type: 'string', default: '40' },
    pad: { type: 'string', default: '20000,200000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
  },
});
const seed = Number(values.seed);
/** Families of each kind of template. */
const TEMPLATE_FAMILIES = 4;
/** How many steps from medium to hard the worst photos are beyond it. */
const BEYOND = 3;

interface Series {
  /** Drawn anew for each photo by its seed. */
  conditions(photoSeed: number): Conditions;
  photos: number;
  /** Seed of the first photo. */
  first: number;
  /** Whether each photo is tried with its card withheld, too. */
  negative?: TrialOptions['negative'];
  /** Which cards are photographed: all where nothing is said. */
  only?(row: number): boolean;
}

/** Photographs cards drawn by chance, as many of each game, a quarter of them at each turn. */
async function series(bench: BenchCatalog, { conditions, photos, first, ...rest }: Series): Promise<Trial[]> {
  const games = new Map<string, number[]>();
  for (const [row, { game }] of bench.pictures.entries()) {
    if (values.only !== undefined && !values.only.includes(game)) continue;
    if (rest.only === undefined ? game.startsWith(TEMPLATE) : !rest.only(row)) continue;
    const rows = games.get(game) ?? [];
    rows.push(row);
    games.set(game, rows);
  }
  const lots = [...games.values()];
  const trials: Trial[] = [];
  for (let i = 0; i < (lots.length === 0 ? 0 : photos); i += 1) {
    const seed = first + i;
    const row = chanceOf(seed + 0x5eed).oneOf(lots[(i >> 2) % lots.length] ?? []);
    const options = { conditions: conditions(seed), seed, quarters: i & 3, negative: rest.negative ?? false };
    trials.push(await trial(bench, row, options));
  }
  return trials;
}

sharp.concurrency(1);
const model = defaultModel();
const templates = Number(values.templates);
const pictures = [
  ...picturesOf(positionals.length === 0 ? ['demo'] : positionals),
  ...(templates > 0 ? templatePictures(TEMPLATE_FAMILIES, seed) : []),
];
const bench = await benchCatalog(pictures, model);
const photos = Number(values.photos);
const firstSeed = seed * 1_000_000;
line('model, cards, seed', `${model.version}, ${pictures.length}, ${seed}`);
line('milliseconds to describe a card, decoding included', bench.describeMs.toFixed(1));

const all: Trial[] = [];
for (const [i, tier] of TIERS.entries()) {
  const conditions = () => conditionsOf(tier);
  const trials = await series(bench, { conditions, photos, first: firstSeed + i * 100_000, negative: true });
  printTier(tier, trials);
  all.push(...trials);
}
printGames('mild to hard', all);
printCalibration('mild to hard', all);
printTimes(`${bench.catalog.index.size} cards`, all);

const placed = [
  ['far and turned', FAR, values.far],
  ['from low', LOW, values.low],
] as const;
for (const [i, [name, conditions, count]] of placed.entries()) {
  const trials = await series(bench, {
    conditions: () => conditions,
    photos: Number(count),
    first: firstSeed + 700_000 + i * 100_000,
    negative: true,
  });
  printTier(name, trials);
  printTimes(name, trials);
}

const worse = await series(bench, {
  conditions: (photoSeed) => beyondHard(chanceOf(photoSeed + 0xbad).between(0, BEYOND)),
  photos: Number(values.beyond),
  first: firstSeed + 300_000,
  negative: true,
});
printTier('worse than hard', worse);
printGames('worse than hard', worse);
printCalibration('worse than hard', worse);
printCalibration('all of them', [...all, ...worse]);

printTwinCounts(bench);
for (const [i, tier] of TIERS.entries()) {
  const first = firstSeed + 400_000 + i * 10_000;
  const conditions = () => conditionsOf(tier);
  const only = (row: number) => bench.alike(row).size > 1;
  printTwins(tier, await series(bench, { conditions, photos: Number(values.twins), first, only }));
}

const recoloured = Number(values.recoloured) > 0 ? bench.recoloured() : new Set<number>();
for (const [i, tier] of recoloured.size === 0 ? [] : TIERS.entries()) {
  const first = firstSeed + 600_000 + i * 10_000;
  const conditions = () => conditionsOf(tier);
  const only = (row: number) => recoloured.has(row);
  printTier(
    `${tier}, ${recoloured.size} cards whose drawing is there in other colours`,
    await series(bench, { conditions, photos: Number(values.recoloured), first, only, negative: true }),
  );
}

for (const [i, tier] of templates === 0 ? [] : TIERS.entries()) {
  const first = firstSeed + 800_000 + i * 10_000;
  const conditions = () => conditionsOf(tier);
  const only = (row: number) => pictures[row]?.game.startsWith(TEMPLATE) === true;
  const trials = await series(bench, { conditions, photos: templates, first, only, negative: 'alone' });
  printTier(`${tier}, templates, own card withheld`, trials);
  printGames(`${tier}, templates`, trials);
}

const ablated = Number(values.ablate);
for (const [i, family] of ablated === 0 ? [] : FAMILIES.entries()) {
  const first = firstSeed + 500_000 + i * 1000;
  const only = await series(bench, { conditions: () => alone('hard', family), photos: ablated, first });
  const rest = await series(bench, { conditions: () => without('hard', family), photos: ablated, first });
  const figures = [only, rest].map((list) => {
    const right = list.filter(({ place }) => place === 0);
    const accepted = right.filter(({ probability }) => probability >= 0.7);
    return `${right.length} right, ${accepted.length} accepted`;
  });
  line(`hard, ${family} alone | all but ${family}, of ${ablated}`, figures.join(' | '));
}

for (const size of values.pad.split(',').map(Number)) {
  if (!(size > bench.catalog.index.size)) continue;
  bench.pad(size);
  const conditions = () => conditionsOf('hard');
  const trials = await series(bench, { conditions, photos: Math.min(photos, 80), first: firstSeed + 900_000 });
  const right = trials.filter(({ place }) => place === 0).length;
  line(`padded to ${size} with mixed vectors: right`, `${right} of ${trials.length}`);
  printTimes(`${size} cards`, trials);
  line(`${size} cards: bytes of memory a card`, (bench.catalog.index.bytes / size).toFixed(0));
}
