/** Tells whether two catalog pictures show the same artwork: printings of one card, or cards that share a picture. */
import { dot } from '../describe/dot.ts';
import type { Appearance } from './appearance.ts';
import { pictureCorrelations } from './light-blocks.ts';

/** A picture as it is compared: its vector at length 1, and how it looks. */
export interface Likened {
  vector: Float32Array;
  appearance(): Appearance;
}

/** Vectors at least this alike are one artwork: over 4,000 cards of four games no other pair was. */
const SURELY = 0.9;
/** Vectors less alike than this are not, whatever the light says. */
const PERHAPS = 0.7;
/** Between the two, light must agree this well in three of four blocks of the upper middle, where games put the picture. */
const AGREEMENT = 0.6;

/** Agreement of light in the blocks of the picture, the worst first. */
export const pictureAgreement = (one: Likened, other: Likened): Float32Array =>
  pictureCorrelations(one.appearance().even, other.appearance().even).sort();

/** A foil printing differs all over in shine and yet has the artwork; two plain cards share a frame and have not. */
export function sameArtwork(one: Likened, other: Likened): boolean {
  const cosine = dot(one.vector, other.vector);
  if (cosine >= SURELY) return true;
  if (cosine < PERHAPS) return false;
  const picture = pictureAgreement(one, other);
  return (picture[Math.floor(picture.length / 4)] ?? 0) >= AGREEMENT;
}
