/** The harbour: gabled houses on the quay, boats and a lighthouse. */
import { blend, darker, lighter } from '../colour.ts';
import {
  ACROSS,
  box,
  circle,
  haloFill,
  line,
  linear,
  MIDDLE,
  many,
  polygon,
  radial,
  ramp,
  rounded,
  shape,
} from '../ink.ts';
import { mist, ridge, water } from './ground.ts';
import type { Scene } from './scene.ts';
import { cloud, motes, sky, stars, sun } from './sky.ts';

/** A gabled house with lit windows, its foot at `y`. */
function house({ ink, mood }: Scene, x: number, y: number, w: number, tall: number): string {
  const { random } = ink;
  const wall = blend(mood.land[2], mood.land[1], random.between(0, 0.6));
  const roof = polygon([x - 3, y - tall], [x + w / 2, y - tall - w * random.between(0.5, 0.9)], [x + w + 3, y - tall]);
  const chimney = box(x + w * 0.68, y - tall - w * 0.5, w * 0.12, w * 0.4, darker(wall, 0.3));
  const panes = many(Math.max(1, Math.floor(tall / 24)), (row) =>
    many(2, (column) =>
      random.chance(0.68)
        ? box(
            x + w * (0.2 + column * 0.36),
            y - tall + 9 + row * 22,
            w * 0.2,
            11,
            mood.light,
            2,
            rounded`fill-opacity="${random.between(0.7, 1)}"`,
          )
        : '',
    ),
  );
  return chimney + box(x, y - tall, w, tall + 4, wall) + shape(roof, darker(wall, 0.35)) + panes;
}

/** A lighthouse's beam, out to the right edge. */
function shaft({ ink, mood, w }: Scene, x: number, y: number, tall: number): string {
  const fading = linear(ink, ACROSS, [0, mood.light, 0.55], [1, mood.light, 0]);
  const reach = w * 1.15;
  return shape(rounded`M${x} ${y - 2}L${reach} ${y - tall * 0.28}V${y + tall * 0.14}L${x} ${y + 2}Z`, fading);
}

/** A striped lighthouse with its beam, its foot at `y`. */
export function lighthouse(scene: Scene, x: number, y: number, tall: number, beam = true): string {
  const { ink, mood } = scene;
  const [foot, head] = [tall * 0.13, tall * 0.075];
  const top = y - tall;
  const side = (at: number) => foot + (head - foot) * at;
  const bands = many(4, (i) => {
    const [from, to] = [i / 4 + 0.04, i / 4 + 0.14];
    return shape(
      polygon(
        [x - side(from), y - tall * from],
        [x + side(from), y - tall * from],
        [x + side(to), y - tall * to],
        [x - side(to), y - tall * to],
      ),
      mood.accent,
    );
  });
  const tower = ramp(ink, lighter(mood.light, 0.35), blend(mood.light, mood.land[2], 0.55), ACROSS);
  const lampY = top - head * 0.9;
  const light = radial(ink, MIDDLE, [0, '#ffffff', 0.95], [0.2, mood.light, 0.7], [1, mood.light, 0]);
  return (
    (beam ? shaft(scene, x, lampY, tall) : '') +
    shape(polygon([x - foot, y + 3], [x + foot, y + 3], [x + head, top], [x - head, top]), tower) +
    bands +
    box(x - head * 1.5, top - 3, head * 3, 6, mood.land[2], 2) +
    box(x - head * 0.8, top - head * 1.8, head * 1.6, head * 1.8, mood.light, 2) +
    shape(
      polygon([x - head * 1.2, top - head * 1.8], [x, top - head * 3.2], [x + head * 1.2, top - head * 1.8]),
      mood.accent,
    ) +
    circle(x, lampY, tall * 0.3, light)
  );
}

/** A small boat with a lantern at its mast. */
function boat({ ink, mood }: Scene, x: number, y: number, size: number): string {
  const glow = haloFill(ink, mood.light, 0.9);
  const hull = rounded`M${x - size} ${y}Q${x} ${y + size * 0.7} ${x + size} ${y}Z`;
  const sail = rounded`M${x + 2} ${y - size * 1.7}Q${x + size * 1.1} ${y - size * 0.8} ${x + 2} ${y - 4}Z`;
  return (
    line(rounded`M${x} ${y}V${y - size * 1.8}`, mood.land[2], 2) +
    shape(sail, blend(mood.light, mood.accent, 0.3), 'fill-opacity=".92"') +
    shape(hull, mood.land[2]) +
    circle(x - size * 0.5, y - size * 0.35, size * 0.7, glow)
  );
}

export function harbour(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const left = random.chance(0.5);
  const [horizon, sunX] = [
    h * random.between(0.56, 0.62),
    w * (left ? random.between(0.62, 0.8) : random.between(0.2, 0.38)),
  ];
  const dark = mood.sky[0] < '#30';
  const quay = many(6, (i) =>
    house(
      scene,
      (left ? 0 : w * 0.56) + i * w * 0.078 - 12,
      h * 0.745,
      w * random.between(0.062, 0.085),
      h * random.between(0.1, 0.24),
    ),
  );
  return (
    sky(scene, horizon / h) +
    (dark ? stars(scene, 60, 0.5) : '') +
    sun(scene, sunX, horizon - h * random.between(0.02, 0.2), h * random.between(0.05, 0.075)) +
    many(4, () =>
      cloud(
        scene,
        random.between(0, w),
        random.between(h * 0.1, horizon * 0.75),
        random.between(w * 0.08, w * 0.2),
        random.between(0.25, 0.6),
      ),
    ) +
    ridge(scene, horizon - 4, h * 0.035, mood.land[0]) +
    water(scene, horizon, sunX) +
    lighthouse(
      scene,
      left ? w * random.between(0.1, 0.22) : w * random.between(0.8, 0.9),
      h * 0.72,
      h * random.between(0.36, 0.5),
      left,
    ) +
    boat(scene, w * random.between(0.35, 0.65), h * 0.71, h * 0.035) +
    boat(scene, w * random.between(0.3, 0.7), h * 0.65, h * 0.022) +
    ridge(scene, h * 0.75, h * 0.01, mood.land[1], 4) +
    quay +
    mist(scene, h * 0.77, h * 0.1, mood.light, 0.14) +
    box(-5, h * 0.79, w + 10, h * 0.25, ramp(ink, blend(mood.land[2], mood.land[1], 0.4), mood.land[2])) +
    many(Math.round(w / 34), (i) =>
      line(rounded`M${i * 34} ${h * 0.79}v${h * 0.21}`, darker(mood.land[2], 0.5), 1.5, 'stroke-opacity=".5"'),
    ) +
    motes(scene, 14, mood.light, 0.4, 0.95)
  );
}
