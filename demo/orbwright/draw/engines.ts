/** A machine: gears that take each other along, spoked, and an arm with what it moves. */
import { darker, lighter } from '../../draw/colour.ts';
import {
  ASLANT,
  circle,
  group,
  type Ink,
  line,
  linear,
  many,
  num,
  polygon,
  ring,
  rounded,
  shape,
} from '../../draw/ink.ts';
import type { Tones } from './tones.ts';

/** Pixels of a rim for each tooth: the same for all, or they would not mesh. */
const PITCH = 25;

interface Gear {
  x: number;
  y: number;
  r: number;
}

function gear(ink: Ink, { x, y, r }: Gear, metal: string): string {
  const { random } = ink;
  const teeth = Math.max(8, Math.round((2 * Math.PI * r) / PITCH));
  const rim = ring(teeth * 4, (i) => (i % 4 < 2 ? r + 6 : r - 7), 0, 0, random.next());
  const fill = linear(ink, ASLANT, [0, lighter(metal, 0.45)], [0.5, metal], [1, darker(metal, 0.5)]);
  const spokes = random.whole(3, 7);
  const holes = many(spokes, (i) => {
    const angle = (i / spokes) * 360;
    return `<ellipse cx="${num(r * 0.56)}" cy="0" rx="${num(r * 0.22)}" ry="${num((r * 1.15) / spokes)}" transform="rotate(${num(angle)})" fill="${darker(metal, 0.82)}"/>`;
  });
  const hub = circle(0, 0, r * 0.24, darker(metal, 0.35)) + circle(0, 0, r * 0.12, lighter(metal, 0.6));
  const edge = `stroke="${darker(metal, 0.7)}" stroke-width="2"`;
  const rimLine = circle(0, 0, r * 0.86, 'none', `stroke="${darker(metal, 0.45)}" stroke-width="2"`);
  return group(shape(polygon(...rim), fill, edge) + rimLine + holes + hub, rounded`transform="translate(${x} ${y})"`);
}

/** Each gear stands where it meshes with the one before it. */
function train({ random }: Ink): Gear[] {
  const gears: Gear[] = [{ x: random.between(-90, 40), y: random.between(-30, 80), r: random.between(78, 128) }];
  let angle = random.between(0, Math.PI * 2);
  for (let i = random.whole(2, 5); i > 0; i -= 1) {
    const before = gears.at(-1) ?? { x: 0, y: 0, r: 0 };
    const r = random.between(34, 92);
    angle += random.between(0.9, 2.3);
    const reach = before.r + r - 1;
    gears.push({ x: before.x + Math.cos(angle) * reach, y: before.y + Math.sin(angle) * reach, r });
  }
  return gears;
}

/** Centred at the origin, in a circle of the sky of radius 250. */
export function engine(ink: Ink, { metal, shade, text }: Tones): string {
  const { random } = ink;
  const gears = train(ink);
  const drawn = gears.map((each, i) => gear(ink, each, i % 2 ? shade : metal)).join('');
  const { x = 0, y = 0 } = gears[0] ?? {};
  const angle = random.between(0, Math.PI * 2);
  const [toX, toY] = [x + Math.cos(angle) * 205, y + Math.sin(angle) * 205];
  const arm =
    line(rounded`M${x} ${y}L${toX} ${toY}`, darker(metal, 0.6), 13) +
    line(rounded`M${x} ${y}L${toX} ${toY}`, lighter(metal, 0.4), 7) +
    circle(toX, toY, random.between(18, 34), text, `stroke="${shade}" stroke-width="6"`) +
    circle(x, y, 13, lighter(metal, 0.7), `stroke="${darker(metal, 0.6)}" stroke-width="3"`);
  const orbits = many(3, (i) =>
    circle(x, y, 130 + i * 62, 'none', `stroke="${metal}" stroke-width="1.5" stroke-opacity=".6"`),
  );
  return orbits + drawn + arm;
}
