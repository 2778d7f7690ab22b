/** Every card's vector in memory, in typed arrays that grow, and the exhaustive search for the nearest. */
import { lengthened } from '../../packed/lists.ts';
import { dot } from './dot.ts';
import { SignTable } from './sign-table.ts';

/** A card that a search found. */
export interface Found {
  /** The store's number of the card. */
  row: number;
  /** Which of its pictures is so like: the card's own has the number of the card. */
  reference: number;
  /** Cosine of the angle between the vectors, −1 to 1. */
  similarity: number;
}

const FIRST_SLOTS = 1024;
/** Cards that the signs alone let through to the exact comparison, at least. */
const SHORTLIST = 160;
/** Beyond every distance that is counted. */
const SKIPPED = 0xffff;

/**
 * Vectors of cards by the store's number of the card; all of one model. A card may have vectors of further pictures, each
 * under a number of its own that is no card's.
 */
export class VectorIndex {
  readonly #dimensions: number;
  readonly #slots = new Map<number, number>();
  /** Whose further vectors are. */
  readonly #cards = new Map<number, number>();
  #rows = new Float64Array(FIRST_SLOTS);
  /** A number for each game's name, and that of each card's game. */
  readonly #gameNumbers = new Map<string, number>();
  #games = new Uint16Array(FIRST_SLOTS);
  #vectors: Int8Array;
  /** One over a vector's length. */
  #scales = new Float32Array(FIRST_SLOTS);
  readonly #signs: SignTable;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#vectors = new Int8Array(FIRST_SLOTS * dimensions);
    this.#signs = new SignTable(dimensions, FIRST_SLOTS);
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Bytes held, the maps reckoned at 40 an entry. */
  get bytes(): number {
    const arrays = [this.#rows, this.#games, this.#vectors, this.#scales];
    const mapped = this.#slots.size + this.#cards.size;
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, this.#signs.bytes + 40 * mapped);
  }

  /** Sets a vector, as `describePicture` gave it, its game, and the card that it is of where `row` is not that itself. */
  upsert(row: number, vector: Uint8Array, game = '', card = row): void {
    if (vector.length !== this.#dimensions) throw new RangeError(`a vector of ${vector.length} bytes`);
    const slot = this.#slots.get(row) ?? this.#slots.size;
    if (slot >= this.#rows.length) this.#grow();
    this.#slots.set(row, slot);
    if (card !== row) this.#cards.set(row, card);
    this.#rows[slot] = row;
    this.#games[slot] = this.#gameNumber(game);
    const signed = new Int8Array(vector.buffer, vector.byteOffset, vector.length);
    this.#vectors.set(signed, slot * this.#dimensions);
    let squares = 0;
    for (const value of signed) squares += value * value;
    this.#scales[slot] = 1 / Math.sqrt(squares + 1e-12);
    this.#signs.set(slot, signed);
  }

  /** Forgets a vector; the last one takes its place. */
  remove(row: number): void {
    const slot = this.#slots.get(row);
    if (slot === undefined) return;
    this.#cards.delete(row);
    const last = this.#slots.size - 1;
    const lastRow = this.#rows[last] ?? 0;
    this.#vectors.copyWithin(slot * this.#dimensions, last * this.#dimensions, (last + 1) * this.#dimensions);
    this.#signs.copy(last, slot);
    this.#scales[slot] = this.#scales[last] ?? 0;
    this.#rows[slot] = lastRow;
    this.#games[slot] = this.#games[last] ?? 0;
    this.#slots.set(lastRow, slot);
    this.#slots.delete(row);
  }

  /** A vector at length 1, or undefined where there is none. */
  vectorOf(row: number): Float32Array | undefined {
    const slot = this.#slots.get(row);
    if (slot === undefined) return undefined;
    const scale = this.#scales[slot] ?? 0;
    const base = slot * this.#dimensions;
    return Float32Array.from(this.#vectors.subarray(base, base + this.#dimensions), (value) => value * scale);
  }

  /**
   * The `count` cards most like a vector of length 1, of one game where that is named, best first, each by the most alike of
   * its own: nearest by signs, then compared exactly.
   */
  search(query: Float32Array, count: number, game?: string): Found[] {
    const distances = this.#signs.distances(query, this.#slots.size);
    if (game !== undefined) this.#skip(distances, this.#gameNumbers.get(game));
    const limit = this.#signLimit(distances, Math.max(SHORTLIST, 2 * count) * this.#vectorsACard());
    const found: Found[] = [];
    for (let slot = 0; slot < distances.length; slot += 1) {
      if ((distances[slot] ?? 0) > limit) continue;
      const similarity = dot(query, this.#vectors, slot * this.#dimensions) * (this.#scales[slot] ?? 0);
      const reference = this.#rows[slot] ?? 0;
      found.push({ row: this.#cards.get(reference) ?? reference, reference, similarity });
    }
    found.sort((a, b) => b.similarity - a.similarity || a.row - b.row || b.reference - a.reference);
    return (this.#cards.size === 0 ? found : eachOnce(found)).slice(0, count);
  }

  /** How many vectors stand for a card, about: a shortlist is to hold as many cards however many that are. */
  #vectorsACard(): number {
    return Math.ceil(this.#slots.size / Math.max(1, this.#slots.size - this.#cards.size));
  }

  #gameNumber(game: string): number {
    const known = this.#gameNumbers.get(game) ?? this.#gameNumbers.size;
    this.#gameNumbers.set(game, known);
    return known;
  }

  /** Puts cards of other games further away than signs can lie: before the shortlist is cut, so that it is theirs alone. */
  #skip(distances: Uint16Array, game: number | undefined): void {
    for (let slot = 0; slot < distances.length; slot += 1) {
      if (this.#games[slot] !== game) distances[slot] = SKIPPED;
    }
  }

  /** The least number of differing signs within which `wanted` cards lie. */
  #signLimit(distances: Uint16Array, wanted: number): number {
    const counts = new Uint32Array(this.#dimensions + 1);
    for (let slot = 0; slot < distances.length; slot += 1) {
      const distance = distances[slot] ?? 0;
      if (distance === SKIPPED) continue;
      counts[distance] = (counts[distance] ?? 0) + 1;
    }
    let limit = 0;
    for (let within = counts[0] ?? 0; within < wanted && limit < counts.length; within += counts[limit] ?? 0)
      limit += 1;
    return limit;
  }

  /** Makes room for two fifths more: copying stays rare, and a card takes at most 470 bytes with what lies idle. */
  #grow(): void {
    const slots = Math.ceil(1.4 * this.#rows.length);
    // First, since it may fail for want of memory: the others say how much room there is.
    this.#signs.grow(slots);
    this.#rows = lengthened(this.#rows, slots);
    this.#games = lengthened(this.#games, slots);
    this.#vectors = lengthened(this.#vectors, slots * this.#dimensions);
    this.#scales = lengthened(this.#scales, slots);
  }
}

function eachOnce(found: readonly Found[]): Found[] {
  const seen = new Set<number>();
  return found.filter(({ row }) => seen.size < seen.add(row).size);
}
