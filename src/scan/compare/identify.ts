/** From a photo of one card to the cards of the catalog that it may show. */
import { candidatesAt, places } from '../describe/candidates.ts';
import type { ScanModel } from '../describe/model.ts';
import type { VectorIndex } from '../describe/vector-index.ts';
import { planesOf, pyramidOf } from '../photo/planes.ts';
import type { Raster } from '../photo/raster.ts';
import { type Artwork, byArtwork, checkedArtworks } from './artworks.ts';
import { type Verdict, verdictOn } from './verdict.ts';
import { type Known, knownOf } from './verify.ts';

/** What a photo is compared with. */
export interface ScanCatalog {
  model: ScanModel;
  index: VectorIndex;
  /** Only with cards of this game. */
  game?: string | undefined;
  /** Thumbnails of at most a few dozen cards in one call, in the order asked; undefined where a card went meanwhile. */
  thumbnailsOf(rows: readonly number[]): Promise<(Uint8Array | undefined)[]> | (Uint8Array | undefined)[];
}

/** Candidates whose pictures are asked for: enough for eight artworks with their printings. */
const CANDIDATES = 32;

/** The artworks that a photo may show, looked at closely, best first. */
export async function artworksOn(photo: Raster, { index, model, game, thumbnailsOf }: ScanCatalog): Promise<Artwork[]> {
  const pyramid = pyramidOf(planesOf(photo));
  const candidates = candidatesAt(pyramid, places(pyramid), index, model, game).slice(0, CANDIDATES);
  const thumbnails = await thumbnailsOf(candidates.map(({ row }) => row));
  const known = candidates.flatMap((candidate, i): Known[] => {
    const vector = index.vectorOf(candidate.row);
    const thumbnail = thumbnails[i];
    return vector === undefined || thumbnail === undefined ? [] : [knownOf(candidate, vector, thumbnail)];
  });
  return checkedArtworks(pyramid, byArtwork(known), model);
}

/** Identifies the card on a photo decoded to at most `PHOTO_SIDE_MAX`. Keeps nothing of the photo. */
export async function identifyPhoto(photo: Raster, catalog: ScanCatalog): Promise<Verdict> {
  return verdictOn(await artworksOn(photo, catalog), catalog.model);
}
