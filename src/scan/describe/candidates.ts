/** Where the card may lie on a photo and which way up, and the cards of the catalog that look like what lies there. */
import { distance, evennessOf } from '../photo/card-shape.ts';
import { inset, type Quad, turned } from '../photo/homography.ts';
import { emptyPlanes, type Planes } from '../photo/planes.ts';
import { quadrilaterals } from '../photo/quadrilaterals.ts';
import { rectified, VIEW_HEIGHT, VIEW_WIDTH } from '../photo/rectify.ts';
import { projected } from './describe.ts';
import { featuresOf, upsideDown } from './features.ts';
import type { ScanModel } from './model.ts';
import type { Found, VectorIndex } from './vector-index.ts';

/** A card that the photo may show, and where it would lie on it, by the picture that is so like: that one is looked at closely. */
export interface Candidate extends Found {
  /** Corners on the photo, from the card's own top left. */
  quad: Quad;
}

/** Quadrilaterals that are looked into, how many of them first, and crops that are looked into last. */
const FOUND = 9;
const FIRST = 2;
const CROPS = [0, 0.035, 0.08, 0.13];
/**
 * Above this ratio of sides the long side of the card is taken to be the long side of what is seen, unless it leans so far that
 * opposite sides differ more than this: a card seen from low is wider than long.
 */
const CLEARLY_LONG = 1.12;
const LEANING = 0.85;
const FOUND_EACH = 24;

/** The quadrilateral named from each corner that may be the card's top left, one of each upright pair. */
export function uprights(quad: Quad): Quad[] {
  const [a, b, c, d] = quad;
  const down = distance(a, d) + distance(b, c);
  const across = distance(a, b) + distance(d, c);
  const both = [quad, turned(quad, 1)];
  if (evennessOf(quad) < LEANING) return both;
  if (down > CLEARLY_LONG * across) return both.slice(0, 1);
  if (across > CLEARLY_LONG * down) return both.slice(1);
  return both;
}

/**
 * Places where the card may lie, likeliest first, in the lots in which they are tried: each is looked for only
 * when the one before was not enough. Each place is named from one of the two
 * corners that may be its top left.
 */
export function* placesOn(pyramid: readonly Planes[]): Generator<Quad[]> {
  const whole = pyramid[0];
  if (whole === undefined) return;
  for (const quads of quadrilaterals(pyramid, FIRST, FOUND)) yield quads.flatMap(uprights);
  yield CROPS.map((share) => inset(whole, share)).flatMap(uprights);
}

/** Candidates by the store's number of the card. */
export type Candidates = Map<number, Candidate>;

/** Adds the catalog's cards, or those of one game, most like what lies at the places, each at its best place. */
export function lookAtPlaces(
  best: Candidates,
  pyramid: readonly Planes[],
  quads: readonly Quad[],
  { index, model, game }: { index: VectorIndex; model: ScanModel; game?: string | undefined },
): void {
  const look = (features: Float32Array, quad: Quad): void => {
    for (const { row, reference, similarity } of index.search(projected(features, model), FOUND_EACH, game)) {
      const known = best.get(row);
      if (known === undefined || known.similarity < similarity) best.set(row, { row, reference, similarity, quad });
    }
  };
  const view = emptyPlanes(VIEW_WIDTH, VIEW_HEIGHT);
  for (const quad of quads) {
    const features = featuresOf(rectified(pyramid, quad, view));
    look(features, quad);
    look(upsideDown(features), turned(quad, 2));
  }
}

/** The likeliest candidates, best first. */
export function likeliest(best: Candidates, count: number): Candidate[] {
  return [...best.values()].sort((a, b) => b.similarity - a.similarity || a.row - b.row).slice(0, count);
}
