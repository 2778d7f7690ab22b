/** How many of the answers that go on for minutes there may be at once: by key, and in this process. */
import { RateLimited } from './send.ts';

/** What is asked of a caller beyond the limit: a whole catalog is read in seconds. */
const RETRY_S = 10;

export class ConcurrencyLimit {
  readonly #byOwnerMax: number;
  readonly #max: number;
  readonly #byOwner = new Map<string, number>();
  #inUse = 0;

  constructor({ byOwnerMax, max }: { byOwnerMax: number; max: number }) {
    this.#byOwnerMax = byOwnerMax;
    this.#max = max;
  }

  /**
   * Admits `owner`; what it gives back is to be called once, at the end.
   * @throws RateLimited
   */
  take(owner: string): () => void {
    const own = this.#byOwner.get(owner) ?? 0;
    if (own >= this.#byOwnerMax) {
      throw new RateLimited(`This key has ${own} of these under way, as many as one may: let one end first.`, RETRY_S);
    }
    if (this.#inUse >= this.#max) throw new RateLimited('Too many of these are under way; try again.', RETRY_S);
    this.#byOwner.set(owner, own + 1);
    this.#inUse += 1;
    return () => {
      this.#inUse -= 1;
      const left = (this.#byOwner.get(owner) ?? 0) - 1;
      if (left > 0) this.#byOwner.set(owner, left);
      else this.#byOwner.delete(owner);
    };
  }
}
