/** How many of the answers that go on for minutes there may be at once: by key, and in this process. */
import { RateLimited } from './send.ts';

/** What is asked of a caller beyond the limit: a whole catalog is read in seconds. */
const RETRY_S = 10;

/** What admits an owner, or refuses with RateLimited; what it gives back is to be called once, at the end. */
export function concurrencyLimit({ byOwnerMax, max }: { byOwnerMax: number; max: number }) {
  const byOwner = new Map<string, number>();
  let inUse = 0;
  return (owner: string): (() => void) => {
    const own = byOwner.get(owner) ?? 0;
    if (own >= byOwnerMax) {
      throw new RateLimited(`This key has ${own} of these under way, as many as one may: let one end first.`, RETRY_S);
    }
    if (inUse >= max) throw new RateLimited('Too many of these are under way; try again.', RETRY_S);
    byOwner.set(owner, own + 1);
    inUse += 1;
    return () => {
      inUse -= 1;
      const left = (byOwner.get(owner) ?? 0) - 1;
      if (left > 0) byOwner.set(owner, left);
      else byOwner.delete(owner);
    };
  };
}
