/** Photographs cards for the calibration, many in another print, and looks each up in the catalog, and without it there. */
import { setImmediate as breathe } from 'node:timers/promises';
import { appearanceOf } from '../src/scan/compare/appearance.ts';
import type { Artwork } from '../src/scan/compare/artworks.ts';
import { evidenceOf } from '../src/scan/compare/evidence.ts';
import { artworksOn, type ScanCatalog, type Sight, sightOf } from '../src/scan/compare/identify.ts';
import { type Likened, sameArtwork } from '../src/scan/compare/same-artwork.ts';
import { packed, projected } from '../src/scan/describe/describe.ts';
import type { ScanModel } from '../src/scan/describe/model.ts';
import { VectorIndex } from '../src/scan/describe/vector-index.ts';
import type { Raster } from '../src/scan/photo/raster.ts';
import { keptIn } from '../src/scan/photo/thumbnail.ts';
import type { Judged } from './calibration.ts';
import { fitChance } from './chance.ts';
import { badPhoto, photoOfNothing } from './photos.ts';
import { reprinted } from './reprints.ts';
import { perhapsSameDrawing } from './same-drawing.ts';

/** A picture once read. */
export interface Seen {
  features: Float32Array;
  thumbnail: Uint8Array;
  /** Kept where bad views or photos are made of it. */
  small?: Raster;
}

export interface JudgedOptions {
  seed: number;
  /** Rows of cards of a template, each as often as it is photographed. */
  marked?: readonly number[];
  /** Told after each photo. */
  progress?(done: number): void;
}

/**
 * How bad the photos are, from clean to past recognition, half of them no worse than ordinary ones. Were all of them good,
 * clear likeness would always be needed, and bad photos of known cards would be scored far too low; were all of them bad,
 * cards that share a frame would be taken for each other on good ones.
 */
const BADNESS_MAX = 3;
const BADNESS_POWER = 1.5;
/**
 * Share of photos that show another print of the card than the catalog's picture: real ones often do, and where none of the
 * fit did, a block that differs was held against the right card.
 */
const REPRINTED = 0.4;
/** For so many photos of cards there is one without any: no card agrees with it, and none leads. */
const CARDS_TO_NOTHING = 10;
/**
 * Cards whose drawing the catalog has in other colours are few, and what is easiest taken for another: one photo in three is of
 * such a card, and each judged against the other drawing counts for so many. Colours changed by the computer in their place
 * taught nothing: they cost real photos of other prints more than they kept siblings out.
 */
const SIBLINGS_EVERY = 3;
const SIBLING_WEIGHT = 30;
/** Photos of each at most: of a single one there is little to learn. */
const PHOTOS_OF_EACH = 20;
/**
 * Cards at least this alike are withheld together, and those that may be the same drawing, or the withheld card would
 * rightly be found as its twin.
 */
const ALIKE = 0.8;
const NEAREST = 50;

/**
 * Photographs a card for each row that is given, a row as often as it is there, one in three replaced by a card that has
 * siblings, where there are any, and judges each photo with the card in the catalog and without it and what is like it. Photos
 * of no card at all follow. What is told from a sibling bears a weight. Those of `marked` cards are
 * withheld alone.
 */
