/** How many of the answers that go on for minutes there may be at once: by key, and in this process. */
import { RateLimited } from './send.ts';

/** What is asked of a caller who found no place: a whole catalog is read in seconds. */
const RETRY_S = 10;

export class Places {
  readonly #byOwnerMax: number;
  readonly #max: number;
  readonly #byOwner = new Map<string, number>();
  #taken = 0;

  constructor({ byOwnerMax, max }: { byOwnerMax: number; max: number }) {
    this.#byOwnerMax = byOwnerMax;
    this.#max = max;
  }

  /**
   * Takes a place for `owner`; what it gives back is to be called once, at the end.
   * @throws RateLimited
   */
  take(owner: string): () => void {
    const own = this.#byOwner.get(owner) ?? 0;
    if (own >= this.#byOwnerMax) {
      throw new RateLimited(`This key has ${own} of these under way, as many as one may: let one end first.`, RETRY_S);
    }
    if (this.#taken >= this.#max) throw new RateLimited('Too many of these are under way; try again.', RETRY_S);
    this.#byOwner.set(owner, own + 1);
    this.#taken += 1;
    return () => {
      this.#taken -= 1;
      const left = (this.#byOwner.get(owner) ?? 0) - 1;
      if (left > 0) this.#byOwner.set(owner, left);
      else this.#byOwner.delete(owner);
    };
  }
}
