/** How often the scan finds the cards on real photos, whose truth somebody wrote down by looking. */
import { readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { identifyPhoto } from '../../src/scan/compare/identify.ts';
import { defaultModel } from '../../src/scan/describe/model.ts';
import { PHOTO_SIDE_MAX } from '../../src/scan/photo/raster.ts';
import { line } from '../report.ts';
import { benchCatalog } from './catalog.ts';
import { bounds, printTimes } from './figures.ts';
import { drawOutlines } from './outlines.ts';
import { decoded, picturesOf } from './pictures.ts';
import { framingOf, nameOf, type TruePhoto, truthIn, turnOf } from './truth.ts';

// Arguments: a folder with photos and truth.json (see scan-truth.ts), then the references: `demo` or `game=folder`, again
// and again. Options: --draw a folder for pictures of the places that were tried, with a green frame where the answer was
// right, a red one where it was wrong, a blue one where there was none.

const { values, positionals } = parseArgs({ allowPositionals: true, options: { draw: { type: 'string' } } });
const [folder, ...references] = positionals;
if (folder === undefined || references.length === 0) throw new RangeError('a folder of photos, and references');

type Outcome = 'right' | 'refused' | 'wrong';

/** What came of one photo. */
interface Answer {
  truth: TruePhoto;
  outcome: Outcome;
  /** Whether the printing came first, too; undefined where the truth does not tell printings apart. */
  exact: boolean | undefined;
  said: string;
  tags: string[];
  wallMs: number;
  cpuMs: number;
}

const band = (value: number, bounds_: readonly number[], unit = ''): string => {
  const at = bounds_.filter((bound) => value >= bound).length;
  return `${at === 0 ? 'below' : 'from'} ${bounds_[Math.max(0, at - 1)]}${unit}`;
};

/** The words that this photo's outcome is counted under. */
function tagsOf({ cards, ground, sleeve, light, language }: TruePhoto, width: number, height: number): string[] {
  const [card] = cards;
  const tags = [cards.length === 0 ? 'none of ours' : cards.length === 1 ? 'one card' : 'several cards'];
  if (cards.length === 1 && card?.corners !== undefined) {
    tags.push(`framing ${band(framingOf(card.corners, width, height), [0.3, 0.45, 0.6, 0.75, 0.9])}`);
    tags.push(`turn ${band(turnOf(card.corners), [0, 10, 25], '°')}`);
  }
  if (ground !== undefined) tags.push(`ground ${ground}`);
  if (sleeve !== undefined) tags.push(`sleeve ${sleeve}`);
  if (light !== undefined) tags.push(`light ${light}`);
  if (language !== undefined) tags.push(`language ${language}`);
  return tags;
}

sharp.concurrency(1);
const pictures = picturesOf(references);
const bench = await benchCatalog(pictures, defaultModel());
const names = pictures.map(({ id }) => parse(id).name);

async function answerTo(truth: TruePhoto): Promise<Answer> {
  const bytes = readFileSync(join(folder ?? '', truth.photo));
  const { width, height, autoOrient } = await sharp(bytes).metadata();
  const began = performance.now();
  const before = process.cpuUsage();
  const photo = await decoded(bytes, PHOTO_SIDE_MAX);
  const { matches } = await identifyPhoto(photo, bench.catalog);
  const { user, system } = process.cpuUsage(before);
  const wallMs = performance.now() - began;
  const [first] = matches;
  const said = first === undefined ? '' : (names[first.row] ?? '');
  const own = truth.cards.filter(({ card }) => said.split('@')[0] === card);
  const outcome = first === undefined ? 'refused' : own.length > 0 ? 'right' : 'wrong';
  const isTold = truth.cards.some(({ printing }) => printing !== undefined);
  if (values.draw !== undefined) {
    const scale = Math.max(photo.width, photo.height) / Math.max(width, height);
    await drawOutlines(join(values.draw, `${parse(truth.photo).name}.png`), photo, truth, scale, outcome);
  }
  return {
    truth,
    outcome,
    exact: isTold && outcome === 'right' ? own.some((card) => nameOf(card) === said) : undefined,
    said: first === undefined ? 'none' : `${said} at ${first.score.toFixed(3)}`,
    tags: tagsOf(truth, autoOrient?.width ?? width, autoOrient?.height ?? height),
    wallMs,
    cpuMs: (user + system) / 1000,
  };
}

/** A count with what so few photos allow to say of the share (95 %). */
function figure(part: number, whole: number): string {
  if (whole === 0) return '-';
  const [low, high] = bounds(part / whole, whole).map((share) => (100 * share).toFixed(1));
  return `${part} of ${whole} (${low} to ${high} %)`;
}

function printAnswers(name: string, answers: readonly Answer[]): void {
  const count = (outcome: Outcome): number => answers.filter((one) => one.outcome === outcome).length;
  if (answers.every(({ truth }) => truth.cards.length === 0)) {
    line(`${name}: answered, all of which is wrong`, figure(count('wrong'), answers.length));
    return;
  }
  line(`${name}: right card`, figure(count('right'), answers.length));
  line(`${name}: refused, wrong`, `${count('refused')}, ${figure(count('wrong'), answers.length)}`);
  const told = answers.filter(({ exact }) => exact !== undefined);
  if (told.length > 0) {
    line(`${name}: exact printing of those`, figure(told.filter(({ exact }) => exact).length, told.length));
  }
}

const answers: Answer[] = [];
for (const truth of truthIn(folder)) answers.push(await answerTo(truth));
line('references, photos', `${pictures.length}, ${answers.length}`);
const withCards = answers.filter(({ truth }) => truth.cards.length > 0);
printAnswers('photos of our cards', withCards);
const tags = [...new Set(answers.flatMap((answer) => answer.tags))].sort();
for (const tag of tags) {
  const own = answers.filter((answer) => answer.tags.includes(tag));
  printAnswers(tag, tag === 'none of ours' ? own : own.filter(({ truth }) => truth.cards.length > 0));
}
printTimes('all', answers);
for (const { truth, outcome, said, exact } of answers) {
  const isExpected = truth.cards.length === 0 ? outcome === 'refused' : outcome === 'right' && exact !== false;
  if (!isExpected) line(`  ${truth.photo}: ${truth.cards.map(nameOf).join(', ') || 'none of ours'}`, said);
}
