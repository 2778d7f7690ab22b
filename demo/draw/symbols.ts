/** The small signs printed on a card: each expansion's symbol and each rarity's mark. */
import { circle, group, num, polygon, ring, shape } from './ink.ts';

/** Drawn in a box from -50 to 50. */
const SYMBOLS: Record<string, string> = {
  fl1: 'M-14 -22V-34H14V-22H10L18 40H34V50H-34V40H-18L-10 -22ZM0 -50L16 -38H-16ZM-46 -34L-20 -28L-46 -18ZM46 -34L20 -28L46 -18Z',
  fl2: 'M-46 4C-46 -62 46 -62 46 4Q20 -8 14 2Q8 30 18 48H-18Q-8 30 -14 2Q-20 -8 -46 4Z',
  fl3: 'M0 -26C10 -40 44 -36 44 0C44 34 16 54 0 44C-16 54 -44 34 -44 0C-44 -36 -10 -40 0 -26ZM-2 -28C-4 -44 8 -52 22 -50C22 -38 12 -28 -2 -28Z',
  ld1: 'M-8 -50L18 -26L8 46H-14L-26 -14ZM26 -12L44 4L34 46H16ZM-32 4L-22 46H-40L-46 18Z',
  ld2: 'M-40 30C-26 14 -32 -22 -16 -36Q-8 -50 0 -50T16 -36C32 -22 26 14 40 30ZM-10 36H10A10 10 0 0 1 -10 36Z',
  'ld2.5': 'M-14 -50H14V-40H-14ZM-20 -34H20Q42 -4 20 26H-20Q-42 -4 -20 -34ZM-12 32H12V38H-12ZM-3 40H3V50H-3Z',
  nt1: 'M-50 10Q-20 -50 10 -14T50 -30Q30 4 6 12T-30 20Q-40 24 -50 10ZM-44 38Q0 14 44 26Q10 52 -44 38Z',
  nt3: 'M0 -34L48 44H12L0 12L-12 44H-48ZM-3 -50H3V-34H-3ZM3 -50L24 -44L3 -38Z',
};

const DRAWN: Record<string, string> = {
  nt2: `${polygon(...ring(48, (i) => (i % 6 < 3 ? 48 : 37), 0, 0, 0.1))}${polygon(...ring(20, () => 16).toReversed())}`,
  nt4: polygon(...ring(12, (i) => (i % 2 ? 16 : 50), 0, 0, Math.PI / 6)),
  'ks-pr': polygon(...ring(10, (i) => (i % 2 ? 21 : 50), 0, 0, -Math.PI / 2)),
};

/** An expansion's symbol centred at (x, y). */
export const symbol = (expansion: string, x: number, y: number, size: number, fill: string, more = ''): string =>
  group(
    shape(SYMBOLS[expansion] ?? DRAWN[expansion] ?? '', fill, `fill-rule="evenodd" ${more}`),
    `transform="translate(${num(x)} ${num(y)}) scale(${Math.round(size * 10) / 1000})"`,
  );

const star = (x: number, y: number, r: number, fill: string, more: string) =>
  shape(polygon(...ring(10, (i) => (i % 2 ? r * 0.44 : r), x, y, -Math.PI / 2)), fill, more);

/** A rarity's mark with its right edge at `x`. */
export function rarityMark(rarity: string, x: number, y: number, fill: string, rim: string): string {
  const more = `stroke="${rim}" stroke-width="1"`;
  if (rarity === 'Common') return circle(x - 7, y, 5.5, fill, more);
  if (rarity === 'Uncommon') return shape(polygon([x - 7, y - 8], [x, y], [x - 7, y + 8], [x - 14, y]), fill, more);
  if (rarity === 'Rare' || rarity === 'Promo') return star(x - 8, y, 9, fill, more);
  if (rarity === 'Luminous Rare') return star(x - 8, y, 9, fill, more) + star(x - 25, y, 9, fill, more);
  return star(x - 8, y, 9, fill, more) + star(x - 25, y, 9, fill, more) + star(x - 42, y, 9, fill, more);
}
