/** Sprouts: a round body under leaves, petals or a mushroom cap. */
import { darker, lighter } from '../colour.ts';
import { ellipse, group, line, loop, many, ramp, rounded, shape } from '../ink.ts';
import { cheeks, edge, eye, flame, fur, type Model, markings, mouth } from './anatomy.ts';

/** A tuft of leaves on a sprout's crown. */
function leaves({ coat, age }: Model, count: number, tall: number, sway: number, fill: string): string {
  return many(count, (i) => {
    const size = 62 + age * 8 - Math.abs(i - (count - 1) / 2) * 5;
    const blade = rounded`M0 0C${-size * 0.42} ${-size * 0.35} ${-size * 0.3} ${-size * 0.85} 0 ${-size}C${size * 0.3} ${-size * 0.85} ${size * 0.42} ${-size * 0.35} 0 0Z`;
    return group(
      shape(blade, fill, edge(coat, 2.4)) +
        line(rounded`M0 -4V${-size * 0.75}`, coat.outline, 1.6, 'stroke-opacity=".5"'),
      rounded`transform="translate(0 ${36 - tall}) rotate(${(i / (count - 1) - 0.5) * 150 + sway})"`,
    );
  });
}

/** A ring of petals around a sprout's face. */
const petals = ({ coat, age }: Model, wide: number, sway: number): string =>
  many(10, (i) =>
    group(
      ellipse(0, -wide * 0.98, 18, 27 + age * 4, i % 2 ? coat.accent : lighter(coat.accent, 0.25), edge(coat, 2.2)),
      `transform="translate(0 34) rotate(${i * 36 + sway})"`,
    ),
  );

function mushroomCap({ ink, coat, age }: Model, wide: number): string {
  const dome = rounded`M${-wide - 34} 6C${-wide - 20} ${-88 - age * 10} ${wide + 20} ${-88 - age * 10} ${wide + 34} 6Q0 -16 ${-wide - 34} 6Z`;
  const dots = many(5, (i) =>
    ellipse((i - 2) * 32, -26 - (2 - Math.abs(i - 2)) * 15, 10, 7.5, lighter(coat.belly, 0.5), 'fill-opacity=".95"'),
  );
  return shape(dome, ramp(ink, lighter(coat.accent, 0.3), darker(coat.accent, 0.25)), edge(coat)) + dots;
}

export function sprout(model: Model): string {
  const { coat, build, age, ink } = model;
  const [kind, count] = [build.whole(0, 2), build.whole(3, 6) + age];
  const [wide, tall] = [build.between(54, 66), build.between(52, 64)];
  const sway = ink.random.between(-8, 8);
  const green = ramp(ink, lighter(coat.accent, 0.3), darker(coat.accent, 0.3));
  const top = kind === 0 ? leaves(model, count, tall, sway, green) : kind === 1 ? petals(model, wide, sway) : '';
  const cap = kind === 2 ? mushroomCap(model, wide) : '';
  const hand = (s: 1 | -1) =>
    group(
      ellipse(0, 16, 12, 24, kind === 0 ? green : coat.body, edge(coat)),
      rounded`transform="translate(${s * (wide - 6)} 40) rotate(${s * (-38 + sway * 2)})"`,
    );
  const feet = many(2, (i) => ellipse(-22 + i * 44, 96, 18, 11, coat.shade, edge(coat)));
  const bodyPath = loop(
    [0, 36 - tall],
    [wide * 0.78, 52 - tall],
    [wide, 50],
    [wide * 0.72, 90],
    [0, 97],
    [-wide * 0.72, 90],
    [-wide, 50],
    [-wide * 0.78, 52 - tall],
  );
  return (
    top +
    feet +
    hand(-1) +
    hand(1) +
    shape(bodyPath, fur(model), edge(coat)) +
    ellipse(0, 62, wide * 0.62, 30, coat.belly, 'fill-opacity=".75"') +
    markings(model, 0, 66, wide * 0.8, 34) +
    cap +
    eye(model, -20, 38, 13, -0.1, 1) +
    eye(model, 20, 38, 13, 0.1, -1) +
    mouth(model, 0, 56, 8) +
    cheeks(model, -36, 36, 54, 8) +
    flame(model, sway * 0.4, kind === 0 ? -20 - tall * 0.4 : kind === 1 ? 40 - tall : -60 - age * 8, 20 + age * 4, sway)
  );
}
