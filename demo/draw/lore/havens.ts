/** Havens: the buildings of the isles, each standing in its landscape with every lamp lit. */
import { blend, darker, lighter } from '../colour.ts';
import { box, circle, ellipse, haloFill, line, linear, many, num, polygon, radial, ramp, shape } from '../ink.ts';
import { gear } from '../scenes/deep.ts';
import { ferrisWheel } from '../scenes/fair.ts';
import { bellTower } from '../scenes/height.ts';
import { mist, type Scene } from '../scenes/scenery.ts';
import { lighthouse } from '../scenes/shore.ts';

/** A lit window with an arched head. */
const pane = ({ mood }: Scene, x: number, y: number, w: number): string =>
  shape(
    `M${num(x - w / 2)} ${num(y)}v${num(-w)}a${num(w / 2)} ${num(w / 2)} 0 0 1 ${num(w)} 0v${num(w)}Z`,
    mood.light,
  ) + line(`M${num(x)} ${num(y)}v${num(-w * 1.5)}`, mood.land[2], 1.6);

function teahouse(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const wood = ramp(ink, blend(mood.land[1], mood.accent, 0.4), mood.land[2]);
  const roof = ramp(ink, lighter(mood.accent, 0.1), darker(mood.accent, 0.5));
  const storey = (i: number) => {
    const [half, foot, tall] = [size * (0.5 - i * 0.13), y - i * size * 0.34, size * 0.24];
    const eave = `M${num(x - half * 1.5)} ${num(foot - tall + 4)}Q${num(x - half)} ${num(foot - tall - 4)} ${num(x - half * 0.6)} ${num(foot - tall - size * 0.16)}H${num(x + half * 0.6)}Q${num(x + half)} ${num(foot - tall - 4)} ${num(x + half * 1.5)} ${num(foot - tall + 4)}Q${num(x)} ${num(foot - tall - 12)} ${num(x - half * 1.5)} ${num(foot - tall + 4)}Z`;
    return (
      box(x - half, foot - tall, half * 2, tall + 3, wood) +
      many(3 - i || 1, (k) => pane(scene, x + (k - (2 - i) / 2) * half * 0.62, foot - size * 0.06, size * 0.09)) +
      shape(eave, roof, `stroke="${mood.land[2]}" stroke-width="2"`) +
      circle(x - half * 1.42, foot - tall + 14, size * 0.035, mood.light) +
      circle(x + half * 1.42, foot - tall + 14, size * 0.035, mood.light)
    );
  };
  return (
    storey(0) +
    storey(1) +
    storey(2) +
    line(`M${num(x)} ${num(y - size * 1.06)}v${num(-size * 0.14)}`, mood.land[2], 4) +
    circle(x, y - size * 1.22, size * 0.03, mood.light)
  );
}

function observatory(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const wall = ramp(ink, lighter(mood.land[0], 0.5), mood.land[2], 'across');
  const dome = linear(
    ink,
    [
      [0, lighter(mood.accent, 0.55)],
      [0.6, mood.accent],
      [1, darker(mood.accent, 0.5)],
    ],
    [0, 0],
    [1, 0.4],
  );
  const beam = linear(
    ink,
    [
      [0, mood.light, 0],
      [1, mood.light, 0.7],
    ],
    [1, 0],
    [0, 1],
  );
  return (
    shape(
      polygon([
        [x + size * 0.05, y - size * 0.72],
        [x + size * 0.8, y - size * 1.7],
        [x + size * 1.25, y - size * 1.4],
        [x + size * 0.18, y - size * 0.66],
      ]),
      beam,
    ) +
    box(x - size * 0.4, y - size * 0.5, size * 0.8, size * 0.5 + 3, wall) +
    shape(
      `M${num(x - size * 0.46)} ${num(y - size * 0.5)}A${num(size * 0.46)} ${num(size * 0.46)} 0 0 1 ${num(x + size * 0.46)} ${num(y - size * 0.5)}Z`,
      dome,
      `stroke="${mood.land[2]}" stroke-width="2.5"`,
    ) +
    shape(
      polygon([
        [x + size * 0.02, y - size * 0.62],
        [x + size * 0.4, y - size * 1.08],
        [x + size * 0.5, y - size],
        [x + size * 0.16, y - size * 0.56],
      ]),
      mood.land[2],
    ) +
    box(x - size * 0.5, y - size * 0.54, size, size * 0.07, mood.land[2], 3) +
    many(4, (i) => pane(scene, x + (i - 1.5) * size * 0.2, y - size * 0.14, size * 0.09)) +
    circle(x, y - size * 0.3, size * 0.06, mood.light)
  );
}

