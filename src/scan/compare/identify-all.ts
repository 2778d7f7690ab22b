/** From a photo of several cards, a binder's page or a spread, to each of them: where it lies, and which it may be. */
import { type Candidates, likeliest, lookAtPlaces, uprights } from '../describe/candidates.ts';
import { distance, isSamePlace } from '../photo/card-shape.ts';
import { eachCorner, middleOf, type Point, type Quad } from '../photo/homography.ts';
import { type Planes, planesOf, pyramidOf } from '../photo/planes.ts';
import { quadrilaterals, type Reach } from '../photo/quadrilaterals.ts';
import type { Raster } from '../photo/raster.ts';
import { closeVerdict } from './artwork-printings.ts';
import { artworksAmong, type CardAt, type ScanCatalog } from './identify.ts';
import { placesBeside } from './places-beside.ts';
import type { ScanMatch } from './verdict.ts';

/** A card on a photo. */
export interface CardOnPhoto {
  /** Corners from the card's own top left, as shares of the photo's width and height. */
  corners: Quad;
  /** The card, or those between which the photo does not decide; never empty. */
  matches: ScanMatch[];
}

/** A photo of several cards is decoded to at most this: a ninth of it is as large as the view that is compared. */
export const SPREAD_SIDE_MAX = 1280;
const CARDS_MAX = 12;
/** Places that are looked into: regions, and lines. */
const REGIONS = 36;
const LINES = 24;
/** A page's cards are a third of its height, a spread's less. */
const CLOSELY: Reach = { sideMax: 660, longMin: 0.1 };
/** What is not even so like any card of the catalog is none of its cards. */
const PROMISING = 0.4;
/** Close looks at most, so that a photo of a hundred things takes no longer than one of twelve cards and their rivals. */
const LOOKS_MAX = 24;
const LOOKS_AT_ONE = 3;
/** Candidates of one place: its artworks are checked one by one. */
const CANDIDATES = 12;

interface Place {
  quad: Quad;
  candidates: Candidates;
  /** Of the likeliest candidate. */
  similarity: number;
}

function placesOn(pyramid: readonly Planes[]): Quad[] {
  const [regions = []] = quadrilaterals(pyramid, REGIONS, 0, CLOSELY);
  const [, lines = []] = [...quadrilaterals(pyramid, REGIONS, LINES)];
  return [...regions, ...lines];
}

/** Those of the places that look like a card of the catalog, likeliest first. */
function promising(quads: readonly Quad[], pyramid: readonly Planes[], catalog: ScanCatalog): Place[] {
  const places: Place[] = [];
  for (const quad of quads) {
    const candidates: Candidates = new Map();
    lookAtPlaces(candidates, pyramid, uprights(quad), catalog);
    const [first] = likeliest(candidates, 1);
    if (first && first.similarity >= PROMISING) places.push({ quad, candidates, similarity: first.similarity });
  }
  return places.sort((a, b) => b.similarity - a.similarity);
}

/** From top to bottom, and from left to right those of which the middles are nearly as high. */
function inReadingOrder(cards: CardOnPhoto[], { width, height }: Raster): CardOnPhoto[] {
  const middle = ({ corners }: CardOnPhoto): Point => middleOf(corners);
  const rows: CardOnPhoto[][] = [];
  for (const card of cards.toSorted((a, b) => middle(a)[1] - middle(b)[1])) {
    const [first] = rows.at(-1) ?? [];
    const [a, b, c, d] = eachCorner(card.corners, ([x, y]) => [x * width, y * height]);
    const short = Math.min(distance(a, b) + distance(c, d), distance(b, c) + distance(d, a)) / 2;
    if (first && (middle(card)[1] - middle(first)[1]) * height < short / 2) rows.at(-1)?.push(card);
    else rows.push([card]);
  }
  return rows.flatMap((row) => row.sort((a, b) => middle(a)[0] - middle(b)[0]));
}

/** What was found on a photo so far, and where it was looked for. */
interface Search {
  found: { quad: Quad; matches: ScanMatch[] }[];
  tried: Quad[];
}

async function lookInto(
  { found, tried }: Search,
  quads: readonly Quad[],
  pyramid: readonly Planes[],
  catalog: ScanCatalog,
): Promise<void> {
  for (const { quad, candidates } of promising(quads, pyramid, catalog)) {
    if (found.length > CARDS_MAX || tried.length >= LOOKS_MAX) return;
    if (found.some((one) => isSamePlace(one.quad, quad))) continue;
    if (tried.filter((one) => isSamePlace(one, quad)).length >= LOOKS_AT_ONE) continue;
    tried.push(quad);
    const artworks = await artworksAmong(likeliest(candidates, CANDIDATES), pyramid, catalog);
    const [best] = artworks[0] ?? [];
    if (best === undefined || found.some((one) => isSamePlace(one.quad, best.quad))) continue;
    const { matches } = await closeVerdict(artworks, pyramid, catalog);
    if (matches.length > 0) found.push({ quad: best.quad, matches });
  }
}

/**
 * Identifies up to twelve cards on a photo decoded to at most `SPREAD_SIDE_MAX`; those that are not sure enough are left out.
 * @param alone what the photo shows as a photo of one card: a card from edge to edge has no outline to be found by
 */
export async function identifyAll(
  photo: Raster,
  catalog: ScanCatalog,
  { quad, matches }: Pick<CardAt, 'quad' | 'matches'>,
): Promise<{ cards: CardOnPhoto[]; more: boolean }> {
  const { width, height } = photo;
  const pyramid = pyramidOf(planesOf(photo));
  const search: Search = { found: [], tried: [] };
  await lookInto(search, placesOn(pyramid), pyramid, catalog);
  // A card whose edges a reflection, a pocket or the photo's own edge takes lies as far beside the others as they do.
  for (let known = -1; known < search.found.length; ) {
    known = search.found.length;
    const quads = search.found.map(({ quad }) => quad);
    await lookInto(search, placesBeside(quads, width, height), pyramid, catalog);
  }
  if (quad !== undefined && matches.length > 0) {
    // It is among them as it is told alone, although it may have been found last.
    const others = search.found.filter((one) => !isSamePlace(one.quad, quad));
    search.found = [{ quad, matches }, ...others];
  }
  const cards = search.found.slice(0, CARDS_MAX).map(({ quad: found, matches: its }) => {
    return { corners: eachCorner(found, ([x, y]) => [x / width, y / height]), matches: its };
  });
  return { cards: inReadingOrder(cards, photo), more: search.found.length > CARDS_MAX };
}
