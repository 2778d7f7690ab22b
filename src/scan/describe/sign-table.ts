/** The signs of every card's vector, one bit a dimension, and in how many each card differs from a query: SIMD in WebAssembly. */

// Comparing signs is nearly all that grows with the catalog, at some thirty queries a photo. In JavaScript a photo took 243 ms
// at 200,000 cards where it takes 143 so.

/** What is used of WebAssembly here: its types come with those of browsers only. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (pages: { initial: number; maximum: number }) => Memory;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

interface Memory {
  /** Another one after each `grow`. */
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const DIMENSIONS_MAX = 256;
const SIGN_BYTES = DIMENSIONS_MAX / 8;
const PAGE = 65_536;
/** Two billion bytes, more than any index takes; memory is taken as it grows. */
const PAGES_MAX = 32_768;

/** What stands in memory of each card: its signs, and its distance from the query under way. */
const BYTES_A_CARD = SIGN_BYTES + 2;

const I32 = 0x7f;
const V128 = 0x7b;
const [BLOCK, LOOP, END, BR, BR_IF] = [0x02, 0x03, 0x0b, 0x0c, 0x0d];
const [GET, SET, TEE] = [0x20, 0x21, 0x22];
const [CONST, EQZ, ADD, SUB, STORE16] = [0x41, 0x45, 0x6a, 0x6b, 0x3b];
const LOAD = [0xfd, 0x00, 4];
const XOR = [0xfd, 0x51];
const POPCOUNT = [0xfd, 0x62];
const ADD_BYTES = [0xfd, 0x6e];
const PAIRS_OF_BYTES = [0xfd, 0x7d];
const PAIRS_OF_WORDS = [0xfd, 0x7f];
const lane = (at: number) => [0xfd, 0x1b, at];

// distances(query, signs, distances, cards): three addresses and a count, then two halves of the query and a sum.
const [QUERY, SIGNS, DISTANCES, CARDS, FIRST, SECOND, SUM] = [0, 1, 2, 3, 4, 5, 6];
const half = (offset: number, query: number) => [GET, SIGNS, ...LOAD, offset, GET, query, ...XOR, ...POPCOUNT];
const BODY = [
  ...[1, 3, V128],
  ...[GET, QUERY, ...LOAD, 0, SET, FIRST, GET, QUERY, ...LOAD, 16, SET, SECOND],
  ...[BLOCK, 0x40, LOOP, 0x40, GET, CARDS, EQZ, BR_IF, 1],
  ...[GET, DISTANCES, ...half(0, FIRST), ...half(16, SECOND)],
  ...[...ADD_BYTES, ...PAIRS_OF_BYTES, ...PAIRS_OF_WORDS, TEE, SUM, ...lane(0), GET, SUM, ...lane(1), ADD],
  ...[GET, SUM, ...lane(2), ADD, GET, SUM, ...lane(3), ADD, STORE16, 1, 0],
  ...[GET, SIGNS, CONST, SIGN_BYTES, ADD, SET, SIGNS, GET, DISTANCES, CONST, 2, ADD, SET, DISTANCES],
  ...[GET, CARDS, CONST, 1, SUB, SET, CARDS, BR, 0, END, END, END],
];
const name = (text: string) => [text.length, ...Buffer.from(text)];
/** Lengths below 128, as constants below 64, are one byte of LEB128: all here are. */
const section = (id: number, content: readonly number[]) => [id, content.length, ...content];
const MODULE = new WebAssembly.Module(
  Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 4, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...name('e'), ...name('m'), 2, 0, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('d'), 0, 0]),
    ...section(10, [1, BODY.length, ...BODY]),
  ]),
);

type Count = (query: number, signs: number, distances: number, cards: number) => void;

/** Signs of vectors by slot. */
export class SignTable {
  readonly #memory: Memory = new WebAssembly.Memory({ initial: 1, maximum: PAGES_MAX });
  readonly #count: Count;
  #slots = 0;

  /** @param slots vectors that there is room for */
  constructor(dimensions: number, slots: number) {
    if (dimensions > DIMENSIONS_MAX) throw new RangeError(`a vector of ${dimensions} dimensions`);
    const { exports } = new WebAssembly.Instance(MODULE, { e: { m: this.#memory } });
    this.#count = exports.d as Count;
    this.grow(slots);
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Makes room for `slots` vectors; those that are there stay. Distances found before are lost. */
  grow(slots: number): void {
    const wanted = Math.ceil((SIGN_BYTES + BYTES_A_CARD * slots) / PAGE);
    const pages = this.#memory.buffer.byteLength / PAGE;
    if (wanted > pages) this.#memory.grow(wanted - pages);
    this.#slots = slots;
  }

  set(slot: number, vector: Float32Array | Int8Array): void {
    this.#write(SIGN_BYTES * (slot + 1), vector);
  }

  copy(from: number, to: number): void {
    const bytes = new Uint8Array(this.#memory.buffer);
    bytes.copyWithin(SIGN_BYTES * (to + 1), SIGN_BYTES * (from + 1), SIGN_BYTES * (from + 2));
  }

  /** In how many signs each of the first `count` vectors differs from `query`; good until the next call. */
  distances(query: Float32Array, count: number): Uint16Array {
    const at = SIGN_BYTES * (this.#slots + 1);
    this.#write(0, query);
    this.#count(0, SIGN_BYTES, at, count);
    return new Uint16Array(this.#memory.buffer, at, count);
  }

  #write(at: number, vector: Float32Array | Int8Array): void {
    const signs = new Uint8Array(this.#memory.buffer, at, SIGN_BYTES).fill(0);
    for (let i = 0; i < vector.length; i += 1) {
      if ((vector[i] ?? 0) < 0) signs[i >> 3] = (signs[i >> 3] ?? 0) | (1 << (i & 7));
    }
  }
}
