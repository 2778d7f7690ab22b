/** From a photo of one card to the cards of the catalog that it may show. */
import { type Candidate, type Candidates, likeliest, lookAtPlaces, placesOn } from '../describe/candidates.ts';
import type { ScanModel } from '../describe/model.ts';
import type { VectorIndex } from '../describe/vector-index.ts';
import { isSamePlace } from '../photo/card-shape.ts';
import type { Quad } from '../photo/homography.ts';
import { type Planes, planesOf, pyramidOf } from '../photo/planes.ts';
import type { Raster } from '../photo/raster.ts';
import { type Artwork, byArtwork, checkedArtworks } from './artworks.ts';
import { closeVerdict, type Details } from './twins.ts';
import { CONFIDENT, probabilityOf, type Verdict } from './verdict.ts';
import { type Known, keptCard, knownAt } from './verify.ts';

/** What a photo is compared with. */
export interface ScanCatalog extends Details {
  model: ScanModel;
  index: VectorIndex;
  /** Only with cards of this game. */
  game?: string | undefined;
  /** Thumbnails of at most a few dozen pictures in one call, in the order asked; undefined where one went meanwhile. */
  thumbnailsOf(references: readonly number[]): Promise<(Uint8Array | undefined)[]> | (Uint8Array | undefined)[];
}

/** Candidates whose pictures are asked for: enough for eight artworks with their printings. */
const CANDIDATES = 32;

/** Below this likeness the right card is hardly ever among the candidates: more places are looked at before any is checked. */
const PROMISING = 0.4;

/**
 * A card as like its place as this lies there, sure or not: of 632 of the bench's photos, known and withheld, no other place
 * came before it or made it surer, and to look for others takes two thirds of the time.
 */
const SETTLED = 0.65;

/** A card as like its place as this is there, whatever else is on the photo. */
const ANOTHER = 0.6;

/** A photo with the places on it where a card may lie, in lots as `placesOn` has them, each looked for once when it is asked for. */
export interface Sight {
  pyramid: readonly Planes[];
  lot(at: number): readonly Quad[] | undefined;
}

export function sightOf(photo: Raster): Sight {
  const pyramid = pyramidOf(planesOf(photo));
  const places = placesOn(pyramid);
  const lots: Quad[][] = [];
  return {
    pyramid,
    lot: (at) => {
      for (let next = lots.length; next <= at; next += 1) {
        const { value, done } = places.next();
        if (done === true) break;
        lots.push(value);
      }
      return lots[at];
    },
  };
}

/** The artworks that a photo may show, looked at closely, best first: the likeliest places first, all unless one is sure. */
export async function artworksOn({ pyramid, lot }: Sight, catalog: ScanCatalog): Promise<Artwork[]> {
  const best: Candidates = new Map();
  const before: KnownBefore = new Map();
  lookAtPlaces(best, pyramid, lot(0) ?? [], catalog);
  if (likeliest(best, 1).some(({ similarity }) => similarity >= PROMISING)) {
    const artworks = await checked(pyramid, best, catalog, before);
    if (probabilityOf(artworks, catalog.model) >= CONFIDENT || likenessOf(artworks) >= SETTLED) return artworks;
  }
  for (let at = 1, rest = lot(at); rest !== undefined; at += 1, rest = lot(at))
    lookAtPlaces(best, pyramid, rest, catalog);
  const artworks = await checked(pyramid, best, catalog, before);
  const quad = artworks[0]?.[0]?.quad;
  if (quad === undefined || !isBesideAnother(artworks)) return artworks;
  // Two cards of the catalog on one photo are no rivals: the best is compared with what it may be at its own place.
  const there: Candidates = new Map();
  lookAtPlaces(there, pyramid, [quad], catalog);
  return checked(pyramid, there, catalog, before);
}

const likenessOf = ([best]: readonly Artwork[]): number => best?.[0]?.likeness ?? -1;

/** Whether another artwork agrees well with another place of the photo. */
function isBesideAnother(artworks: readonly Artwork[]): boolean {
  const [best, ...rivals] = artworks.flatMap(([first]) => (first === undefined ? [] : [first]));
  if (best === undefined) return false;
  return rivals.some(({ likeness, quad }) => likeness >= ANOTHER && !isSamePlace(best.quad, quad));
}

const checked = (
  pyramid: readonly Planes[],
  best: Candidates,
  catalog: ScanCatalog,
  before: KnownBefore,
): Promise<Artwork[]> => artworksAmong(likeliest(best, CANDIDATES), pyramid, catalog, before);

/** What is known of a photo's candidates so far, by the picture that is looked at. */
type KnownBefore = Map<number, Known>;

/** The artworks of the candidates, looked at closely where each would lie, best first. */
export async function artworksAmong(
  candidates: readonly Candidate[],
  pyramid: readonly Planes[],
  catalog: ScanCatalog,
  before: KnownBefore = new Map(),
): Promise<Artwork[]> {
  await know(candidates, pyramid, catalog, before);
  const known = candidates.flatMap(({ reference }) => before.get(reference) ?? []);
  return checkedArtworks(byArtwork(known));
}

/**
 * Adds candidates with what the catalog keeps of them, those left out that went meanwhile. Of those known at another place
 * the picture stays.
 */
async function know(
  candidates: readonly Candidate[],
  pyramid: readonly Planes[],
  { index, model, thumbnailsOf }: ScanCatalog,
  before: KnownBefore,
): Promise<void> {
  const fresh = candidates.filter(({ reference }) => !before.has(reference));
  const thumbnails = await thumbnailsOf(fresh.map(({ reference }) => reference));
  for (const candidate of candidates) {
    const { reference, quad } = candidate;
    const known = before.get(reference);
    if (known?.quad === quad) continue;
    const vector = index.vectorOf(reference);
    const thumbnail = thumbnails[fresh.indexOf(candidate)];
    const kept = known ?? (vector && thumbnail && keptCard(vector, thumbnail));
    if (kept !== undefined) before.set(reference, knownAt(candidate, kept, pyramid, model));
  }
}

/** Identifies the card on a photo decoded to at most `PHOTO_SIDE_MAX`. Keeps nothing of the photo. */
export async function identifyPhoto(photo: Raster, catalog: ScanCatalog): Promise<Verdict> {
  const sight = sightOf(photo);
  return closeVerdict(await artworksOn(sight, catalog), sight.pyramid, catalog);
}
