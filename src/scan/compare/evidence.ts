/** What the best artwork's probability is judged by: how well it agrees with the photo, and how far better than its rivals. */
import type { Artwork } from './artworks.ts';
import { type Checked, trimmedMean } from './verify.ts';

/** Rivals whose blocks are compared with the best's. */
const RIVALS = 2;
/** Between these lie the photos of the fit, but one in a hundred at either end: farther out products are guesses. */
const SHARPNESS_LEAST = -4;
const SHARPNESS_MOST = -0.5;

/**
 * Measures of whether the best artwork is on the photo, and the products of every two of them, for each of which the model's
 * calibration has a weight. A bad photo lowers the likeness of the right card and of all rivals alike: so the lead is taken
 * as a share of what there was to win, and light is compared at half the size. Cards of one frame agree in most blocks,
 * whoever they are: the worst quarter of the picture's blocks tells them apart, and a drawing that is there in other colours
 * only is told by its colours. How sharp the photo is, and how much of it a reflection whitened, says how much of all that
 * could be expected: by the products a good photo and a bad one are held to different standards.
 */
export function evidenceOf(artworks: readonly Artwork[]): number[] {
  const [best] = artworks[0] ?? [];
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
  return [...measures, ...measures.flatMap((one, i) => measures.slice(i).map((other) => one * other))];
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
