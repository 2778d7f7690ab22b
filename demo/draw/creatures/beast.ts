/** Beasts: four legs, and the ears, tail and horns of their breed. */
import { blend, lighter } from '../colour.ts';
import { circle, ellipse, group, line, loop, num, ring, rounded, shape } from '../ink.ts';
import { cheeks, edge, eye, flame, fur, horn, type Model, markings, mouth } from './anatomy.ts';
import { BREEDS } from './breeds.ts';

/** Ears of the species' kind, mirrored over the head at (x, y). */
function ears({ coat, build }: Model, kind: number | undefined, x: number, y: number, size: number): string {
  const tilt = build.between(-6, 10);
  const ear = (s: 1 | -1) => {
    const inside = blend(coat.accent, coat.belly, 0.45);
    const forms = [
      shape(rounded`M-14 8Q-12 ${-size} 6 ${-size * 1.25}Q24 ${-size * 0.4} 16 10Z`, coat.body, edge(coat)) +
        shape(rounded`M-6 4Q-5 ${-size * 0.7} 6 ${-size * 0.95}Q15 ${-size * 0.3} 10 5Z`, inside),
      circle(4, -10, size * 0.5, coat.body, edge(coat)) + circle(4, -9, size * 0.3, inside),
      ellipse(6, -size * 0.75, 13, size * 1.05, coat.body, edge(coat)) +
        ellipse(6, -size * 0.72, 6.5, size * 0.8, inside),
      shape(
        rounded`M-8 0Q20 ${-size * 0.5} 30 ${size * 0.2}Q34 ${size} 18 ${size * 1.1}Q10 ${size * 0.6} -6 12Z`,
        coat.shade,
        edge(coat),
      ),
    ];
    return group(
      forms[kind ?? -1] ?? '',
      `transform="translate(${num(x + s * 24)} ${num(y - 26)}) scale(${s} 1) rotate(${num(14 + tilt)})"`,
    );
  };
  return ear(-1) + ear(1);
}

/** A tail from the rump at (x, y), its tip alight. */
function tail(model: Model, x: number, y: number, kind: number): string {
  const { coat, age, ink } = model;
  const sway = ink.random.between(-12, 14);
  if (kind === 0)
    return (
      shape(
        rounded`M${x + 16} ${y + 12}Q${x - 46} ${y + 28} ${x - 58} ${y - 30 + sway}Q${x - 62} ${y - 64 + sway} ${x - 34} ${y - 84 + sway}Q${x - 44} ${y - 40 + sway} ${x + 22} ${y - 14}Z`,
        fur(model),
        edge(coat),
      ) +
      shape(
        rounded`M${x - 60} ${y - 42 + sway}Q${x - 60} ${y - 66 + sway} ${x - 34} ${y - 84 + sway}Q${x - 42} ${y - 60 + sway} ${x - 40} ${y - 46 + sway}Z`,
        coat.belly,
      ) +
      flame(model, x - 36, y - 78 + sway, 17 + age * 4, -4)
    );
  if (kind === 1) {
    const d = rounded`M${x + 8} ${y}Q${x - 50} ${y + 24} ${x - 50} ${y - 30 + sway}`;
    return line(d, coat.outline, 17) + line(d, coat.body, 11) + flame(model, x - 50, y - 30 + sway, 20 + age * 4, -3);
  }
  return (
    circle(x - 14, y - 8, 22, lighter(coat.belly, 0.2), edge(coat)) +
    circle(x - 24, y - 16, 12, lighter(coat.belly, 0.5)) +
    flame(model, x - 20, y - 26, 15 + age * 4, -4)
  );
}

export function beast(model: Model): string {
  const { coat, build, age, ink } = model;
  const { ears: earKind, tail: tailKind, horns: hornKind, mane } = BREEDS[model.breed];
  const long = build.between(56, 68);
  const horned = hornKind !== undefined && age > 0;
  const nod = ink.random.between(-8, 10);
  const [headX, headY] = [46, -40 + nod];
  const legged = 28 + age * 7;
  const leg = (x: number, fill: string) =>
    shape(
      `M${x - 17} 40Q${x - 12} ${44 + legged * 0.6} ${x - 10} ${56 + legged}Q${x - 14} ${66 + legged} ${x + 2} ${67 + legged}Q${x + 18} ${67 + legged} ${x + 14} ${56 + legged}Q${x + 12} ${44 + legged * 0.6} ${x + 17} 40Z`,
      fill,
      edge(coat),
    ) + line(`M${x} ${66 + legged}v-6m7 5v-5`, coat.outline, 2);
  const tufts = mane
    ? shape(loop(...ring(18, (i) => (i % 2 ? 64 : 50), headX - 4, headY + 6)), coat.accent, edge(coat))
    : '';
  const horns = horned
    ? horn(model, hornKind, headX - 18, headY - 34, 46, -1) + horn(model, hornKind, headX + 18, headY - 34, 46, 1)
    : '';
  const muzzle =
    ellipse(headX + 9, headY + 18, 24, 17, coat.belly) +
    ellipse(headX + 12, headY + 9, 8, 5.5, coat.outline) +
    circle(headX + 10, headY + 7, 1.8, '#ffffff') +
    mouth(model, headX + 11, headY + 19, 8);
  return group(
    tail(model, -58, 26, tailKind) +
      leg(-34, coat.shade) +
      leg(34, coat.shade) +
      ellipse(-6, 30, long + 4, 42, fur(model), edge(coat)) +
      ellipse(4, 52, long * 0.66, 18, coat.belly, 'fill-opacity=".8"') +
      markings(model, -18, 26, 46, 32) +
      leg(-50, coat.body) +
      leg(18, coat.body) +
      tufts +
      ears(model, earKind, headX, headY, 34) +
      horns +
      ellipse(headX, headY, 47, 42, fur(model), edge(coat)) +
      muzzle +
      eye(model, headX - 12, headY - 5, 12.5, 0.5, 1) +
      eye(model, headX + 27, headY - 5, 11.5, 0.5, -1) +
      cheeks(model, headX - 25, headX + 38, headY + 13, 7) +
      (horned ? '' : flame(model, headX + 4, headY - 38, 15 + age * 4, 3)),
    `transform="translate(0 ${30 - legged})"`,
  );
}
