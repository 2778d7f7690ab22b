/** What a foil printing has over its picture. */
import { box, type Ink, linear, many, twinkle } from '../ink.ts';

/** The shimmer of foil: bands of pale spectrum across, and sparks. */
export function sheen(ink: Ink, x: number, y: number, w: number, h: number, strength: number): string {
  const { random } = ink;
  const spectrum = ['#ff8fa8', '#ffd98f', '#9dffc4', '#8fd8ff', '#c9a4ff', '#ff8fa8'];
  const offset = random.next() * 0.12;
  const fill = linear(
    ink,
    [0, 0.1, 1, 0.9],
    ...spectrum.flatMap((colour, i): [number, string, number][] => [
      [offset + i * 0.17, colour, 0],
      [offset + i * 0.17 + 0.05, colour, strength],
      [offset + i * 0.17 + 0.1, colour, 0],
    ]),
  );
  return (
    box(x, y, w, h, fill) +
    many(16, () =>
      twinkle(
        x + random.between(0.03, 0.97) * w,
        y + random.between(0.03, 0.97) * h,
        random.between(3, 11),
        '#ffffff',
        random.between(0.5, 0.95),
      ),
    )
  );
}
