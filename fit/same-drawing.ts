/** Tells whether two pictures may show one drawing: the calibration and the benches ask of another print of a card. */
import { type Likened, pictureAgreement } from '../src/scan/compare/same-artwork.ts';
import { dot } from '../src/scan/describe/dot.ts';

/** Drawings alike in another colouring: vectors no less alike than this, light that agrees so well in three of four and in half. */
const RECOLOURED = 0.4;
const RECOLOURED_MOST = 0.3;
const RECOLOURED_HALF = 0.5;

/**
 * Whether two pictures may show one drawing, be it in other colours or on another ground. Looser than `sameArtwork`: some
 * pairs that only look alike are among them.
 */
export function perhapsSameDrawing(one: Likened, other: Likened): boolean {
  if (dot(one.vector, other.vector) < RECOLOURED) return false;
  const picture = pictureAgreement(one, other);
  const at = (share: number): number => picture[Math.floor(picture.length * share)] ?? 0;
  return at(1 / 4) >= RECOLOURED_MOST && at(1 / 2) >= RECOLOURED_HALF;
}
