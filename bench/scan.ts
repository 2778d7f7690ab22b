/** How often and how fast the scan finds cards on simulated photos, taken by a camera model of the bench's own. */
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { defaultModel } from '../src/scan/model.ts';
import { line } from './report.ts';
import { type BenchCatalog, benchCatalog } from './scan-catalog.ts';
import { chanceOf } from './scan-chance.ts';
import { printCalibration, printGames, printTier, printTimes } from './scan-figures.ts';
import { picturesOf } from './scan-pictures.ts';
import { alone, type Conditions, conditionsOf, FAMILIES, TIERS, without } from './scan-tiers.ts';
import { type Trial, trial } from './scan-trial.ts';

// Arguments: `demo` (the default) or `game=folder`, again and again. Options: --photos of a tier (200), --ablate photos of a
// family (40, 0 leaves it out), --pad sizes (20000,200000), --seed (1), --only a game whose cards are photographed.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    photos: { type: 'string', default: '200' },
    ablate: { type: 'string', default: '40' },
    pad: { type: 'string', default: '20000,200000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
  },
});
const seed = Number(values.seed);

/** Photographs cards drawn by chance, as many of each game, a quarter of them at each turn. */
async function series(
  bench: BenchCatalog,
  conditions: Conditions,
  photos: number,
  first: number,
  negative: boolean,
): Promise<Trial[]> {
  const games = new Map<string, number[]>();
  for (const [row, { game }] of bench.pictures.entries()) {
    if (values.only !== undefined && !values.only.includes(game)) continue;
    const rows = games.get(game) ?? [];
    rows.push(row);
    games.set(game, rows);
  }
  const lots = [...games.values()];
  const trials: Trial[] = [];
  for (let i = 0; i < photos; i += 1) {
    const photoSeed = first + i;
    const rows = lots[(i >> 2) % lots.length] ?? [];
    const row = chanceOf(photoSeed + 0x5eed).oneOf(rows);
    trials.push(await trial(bench, row, { conditions, seed: photoSeed, quarters: i & 3, negative }));
  }
  return trials;
}

sharp.concurrency(1);
const model = defaultModel();
const pictures = picturesOf(positionals.length === 0 ? ['demo'] : positionals);
const bench = await benchCatalog(pictures, model);
const photos = Number(values.photos);
line('model, cards, seed', `${model.version}, ${pictures.length}, ${seed}`);
line('milliseconds to describe a card, decoding included', bench.describeMs.toFixed(1));

const all: Trial[] = [];
for (const [i, tier] of TIERS.entries()) {
  const trials = await series(bench, conditionsOf(tier), photos, seed * 1_000_000 + i * 100_000, true);
  printTier(tier, trials);
  all.push(...trials);
}
printGames(all);
printCalibration(all);
printTimes(`${bench.catalog.index.size} cards`, all);

const ablated = Number(values.ablate);
for (const [i, family] of ablated === 0 ? [] : FAMILIES.entries()) {
  const first = seed * 1_000_000 + 500_000 + i * 1000;
  const only = await series(bench, alone('hard', family), ablated, first, false);
  const rest = await series(bench, without('hard', family), ablated, first, false);
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
  const trials = await series(bench, conditionsOf('hard'), Math.min(photos, 80), seed * 1_000_000 + 900_000, false);
  const right = trials.filter(({ place }) => place === 0).length;
  line(`padded to ${size} with mixed vectors: right`, `${right} of ${trials.length}`);
  printTimes(`${size} cards`, trials);
  line(`${size} cards: bytes of memory a card`, (bench.catalog.index.bytes / size).toFixed(0));
}
