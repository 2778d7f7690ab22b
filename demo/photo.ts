/** Photos of the demo's cards as a hand-held phone would take them, to try the scan with. */
import sharp from 'sharp';
import { orbwrightCard } from './orbwright/cards.ts';
import { demoPicture } from './picture.ts';
import { type Random, randomOf } from './random.ts';

const WIDTH = 900;
const HEIGHT = 1200;
const QUALITY = 78;
/** Share of the photo's width that the card takes. */
const CARD_SHARE = 0.8;
const ASPECT = 825 / 600;

type Point = readonly [x: number, y: number];

interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A photo of the demo card `id` as JPEG, another one for every `seed`; undefined where there is no such card. */
export async function demoPhoto(id: string, seed: string): Promise<Buffer | undefined> {
  const product = orbwrightCard(id)?.product;
  const path = product === undefined ? `cards/${id}/high.jpg` : `products/${product}_in_1000x1000.jpg`;
  const picture = await demoPicture(path);
  if (picture === undefined) return undefined;
  const { data, info } = await sharp(picture.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const photo = taken({ width: info.width, height: info.height, data }, randomOf(`photo/${id}/${seed}`));
  return sharp(photo, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .blur(0.8)
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** The card lies on a table, a little turned and tilted away, under a lamp from one side. */
function taken(card: Pixels, random: Random): Uint8Array {
  const toCard = unitSquareOf(cornersOf(random));
  const table = [random.between(60, 170), random.between(50, 140), random.between(40, 120)];
  const cast = [random.between(0.92, 1.06), 1, random.between(0.88, 1.04)];
  const [lampX, lampY, lampShare] = [random.between(-0.4, 0.4), random.between(-0.4, 0.4), random.between(0.1, 0.35)];
  const glare = { x: random.between(0.2, 0.8), y: random.between(0.15, 0.85), light: random.between(10, 45) };
  const photo = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0, at = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1, at += 3) {
      const [u, v] = toCard(x + 0.5, y + 0.5);
      const isCard = u > 0 && u < 1 && v > 0 && v < 1;
      const from = isCard ? pixelAt(card, u, v) : -1;
      const [across, down] = [x / WIDTH - 0.5, y / HEIGHT - 0.5];
      const light = 1 + lampShare * (2 * across * Math.sign(lampX) + 2 * down * Math.sign(lampY)) * 0.5;
      const shine = isCard ? glare.light * Math.exp(-(((u - glare.x) / 0.22) ** 2) - ((v - glare.y) / 0.15) ** 2) : 0;
      // The grain of wood, so that the table is not mistaken for a wall.
      const grain = isCard ? 0 : 14 * Math.sin(y / 9 + 3 * Math.sin(x / 160)) * Math.cos(x / 230);
      const noise = random.between(-5, 5);
      for (let i = 0; i < 3; i += 1) {
        const own = isCard ? (card.data[from + i] ?? 0) : (table[i] ?? 0) + grain;
        photo[at + i] = Math.max(0, Math.min(255, own * light * (cast[i] ?? 1) + shine + noise));
      }
    }
  }
  return photo;
}

const pixelAt = ({ width, height }: Pixels, u: number, v: number): number =>
  3 * (Math.min(height - 1, Math.floor(v * height)) * width + Math.min(width - 1, Math.floor(u * width)));

/** Where the card's corners fall on the photo, from the upper left onwards. */
function cornersOf(random: Random): [Point, Point, Point, Point] {
  const angle = (random.between(-6, 6) * Math.PI) / 180;
  const [halfX, halfY] = [(WIDTH * CARD_SHARE) / 2, (WIDTH * CARD_SHARE * ASPECT) / 2];
  const [leanX, leanY] = [random.between(-0.05, 0.05), random.between(-0.05, 0.05)];
  const corner = (sideX: number, sideY: number): Point => {
    // What is farther away is smaller.
    const scale = 1 + leanX * sideX + leanY * sideY;
    const [x, y] = [sideX * halfX * scale, sideY * halfY * scale];
    return [
      WIDTH / 2 + x * Math.cos(angle) - y * Math.sin(angle),
      HEIGHT / 2 + x * Math.sin(angle) + y * Math.cos(angle),
    ];
  };
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** Maps points of the photo to the card's unit square: the projective map of Heckbert (1989), inverted by its adjoint. */
function unitSquareOf([p0, p1, p2, p3]: [Point, Point, Point, Point]): (x: number, y: number) => Point {
  const [dx1, dx2, dx3] = [p1[0] - p2[0], p3[0] - p2[0], p0[0] - p1[0] + p2[0] - p3[0]];
  const [dy1, dy2, dy3] = [p1[1] - p2[1], p3[1] - p2[1], p0[1] - p1[1] + p2[1] - p3[1]];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / whole;
  const h = (dx1 * dy3 - dx3 * dy1) / whole;
  const [a, b, c] = [p1[0] - p0[0] + g * p1[0], p3[0] - p0[0] + h * p3[0], p0[0]];
  const [d, e, f] = [p1[1] - p0[1] + g * p1[1], p3[1] - p0[1] + h * p3[1], p0[1]];
  return (x, y) => {
    const u = (e - f * h) * x + (c * h - b) * y + (b * f - c * e);
    const v = (f * g - d) * x + (a - c * g) * y + (c * d - a * f);
    const w = (d * h - e * g) * x + (b * g - a * h) * y + (a * e - b * d);
    return [u / w, v / w];
  };
}
