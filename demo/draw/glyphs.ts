/** The letters of the bundled Fraunces as outlines, thinned to what can be seen at their size. */
import { readFileSync } from 'node:fs';
import opentype, { type Font } from 'opentype.js';

export type Face = 'body' | 'italic' | 'bold';

const FILES: Record<Face, string> = {
  body: import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-400-normal.woff'),
  italic: import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-400-italic.woff'),
  bold: import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-700-normal.woff'),
};

/** Outlines are kept in this many steps an em: a step is 0.04 px at 20 px. */
export const STEPS_PER_EM = 500;

/**
 * Fraunces draws a letter with some forty curves. Straight pieces this close to them (in steps; a quarter of a pixel at the size
 * each face is used at) look the same and take a third of the time.
 */
const TOLERANCE: Record<Face, number> = { body: 8, italic: 8, bold: 3.5 };
const CURVE_PIECES = 4;

/** A letter: its contours as path data relative to the pen, and how far the pen moves on. */
interface Glyph {
  contours: { startX: number; startY: number; path: string }[];
  advance: number;
}

const fonts = new Map<Face, Font>();
const glyphs = new Map<string, Glyph>();

function fontOf(face: Face): Font {
  let font = fonts.get(face);
  if (font === undefined) {
    const file = readFileSync(new URL(FILES[face]));
    font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
    fonts.set(face, font);
  }
  return font;
}

type Spot = [number, number];

/** The corners of a glyph's contours, its curves cut into straight pieces. */
function contours(font: Font, char: string): Spot[][] {
  const scale = STEPS_PER_EM / font.unitsPerEm;
  const all: Spot[][] = [];
  let [x, y] = [0, 0];
  for (const command of font.charToGlyph(char).path.commands) {
    const to: Spot = [(command.x ?? 0) * scale, -(command.y ?? 0) * scale];
    if (command.type === 'M') all.push([to]);
    else if (command.type !== 'Z') {
      const current = all.at(-1);
      const bend: Spot = [(command.x1 ?? 0) * scale, -(command.y1 ?? 0) * scale];
      const pieces = command.type === 'L' ? 1 : CURVE_PIECES;
      for (let i = 1; i <= pieces; i++) {
        const t = i / pieces;
        const [a, b, c] = command.type === 'L' ? [1 - t, 0, t] : [(1 - t) ** 2, 2 * t * (1 - t), t * t];
        current?.push([a * x + b * bend[0] + c * to[0], a * y + b * bend[1] + c * to[1]]);
      }
    }
    if (command.type !== 'Z') [x, y] = to;
  }
  return all;
}

/** Drops corners that lie on the way between their neighbours (Douglas and Peucker, 1973). */
function thinned(points: readonly Spot[], tolerance: number): Spot[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 3) return [...points];
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const long = Math.hypot(dx, dy);
  let farthest = 0;
  let distance = 0;
  points.forEach(([px, py], i) => {
    const off =
      long < 0.01
        ? Math.hypot(px - first[0], py - first[1])
        : Math.abs((px - first[0]) * dy - (py - first[1]) * dx) / long;
    if (off > distance) [farthest, distance] = [i, off];
  });
  if (distance <= tolerance) return [first, last];
  return [
    ...thinned(points.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...thinned(points.slice(farthest), tolerance),
  ];
}

/** Relative steps in whole numbers: the shortest way to write a contour, and text is most of a card's SVG. */
function relative(points: readonly Spot[]): Glyph['contours'][number] {
  const [startX, startY] = (points[0] ?? [0, 0]).map(Math.round) as Spot;
  let [x, y] = [startX, startY];
  let path = '';
  for (const [px, py] of points.slice(1)) {
    const [dx, dy] = [Math.round(px) - x, Math.round(py) - y];
    if (dx === 0 && dy === 0) continue;
    path += `${path === '' || dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`;
    [x, y] = [x + dx, y + dy];
  }
  return { startX, startY, path };
}

export function glyphOf(face: Face, char: string): Glyph {
  const key = `${face}${char}`;
  let glyph = glyphs.get(key);
  if (glyph === undefined) {
    const font = fontOf(face);
    glyph = {
      contours: contours(font, char).map((contour) => relative(thinned(contour, TOLERANCE[face]))),
      advance: font.charToGlyph(char).advanceWidth / font.unitsPerEm,
    };
    glyphs.set(key, glyph);
  }
  return glyph;
}
