/** What the best artwork's probability is judged by: how well it agrees with the photo, and how far better than its rivals. */
import type { Artwork } from './artworks.ts';
import { pictureCorrelations } from './light-blocks.ts';
import { type Checked, trimmedMean } from './verify.ts';

const RIVALS = 2;
/** Between these lie the photos of the fit, but one in a hundred at either end: farther out products are guesses. */
const SHARPNESS_LEAST = -4;
const SHARPNESS_MOST = -0.5;

/**
 * Measures of whether the best artwork is on the photo, and the products of every two of them, for each of which the model's
 * calibration has a weight. A bad photo lowers the likeness of the right card and of all rivals alike: so the lead is taken
 * as a share of what there was to win, and light is compared at half the size. Cards of one frame agree in most blocks,
 * whoever they are: the worst quarter of the picture's blocks tells them apart, and a drawing that is there in other colours
 * only is told by its colours, a card of a template by the blocks in which its fellows differ. How sharp the photo is, and how much of it a reflection whitened, says how much of all that
 * could be expected: by the products a good photo and a bad one are held to different standards.
 */
export function evidenceOf(artworks: readonly Artwork[]): number[] {
  const [best, ...printings] = artworks[0] ?? [];
  if (best === undefined) return [];
  const rivals = artworks.slice(1).flatMap(([rival]) => (rival === undefined ? [] : [rival]));
  const drawn = best.drawn();
  const measures = [
    best.likeness,
    lead(best, rivals),
    standing(worstQuarter(drawn.light)),
    apart(best, rivals),
    Math.max(best.colour, drawn.colour),
    Math.max(SHARPNESS_LEAST, Math.min(SHARPNESS_MOST, best.sharpness)),
    best.blown,
  ];
  const products = measures.flatMap((one, i) => measures.slice(i).map((other) => one * other));
  // Last, as it came last: a model that an earlier release fitted has no weight for it.
  return [...measures, ...products, marksOf(best, [...printings, ...rivals])];
}

/** How much of what the likeliest rival lacks the best has. */
function lead(best: Checked, rivals: readonly Checked[]): number {
  const rival = Math.max(0, ...rivals.map(({ likeness }) => likeness));
  return (best.likeness - rival) / (1.05 - rival);
}

/**
 * Coarse agreement in those blocks where the best differs from a rival, less the rival's there; the least over rivals. Where
 * there is none, against one that agrees nowhere: an empty table was answered at .997 by the only card of a game.
 */
function apart(best: Checked, rivals: readonly Checked[]): number {
  if (rivals.length === 0) return trimmedMean(best.coarse, best.coarse.map(Math.abs));
  let least = 1;
  for (const rival of rivals.slice(0, RIVALS)) {
    const weights = best.coarse.map((value, i) => Math.abs(value - (rival.coarse[i] ?? 0)));
    least = Math.min(least, trimmedMean(best.coarse, weights) - trimmedMean(rival.coarse, weights));
  }
  return least;
}

const worstQuarter = (values: Float32Array): number => values.toSorted()[Math.floor(values.length / 4)] ?? 0;

/**
 * What the worst quarter of a drawing has that is another, since each block takes the best of 25 places; and what the right one's has
 * more on a good photo. Of 217 real photos with their card withheld none had more than .48, with it there one in 20 less than .62.
 */
const BY_CHANCE = 0.2;
const MORE = 0.77;

/** That agreement as the calibration weighs it: 0 for another drawing. */
const standing = (worst: number): number => (worst - BY_CHANCE) / MORE;

/** Others that the best is compared with, printings of its artwork first. */
const FELLOWS = 4;
/** A fellow shares the picture, but for this share of its blocks at most. */
const APART_MOST = 0.6;
/** Blocks of a mark: it covers two to four of the picture's 24. */
const MARK_BLOCKS = 2;
/** A block differs where the two pictures lack so much of what the one has with itself, and has that at least. */
const DIFFERS = 0.35;
const OWN_LEAST = 0.2;
/** A block of which a reflection whitened more than this says nothing. */
const BLOWN_MOST = 0.25;
/** What agreement of shared blocks varies by on the best photo, and how far the measure goes. */
const VARIES = 0.05;
const MARKS_LEAST = -8;

/**
 * Whether a template's card has its own mark: agreement in the blocks in which a fellow differs most, less the median of those that
 * they share, in units of what those vary by; the least over fellows, 0 where there is none. Energies of a set are one picture but
 * for a symbol: the worst quarter of 24 blocks does not see it. The two blocks that agree worst do, but so do they a die or a thumb.
 */
function marksOf(best: Checked, others: readonly Checked[]): number {
  const { light, blown } = best.drawn();
  const agreement = (blocks: readonly number[]): number[] => blocks.map((block) => light[block] ?? 0);
  let least = 0;
  for (const other of others.slice(0, FELLOWS)) {
    const apart = blocksApart(best, other, (block) => (blown[block] ?? 0) <= BLOWN_MOST);
    if (apart === undefined) continue;
    const mark = agreement(apart.differing.slice(0, MARK_BLOCKS));
    const all = agreement(apart.same).sort((a, b) => a - b);
    const at = (share: number): number => all[Math.floor(share * (all.length - 1))] ?? 0;
    const mean = mark.reduce((sum, value) => sum + value, 0) / mark.length;
    least = Math.min(least, (mean - at(0.5)) / (VARIES + at(0.5) - at(0.25)));
  }
  return Math.max(MARKS_LEAST, least);
}

/** The blocks of a picture in which another differs, most first, and those that they share; undefined where the other is no fellow. */
function blocksApart(best: Checked, other: Checked, isSeen: (block: number) => boolean) {
  const own = pictureCorrelations(best.even, best.even);
  const shared = pictureCorrelations(best.even, other.even);
  const told = [...own.keys()].filter((block) => isSeen(block) && (own[block] ?? 0) >= OWN_LEAST);
  const lacks = (block: number): number => (own[block] ?? 0) - (shared[block] ?? 0);
  const [differing = [], same = []] = [true, false].map((is) =>
    told.filter((block) => lacks(block) >= DIFFERS * (own[block] ?? 0) === is),
  );
  if (differing.length === 0 || same.length < MARK_BLOCKS || differing.length > APART_MOST * told.length)
    return undefined;
  return { differing: differing.sort((a, b) => lacks(b) - lacks(a)), same };
}

/** The first of others that shares the picture but for a mark. */
export const fellowAmong = (others: readonly Checked[], best: Checked): Checked | undefined =>
  others.slice(0, FELLOWS).find((other) => blocksApart(best, other, () => true) !== undefined);
