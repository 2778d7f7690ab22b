/** A world in its sky: banded, cratered or frozen, with its rings and moons, lit from the upper left. */
import { darker, lighter, oklch } from '../../draw/colour.ts';
import { box, circle, clipped, ellipse, group, type Ink, line, many, num, radial, rounded } from '../../draw/ink.ts';
import type { Tones } from './tones.ts';

/** Half of an ellipse, before or behind the world that it goes round. */
const halfRound = (rx: number, ry: number, isFront: boolean): string =>
  rounded`M${-rx} 0A${rx} ${ry} 0 0 ${isFront ? 0 : 1} ${rx} 0`;

function bands({ random }: Ink, r: number, colour: string): string {
  const count = random.whole(4, 9);
  return many(count, (i) => {
    const y = ((i + random.between(0.2, 0.8)) / count) * 2 * r - r;
    const tone = random.chance(0.5)
      ? lighter(colour, random.between(0.15, 0.5))
      : darker(colour, random.between(0.15, 0.5));
    const wave = random.between(-14, 14);
    return line(rounded`M${-r} ${y}Q0 ${y + wave} ${r} ${y}`, tone, random.between(5, r / 4), 'stroke-opacity=".8"');
  });
}

function craters({ random }: Ink, r: number, colour: string): string {
  return many(random.whole(7, 14), () => {
    const [x, y, size] = [random.between(-0.9, 0.9) * r, random.between(-0.9, 0.9) * r, random.between(0.05, 0.24) * r];
    return (
      circle(x, y, size, darker(colour, 0.42)) +
      circle(x + size * 0.14, y + size * 0.14, size * 0.84, darker(colour, 0.16))
    );
  });
}

function seas({ random }: Ink, r: number, colour: string): string {
  const land = oklch(0.7, 0.1, random.between(0, 360));
  return many(random.whole(4, 7), () => {
    const [x, y] = [random.between(-0.8, 0.8) * r, random.between(-0.8, 0.8) * r];
    const [rx, ry] = [random.between(0.15, 0.5) * r, random.between(0.1, 0.3) * r];
    const turn = `transform="rotate(${random.whole(-40, 40)} ${num(x)} ${num(y)})"`;
    return ellipse(x, y, rx, ry, land, turn) + ellipse(x, y, rx * 0.6, ry * 0.5, darker(colour, 0.2), turn);
  });
}

/** Centred at the origin, in a circle of the sky of radius 250. */
export function world(ink: Ink, { metal, deep }: Tones): string {
  const { random } = ink;
  const r = random.between(92, 158);
  const hue = random.between(0, 360);
  const colour = oklch(random.between(0.5, 0.74), random.between(0.05, 0.14), hue);
  const shade = radial(
    ink,
    [0.32, 0.28, 0.85],
    [0, '#ffffff', 0.35],
    [0.45, '#ffffff', 0],
    [0.8, deep, 0.55],
    [1, deep, 0.9],
  );
  const surface = random.pick([bands, bands, craters, seas])(ink, r, colour);
  const isIcy = random.chance(0.35);
  const cap = isIcy ? ellipse(0, -r, r * 0.66, r * 0.3, '#ffffff', 'fill-opacity=".85"') : '';
  const ball = clipped(
    ink,
    circle(0, 0, r, '#000000'),
    circle(0, 0, r, colour) + surface + cap + circle(0, 0, r, shade),
  );
  const rings = random.chance(0.5) ? random.whole(1, 4) : 0;
  const ringed = (isFront: boolean) =>
    many(rings, (i) => {
      const rx = r * 1.25 + i * 21;
      return line(
        halfRound(rx, rx * 0.24, isFront),
        i % 2 ? metal : lighter(colour, 0.45),
        13 - i * 2,
        'stroke-opacity=".9"',
      );
    });
  const tilt = random.between(-28, 28);
  const moons = many(random.whole(rings > 0 ? 0 : 1, 3), (i) => {
    const rx = r * 1.3 + 26 + i * 24;
    const angle = random.between(0, Math.PI * 2);
    const size = random.between(8, 22);
    return (
      ellipse(0, 0, rx, rx * 0.42, 'none', `stroke="${metal}" stroke-width="1.5" stroke-dasharray="2 6"`) +
      circle(Math.cos(angle) * rx, Math.sin(angle) * rx * 0.42, size, oklch(0.8, 0.06, hue + 120 + i * 60)) +
      circle(
        Math.cos(angle) * rx + size * 0.3,
        Math.sin(angle) * rx * 0.42 + size * 0.3,
        size * 0.75,
        deep,
        'fill-opacity=".35"',
      )
    );
  });
  const place = `translate(${num(random.between(-26, 26))} ${num(random.between(-26, 26))}) rotate(${num(tilt)})`;
  return group(ringed(false) + ball + ringed(true) + moons, `transform="${place}"`);
}

/** Stars, and a haze or two. */
export function firmament(ink: Ink, { sky, text }: Tones): string {
  const { random } = ink;
  const haze = many(random.whole(2, 4), () => {
    const fill = radial(ink, [0.5, 0.5, 0.5], [0, oklch(0.55, 0.12, random.between(0, 360)), 0.4], [1, sky, 0]);
    return circle(random.between(-180, 180), random.between(-180, 180), random.between(110, 230), fill);
  });
  const stars = many(random.whole(50, 90), () => {
    const [x, y] = [random.between(-250, 250), random.between(-250, 250)];
    return circle(x, y, random.chance(0.1) ? random.between(2.4, 4) : random.between(0.7, 1.8), text);
  });
  return box(-250, -250, 500, 500, sky) + haze + stars;
}
