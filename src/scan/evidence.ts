/** What the best artwork's probability is judged by: how well it agrees with the photo, and how far better than its rivals. */
import type { Artwork } from './artworks.ts';
import { isPicture } from './light-blocks.ts';
import { type Checked, trimmedMean } from './verify.ts';

/** Rivals whose blocks are compared with the best's. */
const RIVALS = 3;
/** By so much more a rival's block agrees where it explains the photo better. */
const BETTER = 0.15;

/**
 * Measures of the best artwork, for which the model's calibration has a weight each, and a constant. A bad photo lowers the
 * likeness of the right card and of all rivals alike: so the lead is taken as a share of what there was to win. Cards of one
 * frame agree in most blocks, whoever they are: the worst quarter of the blocks, those of the picture, and those that
 * another card explains better tell them apart.
 */
export function evidenceOf(artworks: readonly Artwork[]): number[] {
  const [best] = artworks[0] ?? [];
  if (best === undefined) return [];
  const rivals = artworks.slice(1).flatMap(([rival]) => (rival === undefined ? [] : [rival]));
  const picture = best.blocks.filter((_, block) => isPicture(block));
  return [
    best.likeness,
    best.agreement,
    best.colour,
    lead(best, rivals),
    apart(best, rivals),
    quantile(best.blocks, 1 / 4),
    quantile(picture, 1 / 2),
    surpassed(best, rivals),
  ];
}

/** How much of what the likeliest rival lacks the best has. */
function lead(best: Checked, rivals: readonly Checked[]): number {
  const rival = Math.max(0, ...rivals.map(({ likeness }) => likeness));
  return (best.likeness - rival) / (1.05 - rival);
}

/** Agreement in those blocks where the best differs from a rival, less the rival's there; the least over rivals. */
function apart(best: Checked, rivals: readonly Checked[]): number {
  let least = 1;
  for (const rival of rivals.slice(0, RIVALS)) {
    const weights = best.blocks.map((value, i) => (best.contrast[i] ?? 0) * Math.abs(value - (rival.blocks[i] ?? 0)));
    least = Math.min(least, trimmedMean(best.blocks, weights) - trimmedMean(rival.blocks, weights));
  }
  return least;
}

/** Share of blocks in which some rival agrees clearly better. */
function surpassed({ blocks }: Checked, rivals: readonly Checked[]): number {
  const better = blocks.filter((value, i) => rivals.some((rival) => (rival.blocks[i] ?? 0) > value + BETTER));
  return better.length / blocks.length;
}

const quantile = (values: Float32Array, share: number): number =>
  values.toSorted()[Math.floor(values.length * share)] ?? 0;
