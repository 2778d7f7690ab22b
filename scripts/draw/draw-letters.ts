/** Draws the letters of the demo's pictures: outlines of Fraunces, thinned to what can be seen at their size, into demo/draw/letters.txt. */
import { readFileSync, writeFileSync } from 'node:fs';
import opentype, { type Font } from 'opentype.js';
import { type Contour, type Face, LETTERS, STEPS_PER_EM } from '../../demo/draw/glyphs.ts';

const FILES: Record<Face, string> = {
  body: import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-400-normal.woff'),
  italic: import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-400-italic.woff'),
  bold: import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-700-normal.woff'),
};

/**
 * Fraunces draws a letter with some forty curves. Straight pieces this close to them (in steps; a quarter of a pixel at the size
 * each face is used at) look the same and take a third of the time.
 */
const TOLERANCE: Record<Face, number> = { body: 8, italic: 8, bold: 3.5 };
const CURVE_PIECES = 4;

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
function relative(points: readonly Spot[]): Contour {
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

function fontOf(face: Face): Font {
  const file = readFileSync(new URL(FILES[face]));
  return opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
}

/** The file of all letters that the font has in each face, in the form that demo/draw/glyphs.ts reads. */
export function lettersFile(): string {
  const lines: string[] = [];
  for (const face of Object.keys(FILES) as Face[]) {
    const font = fontOf(face);
    const codes = new Set<number>();
    for (let at = 0; at < font.glyphs.length; at++) for (const code of font.glyphs.get(at).unicodes) codes.add(code);
    for (const code of [...codes].sort((one, other) => one - other)) {
      const char = String.fromCodePoint(code);
      const drawn = contours(font, char).map((contour) => relative(thinned(contour, TOLERANCE[face])));
      const paths = drawn.map(({ startX, startY, path }) => `\t${startX} ${startY}l${path}`).join('');
      lines.push(`${face}\t${code}\t${font.charToGlyph(char).advanceWidth / font.unitsPerEm}${paths}\n`);
    }
  }
  return lines.join('');
}

if (import.meta.main) writeFileSync(LETTERS, lettersFile());