export async function judgedPhotos(
  seen: readonly Seen[],
  photographed: readonly number[],
  model: ScanModel,
  { seed, marked = [], progress }: JudgedOptions,
): Promise<Judged[]> {
  const index = new VectorIndex(model.dimensions);
  const vectors = seen.map(({ features }) => packed(projected(features, model)));
  for (const [row, vector] of vectors.entries()) index.upsert(row, vector);
  const thumbnailsOf = (rows: readonly number[]) => rows.map((row) => seen[row]?.thumbnail);
  // Artworks alone are judged.
  const catalog: ScanCatalog = { model, index, thumbnailsOf, detailsOf: () => [] };
  const judged: Judged[] = [];
  const without = async (sight: Sight, rows: readonly number[]): Promise<number[]> => {
    for (const one of rows) index.remove(one);
    const evidence = evidenceOf((await artworksOn(sight, catalog)).artworks);
    for (const one of rows) index.upsert(one, vectors[one] ?? new Uint8Array());
    return evidence;
  };
  for (const [photo, row] of withSiblings(photographed, index, seen).entries()) {
    const { small } = seen[row] ?? {};
    if (small === undefined) continue;
    const photoSeed = seed + 7 + photo;
    const print = printOf(small, kinOf(index, row, seen) ?? small, photoSeed);
    const sight = sightOf(badPhoto(print, photoSeed, badnessOf(photoSeed)));
    const { artworks: known } = await artworksOn(sight, catalog);
    judged.push({ evidence: evidenceOf(known), right: leads(known, row) });
    const { alike, twins } = alikeIn(index, row, seen);
    judged.push({ evidence: await without(sight, alike), right: false });
    if (alike.length > twins.length)
      judged.push({ evidence: await without(sight, twins), right: false, weight: SIBLING_WEIGHT });
    progress?.(photo + 1);
    await breathe();
  }
  for (const [photo, row] of marked.entries()) {
    const { small } = seen[row] ?? {};
    if (small === undefined) continue;
    const photoSeed = seed + 500_009 + photo;
    const sight = sightOf(badPhoto(small, photoSeed, badnessOf(photoSeed)));
    const { artworks } = await artworksOn(sight, catalog);
    judged.push({ evidence: evidenceOf(artworks), right: artworks[0]?.[0]?.row === row, marked: true });
    judged.push({ evidence: await without(sight, [row]), right: false, marked: true });
    progress?.(photographed.length + photo + 1);
    await breathe();
  }
  for (let photo = 0; photo < photographed.length / CARDS_TO_NOTHING; photo += 1) {
    const photoSeed = seed + 7 + photographed.length + photo;
    const { artworks: nothing } = await artworksOn(sightOf(photoOfNothing(photoSeed, badnessOf(photoSeed))), catalog);
    judged.push({ evidence: evidenceOf(nothing), right: false });
    await breathe();
  }
  return judged.filter(({ evidence }) => evidence.length > 0);
}

/** The rows, every third replaced by one of those that have siblings in the catalog, in turns. */
function withSiblings(rows: readonly number[], index: VectorIndex, seen: readonly Seen[]): number[] {
  const having = [...new Set(rows)].filter((row) => {
    const { alike, twins } = alikeIn(index, row, seen);
    return seen[row]?.small !== undefined && alike.length > twins.length;
  });
  return rows.map((row, k) => {
    const turn = k / SIBLINGS_EVERY;
    return Number.isInteger(turn) && turn < PHOTOS_OF_EACH * having.length
      ? (having[turn % having.length] ?? row)
      : row;
  });
}

/** A card much like this one, most likely of its game, that is no more like it than need be. */
function kinOf(index: VectorIndex, row: number, seen: readonly Seen[]): Raster | undefined {
  const near = index.search(index.vectorOf(row) ?? new Float32Array(), NEAREST);
  return near.map((one) => seen[one.row]?.small).findLast((small) => small !== undefined);
}

/** The card as the catalog has it, or another print of it, in the frame of another card perhaps. */
function printOf(small: Raster, other: Raster, photoSeed: number): Raster {
  return fitChance(photoSeed + 0xca4d).even() < REPRINTED ? reprinted(small, other, photoSeed) : small;
}

const leads = ([best]: readonly Artwork[], row: number): boolean => best?.some((one) => one.row === row) ?? false;

const badnessOf = (photoSeed: number): number => BADNESS_MAX * fitChance(photoSeed + 0xbad).even() ** BADNESS_POWER;

/** Rows to be withheld with one, itself among them: all that may be its drawing, and of those the printings of its artwork. */
function alikeIn(index: VectorIndex, row: number, seen: readonly Seen[]): { alike: number[]; twins: number[] } {
  const likened = (of: number): Likened => ({
    vector: index.vectorOf(of) ?? new Float32Array(),
    appearance: () => appearanceOf(keptIn(seen[of]?.thumbnail ?? new Uint8Array())),
  });
  const own = likened(row);
  const rows = index.search(own.vector, NEAREST);
  const alike = rows
    .filter((near) => near.similarity >= ALIKE || perhapsSameDrawing(own, likened(near.row)))
    .map((near) => near.row);
  return { alike, twins: alike.filter((one) => one === row || sameArtwork(own, likened(one))) };
}
