/** Landscapes of snow: the bell peaks and the winter wood. */
import { blend, darker, lighter } from '../colour.ts';
import { circle, ellipse, line, many, num, polygon, ramp, shape } from '../ink.ts';
import {
  cloud,
  crescent,
  foreground,
  mist,
  motes,
  mountains,
  rays,
  ridge,
  type Scene,
  sky,
  stars,
  sun,
} from './scenery.ts';

/** A bell hung in a little open tower. */
export function bellTower({ ink, mood }: Scene, x: number, y: number, tall: number): string {
  const w = tall * 0.3;
  const stone = ramp(ink, blend(mood.land[1], mood.light, 0.35), mood.land[2], 'across');
  const roof = darker(mood.land[2], 0.2);
  const bell = `M${num(x - w * 0.2)} ${num(y - tall * 0.62)}q${num(w * 0.05)} ${num(-tall * 0.16)} ${num(w * 0.2)} ${num(-tall * 0.16)}t${num(w * 0.2)} ${num(tall * 0.16)}Z`;
  return (
    shape(
      `M${num(x - w / 2)} ${num(y)}V${num(y - tall * 0.86)}H${num(x + w / 2)}V${num(y)}ZM${num(x - w * 0.32)} ${num(y - tall * 0.55)}H${num(x + w * 0.32)}V${num(y - tall * 0.72)}a${num(w * 0.32)} ${num(w * 0.32)} 0 0 0 ${num(-w * 0.64)} 0Z`,
      stone,
      'fill-rule="evenodd"',
    ) +
    shape(bell, mood.accent) +
    circle(x, y - tall * 0.6, w * 0.06, mood.light) +
    shape(
      polygon([
        [x - w * 0.66, y - tall * 0.85],
        [x, y - tall * 1.18],
        [x + w * 0.66, y - tall * 0.85],
      ]),
      roof,
    )
  );
}

/** A fir in three skirts. */
function fir(x: number, y: number, tall: number, colour: string, snow?: string): string {
  const skirt = (i: number) => {
    const [top, half] = [y - tall + i * tall * 0.22, tall * (0.13 + i * 0.075)];
    return polygon([
      [x, top],
      [x + half, top + tall * 0.42],
      [x - half, top + tall * 0.42],
    ]);
  };
  const cap =
    snow === undefined
      ? ''
      : shape(
          polygon([
            [x, y - tall],
            [x + tall * 0.07, y - tall * 0.76],
            [x - tall * 0.09, y - tall * 0.72],
          ]),
          snow,
        );
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

/** A birch, bare and barred. */
function birch({ ink, mood }: Scene, x: number, h: number, thick: number, shade: number): string {
  const { random } = ink;
  const pale = blend(lighter(mood.light, 0.2), mood.land[1], shade);
  const bark = ramp(ink, pale, blend(pale, mood.land[2], 0.45), 'across');
  const scars = many(9, () => {
    const y = random.between(0, h);
    return ellipse(
      x + thick * random.between(0.15, 0.7),
      y,
      thick * random.between(0.15, 0.32),
      random.between(1.2, 3),
      darker(mood.land[2], 0.2),
      `fill-opacity="${num(0.8 - shade * 0.6)}"`,
    );
  });
  const bough = (up: number) =>
    line(
      `M${num(x + thick / 2)} ${num(up)}q${num(thick * random.between(-3, 3))} ${num(-thick)} ${num(thick * random.between(-5, 5))} ${num(-thick * 4)}`,
      pale,
      thick * 0.22,
    );
  return (
    bough(h * 0.35) +
    bough(h * 0.2) +
    bough(h * 0.5) +
    shape(
      polygon([
        [x - thick * 0.1, h],
        [x + thick * 0.12, -5],
        [x + thick * 0.85, -5],
        [x + thick * 1.1, h],
      ]),
      bark,
    ) +
    scars
  );
}

export function parliament(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const snow = ramp(ink, lighter(mood.light, 0.6), blend(mood.light, mood.land[0], 0.75));
  const drift = (y: number, swell: number) =>
    shape(
      `M-5 ${num(y)}Q${num(w * 0.25)} ${num(y - swell)} ${num(w * 0.55)} ${num(y)}T${num(w + 5)} ${num(y - swell * 0.4)}V${num(h + 5)}H-5Z`,
      snow,
    );
  return (
    sky(scene, 0.75) +
    stars(scene, 50, 0.5) +
    crescent(scene, w * random.between(0.2, 0.8), h * random.between(0.15, 0.26), h * 0.075) +
    ridge(scene, h * 0.62, h * 0.05, mood.land[0]) +
    many(14, (i) =>
      fir(
        (i / 14) * w + random.between(-12, 12),
        h * 0.7,
        h * random.between(0.12, 0.26),
        blend(mood.land[0], mood.land[1], random.between(0.1, 0.6)),
        lighter(mood.light, 0.3),
      ),
    ) +
    mist(scene, h * 0.69, h * 0.14, mood.sky[2], 0.8) +
    drift(h * 0.72, h * 0.04) +
    many(5, (i) => birch(scene, (i / 5) * w + random.between(0, w * 0.12), h * 0.78, w * 0.022, 0.45)) +
    drift(h * 0.78, h * 0.05) +
    birch(scene, w * random.between(0.01, 0.08), h * 0.92, w * 0.05, 0) +
    birch(scene, w * random.between(0.86, 0.93), h * 0.9, w * 0.045, 0.1) +
    drift(h * 0.86, h * 0.03) +
    many(46, () =>
      circle(
        random.between(0, w),
        random.between(0, h),
        random.between(0.8, 2.8),
        '#ffffff',
        `fill-opacity="${num(random.between(0.4, 0.95))}"`,
      ),
    ) +
    motes(scene, 8, mood.accent, 0.35, 0.85)
  );
}
