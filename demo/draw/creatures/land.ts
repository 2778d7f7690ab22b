/** Creatures of the ground: beasts, drakes, sprouts and golems. */

import { blend, darker, lighter } from '../colour.ts';
import {
  circle,
  clipped,
  ellipse,
  group,
  line,
  many,
  num,
  type Point,
  polygon,
  radial,
  ramp,
  ring,
  shape,
  smooth,
} from '../ink.ts';
import { cheeks, edge, eye, flame, fur, horn, type Model, markings, mouth } from './anatomy.ts';
import { BREEDS } from './breeds.ts';

/** Ears of the species' kind, mirrored over the head at (x, y). */
function ears({ coat, build }: Model, kind: number | undefined, x: number, y: number, size: number): string {
  const tilt = build.between(-6, 10);
  const ear = (s: 1 | -1) => {
    const inside = blend(coat.accent, coat.belly, 0.45);
    const forms = [
      shape(`M-14 8Q-12 ${num(-size)} 6 ${num(-size * 1.25)}Q24 ${num(-size * 0.4)} 16 10Z`, coat.body, edge(coat)) +
        shape(`M-6 4Q-5 ${num(-size * 0.7)} 6 ${num(-size * 0.95)}Q15 ${num(-size * 0.3)} 10 5Z`, inside),
      circle(4, -10, size * 0.5, coat.body, edge(coat)) + circle(4, -9, size * 0.3, inside),
      ellipse(6, -size * 0.75, 13, size * 1.05, coat.body, edge(coat)) +
        ellipse(6, -size * 0.72, 6.5, size * 0.8, inside),
      shape(
        `M-8 0Q20 ${num(-size * 0.5)} 30 ${num(size * 0.2)}Q34 ${num(size)} 18 ${num(size * 1.1)}Q10 ${num(size * 0.6)} -6 12Z`,
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
        `M${x + 16} ${y + 12}Q${num(x - 46)} ${num(y + 28)} ${num(x - 58)} ${num(y - 30 + sway)}Q${num(x - 62)} ${num(y - 64 + sway)} ${num(x - 34)} ${num(y - 84 + sway)}Q${num(x - 44)} ${num(y - 40 + sway)} ${x + 22} ${y - 14}Z`,
        fur(model),
        edge(coat),
      ) +
      shape(
        `M${num(x - 60)} ${num(y - 42 + sway)}Q${num(x - 60)} ${num(y - 66 + sway)} ${num(x - 34)} ${num(y - 84 + sway)}Q${num(x - 42)} ${num(y - 60 + sway)} ${num(x - 40)} ${num(y - 46 + sway)}Z`,
        coat.belly,
      ) +
      flame(model, x - 36, y - 78 + sway, 17 + age * 4, -4)
    );
  if (kind === 1) {
    const d = `M${x + 8} ${y}Q${x - 50} ${y + 24} ${num(x - 50)} ${num(y - 30 + sway)}`;
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
    ? shape(
        smooth(
          ring(18, (i) => (i % 2 ? 64 : 50), headX - 4, headY + 6),
          true,
        ),
        coat.accent,
        edge(coat),
      )
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

/** A drake's wing, its tip raised. */
function leatherWing({ ink, coat }: Model, raise: number, s: 1 | -1): string {
  const points = `M${s * 18} -10L${s * 62} ${num(-84 - raise)}L${s * 124} ${num(-58 - raise)}Q${s * 100} ${num(-40 - raise * 0.6)} ${s * 108} ${num(-8 - raise * 0.5)}Q${s * 84} ${num(-18 - raise * 0.3)} ${s * 78} 16Q${s * 52} 0 ${s * 26} 26Z`;
  return (
    shape(points, ramp(ink, coat.accent, darker(coat.accent, 0.35)), edge(coat)) +
    line(
      `M${s * 62} ${num(-84 - raise)}L${s * 106} ${num(-10 - raise * 0.5)}M${s * 62} ${num(-84 - raise)}L${s * 78} 14`,
      coat.outline,
      2.2,
      'stroke-opacity=".6"',
    )
  );
}

export function drake(model: Model): string {
  const { coat, build, age, ink } = model;
  const [hornKind, winged, finned] = [build.pick([0, 2, 3]), age > 0 || build.chance(0.3), build.chance(0.5)];
  const raise = ink.random.between(-16, 20);
  const tailPath: Point[] = [
    [-20, 70],
    [-70, 84],
    [-102, 60],
    [-104, 20],
    [-90, 4],
  ];
  const plates = many(4, (i) =>
    line(`M${-20 + i * 1.5} ${24 + i * 16}q${22 - i} 8 ${44 - i * 3} 0`, coat.shade, 3, 'stroke-opacity=".55"'),
  );
  const foot = (x: number) =>
    ellipse(x, 92, 24, 15, coat.body, edge(coat)) +
    many(3, (i) => circle(x - 12 + i * 12, 100, 4.5, coat.belly, edge(coat, 1.8)));
  const arm = (s: 1 | -1) =>
    shape(`M${s * 38} 18Q${s * 62} 30 ${s * 52} 54Q${s * 40} 58 ${s * 36} 40Z`, coat.body, edge(coat));
  const crestOf = finned
    ? many(3, (i) =>
        shape(
          `M${-8 + i * 2} ${-88 + i * 8}q-20 ${-22 + i * 4} -34 ${-12 + i * 10}q14 8 16 24Z`,
          coat.accent,
          edge(coat, 2.2),
        ),
      )
    : '';
  return (
    (winged ? leatherWing(model, raise, -1) + leatherWing(model, raise, 1) : '') +
    line(smooth(tailPath, false), coat.outline, 32) +
    line(smooth(tailPath, false), coat.body, 26) +
    flame(model, -90, 4, 20 + age * 5, -4) +
    foot(-28) +
    foot(34) +
    ellipse(2, 46, 48, 54, fur(model), edge(coat)) +
    ellipse(4, 52, 31, 42, coat.belly) +
    plates +
    arm(-1) +
    arm(1) +
    crestOf +
    horn(model, hornKind, -22, -76, 40, -1) +
    horn(model, hornKind, 24, -76, 40, 1) +
    ellipse(2, -44, 48, 44, fur(model), edge(coat)) +
    markings(model, 0, -66, 34, 20) +
    ellipse(6, -22, 34, 20, coat.belly, edge(coat, 2)) +
    circle(-4, -30, 2.6, coat.outline) +
    circle(15, -30, 2.6, coat.outline) +
    mouth(model, 6, -19, 11) +
    eye(model, -20, -50, 13, 0.2, 1) +
    eye(model, 25, -50, 13, 0.2, -1) +
    cheeks(model, -34, 40, -28, 7)
  );
}

/** A tuft of leaves on a sprout's crown. */
function leaves({ coat, age }: Model, count: number, tall: number, sway: number, fill: string): string {
  return many(count, (i) => {
    const size = 62 + age * 8 - Math.abs(i - (count - 1) / 2) * 5;
    const blade = `M0 0C${num(-size * 0.42)} ${num(-size * 0.35)} ${num(-size * 0.3)} ${num(-size * 0.85)} 0 ${num(-size)}C${num(size * 0.3)} ${num(-size * 0.85)} ${num(size * 0.42)} ${num(-size * 0.35)} 0 0Z`;
    return group(
      shape(blade, fill, edge(coat, 2.4)) +
        line(`M0 -4V${num(-size * 0.75)}`, coat.outline, 1.6, 'stroke-opacity=".5"'),
      `transform="translate(0 ${num(36 - tall)}) rotate(${num((i / (count - 1) - 0.5) * 150 + sway)})"`,
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
  const dome = `M${num(-wide - 34)} 6C${num(-wide - 20)} ${num(-88 - age * 10)} ${num(wide + 20)} ${num(-88 - age * 10)} ${num(wide + 34)} 6Q0 -16 ${num(-wide - 34)} 6Z`;
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
      `transform="translate(${num(s * (wide - 6))} 40) rotate(${num(s * (-38 + sway * 2))})"`,
    );
  const feet = many(2, (i) => ellipse(-22 + i * 44, 96, 18, 11, coat.shade, edge(coat)));
  const bodyPath: Point[] = [
    [0, 36 - tall],
    [wide * 0.78, 52 - tall],
    [wide, 50],
    [wide * 0.72, 90],
    [0, 97],
    [-wide * 0.72, 90],
    [-wide, 50],
    [-wide * 0.78, 52 - tall],
  ];
  return (
    top +
    feet +
    hand(-1) +
    hand(1) +
    shape(smooth(bodyPath, true), fur(model), edge(coat)) +
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

/** A rough stone with a lit and a shaded face and moss in its cracks. */
function stone({ ink, coat, build }: Model, x: number, y: number, rx: number, ry: number): string {
  const corners = ring(9, () => build.between(0.86, 1.1), 0, 0, build.next()).map(
    ([px, py]): Point => [x + px * rx, y + py * ry],
  );
  const facet: Point[] = [
    [x - rx * 0.3, y - ry * 0.95],
    [x + rx * 0.28, y - ry * 0.3],
    [x + rx * 0.1, y + ry],
    [x + rx * 1.2, y + ry * 1.2],
    [x + rx * 1.2, y - ry * 1.2],
  ];
  const fill = ramp(ink, lighter(coat.body, 0.3), coat.shade);
  return (
    clipped(
      ink,
      shape(polygon(corners), '#000'),
      shape(polygon(corners), fill) + shape(polygon(facet), coat.trim, 'fill-opacity=".32"'),
    ) + shape(polygon(corners), 'none', edge(coat))
  );
}

export function golem(model: Model): string {
  const { coat, build, age, ink } = model;
  const heave = ink.random.between(-8, 8);
  const [shoulders, crystals] = [build.between(34, 44) + age * 4, build.chance(0.6)];
  const crackle = (d: string) =>
    line(d, coat.flame, 6, 'stroke-opacity=".45"') + line(d, lighter(coat.flame, 0.4), 2.6);
  const shards = crystals
    ? many(5, (i) =>
        shape(
          polygon([
            [-58 + i * 28, -30],
            [-64 + i * 29 + (i - 2) * 6, -74 - (2 - Math.abs(i - 2)) * 16 - age * 6],
            [-40 + i * 28, -30],
          ]),
          ramp(ink, '#ffffff', coat.accent),
          edge(coat, 2.4),
        ),
      )
    : '';
  const glow = radial(ink, [
    [0, '#ffffff'],
    [0.4, coat.flame],
    [1, coat.flame, 0],
  ]);
  const lamp = (x: number) => circle(x, -58, 17, glow) + ellipse(x, -58, 8, model.temper === 2 ? 2 : 9, '#fffbe8');
  return (
    stone(model, -34, 82, 26, 24) +
    stone(model, 36, 82, 26, 24) +
    shards +
    stone(model, -shoulders - 48, 30 + heave, 24, 34) +
    stone(model, shoulders + 48, 30 - heave, 24, 34) +
    stone(model, 0, 22, 64, 54) +
    crackle('M-26 2l14 18l-8 14l18 22M20 -6l8 20l-10 12') +
    circle(0, 26, 15, glow) +
    circle(0, 26, 8, coat.flame, edge(coat, 2)) +
    stone(model, -shoulders - 24, -16 + heave * 0.4, 30, 26) +
    stone(model, shoulders + 24, -16 - heave * 0.4, 30, 26) +
    stone(model, 0, -58, 42, 34) +
    lamp(-16) +
    lamp(17) +
    line('M-14 -38h28', coat.outline, 4) +
    flame(model, 2, -86, 22 + age * 5, heave * 0.6)
  );
}
