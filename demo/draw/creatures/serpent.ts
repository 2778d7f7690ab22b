/** Serpents: three coils, and a frill behind the head. */
import { lighter } from '../colour.ts';
import { circle, curve, ellipse, group, line, many, type Point, polygon, rounded, shape } from '../ink.ts';
import { cheeks, edge, eye, flame, fur, horn, type Model, mouth } from './anatomy.ts';

const spike = ({ coat, age }: Model, [x, y]: Point, thick: number): string =>
  shape(
    polygon([x - 8, y - thick * 0.6], [x - 18, y - thick - 24 - age * 4], [x + 14, y - thick * 0.7]),
    coat.accent,
    edge(coat, 2.2),
  );

/** The frill behind a serpent's head. */
const fan = ({ coat, age }: Model): string =>
  many(5, (i) =>
    group(
      shape(
        `M0 0Q-10 -30 0 ${-58 - age * 6}Q12 -30 8 0Z`,
        i % 2 ? coat.accent : lighter(coat.accent, 0.25),
        edge(coat, 2.2),
      ),
      `transform="translate(26 -50) rotate(${-108 + i * 34})"`,
    ),
  );

export function serpent(model: Model): string {
  const { coat, build, age, ink } = model;
  const [thick, hornKind, frilled] = [build.between(19, 25) + age * 2, build.whole(0, 3), build.chance(0.6)];
  const sway = ink.random.between(-10, 10);
  const spine: Point[] = [
    [-104, 62 + sway],
    [-74, 88],
    [-30, 84],
    [4, 62],
    [-8, 30],
    [-44, 14],
    [-52, -18],
    [-22, -44],
    [14, -50],
  ];
  const along = (from: number, to: number) => curve(...spine.slice(from, to));
  const coil = (from: number, to: number, width: number) =>
    line(along(from, to), coat.outline, width + 6) +
    line(along(from, to), coat.shade, width) +
    group(line(along(from, to), coat.body, width * 0.74), 'transform="translate(0 -2.5)"') +
    group(
      line(along(from, to), lighter(coat.body, 0.35), width * 0.22, 'stroke-opacity=".7"'),
      rounded`transform="translate(0 ${-width * 0.24})"`,
    );
  const spikes = many(4, (i) => spike(model, spine[i + 3] ?? [0, 0], thick));
  const frill = frilled ? fan(model) : '';
  return (
    flame(model, -104, 60 + sway, 19 + age * 4, -8) +
    spikes +
    coil(0, 4, thick * 1.25) +
    coil(2, 6, thick * 1.75) +
    coil(4, 9, thick * 2) +
    many(5, (i) => ellipse(-40 + i * 12, 84 - i * 3, 4, 7, coat.belly, 'fill-opacity=".55"')) +
    frill +
    horn(model, hornKind, 18, -80, 36, -1) +
    horn(model, hornKind, 46, -82, 36, 1) +
    ellipse(36, -50, 43, 37, fur(model), edge(coat)) +
    ellipse(52, -34, 28, 18, coat.belly) +
    circle(60, -42, 2.6, coat.outline) +
    circle(72, -41, 2.4, coat.outline) +
    mouth(model, 58, -31, 10) +
    eye(model, 24, -56, 13, 0.5, 1) +
    eye(model, 58, -58, 11, 0.5, -1) +
    cheeks(model, 16, 16, -36, 7)
  );
}
