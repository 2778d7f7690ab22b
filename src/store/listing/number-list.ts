/** Whole numbers that are added one by one, four bytes each: in an array of V8's they take eight, and twice that while it grows. */

export class NumberList {
  #numbers = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  at(place: number): number {
    return this.#numbers[place] ?? 0;
  }

  /** All of them with their signs. */
  signed(): Int32Array<ArrayBuffer> {
    return Int32Array.from(this.#numbers.subarray(0, this.#length));
  }
}
