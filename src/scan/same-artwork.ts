/** Tells whether two catalog pictures show the same artwork: printings of one card, or cards that share a picture. */
import { BLOCK_COLUMNS, blockCorrelations } from './light-blocks.ts';
import { VIEW_HEIGHT, VIEW_WIDTH } from './rectify.ts';

/** A picture as it is compared: its vector at length 1, and its evened light. */
export interface Likened {
  vector: Float32Array;
  even(): Float32Array;
}

/** Vectors at least this alike are one artwork: over 4,000 cards of four games no other pair was. */
const SURELY = 0.9;
/** Vectors less alike than this are not, whatever the light says. */
const PERHAPS = 0.7;
/** Between the two, light must agree this well in three of four blocks of the upper middle, where games put the picture. */
const AGREEMENT = 0.6;

const isPicture = (block: number): boolean => {
  const row = Math.floor(block / BLOCK_COLUMNS);
  const column = block % BLOCK_COLUMNS;
  return row >= 1 && row <= 4 && column >= 1 && column <= BLOCK_COLUMNS - 2;
};

/** A foil printing differs all over in shine and yet has the artwork; two plain cards share a frame and have not. */
export function sameArtwork(one: Likened, other: Likened): boolean {
  let cosine = 0;
  for (const [i, value] of one.vector.entries()) cosine += value * (other.vector[i] ?? 0);
  if (cosine >= SURELY) return true;
  if (cosine < PERHAPS) return false;
  const blocks = blockCorrelations(one.even(), other.even(), VIEW_WIDTH, VIEW_HEIGHT);
  const picture = blocks.filter((_, block) => isPicture(block)).sort();
  return (picture[Math.floor(picture.length / 4)] ?? 0) >= AGREEMENT;
}
