/** Shells: a snail, a tortoise or a crab below a dome. */
import { darker, lighter } from '../colour.ts';
import { circle, ellipse, group, line, many, num, polygon, radial, rounded, shape } from '../ink.ts';
import { cheeks, edge, eye, flame, fur, type Model, mouth } from './anatomy.ts';

/** The dome of a shell, as a snail's whorl, a plated tortoise or a ridged crab. */
function carapace({ ink, coat, age }: Model, kind: number, tall: number): string {
  const fill = radial(
    ink,
    [0.4, 0.25, 0.8],
    [0, lighter(coat.accent, 0.5)],
    [0.55, coat.accent],
    [1, darker(coat.accent, 0.42)],
  );
  const dome = rounded`M-74 56C-80 ${-tall} 66 ${-tall - 8} 66 56Q-4 72 -74 56Z`;
  if (kind === 0) {
    const r = 62 + age * 3;
    const whorl = many(3, (i) =>
      circle(
        -16 + i * 3,
        6 + i * 3,
        r - i * 18,
        i === 0 ? fill : 'none',
        `stroke="${coat.outline}" stroke-width="${3.2 - i * 0.4}"`,
      ),
    );
    return whorl + line(rounded`M-16 ${-r + 10}q34 0 44 26`, '#ffffff', 4, 'stroke-opacity=".55"');
  }
  if (kind === 1) {
    const plate = (x: number, y: number, r: number) =>
      shape(
        polygon(
          [x - r, y],
          [x - r * 0.5, y - r * 0.8],
          [x + r * 0.5, y - r * 0.8],
          [x + r, y],
          [x + r * 0.5, y + r * 0.8],
          [x - r * 0.5, y + r * 0.8],
        ),
        lighter(coat.accent, 0.22),
        edge(coat, 2.2),
      );
    return (
      shape(dome, fill, edge(coat)) + plate(-4, -8, 22) + plate(-44, 22, 15) + plate(36, 22, 15) + plate(-4, 34, 15)
    );
  }
  return (
    shape(dome, fill, edge(coat)) +
    many(5, (i) =>
      shape(
        polygon(
          [-52 + i * 22, 4 - Math.sin((i / 4) * Math.PI) * 30],
          [-47 + i * 22, -22 - Math.sin((i / 4) * Math.PI) * 34 - age * 5],
          [-38 + i * 22, 4 - Math.sin((i / 4) * Math.PI) * 30],
        ),
        coat.belly,
        edge(coat, 2.2),
      ),
    ) +
    line('M-60 38Q-4 54 54 38', coat.outline, 2.4, 'stroke-opacity=".5"')
  );
}

export function shell(model: Model): string {
  const { coat, build, age, ink } = model;
  const [kind, tall] = [build.whole(0, 2), build.between(62, 80) + age * 6];
  const lift = ink.random.between(-10, 12);
  const legs =
    kind === 0
      ? shape('M-84 92Q-40 62 60 66Q104 70 112 96Q20 106 -84 92Z', fur(model), edge(coat))
      : many(4, (i) => shape(`M${-58 + i * 36} 56q-10 26 -4 42q12 8 22 0q4 -22 -2 -42Z`, coat.body, edge(coat)));
  const claw = (s: 1 | -1) =>
    group(
      line('M0 0Q26 -6 34 -28', coat.outline, 17) +
        line('M0 0Q26 -6 34 -28', coat.body, 11) +
        shape('M18 -34Q16 -72 46 -74Q38 -58 48 -50Q58 -62 66 -64Q72 -30 42 -22Q24 -20 18 -34Z', fur(model), edge(coat)),
      `transform="translate(${s === 1 ? 92 : -62} ${num(62 - lift * s)}) scale(${s} 1)"`,
    );
  const stalks =
    kind === 1
      ? ''
      : line(rounded`M62 26L58 ${-14}M84 28L92 ${-12}`, coat.outline, 9) +
        line(rounded`M62 26L58 ${-14}M84 28L92 ${-12}`, coat.body, 4.5);
  const eyes =
    kind === 1
      ? eye(model, 66, 22, 12, 0.4, 1) + eye(model, 93, 22, 11, 0.4, -1)
      : stalks + eye(model, 57, -20, 13, 0.4, 1) + eye(model, 93, -18, 13, 0.4, -1);
  const face =
    (kind === 0 ? shape('M26 84Q44 70 48 40L104 44Q108 76 110 96Z', coat.body) : '') +
    ellipse(76, 40, 34, 31, fur(model), edge(coat)) +
    ellipse(80, 52, 22, 15, coat.belly, 'fill-opacity=".8"') +
    mouth(model, 82, 50, 8) +
    cheeks(model, 58, 98, 44, 6);
  return (
    (kind === 2 ? claw(-1) : '') +
    legs +
    carapace(model, kind, tall) +
    flame(model, -12, kind === 0 ? -52 : -tall * 0.68, 21 + age * 5, lift * 0.4) +
    face +
    (kind === 2 ? claw(1) : '') +
    eyes
  );
}
