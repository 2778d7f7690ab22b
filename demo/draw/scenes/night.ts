/** Landscapes that live by their own lamps: the night market, the aurora, and the flat sunburst of the promos. */
import { blend, darker, lighter, oklch } from '../colour.ts';
import {
  box,
  circle,
  ellipse,
  haloFill,
  line,
  linear,
  many,
  num,
  type Point,
  polygon,
  radial,
  ramp,
  shape,
  smooth,
} from '../ink.ts';
import {
  crescent,
  foreground,
  mist,
  motes,
  mountains,
  rays,
  type Scene,
  sky,
  stars,
  sun,
  twinkle,
  water,
} from './scenery.ts';

/** A string of paper lanterns sagging between two points. */
function lanterns({ ink, mood }: Scene, from: Point, to: Point, sag: number, count: number, size: number): string {
  const { random } = ink;
  const at = (t: number): Point => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + Math.sin(t * Math.PI) * sag,
  ];
  const cord = line(
    smooth(
      Array.from({ length: 9 }, (_, i) => at(i / 8)),
      false,
    ),
    mood.land[2],
    1.6,
  );
  const glow = haloFill(ink, mood.light, 0.6);
  const hues = [mood.accent, mood.light, blend(mood.accent, mood.light, 0.5), blend(mood.accent, mood.sky[1], 0.35)];
  return (
    cord +
    many(count, (i) => {
      const [x, y] = at((i + 0.5) / count);
      const [r, colour] = [size * random.between(0.75, 1.2), random.pick(hues)];
      const paper = radial(ink, [
        [0, lighter(colour, 0.7)],
        [0.55, colour],
        [1, darker(colour, 0.3)],
      ]);
      return (
        circle(x, y + r, r * 2.8, glow) +
        ellipse(x, y + r * 1.15, r, r * 1.15, paper) +
        box(x - r * 0.4, y - r * 0.12, r * 0.8, r * 0.22, mood.land[2]) +
        box(x - r * 0.35, y + r * 2.2, r * 0.7, r * 0.2, mood.land[2]) +
        line(`M${num(x)} ${num(y + r * 2.4)}v${num(r * 0.7)}`, mood.light, 1.2)
      );
    })
  );
}

/** A market stall with a striped awning. */
function stall({ ink, mood }: Scene, x: number, y: number, w: number): string {
  const { random } = ink;
  const tall = w * random.between(0.75, 0.95);
  const colour = random.pick([mood.accent, blend(mood.accent, mood.sky[1], 0.4), blend(mood.light, mood.accent, 0.35)]);
  const warm = radial(ink, [
    [0, mood.light, 0.9],
    [1, blend(mood.light, mood.land[1], 0.8), 0.4],
  ]);
  const stripe = w / 6;
  const awning = many(6, (i) =>
    shape(
      `M${num(x + i * stripe)} ${num(y - tall)}h${num(stripe)}v${num(tall * 0.2)}a${num(stripe / 2)} ${num(stripe / 2)} 0 0 1 ${num(-stripe)} 0Z`,
      i % 2 ? lighter(mood.light, 0.3) : colour,
    ),
  );
  const wares = many(5, (i) =>
    circle(x + w * (0.14 + i * 0.18), y - tall * 0.3, w * 0.055, random.pick([mood.accent, mood.light, colour])),
  );
  return (
    box(x + 3, y - tall, w - 6, tall, mood.land[2]) +
    box(x + 6, y - tall * 0.82, w - 12, tall * 0.5, warm) +
    wares +
    box(x, y - tall * 0.28, w, tall * 0.28, blend(mood.land[2], mood.accent, 0.22)) +
    awning
  );
}

export function market(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const moonX = w * random.between(0.2, 0.8);
  const roofs = (y: number, colour: string, size: number) =>
    many(8, (i) => {
      const [x, tall] = [(i / 8) * w - 10, h * random.between(0.4, 1) * size];
      const half = (w / 8) * 0.75;
      const eave = `M${num(x - half * 0.4)} ${num(y - tall)}Q${num(x + half * 0.25)} ${num(y - tall - 6)} ${num(x + half * 0.65)} ${num(y - tall * 1.35)}Q${num(x + half)} ${num(y - tall - 6)} ${num(x + half * 1.7)} ${num(y - tall)}Z`;
      const panes = many(4, (p) =>
        random.chance(0.6)
          ? box(
              x + 6 + (p % 2) * half * 0.6,
              y - tall * 0.85 + Math.floor(p / 2) * tall * 0.32,
              half * 0.24,
              tall * 0.15,
              mood.light,
              1,
              'fill-opacity=".85"',
            )
          : '',
      );
      return box(x, y - tall, half * 1.35, tall + 4, colour) + shape(eave, darker(colour, 0.3)) + panes;
    });
  return (
    sky(scene, 0.85) +
    stars(scene, 46, 0.5) +
    sun(scene, moonX, h * random.between(0.16, 0.28), h * random.between(0.09, 0.14), 2.6) +
    roofs(h * 0.66, mood.land[0], 0.22) +
    mist(scene, h * 0.64, h * 0.16, mood.sky[2], 0.45) +
    roofs(h * 0.76, mood.land[1], 0.24) +
    mist(scene, h * 0.75, h * 0.14, mood.accent, 0.35) +
    many(5, (i) => stall(scene, i * w * 0.22 - w * 0.05, h * 0.84, w * 0.17)) +
    box(-5, h * 0.83, w + 10, h * 0.2, ramp(ink, blend(mood.land[1], mood.accent, 0.28), mood.land[2])) +
    many(10, () =>
      ellipse(
        random.between(0, w),
        h * random.between(0.85, 0.98),
        random.between(20, 60),
        random.between(2, 4),
        mood.light,
        'fill-opacity=".13"',
      ),
    ) +
    lanterns(scene, [-10, h * 0.12], [w * 0.62, h * 0.08], h * 0.16, 6, h * 0.026) +
    lanterns(scene, [w * 0.42, h * 0.05], [w + 10, h * 0.2], h * 0.14, 5, h * 0.032) +
    lanterns(scene, [-10, h * 0.42], [w + 10, h * 0.4], h * 0.08, 8, h * 0.018) +
    motes(scene, 18, mood.light, 0.1, 0.95)
  );
}

