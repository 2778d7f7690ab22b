/** Text as outlines of the bundled Fraunces, so that a picture is the same on a machine without any font. */
import { type Face, glyphOf, STEPS_PER_EM } from './glyphs.ts';
import { num } from './ink.ts';

export type Anchor = 'start' | 'middle' | 'end';

/** Width of a line in pixels. */
export function textWidth(text: string, face: Face, size: number): number {
  let em = 0;
  for (const char of text) em += glyphOf(face, char).advance;
  return em * size;
}

/** One line of text on its baseline, as one path. */
export function write(
  text: string,
  x: number,
  y: number,
  size: number,
  face: Face,
  fill: string,
  anchor: Anchor = 'start',
): string {
  const left = anchor === 'start' ? x : x - textWidth(text, face, size) * (anchor === 'middle' ? 0.5 : 1);
  let em = 0;
  let d = '';
  for (const char of text) {
    const glyph = glyphOf(face, char);
    const pen = Math.round(em * STEPS_PER_EM);
    for (const { startX, startY, path } of glyph.contours) d += `M${pen + startX} ${startY}l${path}z`;
    em += glyph.advance;
  }
  const scale = Math.round((size / STEPS_PER_EM) * 1e5) / 1e5;
  return `<path fill="${fill}" transform="translate(${num(left)} ${num(y)}) scale(${scale})" d="${d}"/>`;
}

/** A line at the size given, or smaller where it would be wider than `widthMax`. */
export function writeFitted(
  text: string,
  x: number,
  y: number,
  size: number,
  face: Face,
  fill: string,
  widthMax: number,
  anchor: Anchor = 'start',
): string {
  const fitting = Math.min(size, (size * widthMax) / textWidth(text, face, size));
  return write(text, x, y, fitting, face, fill, anchor);
}

/** Breaks a text into lines no wider than `widthMax`. */
export function wrapped(text: string, face: Face, size: number, widthMax: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, face, size) > widthMax) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}
