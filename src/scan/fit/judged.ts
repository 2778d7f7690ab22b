/** Photographs cards for the calibration, and looks each up with the card in the catalog, without it, and recoloured. */
import { setImmediate as breathe } from 'node:timers/promises';
import { appearanceOf } from '../compare/appearance.ts';
import type { Artwork } from '../compare/artworks.ts';
import { evidenceOf } from '../compare/evidence.ts';
import { artworksOn, type ScanCatalog } from '../compare/identify.ts';
import { type Likened, perhapsSameDrawing } from '../compare/same-artwork.ts';
import { packed, projected } from '../describe/describe.ts';
import type { ScanModel } from '../describe/model.ts';
import { VectorIndex } from '../describe/vector-index.ts';
import type { Raster } from '../photo/raster.ts';
import { keptIn } from '../photo/thumbnail.ts';
import type { Judged } from './calibration.ts';
import { fitChance } from './chance.ts';
import { badPhoto, photoOfNothing } from './photos.ts';
import { recoloured } from './recolours.ts';

/** A picture once read. */
export interface Seen {
  features: Float32Array;
  thumbnail: Uint8Array;
  /** Kept where bad views or photos are made of it. */
  small?: Raster;
}

export interface JudgedOptions {
  seed: number;
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
/** For so many photos of cards there is one without any: no card agrees with it, and none leads. */
const CARDS_TO_NOTHING = 10;
/** For so many there is one of a card in other colours, which counts little: drawings that are there in others are rare. */
const CARDS_TO_RECOLOURED = 4;
const RECOLOURED_WEIGHT = 0.01;
/**
 * Cards at least this alike are withheld together, and those that may be the same drawing, or the withheld card would
 * rightly be found as its twin.
 */
const ALIKE = 0.8;
const NEAREST = 50;

/**
 * Photographs a card for each row that is given, a row as often as it is there, and judges each photo with the card in the
 * catalog and without it and what is like it, and some cards in other colours. Photos of no card at all follow.
 */
export async function judgedPhotos(
  seen: readonly Seen[],
  photographed: readonly number[],
  model: ScanModel,
  { seed, progress }: JudgedOptions,
): Promise<Judged[]> {
  const index = new VectorIndex(model.dimensions);
  const vectors = seen.map(({ features }) => packed(projected(features, model)));
  for (const [row, vector] of vectors.entries()) index.upsert(row, vector);
  const catalog: ScanCatalog = { model, index, thumbnailsOf: (rows) => rows.map((row) => seen[row]?.thumbnail) };
  const judged: Judged[] = [];
  for (const [photo, row] of photographed.entries()) {
    const { small } = seen[row] ?? {};
    if (small === undefined) continue;
    const photoSeed = seed + 7 + photo;
    const raster = badPhoto(small, photoSeed, badnessOf(photoSeed));
    const known = await artworksOn(raster, catalog);
    judged.push({ evidence: evidenceOf(known), right: leads(known, row) });
    const alike = alikeIn(index, row, seen);
    for (const one of alike) index.remove(one);
    judged.push({ evidence: evidenceOf(await artworksOn(raster, catalog)), right: false });
    for (const one of alike) index.upsert(one, vectors[one] ?? new Uint8Array());
    if (photo % CARDS_TO_RECOLOURED === 0) judged.push(...(await judgedRecoloured(catalog, row, small, photoSeed)));
    progress?.(photo + 1);
    await breathe();
  }
  for (let photo = 0; photo < photographed.length / CARDS_TO_NOTHING; photo += 1) {
    const photoSeed = seed + 7 + photographed.length + photo;
    const nothing = await artworksOn(photoOfNothing(photoSeed, badnessOf(photoSeed)), catalog);
    judged.push({ evidence: evidenceOf(nothing), right: false });
    await breathe();
  }
  return judged.filter(({ evidence }) => evidence.length > 0);
}

/** A photo of the card in other colours, where it is taken for the card. */
async function judgedRecoloured(
  catalog: ScanCatalog,
  row: number,
  small: Raster,
  photoSeed: number,
): Promise<Judged[]> {
  const other = recoloured(small, photoSeed);
  if (other === undefined) return [];
  const artworks = await artworksOn(badPhoto(other, photoSeed, badnessOf(photoSeed)), catalog);
  if (!leads(artworks, row)) return [];
  return [{ evidence: evidenceOf(artworks), right: false, weight: RECOLOURED_WEIGHT }];
}

const leads = ([best]: readonly Artwork[], row: number): boolean => best?.some((one) => one.row === row) ?? false;

const badnessOf = (photoSeed: number): number => BADNESS_MAX * fitChance(photoSeed + 0xbad).even() ** BADNESS_POWER;

/** Rows to be withheld with one, itself among them. */
function alikeIn(index: VectorIndex, row: number, seen: readonly Seen[]): number[] {
  const likened = (of: number): Likened => ({
    vector: index.vectorOf(of) ?? new Float32Array(),
    appearance: () => appearanceOf(keptIn(seen[of]?.thumbnail ?? new Uint8Array())),
  });
  const own = likened(row);
  return index
    .search(own.vector, NEAREST)
    .filter((near) => near.similarity >= ALIKE || perhapsSameDrawing(own, likened(near.row)))
    .map((near) => near.row);
}
