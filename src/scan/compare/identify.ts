/** From a photo of one card to the cards of the catalog that it may show. */
import { type Candidate, type Candidates, likeliest, lookAtPlaces, placesOn } from '../describe/candidates.ts';
import type { Details } from '../describe/detail.ts';
import type { ScanModel } from '../describe/model.ts';
import type { VectorIndex } from '../describe/vector-index.ts';
import { distance, isSamePlace } from '../photo/card-shape.ts';
import { middleOf, type Quad } from '../photo/homography.ts';
import { type Planes, planesOf, pyramidOf } from '../photo/planes.ts';
import type { Raster } from '../photo/raster.ts';
import { closeVerdict } from './artwork-printings.ts';
import { type Artwork, byArtwork, checkedArtworks } from './artworks.ts';
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

/** What a photo may show: the artworks of its card, best first, and the places where other cards seem to lie. */
export interface Seen {
  artworks: Artwork[];
  beside: readonly Quad[];
}

/** Looks closely at the artworks that a photo may show: the likeliest places first, all unless one is sure. */
export async function artworksOn({ pyramid, lot }: Sight, catalog: ScanCatalog): Promise<Seen> {
  const best: Candidates = new Map();
  const before: KnownBefore = new Map();
  lookAtPlaces(best, pyramid, lot(0) ?? [], catalog);
  if (likeliest(best, 1).some(({ similarity }) => similarity >= PROMISING)) {
    const artworks = await checked(pyramid, best, catalog, before);
    const beside = placesOfOthers(artworks);
    if (probabilityOf(artworks, catalog.model) >= CONFIDENT) return { artworks, beside };
    if (likenessOf(artworks) >= SETTLED && beside.length === 0) return { artworks, beside };
  }
  for (let at = 1, rest = lot(at); rest !== undefined; at += 1, rest = lot(at))
    lookAtPlaces(best, pyramid, rest, catalog);
  const artworks = await checked(pyramid, best, catalog, before);
  const quad = artworks[0]?.[0]?.quad;
  const beside = placesOfOthers(artworks);
  if (quad === undefined || beside.length === 0) return { artworks, beside };
  // Two cards of the catalog on one photo are no rivals: the best is compared with what it may be at its own place.
  return { artworks: await artworksAt(quad, pyramid, catalog, before), beside };
}

function artworksAt(quad: Quad, pyramid: readonly Planes[], catalog: ScanCatalog, before?: KnownBefore) {
  const there: Candidates = new Map();
  lookAtPlaces(there, pyramid, [quad], catalog);
  return checked(pyramid, there, catalog, before);
}

const likenessOf = ([best]: readonly Artwork[]): number => best?.[0]?.likeness ?? -1;

/** The places, each once, at which an artwork agrees well that is not where the best one lies. */
function placesOfOthers(artworks: readonly Artwork[]): Quad[] {
  const [best, ...rivals] = artworks.flatMap(([first]) => first ?? []);
  const places = best === undefined ? [] : [best.quad];
  for (const { likeness, quad } of rivals) {
    if (likeness >= ANOTHER && !places.some((place) => isSamePlace(place, quad))) places.push(quad);
  }
  return places.slice(1);
}

const checked = (
  pyramid: readonly Planes[],
  best: Candidates,
  catalog: ScanCatalog,
  before?: KnownBefore,
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

/** A card on a photo: which it may be, and where it lies. */
export interface CardAt extends Verdict {
  /** Absent where nothing of the catalog is like the photo. */
  quad?: Quad;
  /** Whether other cards on the photo are as sure as this one. */
  several: boolean;
}

/**
 * Identifies the card on a photo decoded to at most `PHOTO_SIDE_MAX`: of several that are sure the one nearest the middle.
 * Keeps nothing of the photo.
 */
export async function identifyPhoto(photo: Raster, catalog: ScanCatalog): Promise<CardAt> {
  const { pyramid, lot } = sightOf(photo);
  const { artworks, beside } = await artworksOn({ pyramid, lot }, catalog);
  const best = await cardOf(artworks, pyramid, catalog);
  if (!isSure(best)) return best;
  const others: CardAt[] = [];
  for (const quad of beside) others.push(await cardOf(await artworksAt(quad, pyramid, catalog), pyramid, catalog));
  const sure = others.filter((other) => isSure(other) && other.matches[0]?.row !== best.matches[0]?.row);
  const fromMiddle = ({ quad }: CardAt) => (quad ? distance(middleOf(quad), [photo.width / 2, photo.height / 2]) : 0);
  const [first = best] = [best, ...sure].sort((a, b) => fromMiddle(a) - fromMiddle(b));
  return { ...first, several: sure.length > 0 };
}

async function cardOf(artworks: Artwork[], pyramid: readonly Planes[], catalog: ScanCatalog): Promise<CardAt> {
  const { matches } = await closeVerdict(artworks, pyramid, catalog);
  const quad = artworks[0]?.[0]?.quad;
  return { matches, several: false, ...(quad && { quad }) };
}

const isSure = ({ matches }: Verdict): boolean => (matches[0]?.score ?? 0) >= CONFIDENT;
