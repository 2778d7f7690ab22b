/** What is said of a photo: how probable each artwork is, and which cards the answer lists. */
import type { ScanModel } from '../describe/model.ts';
import type { Artwork } from './artworks.ts';
import { evidenceOf } from './evidence.ts';

/** A card that the photo may show, by the store's number, and the probability that it does. */
export interface ScanMatch {
  row: number;
  /** 0 to 1. */
  score: number;
}

/** No match, one that is sure, or up to five between which the photo does not decide; best first. */
export interface Verdict {
  matches: ScanMatch[];
}

/** Below this an artwork is not answered; from this on it is answered without rivals, and a card alone. */
export const FLOOR = 0.7;
export const CONFIDENT = 0.9;
const MATCHES_MAX = 5;
/**
 * A card less probable than this is no candidate. Each of seven rivals in the closest race has more; of same-artwork
 * printings the right one was listed on all of the bench's photos.
 */
const CANDIDATE_FLOOR = 0.01;
/**
 * Difference of log likelihood at which one printing is e times as probable as another. Pixels of a photo err together,
 * so likelihoods overstate: on the bench's photos differences below 400 were right three times in four, above always.
 */
export const PRINTING_SCALE = 150;

/** Where more than this of the card's place is white nothing is left to tell a card by: a white photo was answered at .85. */
const WHITE_MOST = 0.95;

/** The probability that the best artwork is on the photo. */
export function probabilityOf(artworks: readonly Artwork[], { calibration }: ScanModel): number {
  const best = artworks[0]?.[0];
  if (best === undefined || best.blown > WHITE_MOST) return 0;
  const evidence = evidenceOf(artworks);
  const sum = calibration
    .slice(0, -1)
    .reduce((total, weight, i) => total + weight * (evidence[i] ?? 0), calibration.at(-1) ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** An artwork's probability shared among its printings, by how well each agrees. */
function shared(printings: Artwork, probability: number): ScanMatch[] {
  const best = Math.max(...printings.map(({ printing }) => printing));
  const weights = printings.map(({ printing }) => Math.exp((printing - best) / PRINTING_SCALE));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return printings.map(({ row }, i) => ({ row, score: (probability * (weights[i] ?? 0)) / total }));
}

/**
 * The answer: nothing below the floor; one card that is sure (spec: a confident scan returns one match); else the best
 * artwork's printings, and its rivals where that race is close.
 */
export function verdictOn(artworks: readonly Artwork[], model: ScanModel): Verdict {
  const [best, ...rivals] = artworks;
  const probability = probabilityOf(artworks, model);
  if (best === undefined || probability < FLOOR) return { matches: [] };
  const matches = shared(best, probability);
  if (probability < CONFIDENT) {
    for (const rival of rivals) matches.push(...shared(rival, (1 - probability) / (rivals.length + 1)));
  }
  matches.sort((a, b) => b.score - a.score);
  const isSure = (matches[0]?.score ?? 0) >= CONFIDENT;
  const candidates = matches.filter(({ score }) => score >= CANDIDATE_FLOOR);
  return { matches: candidates.slice(0, isSure ? 1 : MATCHES_MAX) };
}