function arcade(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const glass = linear(ink, [
    [0, lighter(mood.accent, 0.6), 0.95],
    [1, blend(mood.accent, mood.land[1], 0.5), 0.9],
  ]);
  const arch = (i: number) => {
    const [cx, half, tall] = [x + (i - 2) * size * 0.42, size * 0.19, size * (i === 2 ? 1.15 : i % 2 ? 0.9 : 0.7)];
    const outer = `M${num(cx - half)} ${num(y)}V${num(y - tall + half)}Q${num(cx - half)} ${num(y - tall)} ${num(cx)} ${num(y - tall - half * 0.7)}Q${num(cx + half)} ${num(y - tall)} ${num(cx + half)} ${num(y - tall + half)}V${num(y)}Z`;
    const glow = radial(
      ink,
      [
        [0, mood.light],
        [0.7, blend(mood.light, mood.accent, 0.5)],
        [1, mood.land[1]],
      ],
      [0.5, 0.8],
      0.8,
    );
    const inner = `M${num(cx - half * 0.6)} ${num(y)}V${num(y - tall * 0.6)}a${num(half * 0.6)} ${num(half * 0.7)} 0 0 1 ${num(half * 1.2)} 0V${num(y)}Z`;
    return (
      shape(outer, glass, `stroke="${mood.land[2]}" stroke-width="2.4"`) +
      shape(inner, glow) +
      line(
        `M${num(cx - half * 0.5)} ${num(y - tall * 0.78)}L${num(cx)} ${num(y - tall - half * 0.3)}L${num(cx + half * 0.5)} ${num(y - tall * 0.78)}`,
        '#ffffff',
        2,
        'stroke-opacity=".7"',
      )
    );
  };
  return arch(0) + arch(4) + arch(1) + arch(3) + arch(2) + box(x - size * 1.1, y - 4, size * 2.2, 9, mood.land[2], 3);
}

function treehouse(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const bark = ramp(ink, mood.land[1], darker(mood.land[2], 0.2), 'across');
  const crown = many(9, (i) =>
    circle(
      x + Math.cos(i * 0.7) * size * 0.52,
      y - size * 1.12 + Math.sin(i * 1.9) * size * 0.2,
      size * (0.24 + (i % 3) * 0.03),
      blend(mood.land[0], mood.accent, 0.12 + (i % 4) * 0.07),
    ),
  );
  const hut = (cx: number, cy: number, s: number) =>
    box(
      cx - s / 2,
      cy - s * 0.7,
      s,
      s * 0.7,
      blend(mood.land[1], mood.light, 0.25),
      3,
      `stroke="${mood.land[2]}" stroke-width="2"`,
    ) +
    shape(
      polygon([
        [cx - s * 0.68, cy - s * 0.66],
        [cx, cy - s * 1.2],
        [cx + s * 0.68, cy - s * 0.66],
      ]),
      mood.accent,
      `stroke="${mood.land[2]}" stroke-width="2"`,
    ) +
    pane(scene, cx, cy - s * 0.14, s * 0.26) +
    box(cx - s * 0.7, cy, s * 1.4, 5, mood.land[2]);
  return (
    shape(
      `M${num(x - size * 0.34)} ${num(y)}Q${num(x - size * 0.12)} ${num(y - size * 0.3)} ${num(x - size * 0.15)} ${num(y - size)}H${num(x + size * 0.15)}Q${num(x + size * 0.12)} ${num(y - size * 0.3)} ${num(x + size * 0.36)} ${num(y)}Z`,
      bark,
    ) +
    crown +
    hut(x - size * 0.36, y - size * 0.62, size * 0.34) +
    hut(x + size * 0.38, y - size * 0.84, size * 0.3) +
    shape(
      `M${num(x - size * 0.09)} ${num(y)}v${num(-size * 0.2)}a${num(size * 0.09)} ${num(size * 0.09)} 0 0 1 ${num(size * 0.18)} 0v${num(size * 0.2)}Z`,
      mood.light,
    ) +
    line(
      `M${num(x - size * 0.2)} ${num(y - size * 0.62)}Q${num(x + size * 0.1)} ${num(y - size * 0.56)} ${num(x + size * 0.24)} ${num(y - size * 0.84)}`,
      mood.land[2],
      3,
    )
  );
}

