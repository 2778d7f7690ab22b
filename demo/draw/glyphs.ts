/** The letters of the demo's pictures: outlines of Fraunces that scripts/draw/draw-letters.ts drew, read once. */
import { readFileSync } from 'node:fs';

export type Face = 'body' | 'italic' | 'bold';

/** Outlines are kept in this many steps an em: a step is 0.04 px at 20 px. */
export const STEPS_PER_EM = 500;

/** One letter a line: face, code point, advance in em, then each contour as where it starts and its relative path. */
export const LETTERS = new URL('letters.txt', import.meta.url);

/** A closed line of a letter, as path data relative to the pen. */
export interface Contour {
  startX: number;
  startY: number;
  path: string;
}

/** A letter: its contours, and how far the pen moves on, in em. */
interface Glyph {
  contours: Contour[];
  advance: number;
}

let glyphs: Map<string, Glyph> | undefined;

function readLetters(): Map<string, Glyph> {
  const read = new Map<string, Glyph>();
  for (const line of readFileSync(LETTERS, 'utf8').trimEnd().split('\n')) {
    const [face, code, advance, ...contours] = line.split('\t');
    read.set(`${face}${String.fromCodePoint(Number(code))}`, {
      advance: Number(advance),
      contours: contours.map((contour) => {
        const [start = '', path = ''] = contour.split('l');
        const [startX, startY] = start.split(' ').map(Number) as [number, number];
        return { startX, startY, path };
      }),
    });
  }
  return read;
}

/** The letter in a face of the font; one that the font lacks is a fault of the text. */
export function glyphOf(face: Face, char: string): Glyph {
  glyphs ??= readLetters();
  const glyph = glyphs.get(`${face}${char}`);
  if (glyph === undefined) throw new Error(`the demo's font has no ${JSON.stringify(char)}`);
  return glyph;
}
