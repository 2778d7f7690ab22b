/** Request budgets: what one is, how it is told in headers, and GCRA in the memory of this process, exact, without window edges. */

/** What most budgets are counted per; a key may have one of a day beside it. */
export const WINDOW_MS = 60_000;
export const DAY_MS = 86_400_000;

export interface Verdict {
  isAdmitted: boolean;
  /** Requests that would still be admitted at this instant. */
  remaining: number;
  /** Whole seconds, at least 1, until one more request is regained: what `Retry-After` says on a refusal. */
  regainS: number;
}

/** Counts requests. A budget of N admits N at once and regains them evenly over its window, a minute or a day. */
export interface Budgets {
  /**
   * Counts one request of `id` against `limit` (≥ 1) a window; refused requests cost nothing. Never rejects.
   * @param nowMs this process's monotonic clock; a store that is shared goes by its own
   * @param spent what an id that is not known here has used and not regained
   */
  take(id: string, limit: number, nowMs: number, windowMs?: number, spent?: number): Verdict | Promise<Verdict>;
}

/** The item of a policy in `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export function policyItem(name: string, limit: number, windowMs = WINDOW_MS): string {
  return `"${name}";q=${limit};w=${windowMs / 1000}`;
}

/**
 * The item of a policy in `RateLimit`. `t` is the time to the next regained request, not to a full budget: the draft forbids a `Retry-After` earlier
 * than `t`, and a refused caller has to wait for one request only.
 */
export function limitItem(name: string, verdict: Verdict): string {
  return `"${name}";r=${verdict.remaining};t=${verdict.regainS}`;
}

/**
 * What an id has used and not regained, at `atMs`. One request is a window of debt and every millisecond pays off
 * `limit` of it, so that no limit needs a fraction: float intervals lose the last request of N for some N.
 */
interface Usage {
  debt: number;
  atMs: number;
}

/** The least recently used of more than `idsMax` ids is forgotten, which gives it its whole budget back. */
export class MemoryBudgets implements Budgets {
  readonly #usages = new Map<string, Usage>();
  readonly #idsMax: number;

  constructor(idsMax: number) {
    this.#idsMax = idsMax;
  }

  take(id: string, limit: number, atMs: number, windowMs = WINDOW_MS, spent = 0): Verdict {
    const nowMs = Math.floor(atMs);
    const used = this.#usages.get(id);
    const debt = debtAt(used ?? { debt: spent * windowMs, atMs: nowMs }, limit, nowMs, windowMs);
    const isAdmitted = debt + windowMs <= limit * windowMs;
    const debtAfter = isAdmitted ? debt + windowMs : debt;
    // The last one used stands last.
    this.#usages.delete(id);
    this.#usages.set(id, { debt: debtAfter, atMs: nowMs });
    if (this.#usages.size > this.#idsMax) {
      const [oldest = ''] = this.#usages.keys();
      this.#usages.delete(oldest);
    }
    return verdictOf(isAdmitted, debtAfter, limit, windowMs);
  }
}

/** The verdict that leaves `debt`, as counted here or in Redis. */
export function verdictOf(isAdmitted: boolean, debt: number, limit: number, windowMs = WINDOW_MS): Verdict {
  const free = limit * windowMs - debt;
  const remaining = Math.floor(free / windowMs);
  const regainMs = ((remaining + 1) * windowMs - free) / limit;
  return { isAdmitted, remaining, regainS: Math.max(1, Math.ceil(regainMs / 1000)) };
}

// A clock that was set back regains nothing for that moment and counts on from there: nobody is locked out until it
// has caught up. A limit that was lowered never leaves more debt than it allows.
function debtAt(used: Usage, limit: number, nowMs: number, windowMs: number): number {
  const regained = Math.max(0, nowMs - used.atMs) * limit;
  return Math.min(Math.max(0, used.debt - regained), limit * windowMs);
}
