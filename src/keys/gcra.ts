/** Request budgets: what one is, how it is told in headers, and GCRA in the memory of this process, exact, without window edges. */

/** Every budget is counted per minute. */
export const WINDOW_MS = 60_000;

/** What became of one request against a budget. */
export interface Verdict {
  isAdmitted: boolean;
  /** Requests that would still be admitted at this instant. */
  remaining: number;
  /** Whole seconds, at least 1, until one more request is regained: what `Retry-After` says on a refusal. */
  regainS: number;
}

/** Counts requests. A budget of N admits N at once and regains them evenly over a minute. */
export interface Budgets {
  /**
   * Counts one request of `id` against `limit` (≥ 1) a minute; refused requests cost nothing. Never rejects.
   * @param nowMs this process's monotonic clock; a store that is shared goes by its own
   */
  take(id: string, limit: number, nowMs: number): Verdict | Promise<Verdict>;
}

/** The item of a policy in `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export function policyItem(name: string, limit: number): string {
  return `"${name}";q=${limit};w=${WINDOW_MS / 1000}`;
}

/**
 * The item of a policy in `RateLimit`. `t` is the time to the next regained request, not to a full budget: the draft forbids a `Retry-After` earlier
 * than `t`, and a refused caller has to wait for one request only.
 */
export function limitItem(name: string, verdict: Verdict): string {
  return `"${name}";r=${verdict.remaining};t=${verdict.regainS}`;
}

/**
 * What an id has used and not regained, at `atMs`. One request is WINDOW_MS of debt and every millisecond pays off
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

  take(id: string, limit: number, atMs: number): Verdict {
    const nowMs = Math.floor(atMs);
    const used = this.#usages.get(id);
    const debt = used === undefined ? 0 : debtAt(used, limit, nowMs);
    const isAdmitted = hasRoom(debt, limit);
    const debtAfter = isAdmitted ? debt + WINDOW_MS : debt;
    if (used === undefined) this.#add(id, { debt: debtAfter, atMs: nowMs });
    else {
      used.debt = debtAfter;
      used.atMs = nowMs;
      if (this.#usages.size > this.#idsMax / 2) this.#moveLast(id, used);
    }
    return verdictOf(isAdmitted, debtAfter, limit);
  }

  // The order matters only once something may have to be forgotten.
  #moveLast(id: string, used: Usage): void {
    this.#usages.delete(id);
    this.#usages.set(id, used);
  }

  #add(id: string, usage: Usage): void {
    this.#usages.set(id, usage);
    if (this.#usages.size <= this.#idsMax) return;
    const [oldest] = this.#usages.keys();
    if (oldest !== undefined) this.#usages.delete(oldest);
  }
}

/** The verdict that leaves `debt`, as counted here or in Redis. */
export function verdictOf(isAdmitted: boolean, debt: number, limit: number): Verdict {
  const free = limit * WINDOW_MS - debt;
  const remaining = Math.floor(free / WINDOW_MS);
  const regainMs = ((remaining + 1) * WINDOW_MS - free) / limit;
  return { isAdmitted, remaining, regainS: Math.max(1, Math.ceil(regainMs / 1000)) };
}

// A clock that was set back regains nothing for that moment and counts on from there: nobody is locked out until it
// has caught up. A limit that was lowered never leaves more debt than it allows.
function debtAt(used: Usage, limit: number, nowMs: number): number {
  const regained = Math.max(0, nowMs - used.atMs) * limit;
  return Math.min(Math.max(0, used.debt - regained), limit * WINDOW_MS);
}

function hasRoom(debt: number, limit: number): boolean {
  return debt + WINDOW_MS <= limit * WINDOW_MS;
}
