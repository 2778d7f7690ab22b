/** Jellies: a bell of light over waving arms. */
import { lighter } from '../colour.ts';
import { circle, line, many, radial, rounded, shape } from '../ink.ts';
import { cheeks, edge, eye, flame, type Model, mouth } from './anatomy.ts';

export function jelly(model: Model): string {
  const { coat, build, age, ink } = model;
  const [wide, tall, arms] = [build.between(72, 88) + age * 4, build.between(82, 98), build.whole(5, 7) + age];
  const sway = ink.random.between(-16, 16);
  const bell = radial(
    ink,
    [0.42, 0.25, 0.85],
    [0, lighter(coat.belly, 0.5), 0.98],
    [0.5, coat.body, 0.95],
    [1, coat.shade, 0.95],
  );
  const strand = (i: number, front: boolean) => {
    const x = (i / (arms - 1) - 0.5) * wide * 1.5;
    const d = rounded`M${x} 4C${x + 14 + sway * 0.5} 34 ${x - 18 + sway} 58 ${x + sway * 1.3} ${88 + (i % 2) * 16}`;
    return line(d, coat.outline, front ? 10 : 8) + line(d, i % 2 ? coat.accent : coat.belly, front ? 5.5 : 4);
  };
  const hem = many(7, (i) =>
    circle(
      -wide + 12 + (i * (wide * 2 - 24)) / 6,
      4,
      wide / 6.4,
      i % 2 ? coat.accent : lighter(coat.accent, 0.25),
      edge(coat, 2.4),
    ),
  );
  const dome = rounded`M${-wide} 4C${-wide * 1.02} ${-tall * 1.25} ${wide * 1.02} ${-tall * 1.25} ${wide} 4Q0 26 ${-wide} 4Z`;
  const lights = many(6, () => {
    const [x, y] = [build.between(-0.7, 0.7) * wide, build.between(-0.78, -0.5) * tall];
    return circle(x, y, 9, coat.flame, 'fill-opacity=".3"') + circle(x, y, 3.8, lighter(coat.flame, 0.6));
  });
  return (
    many(arms, (i) => strand(i, i % 2 === 0)) +
    hem +
    shape(dome, bell, edge(coat)) +
    line(
      rounded`M${-wide * 0.66} ${-tall * 0.42}Q${-wide * 0.4} ${-tall * 0.82} 0 ${-tall * 0.84}`,
      '#ffffff',
      6,
      'stroke-opacity=".6"',
    ) +
    lights +
    eye(model, -24, -22, 14, -0.1, 1) +
    eye(model, 24, -22, 14, 0.1, -1) +
    mouth(model, 0, -4, 8) +
    cheeks(model, -44, 44, -6, 8) +
    flame(model, 0, -tall * 0.9, 22 + age * 5, sway * 0.4)
  );
}
