/** Birds: a neck, a ruff, a crest and two wings of layered feathers. */
import { blend, lighter } from '../colour.ts';
import { ACROSS, circle, ellipse, group, line, many, num, ramp, rounded, shape } from '../ink.ts';
import { cheeks, edge, eye, flame, fur, horn, type Model, markings } from './anatomy.ts';

/** A wing of layered feathers hanging from the shoulder at (x, y); `lift` turns it up, in degrees. */
function wing(model: Model, x: number, y: number, long: number, lift: number, side: 1 | -1): string {
  const { coat, ink } = model;
  const feather = (i: number, count: number, reach: number, fill: string) => {
    const angle = 20 + (i / (count - 1)) * 62;
    return group(
      ellipse(reach * 0.5, 0, reach * 0.52, long * 0.12, fill, edge(coat, 2.2)),
      rounded`transform="rotate(${angle})"`,
    );
  };
  const under = ramp(ink, coat.shade, coat.trim, ACROSS);
  const over = ramp(ink, coat.body, coat.accent, ACROSS);
  const feathers =
    many(5, (i) => feather(i, 5, long * (1 - i * 0.1), under)) +
    many(4, (i) => feather(i, 4, long * (0.66 - i * 0.05), over));
  return group(
    feathers + ellipse(long * 0.14, long * 0.08, long * 0.24, long * 0.17, coat.body, edge(coat, 2.2)),
    `transform="translate(${num(x)} ${num(y)}) scale(${side} 1) rotate(${num(-lift)})"`,
  );
}

const hookedBeak = (x: number, y: number) =>
  rounded`M${x + 22} ${y - 10}Q${x + 56} ${y - 12} ${x + 54} ${y + 22}Q${x + 44} ${y + 6} ${x + 22} ${y + 10}Z`;

const straightBeak = (x: number, y: number) => rounded`M${x + 24} ${y - 7}L${x + 60} ${y + 5}L${x + 24} ${y + 13}Z`;

/** A collar of down below the head at (x, y). */
const ruff = ({ coat }: Model, x: number, y: number): string =>
  many(7, (i) =>
    group(
      ellipse(0, 14, 9, 17, i % 2 ? coat.belly : lighter(coat.belly, 0.4), edge(coat, 2)),
      `transform="translate(${num(x - 8)} ${num(y + 30)}) rotate(${70 - i * 30})"`,
    ),
  );

/** What grows on the head at (x, y): feathers, a horn, or nothing. */
function plume(model: Model, kind: number, x: number, y: number): string {
  const { coat } = model;
  if (kind === 1) return horn(model, 0, x - 8, y - 24, 34, -1);
  if (kind === 2) return '';
  return many(3, (i) =>
    group(
      ellipse(0, -20, 6, 22, i === 1 ? coat.accent : coat.shade, edge(coat, 2)),
      `transform="translate(${x - 6} ${num(y - 24)}) rotate(${-42 + i * 24})"`,
    ),
  );
}

export function bird(model: Model): string {
  const { coat, build, age, ink } = model;
  const [neck, long] = [build.between(8, 26) + age * 9, build.between(76, 98) + age * 18];
  const [hooked, ruffed, crest] = [build.chance(0.5), build.chance(0.55), build.whole(0, 2)];
  const lift = ink.random.between(-8, 68);
  const headX = 38;
  const headY = -46 - neck;
  const headR = 31;
  const horny = ramp(ink, lighter(coat.flame, 0.35), blend(coat.flame, coat.trim, 0.45));
  const tail = many(4, (i) =>
    group(
      ellipse(-46, 0, 46, 11, i % 2 ? coat.accent : coat.shade, edge(coat, 2.4)),
      `transform="translate(-30 50) rotate(${-34 + i * 16})"`,
    ),
  );
  const legs = many(
    2,
    (i) =>
      line(`M${-6 + i * 26} 76v24m-13 3l13 -4l14 4m-14 -4v6`, coat.outline, 8) +
      line(`M${-6 + i * 26} 76v24m-13 3l13 -4l14 4m-14 -4v6`, blend(coat.flame, coat.trim, 0.3), 4),
  );
  const beak = hooked ? hookedBeak(headX, headY) : straightBeak(headX, headY);
  const neckLine = rounded`M20 0Q${headX - 26} ${headY + 40} ${headX} ${headY}`;
  const plumage = (ruffed ? ruff(model, headX, headY) : '') + plume(model, crest, headX, headY);
  return (
    wing(model, -2, -6, long, lift + 24, -1) +
    tail +
    legs +
    ellipse(4, 32, 54, 56, fur(model), edge(coat)) +
    ellipse(20, 44, 32, 38, coat.belly, 'fill-opacity=".85"') +
    markings(model, -8, 30, 40, 40) +
    line(neckLine, coat.outline, 38) +
    line(neckLine, blend(coat.body, coat.belly, ruffed ? 0.5 : 0), 32) +
    plumage +
    circle(headX, headY, headR, fur(model), edge(coat)) +
    ellipse(headX + 8, headY + 10, 20, 16, coat.belly, 'fill-opacity=".7"') +
    shape(beak, horny, edge(coat, 2.6)) +
    eye(model, headX + 6, headY - 4, 11.5, 0.6, 1) +
    cheeks(model, headX - 8, headX - 8, headY + 12, 7) +
    wing(model, -12, 8, long, lift, -1) +
    flame(model, headX - 4, headY - headR + 5, 22 + age * 5, -6)
  );
}
