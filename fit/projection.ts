/** Learns the projection: a linear discriminant analysis in which each card is a class of its own. */
import { FEATURES } from '../src/scan/describe/features.ts';
import { fitChance } from './chance.ts';
import { addOuter, cholesky, completed, leading, solveTransposed, whitened, zeros } from './symmetric.ts';

// Differences between a card's picture and bad views of it are noise; directions where cards differ most in units of that
// noise are kept.

/** Features of a catalog picture and of bad views of the same card. */
export interface FitPair {
  picture: Float32Array;
  views: readonly Float32Array[];
}

/** Share of the mean noise that is added to every direction's, so that none is trusted beyond what was seen. */
const RIDGE = 0.05;

/** The mean of the pictures' features, and `dimensions` rows of coefficients in one array. */
export function fitProjection(
  pairs: readonly FitPair[],
  dimensions: number,
): { mean: Float32Array; projection: Float32Array } {
  const mean = new Float32Array(FEATURES);
  for (const { picture } of pairs) {
    for (let i = 0; i < FEATURES; i += 1) mean[i] = (mean[i] ?? 0) + (picture[i] ?? 0) / pairs.length;
  }
  const total = zeros(FEATURES);
  const noise = zeros(FEATURES);
  let views = 0;
  for (const pair of pairs) {
    addOuter(
      total,
      pair.picture.map((value, i) => value - (mean[i] ?? 0)),
    );
    for (const view of pair.views)
      addOuter(
        noise,
        view.map((value, i) => value - (pair.picture[i] ?? 0)),
      );
    views += pair.views.length;
  }
  completed(total, 1 / pairs.length);
  completed(noise, 1 / views);
  let trace = 0;
  for (let i = 0; i < FEATURES; i += 1) trace += noise.values[i * (FEATURES + 1)] ?? 0;
  for (let i = 0; i < FEATURES; i += 1) {
    const at = i * (FEATURES + 1);
    noise.values[at] = (noise.values[at] ?? 0) + (RIDGE * trace) / FEATURES;
  }
  const root = cholesky(noise);
  const projection = new Float32Array(dimensions * FEATURES);
  for (const [d, direction] of leading(whitened(root, total), dimensions, fitChance(1).even).entries()) {
    solveTransposed(root, direction);
    projection.set(direction, d * FEATURES);
  }
  return { mean, projection };
}
