/** Many short texts end to end in one array: to another thread they move at once, where each alone would be copied. */
import { lowerBound } from './lists.ts';

/** Text `i` is `units[starts[i]..starts[i + 1])`: a byte a sign where all are of Latin 1, as most ids are, else two. */
export interface PackedTexts {
  readonly units: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const starts = new Uint32Array(texts.length + 1);
  for (const [i, text] of texts.entries()) starts[i + 1] = (starts[i] ?? 0) + text.length;
  const Units = texts.every((text) => /^[\0-\xff]*$/.test(text)) ? Uint8Array : Uint16Array;
  const units = new Units(starts[texts.length] ?? 0);
  let at = 0;
  for (const text of texts) for (let i = 0; i < text.length; i++) units[at++] = text.charCodeAt(i);
  return { units, starts };
}

export function textCount({ starts }: PackedTexts): number {
  return starts.length - 1;
}

export function textAt({ units, starts }: PackedTexts, i: number): string {
  return String.fromCharCode(...units.subarray(starts[i], starts[i + 1]));
}

/** Where `text` stands among texts that ascend; undefined where it does not. */
export function placeOf(texts: PackedTexts, text: string): number | undefined {
  const count = textCount(texts);
  const at = lowerBound(count, (i) => textAt(texts, i) < text);
  return at < count && textAt(texts, at) === text ? at : undefined;
}
