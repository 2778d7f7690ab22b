/** Texts of like letters side by side, in blocks of which most are ruled out at a glance. */
import { bitCount } from '../../packed/lists.ts';

/** So many texts are a block, and so many blocks a block of blocks: fewer rule out more, and are more to look at. */
const BLOCK = 8;
const WIDE = 64;
/** A mask's upper bits and a place beside one another are exact in a double. */
const PLACES = 2 ** 26;
const LOW_BITS = 5;

/** The texts of each length in the order of their letters. Moves between threads without a copy. */
export interface LetterBlocks {
  readonly order: Uint32Array<ArrayBuffer>;
  /** The letters of each, in this order. */
  readonly letters: Int32Array<ArrayBuffer>;
  /** The letters that any text of a block has, and those that all have. */
  readonly any: Int32Array<ArrayBuffer>;
  readonly all: Int32Array<ArrayBuffer>;
  readonly wideAny: Int32Array<ArrayBuffer>;
  readonly wideAll: Int32Array<ArrayBuffer>;
}

/** @param lengths texts of `n` letters are `lengths[n]` up to, but without, `lengths[n + 1]` */
export function buildLetterBlocks(masks: Int32Array, lengths: Uint32Array): LetterBlocks {
  const order = new Uint32Array(masks.length);
  const keys = new Float64Array(masks.length);
  for (let length = 0; length < lengths.length - 1; length++) {
    const [from, end] = [lengths[length] ?? 0, lengths[length + 1] ?? 0];
    for (let i = from; i < end; i++) keys[i] = ((masks[i] ?? 0) >>> LOW_BITS) * PLACES + i - from;
    keys.subarray(from, end).sort();
    for (let i = from; i < end; i++) order[i] = from + ((keys[i] ?? 0) % PLACES);
  }
  const letters = new Int32Array(masks.length);
  for (let i = 0; i < order.length; i++) letters[i] = masks[order[i] ?? 0] ?? 0;
  const [narrow, wide] = [blocksOf(letters, BLOCK), blocksOf(letters, WIDE)];
  return { order, letters, any: narrow.any, all: narrow.all, wideAny: wide.any, wideAll: wide.all };
}

function blocksOf(letters: Int32Array, size: number) {
  const any = new Int32Array(Math.ceil(letters.length / size));
  const all = new Int32Array(any.length).fill(-1);
  for (let i = 0; i < letters.length; i++) {
    const mask = letters[i] ?? 0;
    const block = Math.floor(i / size);
    any[block] = (any[block] ?? 0) | mask;
    all[block] = (all[block] ?? 0) & mask;
  }
  return { any, all };
}

/** Visits those of the texts from `from` up to `end`, which are of one length, whose letters differ in `most` bits at most. */
export function eachLike(
  { order, letters, any, all, wideAny, wideAll }: LetterBlocks,
  typed: number,
  most: number,
  from: number,
  end: number,
  visit: (text: number, strange: number) => void,
): void {
  for (let wide = Math.floor(from / WIDE); wide * WIDE < end; wide++) {
    if (strangeIn(typed, wideAny[wide] ?? 0, wideAll[wide] ?? 0) > most) continue;
    const blocks = Math.min(end, (wide + 1) * WIDE);
    for (let block = Math.floor(Math.max(from, wide * WIDE) / BLOCK); block * BLOCK < blocks; block++) {
      if (strangeIn(typed, any[block] ?? 0, all[block] ?? 0) > most) continue;
      const last = Math.min(end, (block + 1) * BLOCK);
      for (let i = Math.max(from, block * BLOCK); i < last; i++) {
        const strange = bitCount((letters[i] ?? 0) ^ typed);
        if (strange <= most) visit(order[i] ?? 0, strange);
      }
    }
  }
}

/** In how many bits the letters of every text of a block differ at least. */
function strangeIn(typed: number, any: number, all: number): number {
  return bitCount((typed & ~any) | (all & ~typed));
}
