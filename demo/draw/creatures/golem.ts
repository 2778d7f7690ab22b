/** Golems: a heap of stones with a light in its chest. */
import { lighter } from '../colour.ts';
import {
  circle,
  clipped,
  ellipse,
  line,
  MIDDLE,
  many,
  type Point,
  polygon,
  radial,
  ramp,
  ring,
  shape,
} from '../ink.ts';
import { edge, flame, type Model } from './anatomy.ts';

/** A rough stone with a lit and a shaded face and moss in its cracks. */
function stone({ ink, coat, build }: Model, x: number, y: number, rx: number, ry: number): string {
  const corners = ring(9, () => build.between(0.86, 1.1), 0, 0, build.next()).map(
    ([px, py]): Point => [x + px * rx, y + py * ry],
  );
  const facet = polygon(
    [x - rx * 0.3, y - ry * 0.95],
    [x + rx * 0.28, y - ry * 0.3],
    [x + rx * 0.1, y + ry],
    [x + rx * 1.2, y + ry * 1.2],
    [x + rx * 1.2, y - ry * 1.2],
  );
  const fill = ramp(ink, lighter(coat.body, 0.3), coat.shade);
  return (
    clipped(
      ink,
      shape(polygon(...corners), '#000'),
      shape(polygon(...corners), fill) + shape(facet, coat.trim, 'fill-opacity=".32"'),
    ) + shape(polygon(...corners), 'none', edge(coat))
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
          polygon(
            [-58 + i * 28, -30],
            [-64 + i * 29 + (i - 2) * 6, -74 - (2 - Math.abs(i - 2)) * 16 - age * 6],
            [-40 + i * 28, -30],
          ),
          ramp(ink, '#ffffff', coat.accent),
          edge(coat, 2.4),
        ),
      )
    : '';
  const glow = radial(ink, MIDDLE, [0, '#ffffff'], [0.4, coat.flame], [1, coat.flame, 0]);
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
