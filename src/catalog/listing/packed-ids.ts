/** Ids in their order, end to end: of a million 20 MB beside the heap, where as texts they take 40 of it. */

const UNITS_FIRST = 16 * 1024;
const IDS_FIRST = 1024;

/** A list of ids that only grows. */
export class PackedIds {
  /** A byte a sign until one has a sign beyond Latin 1. */
  #units: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> = new Uint8Array(UNITS_FIRST);
  /** Where each of them ends. */
  #ends = new Uint32Array(IDS_FIRST);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(id: string): void {
    if (this.#length === this.#ends.length) {
      const ends = new Uint32Array(2 * this.#ends.length);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    let at = this.#startOf(this.#length);
    if (at + id.length > this.#units.length) this.#move(2 * (at + id.length), this.#units.BYTES_PER_ELEMENT === 2);
    for (let i = 0; i < id.length; i += 1) {
      const unit = id.charCodeAt(i);
      if (unit > 0xff && this.#units.BYTES_PER_ELEMENT === 1) this.#move(this.#units.length, true);
      this.#units[at++] = unit;
    }
    this.#ends[this.#length] = at;
    this.#length += 1;
  }

  /** The id of a place below `length`. */
  at(place: number): string {
    const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT } = this.units(place);
    return Buffer.from(buffer, byteOffset, byteLength).toString(BYTES_PER_ELEMENT === 1 ? 'latin1' : 'utf16le');
  }

  /** Its code units, until another id is added. */
  units(place: number): Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> {
    return this.#units.subarray(this.#startOf(place), this.#ends[place]);
  }

  /** Whether it is at that place. */
  isAt(place: number, id: string): boolean {
    const start = this.#startOf(place);
    if ((this.#ends[place] ?? 0) - start !== id.length) return false;
    for (let at = 0; at < id.length; at += 1) if (this.#units[start + at] !== id.charCodeAt(at)) return false;
    return true;
  }

  /** Those of the places from `start` up to, but without, `end`. */
  slice(start = 0, end = this.#length): string[] {
    const ids: string[] = [];
    for (let place = start; place < Math.min(end, this.#length); place += 1) ids.push(this.at(place));
    return ids;
  }

  /** Orders the ids of two places by code unit. */
  compare(a: number, b: number): number {
    const [startA, startB] = [this.#startOf(a), this.#startOf(b)];
    const [lengthA, lengthB] = [(this.#ends[a] ?? 0) - startA, (this.#ends[b] ?? 0) - startB];
    const both = Math.min(lengthA, lengthB);
    for (let at = 0; at < both; at += 1) {
      const order = (this.#units[startA + at] ?? 0) - (this.#units[startB + at] ?? 0);
      if (order !== 0) return order;
    }
    return lengthA - lengthB;
  }

  *[Symbol.iterator](): Generator<string> {
    for (let place = 0; place < this.#length; place += 1) yield this.at(place);
  }

  #startOf(place: number): number {
    return place === 0 ? 0 : (this.#ends[place - 1] ?? 0);
  }

  #move(room: number, isWide: boolean): void {
    const units = isWide ? new Uint16Array(room) : new Uint8Array(room);
    units.set(this.#units);
    this.#units = units;
  }
}