/** A curtain of northern light: many thin strips, bright at the hem. */
function curtain({ ink, w, h }: Scene, y: number, tall: number, colour: string): string {
  const { random } = ink;
  const fill = linear(ink, [
    [0, colour, 0],
    [0.72, colour, 0.5],
    [0.94, lighter(colour, 0.35), 0.75],
    [1, colour, 0],
  ]);
  const [waves, phase] = [random.between(1.2, 2.6), random.between(0, 6)];
  const count = 46;
  return many(count, (i) => {
    const t = i / count;
    const hem = y + Math.sin(t * Math.PI * waves + phase) * h * 0.075 + Math.sin(t * 19 + phase) * h * 0.012;
    const reach = tall * (0.7 + 0.3 * Math.sin(t * 13 + phase * 2)) * random.between(0.85, 1.1);
    return `<rect x="${num(t * w * 1.04 - 8)}" y="${num(hem - reach)}" width="${num((w / count) * 1.1)}" height="${num(reach)}" fill="${fill}"/>`;
  });
}

export function aurora(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const second = blend(mood.accent, oklch(0.75, 0.16, random.pick([220, 300, 340])), 0.7);
  return (
    sky(scene, 0.75) +
    stars(scene, 110, 0.62) +
    curtain(scene, h * random.between(0.34, 0.42), h * 0.42, second) +
    curtain(scene, h * random.between(0.48, 0.55), h * 0.42, mood.accent) +
    mountains(scene, h * 0.66, h * random.between(0.2, 0.28), mood.land[0], 6, blend(mood.light, mood.land[0], 0.25)) +
    mist(scene, h * 0.65, h * 0.09, mood.accent, 0.3) +
    water(scene, h * 0.67, w * random.between(0.3, 0.7)) +
    many(7, () => {
      const [x, y, wide] = [random.between(0, w), h * random.between(0.7, 0.82), random.between(w * 0.06, w * 0.15)];
      return shape(
        polygon([
          [x - wide, y],
          [x - wide * 0.6, y - wide * 0.26],
          [x + wide * 0.2, y - wide * 0.32],
          [x + wide, y - 3],
          [x + wide * 0.7, y + wide * 0.12],
          [x - wide * 0.7, y + wide * 0.12],
        ]),
        linear(ink, [
          [0, lighter(mood.light, 0.5)],
          [0.6, blend(mood.light, mood.land[0], 0.4)],
          [1, mood.land[1]],
        ]),
      );
    }) +
    foreground(scene, h * 0.87, blend(mood.land[2], mood.light, 0.16), 0) +
    motes(scene, 14, mood.accent, 0.3, 0.95)
  );
}

export function poster(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const [x, y] = [w / 2, h * random.between(0.56, 0.64)];
  const reach = Math.hypot(w, h);
  const wedges = 18;
  const burst = many(wedges, (i) => {
    const angle = (i / wedges) * Math.PI * 2;
    const tip = (turn: number): Point => [x + Math.cos(turn) * reach, y + Math.sin(turn) * reach];
    return shape(polygon([[x, y], tip(angle), tip(angle + Math.PI / wedges)]), mood.sky[0], 'fill-opacity=".38"');
  });
  const rings = many(3, (i) =>
    circle(
      x,
      y,
      h * (0.22 + i * 0.11),
      i === 0 ? mood.accent : 'none',
      i === 0 ? 'fill-opacity=".9"' : `stroke="${mood.light}" stroke-width="${5 - i * 1.5}" stroke-opacity=".8"`,
    ),
  );
  const wave = (level: number, colour: string) => {
    const step = w / 6;
    return shape(
      `M${num(-step)} ${num(h * level)}${many(8, () => `q${num(step / 2)} ${num(-h * 0.06)} ${num(step)} 0`)}V${num(h + 5)}H${num(-step)}Z`,
      colour,
      `stroke="${mood.light}" stroke-width="2.5"`,
    );
  };
  return (
    box(
      0,
      0,
      w,
      h,
      radial(
        ink,
        [
          [0, mood.sky[2]],
          [0.5, mood.sky[1]],
          [1, mood.sky[0]],
        ],
        [0.5, y / h],
        0.75,
      ),
    ) +
    burst +
    rings +
    crescent(scene, w * 0.14, h * 0.16, h * 0.055) +
    many(9, () => twinkle(random.between(0, w), random.between(0, h * 0.5), random.between(5, 13), mood.light)) +
    rays(scene, x, y, 9, 0.12) +
    wave(0.76, mood.land[0]) +
    wave(0.83, mood.land[1]) +
    wave(0.9, mood.land[2])
  );
}
