/** Ids of a whole catalog, each with the number of its turn: 30 bytes an id, where a map of a million takes 80 MB of the heap. */
import { randomInt } from 'node:crypto';

const ROOM_FIRST = 1024;

export class NumberedIds {
  /** All ids end to end, a byte a sign until one has a sign beyond Latin 1. */
  #units: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> = new Uint8Array(16 * ROOM_FIRST);
  /** Where each of them ends. */
  #ends = new Uint32Array(ROOM_FIRST);
  /** One more than the number of an id, in its slot or behind it; 0 is free, as half of the slots are. */
  #slots = new Uint32Array(2 * ROOM_FIRST);
  #count = 0;

  get length(): number {
    return this.#count;
  }

  has(id: string): boolean {
    return this.numberOf(id) !== undefined;
  }

  /** The number of an id; undefined where it never came. */
  numberOf(id: string): number | undefined {
    const taken = this.#slots[this.#slotOf(id)] ?? 0;
    return taken === 0 ? undefined : taken - 1;
  }

  /** The number of an id, the next one where it comes for the first time. */
  add(id: string): number {
    const slot = this.#slotOf(id);
    const taken = this.#slots[slot] ?? 0;
    if (taken > 0) return taken - 1;
    if (this.#count === this.#ends.length) {
      this.#grow();
      return this.add(id);
    }
    let at = this.#startOf(this.#count);
    this.#makeRoom(at + id.length, id);
    for (let i = 0; i < id.length; i += 1) this.#units[at++] = id.charCodeAt(i);
    this.#ends[this.#count] = at;
    this.#count += 1;
    this.#slots[slot] = this.#count;
    return this.#count - 1;
  }

  /** The id of a number that was given. */
  idOf(number: number): string {
    const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT } = this.#units.subarray(
      this.#startOf(number),
      this.#ends[number],
    );
    return Buffer.from(buffer, byteOffset, byteLength).toString(BYTES_PER_ELEMENT === 1 ? 'latin1' : 'utf16le');
  }

  /** Those of the numbers from `start` up to, but without, `end`. */
  slice(start = 0, end = this.#count): string[] {
    const ids: string[] = [];
    for (let number = start; number < Math.min(end, this.#count); number += 1) ids.push(this.idOf(number));
    return ids;
  }

  *[Symbol.iterator](): Generator<string> {
    for (let number = 0; number < this.#count; number += 1) yield this.idOf(number);
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
  }

  /** The slot that an id is in, or the free one that it would take. */
  #slotOf(id: string): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(id.length, (at) => id.charCodeAt(at)) & mask;
    for (let taken = this.#slots[slot] ?? 0; taken > 0 && !this.#is(taken - 1, id); taken = this.#slots[slot] ?? 0) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #is(number: number, id: string): boolean {
    const start = this.#startOf(number);
    if ((this.#ends[number] ?? 0) - start !== id.length) return false;
    for (let at = 0; at < id.length; at += 1) if (this.#units[start + at] !== id.charCodeAt(at)) return false;
    return true;
  }

  #makeRoom(units: number, id: string): void {
    const isNarrow = this.#units.BYTES_PER_ELEMENT === 1 && /^[\0-\xff]*$/.test(id);
    if (units <= this.#units.length && (isNarrow || this.#units.BYTES_PER_ELEMENT === 2)) return;
    const before = this.#units;
    const room = units <= before.length ? before.length : 2 * units;
    this.#units = isNarrow ? new Uint8Array(room) : new Uint16Array(room);
    this.#units.set(before);
  }

  #grow(): void {
    const ends = new Uint32Array(2 * this.#ends.length);
    ends.set(this.#ends);
    this.#ends = ends;
    const slots = new Uint32Array(2 * ends.length);
    for (let number = 0; number < this.#count; number += 1) {
      const start = this.#startOf(number);
      let slot = hashOf((ends[number] ?? 0) - start, (at) => this.#units[start + at] ?? 0) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

/** Another in each process: ids that were chosen to share a slot would take minutes. */
const SEED = randomInt(2 ** 32);

/** FNV-1a from a seed, whose low bits say as much as its high ones once they are mixed. */
function hashOf(length: number, unitAt: (at: number) => number): number {
  let hash = SEED;
  for (let at = 0; at < length; at += 1) hash = Math.imul(hash ^ unitAt(at), 0x0100_0193);
  return hash ^ (hash >>> 15);
}
