/** Many short texts end to end in one: to another thread they move at once, where each alone would be copied. */
import { lowerBound } from './lists.ts';

/** Text `i` is `all.slice(starts[i], starts[i + 1])`. */
export interface PackedTexts {
  readonly all: string;
  readonly starts: Uint32Array<ArrayBuffer>;
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const starts = new Uint32Array(texts.length + 1);
  for (const [i, text] of texts.entries()) starts[i + 1] = (starts[i] ?? 0) + text.length;
  return { all: texts.join(''), starts };
}

export function textCount({ starts }: PackedTexts): number {
  return starts.length - 1;
}

export function textAt({ all, starts }: PackedTexts, i: number): string {
  return all.slice(starts[i], starts[i + 1]);
}

/** Where `text` stands among texts that ascend; undefined where it does not. */
export function placeOf(texts: PackedTexts, text: string): number | undefined {
  const count = textCount(texts);
  const at = lowerBound(count, (i) => textAt(texts, i) < text);
  return at < count && textAt(texts, at) === text ? at : undefined;
}
