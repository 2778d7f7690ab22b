/** The flat sunburst of the promos. */
import { box, circle, many, type Point, polygon, radial, rounded, shape, twinkle } from '../ink.ts';
import type { Scene } from './scene.ts';
import { crescent, rays } from './sky.ts';

export function poster(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const [x, y] = [w / 2, h * random.between(0.56, 0.64)];
  const reach = Math.hypot(w, h);
  const wedges = 18;
  const burst = many(wedges, (i) => {
    const angle = (i / wedges) * Math.PI * 2;
    const tip = (turn: number): Point => [x + Math.cos(turn) * reach, y + Math.sin(turn) * reach];
    return shape(polygon([x, y], tip(angle), tip(angle + Math.PI / wedges)), mood.sky[0], 'fill-opacity=".38"');
  });
  const rings = many(3, (i) =>
    circle(
      x,
      y,
      h * (0.22 + i * 0.11),
      i === 0 ? mood.accent : 'none',
      i === 0 ? 'fill-opacity=".9"' : `stroke="${mood.light}" stroke-width="${5 - i * 1.5}" stroke-opacity=".8"`,
    ),
  );
  const wave = (level: number, colour: string) => {
    const step = w / 6;
    return shape(
      rounded`M${-step} ${h * level}${many(8, () => rounded`q${step / 2} ${-h * 0.06} ${step} 0`)}V${h + 5}H${-step}Z`,
      colour,
      `stroke="${mood.light}" stroke-width="2.5"`,
    );
  };
  return (
    box(0, 0, w, h, radial(ink, [0.5, y / h, 0.75], [0, mood.sky[2]], [0.5, mood.sky[1]], [1, mood.sky[0]])) +
    burst +
    rings +
    crescent(scene, w * 0.14, h * 0.16, h * 0.055) +
    many(9, () => twinkle(random.between(0, w), random.between(0, h * 0.5), random.between(5, 13), mood.light)) +
    rays(scene, x, y, 9, 0.12) +
    wave(0.76, mood.land[0]) +
    wave(0.83, mood.land[1]) +
    wave(0.9, mood.land[2])
  );
}
