/** Where further cards may lie on a photo of several: as far beside one that was found as another is beside that or a third. */
import { distance, isSamePlace } from '../photo/card-shape.ts';
import { eachCorner, middleOf, type Point, type Quad } from '../photo/homography.ts';

/** Cards of one page or spread are about as large as each other: their long sides differ by less than this factor. */
const ALIKE = 1.3;
/** Steps from one card to another that are taken, in long sides: to the next in a row, a column, and across. */
const STEP_MAX = 1.8;
/** Places nearer to each other than this, in long sides, are one. */
const APART = 0.15;
const PLACES_MAX = 24;

const longOf = ([a, b, c, d]: Quad): number =>
  Math.max(distance(a, b) + distance(c, d), distance(b, c) + distance(d, a)) / 2;

/** The steps from each card to each other that is as large and near, shortest first. */
function stepsAmong(found: readonly Quad[]): Point[] {
  const steps: Point[] = [];
  for (const from of found) {
    for (const to of found) {
      const [own, other] = [longOf(from), longOf(to)];
      const [[x, y], [toX, toY]] = [middleOf(from), middleOf(to)];
      if (from === to || Math.max(own, other) > ALIKE * Math.min(own, other)) continue;
      if (Math.hypot(toX - x, toY - y) < STEP_MAX * own) steps.push([toX - x, toY - y]);
    }
  }
  return steps.sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
}

/** Places on a picture beside the cards found on it, those by the shortest steps first. */
export function placesBeside(found: readonly Quad[], width: number, height: number): Quad[] {
  const places: Quad[] = [];
  for (const step of stepsAmong(found)) {
    for (const card of found) {
      const place = eachCorner(card, ([x, y]) => [x + step[0], y + step[1]]);
      const [x, y] = middleOf(place);
      if (x < 0 || y < 0 || x > width || y > height || found.some((one) => isSamePlace(one, place))) continue;
      if (places.some((one) => distance(middleOf(one), [x, y]) < APART * longOf(one))) continue;
      places.push(place);
      if (places.length === PLACES_MAX) return places;
    }
  }
  return places;
}