function ship(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const hull = ramp(ink, blend(mood.land[1], mood.accent, 0.45), darker(mood.land[2], 0.3));
  const canvas = linear(
    ink,
    [
      [0, lighter(mood.light, 0.4)],
      [1, blend(mood.light, mood.accent, 0.45)],
    ],
    [0, 0],
    [1, 1],
  );
  const sail = (sx: number, top: number, half: number, tall: number) =>
    shape(
      `M${num(sx - half)} ${num(top)}H${num(sx + half)}Q${num(sx + half * 1.5)} ${num(top + tall * 0.6)} ${num(sx + half * 0.9)} ${num(top + tall)}H${num(sx - half * 0.9)}Q${num(sx - half * 0.4)} ${num(top + tall * 0.5)} ${num(sx - half)} ${num(top)}Z`,
      canvas,
      `stroke="${mood.land[2]}" stroke-width="2"`,
    );
  return (
    line(
      `M${num(x - size * 0.35)} ${num(y)}v${num(-size * 1.1)}M${num(x + size * 0.25)} ${num(y)}v${num(-size * 1.35)}`,
      mood.land[2],
      5,
    ) +
    sail(x - size * 0.35, y - size, size * 0.24, size * 0.5) +
    sail(x + size * 0.25, y - size * 1.25, size * 0.26, size * 0.4) +
    sail(x + size * 0.25, y - size * 0.82, size * 0.36, size * 0.5) +
    shape(
      `M${num(x - size * 0.95)} ${num(y - size * 0.28)}Q${num(x - size * 0.5)} ${num(y - size * 0.12)} ${num(x + size * 0.6)} ${num(y - size * 0.16)}L${num(x + size * 1.05)} ${num(y - size * 0.4)}Q${num(x + size * 0.85)} ${num(y + size * 0.2)} ${num(x + size * 0.4)} ${num(y + size * 0.2)}H${num(x - size * 0.5)}Q${num(x - size * 0.8)} ${num(y + size * 0.14)} ${num(x - size * 0.95)} ${num(y - size * 0.28)}Z`,
      hull,
      `stroke="${mood.land[2]}" stroke-width="3"`,
    ) +
    many(5, (i) => circle(x - size * 0.5 + i * size * 0.24, y - size * 0.01, size * 0.04, mood.light)) +
    ellipse(x, y + size * 0.2, size * 1.05, size * 0.05, '#ffffff', 'fill-opacity=".4"')
  );
}

function clockhall(scene: Scene, x: number, y: number, size: number): string {
  const { ink, mood } = scene;
  const brass = linear(
    ink,
    [
      [0, lighter(mood.accent, 0.5)],
      [1, darker(mood.accent, 0.45)],
    ],
    [0, 0],
    [1, 1],
  );
  const stone = ramp(ink, lighter(mood.land[0], 0.3), mood.land[2], 'across');
  return (
    gear(x - size * 0.5, y - size * 0.3, size * 0.3, 13, brass, mood.land[2], 0.2) +
    gear(x + size * 0.52, y - size * 0.24, size * 0.26, 11, brass, mood.land[2], 0.5) +
    box(
      x - size * 0.36,
      y - size * 0.9,
      size * 0.72,
      size * 0.92,
      stone,
      4,
      `stroke="${mood.land[2]}" stroke-width="2.5"`,
    ) +
    shape(
      polygon([
        [x - size * 0.46, y - size * 0.88],
        [x, y - size * 1.4],
        [x + size * 0.46, y - size * 0.88],
      ]),
      brass,
      `stroke="${mood.land[2]}" stroke-width="2.5"`,
    ) +
    circle(x, y - size * 0.62, size * 0.22, mood.light, `stroke="${mood.land[2]}" stroke-width="4"`) +
    line(
      `M${num(x)} ${num(y - size * 0.62)}v${num(-size * 0.15)}M${num(x)} ${num(y - size * 0.62)}l${num(size * 0.1)} ${num(size * 0.06)}`,
      mood.land[2],
      4,
    ) +
    pane(scene, x - size * 0.18, y - size * 0.1, size * 0.12) +
    pane(scene, x + size * 0.18, y - size * 0.1, size * 0.12) +
    pane(scene, x, y, size * 0.16)
  );
}

const BUILDINGS: Record<string, (scene: Scene, x: number, y: number, size: number) => string> = {
  teahouse,
  observatory,
  arcade,
  treehouse,
  ship,
  clockhall,
  lighthouse: (scene, x, y, size) => lighthouse(scene, x, y, size * 1.5),
  belfry: (scene, x, y, size) =>
    bellTower(scene, x - size * 0.42, y, size * 0.8) +
    bellTower(scene, x + size * 0.42, y, size * 0.7) +
    bellTower(scene, x, y + 6, size * 1.25),
  wheel: (scene, x, y, size) =>
    ferrisWheel(scene, x, y - size * 0.78, size * 0.62) +
    box(x - size * 0.8, y - 4, size * 1.6, 10, scene.mood.land[2], 4),
};

/** A haven in the middle of its landscape. */
export function haven(scene: Scene, motif: string): string {
  const build = BUILDINGS[motif];
  if (build === undefined) throw new RangeError(`no such haven: ${motif}`);
  const { ink, mood, w, h } = scene;
  const [x, y, size] = [w * ink.random.between(0.44, 0.56), h * 0.86, Math.min(h * 0.52, w * 0.42)];
  const glow = haloFill(ink, mood.light, 0.55);
  return (
    circle(x, y - size * 0.5, size * 1.15, glow) +
    build(scene, x, y, size) +
    mist(scene, y + 6, h * 0.12, mood.light, 0.3) +
    ellipse(x, y + h * 0.03, size, h * 0.018, mood.light, 'fill-opacity=".25"')
  );
}
