/** Owls, tufted or built like a penguin; the elders are crowned. */
import { lighter } from '../colour.ts';
import { circle, ellipse, line, many, num, ramp, rounded, shape } from '../ink.ts';
import { cheeks, edge, eye, flame, fur, type Model } from './anatomy.ts';

/** An owl's short wing, raised by `lift`. */
function flipper({ ink, coat }: Model, wide: number, lift: number, s: 1 | -1): string {
  const d = `M${s * (wide - 12)} -22Q${s * (wide + 34 + lift)} ${num(10 - lift)} ${s * (wide + 10 + lift * 0.6)} ${num(66 - lift)}Q${s * (wide - 8)} 50 ${s * (wide - 18)} 20Z`;
  const barbs = many(3, (i) =>
    line(
      rounded`M${s * (wide + 2 + i * 5 + lift * 0.4)} ${22 + i * 13 - lift * 0.7}q${s * 8} 3 ${s * 12} 12`,
      coat.outline,
      2.2,
      'stroke-opacity=".5"',
    ),
  );
  return shape(d, ramp(ink, coat.shade, coat.accent), edge(coat)) + barbs;
}

const smallCrown = ({ coat }: Model): string =>
  shape('M-22 -84L-26 -104L-11 -94L0 -112L11 -94L26 -104L22 -84Z', coat.flame, edge(coat, 2.4)) +
  circle(0, -96, 4, coat.accent);

export function owl(model: Model): string {
  const { coat, build, age, ink } = model;
  const [wide, tuft] = [build.between(60, 72), build.between(22, 40) + age * 5];
  const [penguin, crowned] = [build.chance(0.25), age > 0];
  const lift = ink.random.between(-6, 30);
  const ear = (s: 1 | -1) =>
    shape(
      rounded`M${s * 18} -78Q${s * 40} ${-84 - tuft * 0.4} ${s * 58} ${-78 - tuft}Q${s * 62} -66 ${s * 50} -48Z`,
      coat.shade,
      edge(coat),
    );
  const scallops = many(4, (row) =>
    many(5 - (row % 2), (i) =>
      line(
        rounded`M${(i - (4 - (row % 2)) / 2) * 18 - 8} ${20 + row * 16}q8 9 16 0`,
        coat.trim,
        2.4,
        'stroke-opacity=".45"',
      ),
    ),
  );
  const disc = (s: 1 | -1) =>
    circle(s * 25, -40, 27, coat.belly, edge(coat, 2.2)) +
    circle(s * 25, -40, 21, lighter(coat.belly, 0.45)) +
    eye(model, s * 24, -39, 14.5, 0.25 * s, -s as 1 | -1);
  const feet = many(2, (i) =>
    shape(`M${-34 + i * 44} 100q12 -14 24 0q-6 6 -12 2q-6 4 -12 -2Z`, coat.flame, edge(coat, 2.4)),
  );
  const ears = penguin ? '' : ear(-1) + ear(1);
  const crown = crowned ? smallCrown(model) : '';
  return (
    flipper(model, wide, lift, -1) +
    flipper(model, wide, lift, 1) +
    feet +
    ears +
    ellipse(0, 12, wide, 90, fur(model), edge(coat)) +
    ellipse(0, 42, wide * 0.68, 52, coat.belly, 'fill-opacity=".9"') +
    scallops +
    disc(-1) +
    disc(1) +
    shape('M-9 -32L9 -32L0 -12Z', coat.flame, edge(coat, 2.4)) +
    cheeks(model, -44, 44, -18, 8) +
    crown +
    flame(model, 0, crowned ? -106 : -76, 20 + age * 5, ink.random.between(-6, 6))
  );
}
