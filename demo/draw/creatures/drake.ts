/** Drakes: upright, horned, and winged once they are grown. */
import { darker } from '../colour.ts';
import { circle, curve, ellipse, line, many, ramp, rounded, shape } from '../ink.ts';
import { cheeks, edge, eye, flame, fur, horn, type Model, markings, mouth } from './anatomy.ts';

/** A drake's wing, its tip raised. */
function leatherWing({ ink, coat }: Model, raise: number, s: 1 | -1): string {
  const points = rounded`M${s * 18} -10L${s * 62} ${-84 - raise}L${s * 124} ${-58 - raise}Q${s * 100} ${-40 - raise * 0.6} ${s * 108} ${-8 - raise * 0.5}Q${s * 84} ${-18 - raise * 0.3} ${s * 78} 16Q${s * 52} 0 ${s * 26} 26Z`;
  return (
    shape(points, ramp(ink, coat.accent, darker(coat.accent, 0.35)), edge(coat)) +
    line(
      rounded`M${s * 62} ${-84 - raise}L${s * 106} ${-10 - raise * 0.5}M${s * 62} ${-84 - raise}L${s * 78} 14`,
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
  const tailPath = curve([-20, 70], [-70, 84], [-102, 60], [-104, 20], [-90, 4]);
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
    line(tailPath, coat.outline, 32) +
    line(tailPath, coat.body, 26) +
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
