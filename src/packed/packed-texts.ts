/** Many short texts end to end in one array: 20 MB beside the heap for a million ids, where as texts they take 40 of it. */
import { lengthened, lowerBound } from './lists.ts';

/** Text `i` is `units[starts[i]..starts[i + 1])`: a byte a character where all are of Latin 1, as most ids are, else two. */
export interface PackedTexts {
  readonly units: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
}

const UNITS_FIRST = 16 * 1024;
const TEXTS_FIRST = 1024;

/** A list of texts that only grows. */
export class TextList {
  #units: PackedTexts['units'] = new Uint8Array(UNITS_FIRST);
  #starts = new Uint32Array(TEXTS_FIRST);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(text: string): void {
    if (this.#length + 1 === this.#starts.length) this.#starts = lengthened(this.#starts, 2 * this.#starts.length);
    let at = this.#starts[this.#length] ?? 0;
    const isWide = this.#units instanceof Uint16Array;
    if (at + text.length > this.#units.length) this.#move(2 * (at + text.length), isWide);
    let bits = 0;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      bits |= unit;
      this.#units[at++] = unit;
    }
    if (bits > 0xff && !isWide) {
      this.#move(this.#units.length, true);
      this.push(text);
      return;
    }
    this.#length += 1;
    this.#starts[this.#length] = at;
  }

  at(place: number): string {
    return textAt({ units: this.#units, starts: this.#starts }, place);
  }

  /** Its code units, until another text is added. */
  units(place: number): PackedTexts['units'] {
    return this.#units.subarray(this.#starts[place], this.#starts[place + 1]);
  }

  isAt(place: number, text: string): boolean {
    const start = this.#starts[place] ?? 0;
    if ((this.#starts[place + 1] ?? 0) - start !== text.length) return false;
    for (let at = 0; at < text.length; at += 1) if (this.#units[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  /** Orders the texts of two places by code unit. */
  compare(a: number, b: number): number {
    const [startA, startB] = [this.#starts[a] ?? 0, this.#starts[b] ?? 0];
    const [lengthA, lengthB] = [(this.#starts[a + 1] ?? 0) - startA, (this.#starts[b + 1] ?? 0) - startB];
    const both = Math.min(lengthA, lengthB);
    for (let at = 0; at < both; at += 1) {
      const order = (this.#units[startA + at] ?? 0) - (this.#units[startB + at] ?? 0);
      if (order !== 0) return order;
    }
    return lengthA - lengthB;
  }

  /** Views, until another text is added. */
  packed(): PackedTexts {
    const starts = this.#starts.subarray(0, this.#length + 1);
    return { units: this.#units.subarray(0, starts[this.#length]), starts };
  }

  #move(room: number, isWide: boolean): void {
    const units = isWide ? new Uint16Array(room) : new Uint8Array(room);
    units.set(this.#units);
    this.#units = units;
  }
}

/** In arrays of their own, which move to other threads as they are. */
export function packTexts(texts: readonly string[]): PackedTexts {
  const packed = packWide(texts);
  return packed.units.every((unit) => unit <= 0xff) ? { ...packed, units: Uint8Array.from(packed.units) } : packed;
}

/** Two bytes a character whatever they are, for texts that are compared with any. */
export function packWide(texts: readonly string[]) {
  const starts = new Uint32Array(texts.length + 1);
  for (let i = 0; i < texts.length; i++) starts[i + 1] = (starts[i] ?? 0) + (texts[i]?.length ?? 0);
  const units = new Uint16Array(starts[texts.length] ?? 0);
  for (let i = 0, at = 0; i < texts.length; i++) {
    const text = texts[i] ?? '';
    for (let j = 0; j < text.length; j++) units[at++] = text.charCodeAt(j);
  }
  return { units, starts };
}

/** The texts of the places from `start` up to, but without, `end`. */
export function textsBetween({ units, starts }: PackedTexts, start: number, end: number): string[] {
  const bytes = Buffer.from(units.buffer, units.byteOffset, units.byteLength);
  const texts: string[] = [];
  for (let place = start; place < end; place++) {
    const [from = 0, to = 0] = [starts[place], starts[place + 1]];
    texts.push(
      units instanceof Uint8Array ? bytes.toString('latin1', from, to) : bytes.toString('utf16le', 2 * from, 2 * to),
    );
  }
  return texts;
}

export const textAt = (texts: PackedTexts, place: number): string => textsBetween(texts, place, place + 1)[0] ?? '';

/** Where `text` stands among texts that ascend; undefined where it does not. */
export function placeOf(texts: PackedTexts, text: string): number | undefined {
  const count = texts.starts.length - 1;
  const at = lowerBound(count, (i) => textAt(texts, i) < text);
  return at < count && textAt(texts, at) === text ? at : undefined;
}
