/** Many short texts end to end in one array: to another thread they move at once, where each alone would be copied. */
import { lowerBound } from './lists.ts';

/** Text `i` is `units[starts[i]..starts[i + 1])`: a byte a sign where all are of Latin 1, as most ids are, else two. */
export interface PackedTexts {
  readonly units: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const starts = startsOf(texts);
  const units = new Uint8Array(starts[texts.length] ?? 0);
  return fill(units, texts) < 0x100 ? { units, starts } : packWide(texts);
}

/** Two bytes a sign whatever they are, for texts that are compared with any. */
export function packWide(texts: readonly string[]): {
  units: Uint16Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
} {
  const starts = startsOf(texts);
  const units = new Uint16Array(starts[texts.length] ?? 0);
  fill(units, texts);
  return { units, starts };
}

function startsOf(texts: readonly string[]): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(texts.length + 1);
  let length = 0;
  for (let i = 0; i < texts.length; i++) {
    length += texts[i]?.length ?? 0;
    starts[i + 1] = length;
  }
  return starts;
}

/** Gives a number with all bits that any unit has. */
function fill(units: Uint8Array | Uint16Array, texts: readonly string[]): number {
  let bits = 0;
  let at = 0;
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i] ?? '';
    for (let j = 0; j < text.length; j++) {
      const unit = text.charCodeAt(j);
      bits |= unit;
      units[at++] = unit;
    }
  }
  return bits;
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
