/** Every card's vector in memory, in typed arrays that grow, and the exhaustive search for the nearest. */

/** A card that a search found. */
export interface Found {
  /** The store's number of the card. */
  row: number;
  /** Cosine of the angle between the vectors, −1 to 1. */
  similarity: number;
}

const FIRST_SLOTS = 1024;
/** Cards that the signs alone let through to the exact comparison, at least. */
const SHORTLIST = 160;
/** Signs in one word of the sign table. */
const WORD = 32;

/** Vectors of cards by the store's number of the card; all of one model. */
export class VectorIndex {
  readonly #dimensions: number;
  /** Where a card's vector stands. */
  readonly #slots = new Map<number, number>();
  #rows = new Float64Array(FIRST_SLOTS);
  #vectors: Int8Array;
  /** One over a vector's length. */
  #scales = new Float32Array(FIRST_SLOTS);
  /** One bit a dimension: set where the vector is below 0. */
  #signs: Uint32Array;
  readonly #words: number;
  /** In how many signs each card differs from the query under way. */
  #distances = new Uint16Array(FIRST_SLOTS);

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#vectors = new Int8Array(FIRST_SLOTS * dimensions);
    this.#words = Math.ceil(dimensions / WORD);
    this.#signs = new Uint32Array(FIRST_SLOTS * this.#words);
  }

  /** Cards with a vector. */
  get size(): number {
    return this.#slots.size;
  }

  /** Bytes held, the map of rows reckoned at 40 a card. */
  get bytes(): number {
    const arrays = [this.#rows, this.#vectors, this.#scales, this.#signs, this.#distances];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 40 * this.#slots.size);
  }

  /** Sets a card's vector, as `describePicture` gave it. */
  upsert(row: number, vector: Uint8Array): void {
    if (vector.length !== this.#dimensions) throw new RangeError(`a vector of ${vector.length} bytes`);
    const slot = this.#slots.get(row) ?? this.#slots.size;
    if (slot >= this.#rows.length) this.#grow();
    this.#slots.set(row, slot);
    this.#rows[slot] = row;
    const signed = new Int8Array(vector.buffer, vector.byteOffset, vector.length);
    this.#vectors.set(signed, slot * this.#dimensions);
    let squares = 0;
    for (const value of signed) squares += value * value;
    this.#scales[slot] = 1 / Math.sqrt(squares + 1e-12);
    this.#signs.set(signsOf(signed, this.#words), slot * this.#words);
  }

  /** Forgets a card; the last one takes its place. */
  remove(row: number): void {
    const slot = this.#slots.get(row);
    if (slot === undefined) return;
    const last = this.#slots.size - 1;
    const lastRow = this.#rows[last] ?? 0;
    this.#vectors.copyWithin(slot * this.#dimensions, last * this.#dimensions, (last + 1) * this.#dimensions);
    this.#signs.copyWithin(slot * this.#words, last * this.#words, (last + 1) * this.#words);
    this.#scales[slot] = this.#scales[last] ?? 0;
    this.#rows[slot] = lastRow;
    this.#slots.set(lastRow, slot);
    this.#slots.delete(row);
  }

  /** A card's vector at length 1, or undefined where there is none. */
  vectorOf(row: number): Float32Array | undefined {
    const slot = this.#slots.get(row);
    if (slot === undefined) return undefined;
    const scale = this.#scales[slot] ?? 0;
    const base = slot * this.#dimensions;
    return Float32Array.from(this.#vectors.subarray(base, base + this.#dimensions), (value) => value * scale);
  }

  /** The `count` cards most like a vector of length 1, best first: nearest by signs, then compared exactly. */
  search(query: Float32Array, count: number): Found[] {
    const limit = this.#signLimit(signsOf(query, this.#words), Math.max(SHORTLIST, 2 * count));
    const found: Found[] = [];
    for (let slot = 0; slot < this.#slots.size; slot += 1) {
      if ((this.#distances[slot] ?? 0) > limit) continue;
      found.push({ row: this.#rows[slot] ?? 0, similarity: this.#similarity(slot, query) });
    }
    return found.sort((a, b) => b.similarity - a.similarity || a.row - b.row).slice(0, count);
  }

  #similarity(slot: number, query: Float32Array): number {
    let dot = 0;
    const base = slot * this.#dimensions;
    for (let d = 0; d < this.#dimensions; d += 1) dot += (query[d] ?? 0) * (this.#vectors[base + d] ?? 0);
    return dot * (this.#scales[slot] ?? 0);
  }

  /** Counts differing signs for all cards; answers the least number within which `wanted` cards lie. */
  #signLimit(signs: Uint32Array, wanted: number): number {
    const { size } = this.#slots;
    const words = this.#words;
    const table = this.#signs;
    const counts = new Uint32Array(words * WORD + 1);
    for (let slot = 0, at = 0; slot < size; slot += 1) {
      let distance = 0;
      for (let word = 0; word < words; word += 1, at += 1) {
        let bits = (table[at] ?? 0) ^ (signs[word] ?? 0);
        bits -= (bits >>> 1) & 0x5555_5555;
        bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
        distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
      }
      this.#distances[slot] = distance;
      counts[distance] = (counts[distance] ?? 0) + 1;
    }
    let within = 0;
    let limit = 0;
    while (limit < counts.length) {
      within += counts[limit] ?? 0;
      if (within >= wanted) break;
      limit += 1;
    }
    return limit;
  }

  /** Makes room for two fifths more: copying stays rare, and a card takes at most 470 bytes with what lies idle. */
  #grow(): void {
    const slots = Math.ceil(1.4 * this.#rows.length);
    const rows = new Float64Array(slots);
    rows.set(this.#rows);
    this.#rows = rows;
    const vectors = new Int8Array(slots * this.#dimensions);
    vectors.set(this.#vectors);
    this.#vectors = vectors;
    const scales = new Float32Array(slots);
    scales.set(this.#scales);
    this.#scales = scales;
    const signs = new Uint32Array(slots * this.#words);
    signs.set(this.#signs);
    this.#signs = signs;
    this.#distances = new Uint16Array(slots);
  }
}

function signsOf(vector: Float32Array | Int8Array, words: number): Uint32Array {
  const signs = new Uint32Array(words);
  for (let i = 0; i < vector.length; i += 1) {
    if ((vector[i] ?? 0) < 0) signs[i >> 5] = (signs[i >> 5] ?? 0) | (1 << (i & 31));
  }
  return signs;
}
