/** What a request budget is, and how it is told to the caller in headers. */

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
