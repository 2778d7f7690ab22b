/** What passes once: a comet, an eclipse, bodies in line, stars joined to a sign. */
import { darker, lighter, oklch } from '../../draw/colour.ts';
import { circle, group, type Ink, line, linear, many, num, radial, rounded, shape, twinkle } from '../../draw/ink.ts';
import type { Tones } from './tones.ts';

function comet(ink: Ink, { text }: Tones): string {
  const { random } = ink;
  const glow = oklch(0.82, 0.12, random.between(0, 360));
  const [size, tail] = [random.between(22, 36), random.between(300, 400)];
  const tails = many(random.whole(3, 5), (i) => {
    const bend = random.between(-90, 90);
    const fill = linear(ink, [0, 0, 1, 0], [0, i % 2 ? text : glow, 0.75], [1, glow, 0]);
    return shape(
      rounded`M0 ${-size}Q${tail * 0.6} ${bend - size * 0.8} ${tail} ${bend}Q${tail * 0.6} ${bend + size * 0.4} 0 ${size}Z`,
      fill,
    );
  });
  const head = radial(ink, [0.4, 0.45, 0.55], [0, '#ffffff'], [0.6, glow], [1, darker(glow, 0.3)]);
  const place = `translate(${num(random.between(-130, -60))} ${num(random.between(20, 110))}) rotate(${num(random.between(-65, -20))})`;
  return group(tails + circle(0, 0, size, head), `transform="${place}"`);
}

function eclipse(ink: Ink, { deep, metal }: Tones): string {
  const { random } = ink;
  const r = random.between(88, 132);
  const fire = oklch(0.84, 0.14, random.between(20, 110));
  const rays = many(random.whole(28, 56), () => {
    const [angle, far] = [random.between(0, 360), r * random.between(1.2, 1.95)];
    return shape(
      rounded`M${r * 0.9} -7L${far} 0L${r * 0.9} 7Z`,
      fire,
      `fill-opacity=".5" transform="rotate(${num(angle)})"`,
    );
  });
  const [dx, dy] = [random.between(-0.2, 0.2) * r, random.between(-0.2, 0.2) * r];
  const corona = radial(ink, [0.5, 0.5, 0.5], [0.4, fire, 0.9], [1, fire, 0]);
  const hidden = circle(dx, dy, r * 0.98, deep, `stroke="${metal}" stroke-width="1.5"`);
  const pits = many(random.whole(3, 6), () =>
    circle(
      dx + random.between(-0.5, 0.5) * r,
      dy + random.between(-0.5, 0.5) * r,
      random.between(5, 16),
      lighter(deep, 0.08),
    ),
  );
  return circle(0, 0, r * 1.9, corona) + rays + circle(0, 0, r, lighter(fire, 0.6)) + hidden + pits;
}

function inLine(ink: Ink, { metal, deep }: Tones): string {
  const { random } = ink;
  const count = random.whole(3, 6);
  const bodies = many(count, (i) => {
    const x = -185 + (i * 370) / (count - 1);
    const r = random.between(20, 160 / count + 14);
    const colour = oklch(0.7, 0.12, random.between(0, 360));
    const fill = radial(ink, [0.34, 0.3, 0.75], [0, lighter(colour, 0.6)], [0.5, colour], [1, darker(colour, 0.6)]);
    const orbit = circle(-310, 0, x + 310, 'none', `stroke="${metal}" stroke-width="1.5" stroke-opacity=".7"`);
    return orbit + circle(x, 0, r, fill, `stroke="${deep}" stroke-width="2"`);
  });
  return group(line('M-260 0H260', metal, 2) + bodies, `transform="rotate(${num(random.between(-70, 70))})"`);
}

function sign(ink: Ink, { text, metal }: Tones): string {
  const { random } = ink;
  const count = random.whole(6, 9);
  const turn = random.next();
  const points = Array.from({ length: count }, (_, i) => {
    const [angle, far] = [(i / count + turn) * Math.PI * 2, random.between(60, 215)];
    return [Math.cos(angle) * far, Math.sin(angle) * far] as const;
  });
  const joined = points.map(([x, y], i) => {
    const [toX, toY] = points[random.chance(0.75) ? (i + 1) % count : random.whole(0, count - 1)] ?? [x, y];
    return line(rounded`M${x} ${y}L${toX} ${toY}`, metal, 3);
  });
  return joined.join('') + points.map(([x, y]) => twinkle(x, y, random.between(14, 34), text)).join('');
}

const DRAWN: Record<string, (ink: Ink, tones: Tones) => string> = { comet, eclipse, line: inLine, stars: sign };

/** Centred at the origin, in a circle of the sky of radius 250. */
export const passage = (ink: Ink, motif: string, tones: Tones): string => (DRAWN[motif] ?? sign)(ink, tones);
