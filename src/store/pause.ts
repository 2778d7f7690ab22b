/** Lets other requests in between: long work on the request thread stops after some milliseconds, and goes on in its turn. */
import { setImmediate } from 'node:timers/promises';

/** Well under the 20 ms that a read may wait for another's work. */
const TURN_MS = 4;

export class Pause {
  #since = performance.now();

  async soon(): Promise<void> {
    if (performance.now() - this.#since >= TURN_MS) await this.now();
  }

  /** What `of` makes of each, with a pause behind each that ends a turn. */
  async each<Item, Made>(items: Iterable<Item>, of: (item: Item, at: number) => Made | Promise<Made>): Promise<Made[]> {
    const made: Made[] = [];
    for (const item of items) {
      made.push(await of(item, made.length));
      await this.soon();
    }
    return made;
  }

  async now(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
  }
}
