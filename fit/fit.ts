/** Learns a model from a catalog's pictures: the projection from bad views of them, the calibration from bad photos. */
import { setImmediate as breathe } from 'node:timers/promises';
import { uprightQuad } from '../src/scan/describe/describe.ts';
import { featuresOf } from '../src/scan/describe/features.ts';
import type { ScanModel } from '../src/scan/describe/model.ts';
import { emptyPlanes, planesOf, pyramidOf } from '../src/scan/photo/planes.ts';
import type { Raster } from '../src/scan/photo/raster.ts';
import { rectified } from '../src/scan/photo/rectify.ts';
import { thumbnailOf } from '../src/scan/photo/thumbnail.ts';
import { fitCalibration, withMarks } from './calibration.ts';
import { judgedPhotos, type Seen } from './judged.ts';
import { markedCard } from './marks.ts';
import { type FitPair, fitProjection } from './projection.ts';
import { badView, rasterOf } from './views.ts';

/** A picture to learn from. */
export interface FitPicture {
  /** Cards of one group are drawn alike (a game, or a series of one); calibration takes as many from each. */
  group: string;
  /** The picture decoded to at most `PICTURE_SIDE_MAX`, the card from edge to edge. */
  read(): Promise<Raster>;
}

export interface FitOptions {
  version: string;
  /** The same pictures in the same order with the same seed give the same model. */
  seed: number;
  /** Photos for the calibration, each judged once with its card in the catalog and once without; some 0.9 s each. */
  photos: number;
  /** A model whose projection stays and whose calibration is learned on; its vectors go on being comparable. */
  before?: ScanModel;
  /** Told after each picture that was read, learned from or photographed. */
  progress?(step: 'read' | 'project' | 'calibrate', done: number, of: number): void;
}

const DIMENSIONS = 256;
/** Cards that the projection learns from, and bad views of each. */
const LEARNED_MAX = 2000;
const VIEWS = 4;
/**
 * What the odds of being right are multiplied by: photos of the fit fail more often than those of another camera that look
 * as bad, and real ones less often still. Where siblings were judged, whose weight takes odds from all else, by more.
 */
const ODDS = 2.5;
const ODDS_BESIDE_SIBLINGS = 15;
/** For so many photos there is a family of cards that differ by a mark alone, of so many members, each photographed so often. */
const PHOTOS_TO_FAMILY = 15;
const MEMBERS = 5;
const PHOTOS_OF_MEMBER = 2;
/** Width of the pictures that bad views and photos are made of: half as much again as a view. */
const SMALL_WIDTH = 144;

/** Learns a model. Needs some dozens of pictures; 2,000 and more give the best one. */
export async function fitModel(pictures: readonly FitPicture[], options: FitOptions): Promise<ScanModel> {
  const { before } = options;
  const learned = before === undefined ? spread(pictures, LEARNED_MAX, 0) : [];
  const photographed = spread(pictures, options.photos, 1);
  const kept = new Set([...learned, ...photographed]);
  const seen: Seen[] = [];
  for (const [i, picture] of pictures.entries()) {
    seen.push(see(await picture.read(), kept.has(i)));
    options.progress?.('read', i + 1, pictures.length);
  }
  const pairs: FitPair[] = [];
  for (const i of learned) {
    pairs.push(pairOf(seen[i], options.seed + i * VIEWS));
    options.progress?.('project', pairs.length, learned.length);
    await breathe();
  }
  const model = before ?? {
    version: options.version,
    dimensions: DIMENSIONS,
    ...fitProjection(pairs, DIMENSIONS),
    calibration: [],
  };
  const marked = addFamilies(seen, photographed, options);
  const rows = inTurns(pictures, photographed, options.photos);
  const of = rows.length + marked.length;
  const judged = await judgedPhotos(seen, rows, model, {
    seed: options.seed,
    marked,
    progress: (done) => options.progress?.('calibrate', done, of),
  });
  const plain = judged
    .filter(({ marked: isMarked }) => isMarked !== true)
    .map((one) => ({ ...one, evidence: one.evidence.slice(0, -1) }));
  const odds = plain.some(({ weight }) => weight !== undefined) ? ODDS_BESIDE_SIBLINGS : ODDS;
  const weights = withOdds(fitCalibration(plain, before?.calibration), odds);
  const ofMarks = judged.filter(({ marked: isMarked }) => isMarked === true);
  return { ...model, calibration: withMarks(weights, ofMarks) };
}

