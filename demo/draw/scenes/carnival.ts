/** The cinder carnival: tents, a great wheel, fireworks, and a volcano behind. */
import { blend, lighter } from '../colour.ts';
import {
  circle,
  ellipse,
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
import { foreground, mist, ridge } from './ground.ts';
import type { Scene } from './scene.ts';
import { motes, sky, stars } from './sky.ts';

/** A burst of fireworks. */
function firework({ ink, mood }: Scene, x: number, y: number, r: number): string {
  const { random } = ink;
  const colour = random.pick([
    mood.accent,
    mood.light,
    blend(mood.accent, '#ffffff', 0.4),
    blend(mood.accent, mood.sky[1], 0.3),
  ]);
  const glow = haloFill(ink, colour, 0.5);
  const sparks = many(18, (i) => {
    const [angle, reach] = [(i / 18) * Math.PI * 2 + random.between(-0.08, 0.08), r * random.between(0.75, 1.05)];
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    return (
      line(
        rounded`M${x + dx * r * 0.25} ${y + dy * r * 0.25}Q${x + dx * reach * 0.7} ${y + dy * reach * 0.7} ${x + dx * reach} ${y + dy * reach + r * 0.14}`,
        colour,
        1.7,
        'stroke-opacity=".85"',
      ) + circle(x + dx * reach, y + dy * reach + r * 0.14, 2, lighter(colour, 0.6))
    );
  });
  return circle(x, y, r * 1.3, glow) + sparks;
}

/** A great wheel with a lamp at every car. */
export function ferrisWheel({ mood }: Scene, x: number, y: number, r: number): string {
  const spokes = many(12, (i) => {
    const angle = (i / 12) * Math.PI * 2;
    const [ex, ey] = [x + Math.cos(angle) * r, y + Math.sin(angle) * r];
    return (
      line(rounded`M${x} ${y}L${ex} ${ey}`, mood.land[2], 2) +
      circle(ex, ey + 5, r * 0.085, i % 2 ? mood.accent : mood.light) +
      circle(ex, ey + 5, r * 0.18, i % 2 ? mood.accent : mood.light, 'fill-opacity=".25"')
    );
  });
  return (
    line(rounded`M${x} ${y}L${x - r * 0.5} ${y + r * 1.35}M${x} ${y}L${x + r * 0.5} ${y + r * 1.35}`, mood.land[2], 5) +
    circle(x, y, r, 'none', `stroke="${mood.land[2]}" stroke-width="4"`) +
    circle(x, y, r * 0.86, 'none', `stroke="${mood.light}" stroke-width="1.4" stroke-opacity=".7"`) +
    spokes +
    circle(x, y, r * 0.1, mood.accent)
  );
}

/** A striped tent with a pennant. */
function tent({ ink, mood }: Scene, x: number, y: number, half: number): string {
  const { random } = ink;
  const [tall, colour] = [
    half * random.between(1.1, 1.5),
    random.pick([mood.accent, blend(mood.accent, mood.sky[1], 0.45)]),
  ];
  const gore = (i: number) =>
    shape(
      rounded`M${x} ${y - tall}Q${x + half * (i / 3 - 1) * 0.35} ${y - tall * 0.45} ${x + half * (i / 3 - 1)} ${y}H${x + half * ((i + 1) / 3 - 1)}Q${x + half * ((i + 1) / 3 - 1) * 0.35} ${y - tall * 0.45} ${x} ${y - tall}Z`,
      i % 2 ? lighter(mood.light, 0.15) : colour,
    );
  const shade = linear(ink, [0, 0, 1, 0.3], [0, mood.land[2], 0], [1, mood.land[2], 0.6]);
  return (
    line(rounded`M${x} ${y - tall}v-14`, mood.land[2], 2) +
    shape(polygon([x, y - tall - 15], [x + 15, y - tall - 10], [x, y - tall - 5]), mood.light) +
    many(6, gore) +
    shape(rounded`M${x} ${y - tall}L${x - half} ${y}H${x + half}Z`, shade) +
    shape(polygon([x, y - tall * 0.5], [x - half * 0.16, y], [x + half * 0.16, y]), blend(mood.light, mood.accent, 0.3))
  );
}

export function carnival(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const left = random.chance(0.5);
  const vent = w * (left ? 0.76 : 0.26);
  const cone = polygon(
    [vent - w * 0.34, h * 0.72],
    [vent - w * 0.05, h * 0.38],
    [vent + w * 0.05, h * 0.38],
    [vent + w * 0.34, h * 0.72],
  );
  const plume = radial(ink, MIDDLE, [0, mood.light, 0.9], [0.3, mood.accent, 0.5], [1, mood.accent, 0]);
  const lava =
    line(
      rounded`M${vent} ${h * 0.38}q${-w * 0.02} ${h * 0.1} ${w * 0.015} ${h * 0.16}t${-w * 0.03} ${h * 0.16}`,
      mood.accent,
      6,
    ) + line(rounded`M${vent} ${h * 0.38}q${-w * 0.02} ${h * 0.1} ${w * 0.015} ${h * 0.16}`, mood.light, 2.5);
  return (
    sky(scene, 0.8) +
    stars(scene, 60, 0.5) +
    circle(vent, h * 0.36, h * 0.36, plume) +
    shape(cone, ramp(ink, blend(mood.land[0], mood.accent, 0.4), mood.land[1])) +
    lava +
    firework(scene, w * random.between(0.1, 0.4), h * random.between(0.12, 0.3), h * random.between(0.1, 0.16)) +
    firework(scene, w * random.between(0.55, 0.9), h * random.between(0.1, 0.26), h * random.between(0.08, 0.14)) +
    ridge(scene, h * 0.7, h * 0.025, mood.land[0]) +
    ferrisWheel(scene, w * (left ? 0.2 : 0.8), h * 0.5, h * random.between(0.16, 0.21)) +
    mist(scene, h * 0.72, h * 0.12, mood.accent, 0.4) +
    many(5, (i) =>
      tent(scene, w * (0.06 + i * 0.22) + random.between(-10, 10), h * 0.82, w * random.between(0.08, 0.12)),
    ) +
    foreground(scene, h * 0.82, mood.land[2], 0) +
    many(9, () =>
      ellipse(
        random.between(0, w),
        h * random.between(0.86, 0.99),
        random.between(20, 60),
        3,
        mood.accent,
        'fill-opacity=".16"',
      ),
    ) +
    motes(scene, 26, mood.accent, 0.1, 0.98)
  );
}
