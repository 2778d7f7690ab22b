/** How often the scan tells cards of one picture that differ by a small mark: stamps, set marks and numbers are drawn on pictures. */
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { identifyPhoto } from '../../src/scan/compare/identify.ts';
import { describePicture } from '../../src/scan/describe/describe.ts';
import { detailOf } from '../../src/scan/describe/detail.ts';
import { defaultModel } from '../../src/scan/describe/model.ts';
import { VectorIndex } from '../../src/scan/describe/vector-index.ts';
import { PHOTO_SIDE_MAX } from '../../src/scan/photo/raster.ts';
import { line } from '../report.ts';
import { printOf, takePhoto } from './camera/camera.ts';
import { type Chance, chanceOf } from './camera/chance.ts';
import { conditionsOf, TIERS } from './camera/tiers.ts';
import { decoded, picturesOf } from './pictures.ts';

// Arguments as of bench/scan/scan.ts; --photos of each kind, tier and size (4), --sizes of the photo's long side (300,500,800,1200),
// --seed (1), --older for a store of an older release.

/** A print has 11.6 pixels to the millimetre of an ordinary card. */
const WIDTH = 734;
const HEIGHT = 1024;
const KINDS = ['number and set mark', 'set mark', 'stamp', 'number alone', 'the same print'] as const;
type Kind = (typeof KINDS)[number];

const SHAPES = ['M0 22L11 0L22 22z', 'M0 0h22v22H0z', 'M11 0L22 11L11 22L0 11z'] as const;

/** What is printed on the first or the second of two cards: digits a good millimetre high, a mark of 2 mm, a stamp of 4. */
function marksOf(kind: Kind, which: 0 | 1, chance: Chance): string {
  const [first, second] = [chance.between(1, 80), chance.between(81, 160)];
  const size = chance.between(15, 20);
  const number = kind.startsWith('number') && which === 1 ? second : first;
  const total = kind === 'number and set mark' && which === 1 ? 203 : 165;
  const shape = SHAPES[kind.endsWith('set mark') ? which : 2];
  const stamp = '<g transform="translate(90 520)"><circle r="24"/><path d="M-4 12V-12h8v24z" fill="#eee"/></g>';
  const text = `${String(Math.floor(number)).padStart(3, '0')}/${total}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><g fill="#111">
    <text x="60" y="1008" font-family="sans-serif" font-weight="bold" font-size="${size}">${text}</text>
    <path transform="translate(34 988)" d="${shape}" stroke="#fff"/>${kind === 'stamp' && which === 1 ? stamp : ''}</g></svg>`;
}

async function printed(picture: Uint8Array, marks: string): Promise<Buffer> {
  const whole = await sharp(picture)
    .flatten({ background: '#fff' })
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .png()
    .toBuffer();
  return sharp(whole)
    .composite([{ input: Buffer.from(marks) }])
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The print as somebody scanned it for a catalog: cropped, lit, sharpened and packed in a way of its own. */
async function scanned(print: Buffer, chance: Chance): Promise<Buffer> {
  const [left, top, right, bottom] = [1, 1, 1, 1].map(() => Math.round(chance.between(0, 0.008) * WIDTH)) as [
    number,
    number,
    number,
    number,
  ];
  const cut = sharp(print)
    .extract({ left, top, width: WIDTH - left - right, height: HEIGHT - top - bottom })
    .resize(600, 825, { fit: 'fill' })
    .gamma(chance.between(1, 1.4))
    .linear(chance.between(0.85, 1.05), chance.between(-8, 12));
  const sharpness = chance.between(0, 1);
  if (sharpness < 0.3) cut.blur(chance.between(0.5, 0.9));
  else if (sharpness > 0.7) cut.sharpen({ sigma: 1 });
  return cut.jpeg({ quality: Math.round(chance.between(70, 90)) }).toBuffer();
}

interface Told {
  kind: Kind;
  tier: string;
  size: number;
  /** Scores of the card on the photo and of the other; 0 where not answered. */
  right: number;
  wrong: number;
}

function print(name: string, told: readonly Told[]): void {
  const count = (of: (one: Told) => boolean): number => told.filter(of).length;
  const figures = [
    count(({ right, wrong }) => right > wrong),
    count(({ right }) => right >= 0.9),
    count(({ right, wrong }) => right === wrong && right > 0),
    count(({ wrong }) => wrong >= 0.9),
  ];
  line(`${name}: right first, right at .9, even, wrong at .9`, `${figures.join(', ')} of ${told.length}`);
}

sharp.concurrency(1);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    photos: { type: 'string', default: '4' },
    sizes: { type: 'string', default: '300,500,800,1200' },
    seed: { type: 'string', default: '1' },
    older: { type: 'boolean', default: false },
  },
});
const model = defaultModel();
const pictures = picturesOf(positionals.length === 0 ? ['demo'] : positionals);
const sizes = values.sizes.split(',').map(Number);
const all: Told[] = [];
for (const [k, kind] of KINDS.entries()) {
  for (let i = 0; i < Number(values.photos); i += 1) {
    const seed = Number(values.seed) * 100_000 + k * 1000 + i;
    const bytes = await chanceOf(seed).oneOf(pictures).bytes();
    const index = new VectorIndex(model.dimensions);
    const thumbnails: Uint8Array[] = [];
    const details: Uint8Array[] = [];
    const prints: Buffer[] = [];
    for (const which of [0, 1] as const) {
      const card = await printed(bytes, marksOf(kind, kind === 'the same print' ? 0 : which, chanceOf(seed + 1)));
      const picture = await decoded(await scanned(card, chanceOf(2 * seed + which)));
      const { vector, thumbnail } = describePicture(picture, model);
      index.upsert(which, vector);
      thumbnails.push(thumbnail);
      details.push(await detailOf(picture));
      prints.push(card);
    }
    const catalog = {
      ...{ model, index },
      thumbnailsOf: (rows: readonly number[]) => rows.map((row) => thumbnails[row]),
      detailsOf: (rows: readonly number[]) => rows.map((row) => (values.older ? undefined : details[row])),
    };
    const shown = i & 1;
    const card = await printOf(prints[shown] ?? Buffer.alloc(0));
    for (const tier of TIERS) {
      for (const size of sizes) {
        const conditions = { ...conditionsOf(tier), sideMin: size, sideMax: size };
        const { jpeg } = await takePhoto(card, conditions, chanceOf(seed + size), i & 3);
        const { matches } = await identifyPhoto(await decoded(jpeg, PHOTO_SIDE_MAX), catalog);
        const scoreOf = (row: number): number => matches.find((match) => match.row === row)?.score ?? 0;
        all.push({ kind, tier, size, right: scoreOf(shown), wrong: scoreOf(1 - shown) });
      }
    }
  }
}
for (const kind of KINDS)
  print(
    kind,
    all.filter((told) => told.kind === kind),
  );
const marked = all.filter(({ kind }) => kind !== 'number alone' && kind !== 'the same print');
for (const size of sizes)
  print(
    `marks and stamps, ${size} pixels`,
    marked.filter((told) => told.size === size),
  );
for (const tier of TIERS)
  print(
    `marks and stamps, ${tier}`,
    marked.filter((told) => told.tier === tier),
  );
