/** The mossy hollow: trunks, hanging moss, and toadstools that glow. */
import { blend, darker, lighter } from '../colour.ts';
import {
  ACROSS,
  circle,
  ellipse,
  haloFill,
  type Ink,
  line,
  linear,
  MIDDLE,
  many,
  radial,
  ramp,
  rounded,
  shape,
} from '../ink.ts';
import { foreground, mist, ridge } from './ground.ts';
import type { Scene } from './scene.ts';
import { motes, rays, sky } from './sky.ts';

/** A trunk with flared roots and a crooked bough. */
function trunk({ ink, mood, h }: Scene, x: number, thick: number, colour: string): string {
  const { random } = ink;
  const [lean, foot] = [random.between(-0.06, 0.06) * h, h * 0.92];
  const d = rounded`M${x - thick * 1.5} ${foot}Q${x - thick * 0.5} ${foot - thick} ${x - thick * 0.5 + lean * 0.4} ${h * 0.5}T${x - thick * 0.55 + lean} -8H${x + thick * 0.6 + lean}Q${x + thick * 0.5 + lean * 0.5} ${h * 0.4} ${x + thick * 0.5} ${foot - thick * 1.2}T${x + thick * 1.6} ${foot}Z`;
  const side = random.chance(0.5) ? 1 : -1;
  const bough = line(
    rounded`M${x + lean * 0.5} ${h * random.between(0.2, 0.4)}q${side * thick * 2} ${-thick * 0.6} ${side * thick * 4} ${-thick * 2.4}`,
    colour,
    thick * 0.36,
  );
  return (
    bough +
    shape(d, linear(ink, ACROSS, [0, blend(colour, mood.light, 0.16)], [0.4, colour], [1, darker(colour, 0.35)]))
  );
}

/** Moss hanging in strands from above. */
function drapery({ ink, w, h }: Scene, colour: string, reach: number): string {
  const { random } = ink;
  const strands = many(26, (i) => {
    const x = (i / 26) * w + random.between(-8, 8);
    const [long, wide] = [h * reach * random.between(0.25, 1), random.between(4, 12)];
    return rounded`M${x - wide} -5Q${x - wide * 0.4} ${long * 0.6} ${x} ${long}Q${x + wide * 0.5} ${long * 0.5} ${x + wide} -5Z`;
  });
  return shape(strands, colour);
}

/** A toadstool with a glow beneath its cap. */
function toadstool(ink: Ink, x: number, y: number, tall: number, cap: string, light: string): string {
  const r = tall * 0.52;
  const top = y - tall;
  const dots = many(4, (i) =>
    ellipse(
      x + (i - 1.5) * r * 0.42,
      top + r * (0.1 + (i % 2) * 0.16),
      r * 0.1,
      r * 0.075,
      lighter(light, 0.4),
      'fill-opacity=".9"',
    ),
  );
  const glow = haloFill(ink, light, 0.55);
  const stem = ramp(ink, lighter(light, 0.35), blend(light, cap, 0.45));
  return (
    circle(x, top + r * 0.5, r * 1.7, glow) +
    shape(
      rounded`M${x - tall * 0.09} ${top + r * 0.3}Q${x - tall * 0.06} ${y - tall * 0.2} ${x - tall * 0.13} ${y}H${x + tall * 0.13}Q${x + tall * 0.06} ${y - tall * 0.2} ${x + tall * 0.09} ${top + r * 0.3}Z`,
      stem,
    ) +
    ellipse(x, top + r * 0.42, r * 0.92, r * 0.16, blend(light, cap, 0.3)) +
    shape(
      rounded`M${x - r} ${top + r * 0.45}C${x - r} ${top - r * 0.6} ${x + r} ${top - r * 0.6} ${x + r} ${top + r * 0.45}Q${x} ${top + r * 0.2} ${x - r} ${top + r * 0.45}Z`,
      ramp(ink, lighter(cap, 0.35), darker(cap, 0.2)),
    ) +
    dots
  );
}

export function hollow(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const glade = radial(ink, MIDDLE, [0, mood.light, 0.95], [0.35, mood.light, 0.4], [1, mood.light, 0]);
  const [gx, gy] = [w * random.between(0.35, 0.65), h * random.between(0.3, 0.45)];
  const stand = (count: number, thick: number, colour: string) =>
    many(count, (i) =>
      trunk(scene, ((i + random.between(0.1, 0.9)) / count) * w, w * thick * random.between(0.7, 1.3), colour),
    );
  return (
    sky(scene, 0.9) +
    circle(gx, gy, h * 0.6, glade) +
    stand(7, 0.014, blend(mood.land[0], mood.sky[1], 0.4)) +
    mist(scene, h * 0.66, h * 0.3, mood.light, 0.3) +
    rays(scene, gx, -h * 0.1, 9, 0.16, Math.PI * 0.7, Math.PI / 2) +
    stand(4, 0.024, blend(mood.land[0], mood.land[1], 0.35)) +
    ridge(scene, h * 0.74, h * 0.03, mood.land[0]) +
    mist(scene, h * 0.74, h * 0.14, mood.light, 0.3) +
    trunk(scene, w * random.between(-0.02, 0.06), w * 0.06, mood.land[1]) +
    trunk(scene, w * random.between(0.94, 1.02), w * 0.065, mood.land[1]) +
    drapery(scene, mood.land[1], 0.3) +
    drapery(scene, mood.land[2], 0.16) +
    ridge(scene, h * 0.82, h * 0.02, mood.land[1]) +
    many(7, () =>
      toadstool(
        ink,
        random.between(0, w),
        h * random.between(0.83, 0.9),
        h * random.between(0.05, 0.13),
        random.pick([mood.accent, blend(mood.accent, mood.land[0], 0.4)]),
        mood.light,
      ),
    ) +
    foreground(scene, h * 0.88, mood.land[2], h * 0.05) +
    motes(scene, 30, mood.accent, 0.1, 0.95)
  );
}
