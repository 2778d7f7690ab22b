/** A booster pack, crimped at both ends. */
import { darker, lighter } from '../colour.ts';
import { ACROSS, box, group, line, linear, many, num, rounded, shape } from '../ink.ts';
import { label, type Wrap } from './wrap.ts';

/** A foil pack: crimped at both ends, with a gleam down its side. */
export function pack(wrap: Wrap, x: number, y: number, w: number, h: number, turn: number): string {
  const { ink, colour, light } = wrap;
  const foil = linear(
    ink,
    ACROSS,
    [0, lighter(colour, 0.5)],
    [0.3, colour],
    [0.6, lighter(colour, 0.35)],
    [1, darker(colour, 0.4)],
  );
  const teeth = (edge: number, way: 1 | -1) =>
    many(Math.round(w / 14), (i) => rounded`L${x + (i + 0.5) * 14} ${edge + way * 7}L${x + (i + 1) * 14} ${edge}`);
  const wide = Math.round(w / 14) * 14;
  const crimp = (from: number) =>
    many(5, (i) => line(rounded`M${x} ${from + i * 8}h${wide}`, light, 1.4, 'stroke-opacity=".5"'));
  const gleam = linear(
    ink,
    [0, 0, 1, 0.08],
    [0, '#ffffff', 0],
    [0.1, '#ffffff', 0.42],
    [0.18, '#ffffff', 0],
    [0.75, '#ffffff', 0],
    [0.85, '#ffffff', 0.2],
    [1, '#000000', 0.3],
  );
  const body = rounded`M${x} ${y}${teeth(y, -1)}V${y + h}${rounded`L${x + wide} ${y + h}`}H${x}Z`;
  return group(
    shape(body, foil) +
      crimp(y + 6) +
      crimp(y + h - 40) +
      label(wrap, x, y + 48, wide, h - 96, 'Booster Pack · 10 cards') +
      box(x, y, wide, h, gleam),
    `transform="rotate(${turn} ${num(x + w / 2)} ${num(y + h / 2)})"`,
  );
}
