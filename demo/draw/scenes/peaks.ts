/** The bell peaks: mountains, firs, and towers with a bell in them. */
import { blend, darker, lighter } from '../colour.ts';
import { ACROSS, circle, many, polygon, ramp, rounded, shape } from '../ink.ts';
import { foreground, mist, mountains, ridge } from './ground.ts';
import type { Scene } from './scene.ts';
import { cloud, motes, rays, sky, stars, sun } from './sky.ts';

/** A bell hung in a little open tower. */
export function bellTower({ ink, mood }: Scene, x: number, y: number, tall: number): string {
  const w = tall * 0.3;
  const stone = ramp(ink, blend(mood.land[1], mood.light, 0.35), mood.land[2], ACROSS);
  const roof = darker(mood.land[2], 0.2);
  const bell = rounded`M${x - w * 0.2} ${y - tall * 0.62}q${w * 0.05} ${-tall * 0.16} ${w * 0.2} ${-tall * 0.16}t${w * 0.2} ${tall * 0.16}Z`;
  return (
    shape(
      rounded`M${x - w / 2} ${y}V${y - tall * 0.86}H${x + w / 2}V${y}ZM${x - w * 0.32} ${y - tall * 0.55}H${x + w * 0.32}V${y - tall * 0.72}a${w * 0.32} ${w * 0.32} 0 0 0 ${-w * 0.64} 0Z`,
      stone,
      'fill-rule="evenodd"',
    ) +
    shape(bell, mood.accent) +
    circle(x, y - tall * 0.6, w * 0.06, mood.light) +
    shape(polygon([x - w * 0.66, y - tall * 0.85], [x, y - tall * 1.18], [x + w * 0.66, y - tall * 0.85]), roof)
  );
}

/** A fir in three skirts. */
export function fir(x: number, y: number, tall: number, colour: string, snow?: string): string {
  const skirt = (i: number) => {
    const [top, half] = [y - tall + i * tall * 0.22, tall * (0.13 + i * 0.075)];
    return polygon([x, top], [x + half, top + tall * 0.42], [x - half, top + tall * 0.42]);
  };
  const cap =
    snow === undefined
      ? ''
      : shape(polygon([x, y - tall], [x + tall * 0.07, y - tall * 0.76], [x - tall * 0.09, y - tall * 0.72]), snow);
  return shape(skirt(2) + skirt(1) + skirt(0), colour) + cap;
}

export function peaks(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const snow = lighter(mood.light, 0.5);
  const sunX = w * random.between(0.15, 0.85);
  return (
    sky(scene, 0.62) +
    (mood.sky[0] < '#20' ? stars(scene, 70, 0.5) : '') +
    sun(scene, sunX, h * random.between(0.14, 0.34), h * random.between(0.05, 0.08), 4.4) +
    rays(scene, sunX, h * 0.25, 12, 0.07) +
    many(3, () =>
      cloud(scene, random.between(0, w), random.between(h * 0.15, h * 0.45), random.between(w * 0.1, w * 0.22), 0.55),
    ) +
    mountains(scene, h * 0.6, h * random.between(0.38, 0.48), mood.land[0], 4, snow) +
    mist(scene, h * 0.6, h * 0.16, mood.sky[2], 0.85) +
    mountains(scene, h * 0.7, h * 0.28, mood.land[1], 5, blend(snow, mood.land[0], 0.2)) +
    mist(scene, h * 0.71, h * 0.13, mood.sky[2], 0.7) +
    ridge(scene, h * 0.76, h * 0.03, mood.land[1], 6) +
    bellTower(scene, w * random.between(0.1, 0.24), h * 0.8, h * random.between(0.24, 0.34)) +
    bellTower(scene, w * random.between(0.78, 0.9), h * 0.78, h * 0.17) +
    many(12, (i) =>
      fir(
        (i / 12) * w + random.between(-16, 16),
        h * random.between(0.81, 0.86),
        h * random.between(0.09, 0.2),
        blend(mood.land[2], mood.land[1], random.between(0, 0.4)),
      ),
    ) +
    foreground(scene, h * 0.85, mood.land[2], h * 0.035) +
    motes(scene, 12, mood.accent, 0.3, 0.9)
  );
}
