/** What is said of a photo: how probable each artwork is, and which cards the answer lists. */
import type { Artwork } from './artworks.ts';
import type { ScanModel } from './model.ts';
import { type Checked, trimmedMean } from './verify.ts';

/** A card that the photo may show, by the store's number, and the probability that it does. */
export interface ScanMatch {
  row: number;
  /** 0 to 1. */
  score: number;
}

/** No match, one, or up to five in a close race or of one artwork; best first. */
export interface Verdict {
  matches: ScanMatch[];
}

/** Below this an artwork is not answered; from this on it is answered alone. */
const FLOOR = 0.7;
const CONFIDENT = 0.9;
const MATCHES_MAX = 5;
/**
 * Difference of log likelihood at which one printing is e times as probable as another. Pixels of a photo err together,
 * so likelihoods overstate: on the bench's photos differences below 400 were right three times in four, above always.
 */
const PRINTING_SCALE = 150;

/** What the best artwork's probability is judged by; the model's calibration has a weight for each, and a constant. */
export function evidenceOf(artworks: readonly Artwork[]): number[] {
  const [best] = artworks[0] ?? [];
  if (best === undefined) return [];
  const rivals = artworks.slice(1).flatMap(([rival]) => (rival === undefined ? [] : [rival]));
  const likeness = Math.max(0, ...rivals.map((rival) => rival.likeness));
  return [best.likeness, best.agreement, best.colour, best.likeness - likeness, apart(best, rivals), shape(best)];
}

/** Agreement in those blocks where the best differs from a rival, less the rival's there; the least over rivals. */
function apart(best: Checked, rivals: readonly Checked[]): number {
  let least = 1;
  for (const rival of rivals.slice(0, 3)) {
    const weights = best.blocks.map((value, i) => (best.contrast[i] ?? 0) * Math.abs(value - (rival.blocks[i] ?? 0)));
    least = Math.min(least, trimmedMean(best.blocks, weights) - trimmedMean(rival.blocks, weights));
  }
  return least;
}

/** How far from a card's shape the best place is: the unlikeness of opposite sides' lengths. */
function shape({ quad }: Checked): number {
  const length = (a: 0 | 1 | 2 | 3, b: 0 | 1 | 2 | 3): number =>
    Math.hypot(quad[a][0] - quad[b][0], quad[a][1] - quad[b][1]) + 1e-6;
  const across = Math.abs(Math.log(length(0, 1) / length(3, 2)));
  const down = Math.abs(Math.log(length(0, 3) / length(1, 2)));
  const aspect = (length(0, 1) + length(3, 2)) / (length(0, 3) + length(1, 2));
  return across + down + Math.max(0, Math.abs(Math.log(aspect / 0.7)) - 0.1);
}

/** The probability that the best artwork is on the photo. */
export function probabilityOf(artworks: readonly Artwork[], { calibration }: ScanModel): number {
  const evidence = evidenceOf(artworks);
  if (evidence.length === 0) return 0;
  const sum = calibration.reduce((total, weight, i) => total + weight * (evidence[i] ?? 1), 0);
  return 1 / (1 + Math.exp(-sum));
}

/** An artwork's probability shared among its printings, by how well each agrees. */
function shared(printings: Artwork, probability: number): ScanMatch[] {
  const best = Math.max(...printings.map(({ printing }) => printing));
  const weights = printings.map(({ printing }) => Math.exp((printing - best) / PRINTING_SCALE));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return printings.map(({ row }, i) => ({ row, score: (probability * (weights[i] ?? 0)) / total }));
}

/** The answer: nothing below the floor, the best artwork's printings, and rivals where the race is close. */
export function verdictOn(artworks: readonly Artwork[], model: ScanModel): Verdict {
  const [best, ...rivals] = artworks;
  const probability = probabilityOf(artworks, model);
  if (best === undefined || probability < FLOOR) return { matches: [] };
  const matches = shared(best, probability);
  if (probability < CONFIDENT) {
    for (const rival of rivals) matches.push(...shared(rival, (1 - probability) / (rivals.length + 1)));
  }
  return { matches: matches.sort((a, b) => b.score - a.score).slice(0, MATCHES_MAX) };
}