/** The same weights with the odds multiplied: the constant is their last. */
const withOdds = (weights: readonly number[], odds: number): number[] =>
  weights.with(-1, (weights.at(-1) ?? 0) + Math.log(odds));

/** Places in the list, evenly over its groups and within each; `phase` 0 and 1 avoid each other where there is room. */
function spread(pictures: readonly FitPicture[], most: number, phase: 0 | 1): number[] {
  const groups = new Map<string, number[]>();
  for (const [i, { group }] of pictures.entries()) {
    const places = groups.get(group);
    if (places === undefined) groups.set(group, [i]);
    else places.push(i);
  }
  const chosen: number[] = [];
  let left = most;
  const sorted = [...groups.values()].sort((a, b) => a.length - b.length);
  for (const [g, places] of sorted.entries()) {
    const share = Math.min(places.length, Math.floor(left / (sorted.length - g)));
    const step = places.length / share;
    for (let k = 0; k < share; k += 1) chosen.push(places[Math.floor((k + phase / 2) * step)] ?? 0);
    left -= share;
  }
  return chosen;
}

/** `count` places, a group's after another's, and within a group one after the other; few places take turns. */
function inTurns(pictures: readonly FitPicture[], places: readonly number[], count: number): number[] {
  const groups = [...Map.groupBy(places, (place) => pictures[place]?.group).values()];
  return Array.from({ length: places.length === 0 ? 0 : count }, (_, k) => {
    const group = groups[k % groups.length] ?? [];
    return group[Math.floor(k / groups.length) % group.length] ?? 0;
  });
}

/** Adds families made of the pictures that are kept, and gives the rows of their members, each as often as it is photographed. */
function addFamilies(seen: Seen[], kept: readonly number[], { photos, seed }: FitOptions): number[] {
  const rows: number[] = [];
  for (let family = 0; family < Math.min(kept.length, photos / PHOTOS_TO_FAMILY); family += 1) {
    const place = (step: number): Raster | undefined => seen[kept[(family * 31 + step) % kept.length] ?? 0]?.small;
    const template = place(0);
    for (let member = 0; member < MEMBERS; member += 1) {
      const other = place(7 * member + 3);
      if (template === undefined || other === undefined) continue;
      seen.push(see(markedCard(template, other, seed + 104_729 * (family + 1), member), true));
      for (let photo = 0; photo < PHOTOS_OF_MEMBER; photo += 1) rows.push(seen.length - 1);
    }
  }
  return rows;
}

function see(picture: Raster, keep: boolean): Seen {
  const pyramid = pyramidOf(planesOf(picture));
  const quad = uprightQuad(picture);
  const view = rectified(pyramid, quad);
  const seen: Seen = { features: featuresOf(view), thumbnail: thumbnailOf(view) };
  if (!keep) return seen;
  const [short, long] = [Math.min(picture.width, picture.height), Math.max(picture.width, picture.height)];
  return {
    ...seen,
    small: rasterOf(rectified(pyramid, quad, emptyPlanes(SMALL_WIDTH, Math.round((SMALL_WIDTH * long) / short)))),
  };
}

function pairOf(seen: Seen | undefined, seed: number): FitPair {
  if (seen?.small === undefined) throw new RangeError('a picture that was not kept');
  const { small, features } = seen;
  const views = Array.from({ length: VIEWS }, (_, k) => featuresOf(planesOf(badView(small, seed + k))));
  return { picture: features, views };
}
