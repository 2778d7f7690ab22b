/** Ids of a whole catalog, each with the number of its turn: 30 bytes an id, where a map of a million takes 80 MB of the heap. */
import { randomInt } from 'node:crypto';
import { TextList, textsBetween } from './packed-texts.ts';

const SLOTS_FIRST = 2048;

export class NumberedIds {
  readonly #ids = new TextList();
  /** One more than the number of an id, in its slot or behind it; 0 is free, as half of the slots are. */
  #slots = new Uint32Array(SLOTS_FIRST);

  get length(): number {
    return this.#ids.length;
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
    this.#ids.push(id);
    this.#slots[slot] = this.length;
    if (2 * this.length > this.#slots.length) this.#grow();
    return this.length - 1;
  }

  idOf(number: number): string {
    return this.#ids.at(number);
  }

  /** Those of the numbers from `start` up to, but without, `end`. */
  slice(start = 0, end = this.length): string[] {
    return textsBetween(this.#ids.packed(), start, Math.min(end, this.length));
  }

  *[Symbol.iterator](): Generator<string> {
    for (let number = 0; number < this.length; number += 1) yield this.idOf(number);
  }

  #slotOf(id: string): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(id.length, (at) => id.charCodeAt(at)) & mask;
    for (
      let taken = this.#slots[slot] ?? 0;
      taken > 0 && !this.#ids.isAt(taken - 1, id);
      taken = this.#slots[slot] ?? 0
    ) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    for (let number = 0; number < this.length; number += 1) {
      const units = this.#ids.units(number);
      let slot = hashOf(units.length, (at) => units[at] ?? 0) & (slots.length - 1);
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
