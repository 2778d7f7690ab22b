/** What becomes of a delivery and its subscription after an attempt: the schedule of retries, and when to give up. */
import type { DeliveryOutcome } from '../store/events/deliveries.ts';
import type { Subscription, SubscriptionChange } from '../store/events/subscriptions.ts';
import type { Answer } from './post-delivery.ts';

/** Waits after the first, second … failure, in seconds: 11 attempts over about 75 hours. */
export const RETRY_AFTER_S = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** Every wait varies by this share, so that a subscriber that comes back is not met by everything at once. */
const JITTER = 0.2;
const FAILING_MAX_MS = 5 * 86_400_000;
const GONE = 410;

/** Attempts at once to one subscriber. */
export const CONCURRENCY = 4;
/** Answers of a subscriber, or of the proxy before it, that has too much to do. */
const OVERLOADED: readonly (number | null)[] = [429, 502, 504];

/** How many attempts may go to a subscriber at once after this answer: half after an overload, one more after a success. */
export function widthAfter(width: number, status: number | null): number {
  if (OVERLOADED.includes(status)) return Math.max(1, Math.floor(width / 2));
  return status !== null && status >= 200 && status < 300 ? Math.min(CONCURRENCY, width + 1) : width;
}

/**
 * Judges an attempt. `attempts` were made before it; `random` is 0 to 1. What waits for a subscription that is disabled
 * stays pending: it goes out when an operator resumes it.
 */
export function afterAttempt(
  { failing_since, format }: Pick<Subscription, 'failing_since'> & { format?: string },
  attempts: number,
  { status, error, retryAfterMs }: Pick<Answer, 'status' | 'error' | 'retryAfterMs'>,
  now: Date,
  random: number,
): { delivery: DeliveryOutcome; subscription: SubscriptionChange } {
  const at = now.toISOString();
  if (error === null) {
    const subscription = { last_success_at: at, failing_since: null, hold_until: null };
    return { delivery: { state: 'delivered', due_at: at }, subscription };
  }
  const later = (ms: number) => new Date(now.getTime() + ms).toISOString();
  // A chat says of an address that was taken back that there is none.
  const isGone = status === GONE || (status === 404 && (format ?? 'standard') !== 'standard');
  const waitS = RETRY_AFTER_S[attempts];
  const waitMs = Math.max((waitS ?? 0) * 1000 * (1 - JITTER + 2 * JITTER * random), retryAfterMs ?? 0);
  const delivery: DeliveryOutcome = {
    state: waitS === undefined && !isGone ? 'failed' : 'pending',
    due_at: later(waitMs),
  };
  const since = failing_since ?? at;
  const subscription: SubscriptionChange = { failing_since: since };
  if (retryAfterMs !== undefined) subscription.hold_until = later(retryAfterMs);
  if (isGone || now.getTime() - Date.parse(since) >= FAILING_MAX_MS) {
    subscription.state = 'disabled';
    subscription.reason = isGone ? `it answered ${status}: gone` : `every attempt since ${since} failed: ${error}`;
  }
  return { delivery, subscription };
}
