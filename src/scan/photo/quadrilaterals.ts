/** Finds what may be cards anywhere on a photo, turned anyhow: regions with four sides, and lines that make four. */
import { distance, type Edged, edged, shapeOf } from './card-shape.ts';
import { eachCorner, type Point, type Quad } from './homography.ts';
import { areaOf, fourSided, hullOf, shrunkBy, smallestRectangle } from './hull.ts';
import { lineQuads } from './line-quads.ts';
import { linesOf } from './lines.ts';
import { cutsOf } from './masks.ts';
import type { Planes } from './planes.ts';
import { regionsOf } from './regions.ts';
import { type Slopes, slopesOf } from './slopes.ts';

/** How closely a photo is looked at. */
export interface Reach {
  /** Longest side of the halving that is looked at. */
  sideMax: number;
  /** A card's long side has at least this share of the photo's. */
  longMin: number;
}

const ONE_CARD: Reach = { sideMax: 330, longMin: 0.2 };
/** What a region's hull fills of the shape around it, at least; of what fills the photo nothing is learnt. */
const FILL_MIN = 0.85;
const WHOLE = 0.96;
/** Lines that are put together, and how much of the shortest card's long side each has at least. */
const LINES = 84;
const LINE_MIN = 0.35;
/** Less edge along its sides than this is no card's. */
const EDGE_MIN = 0.3;
/** What a place's score is made of beside its edge: how well a region fills it, its shape, its size, how often it was found. */
const FILL = 0.5;
const STRAIN = 0.02;
const SIZE = 0.08;
const VOTE = 0.02;
const VOTES_MAX = 6;
/** Corners so near each other, as a share of the diagonal, are one. */
const APART = 0.03;
/** The best so many are compared with each other. */
const COMPARED = 120;

interface Place {
  quad: Quad;
  score: number;
}

/** The best places so far, and what the next has to beat. */
interface Shortlist {
  places: Place[];
  least: number;
  /** The shortest long side that a card may have, and the photo's, in pixels. */
  longMin: number;
  frame: number;
}

/** Takes a shape that may be a card and beats one of the best. */
function take(list: Shortlist, { quad, edge }: Edged, extra: number): boolean {
  const shape = shapeOf(quad);
  if (shape === undefined || shape.long < list.longMin) return false;
  const score = edge + extra - STRAIN * shape.strain + SIZE * Math.log2(shape.long / list.frame);
  list.places.push({ quad, score });
  if (list.places.length >= 2 * COMPARED) {
    list.places.sort((a, b) => b.score - a.score).length = COMPARED;
    list.least = list.places.at(-1)?.score ?? 0;
  }
  return true;
}

function takeRegions(list: Shortlist, picture: Planes, slopes: Slopes): void {
  const areaMax = WHOLE * picture.width * picture.height;
  for (const cut of cutsOf(picture, slopes)) {
    for (const { isIn, left, right } of regionsOf(cut, list.longMin)) {
      const hull = hullOf(left, right);
      if (areaOf(hull) <= areaMax) takeHull(list, hull, slopes, isIn ? cut.reach : -cut.reach);
    }
  }
}

/** The shape that a hull fills well, between edges: four sides of its own, else the rectangle around it. */
function takeHull(list: Shortlist, hull: readonly Point[], slopes: Slopes, reach: number): void {
  const area = areaOf(hull);
  for (const shape of [fourSided(hull), smallestRectangle(hull)]) {
    const fill = shape === undefined ? 0 : area / areaOf(shape);
    if (shape === undefined || fill < FILL_MIN) continue;
    const found = edged(shrunkBy(shape, reach), slopes);
    if (found.edge >= EDGE_MIN && take(list, found, FILL * (fill - FILL_MIN))) return;
  }
}

function takeLines(list: Shortlist, slopes: Slopes): void {
  const least = list.longMin;
  const { width, height } = slopes;
  lineQuads(linesOf(slopes, LINES, LINE_MIN * least), width, height, least, (edge, quad) => {
    // Shape and size only take away from it.
    if (edge > list.least) take(list, { quad: quad(), edge }, 0);
  });
}

/** The best of those that are alike, better the more there are, best first. */
function unlike(places: readonly Place[]): Place[] {
  const kept: (Place & { votes: number })[] = [];
  for (const place of places.toSorted((a, b) => b.score - a.score).slice(0, COMPARED)) {
    const known = kept.find(({ quad }) => isAlike(quad, place.quad));
    if (known === undefined) kept.push({ ...place, votes: 1 });
    else known.votes += 1;
  }
  for (const place of kept) place.score += VOTE * Math.min(place.votes, VOTES_MAX);
  return kept.sort((a, b) => b.score - a.score);
}

/** Whether every corner of one has a corner of the other near it. */
function isAlike(one: Quad, other: Quad): boolean {
  const apart = APART * distance(other[0], other[2]);
  return one.every((corner) => other.some((known) => distance(corner, known) < apart));
}

/**
 * Places where a card may lie, likeliest first, in pixels of the largest picture: the best `first` of the regions, which
 * are enough for most photos, and then the best `count` of regions and lines less those.
 */
export function* quadrilaterals(
  pyramid: readonly Planes[],
  first: number,
  count: number,
  { sideMax, longMin }: Reach = ONE_CARD,
): Generator<Quad[]> {
  const picture = pyramid.find(({ width, height }) => Math.max(width, height) <= sideMax) ?? pyramid.at(-1);
  const whole = pyramid[0];
  if (picture === undefined || whole === undefined) return;
  const frame = Math.max(picture.width, picture.height);
  const slopes = slopesOf(picture);
  // Halving drops an odd column: the factor is a power of two, whatever the widths say.
  const scale = 2 ** pyramid.indexOf(picture);
  const grown = ({ quad }: Place): Quad => eachCorner(quad, ([x, y]) => [x * scale, y * scale]);
  const list: Shortlist = { places: [], least: EDGE_MIN, longMin: longMin * frame, frame };
  takeRegions(list, picture, slopes);
  const likeliest = unlike(list.places).slice(0, first);
  yield likeliest.map(grown);
  takeLines(list, slopes);
  const isNew = ({ quad }: Place): boolean => !likeliest.some((place) => place.quad === quad);
  yield unlike(list.places).filter(isNew).slice(0, count).map(grown);
}
