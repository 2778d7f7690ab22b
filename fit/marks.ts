/** Families of cards that are one picture but for a mark, made of catalog pictures: what energies, tokens and promo frames are. */
import type { Raster } from '../src/scan/photo/raster.ts';
import { fitChance } from './chance.ts';

/** Half the mark's width, and where its middle lies, as shares of the card's width and height. */
const REACH = [0.08, 0.17] as const;
const ACROSS = [0.3, 0.7] as const;
const DOWN = [0.22, 0.4] as const;
/** How often all but the mark has other colours, as energies have. */
const TINTED = 0.4;

/**
 * One of a family: the picture with a piece of another card's laid over it where the family has its mark, in a disc of one colour
 * or straight on the drawing. One `seed` is one family.
 */
export function markedCard(picture: Raster, other: Raster, seed: number, member: number): Raster {
  const family = fitChance(seed);
  const own = fitChance(seed + 7919 * (member + 1));
  const { width, height } = picture;
  const reach = family.between(...REACH) * width;
  const [middleX, middleY] = [family.between(...ACROSS) * width, family.between(...DOWN) * height];
  const ground = family.even() < 0.5 ? [0, 1, 2].map(() => family.between(0, 255)) : undefined;
  const isTinted = family.even() < TINTED;
  const tint = [0, 1, 2].map(() => (isTinted ? own.between(0.5, 1.3) : 1));
  const data = Uint8Array.from(picture.data, (value, i) => Math.min(255, Math.round(value * (tint[i % 3] ?? 1))));
  const [fromX, fromY] = [own.between(0.2, 0.8) * other.width, own.between(0.2, 0.45) * other.height];
  const inner = ground === undefined ? 1 : 0.75;
  for (let y = Math.max(0, Math.floor(middleY - reach)); y < Math.min(height, middleY + reach); y += 1) {
    for (let x = Math.max(0, Math.floor(middleX - reach)); x < Math.min(width, middleX + reach); x += 1) {
      const far = Math.hypot(x - middleX, y - middleY) / reach;
      if (far > 1) continue;
      const at = 3 * (y * width + x);
      const column = Math.max(0, Math.min(other.width - 1, Math.round(fromX + x - middleX)));
      const row = Math.max(0, Math.min(other.height - 1, Math.round(fromY + y - middleY)));
      for (let i = 0; i < 3; i += 1) {
        data[at + i] = far > inner ? (ground?.[i] ?? 0) : (other.data[3 * (row * other.width + column) + i] ?? 0);
      }
    }
  }
  return { width, height, data };
}
