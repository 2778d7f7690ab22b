/** The one mapping from failures to answers: statuses, public sentences, and the envelope around them. */
import { Failure, type FailureCode } from '../failure.ts';

/** The status of each code, as the specification's tables give it. */
export const STATUS_OF: Record<FailureCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  not_found: 404,
  rate_limited: 429,
  internal: 500,
  unsupported_image: 400,
  url_not_allowed: 400,
  url_fetch_failed: 400,
  payload_too_large: 413,
  scan_unavailable: 503,
};

export function failureAnswer(failure: Failure): { status: number; body: string } {
  const { code, message } = failure;
  return { status: STATUS_OF[code], body: JSON.stringify({ data: null, error: { code, message } }) };
}

/**
 * Turns whatever was thrown into a failure of the closed list. An unknown error becomes `internal` with a fixed
 * sentence: its own text may name tables, paths or libraries.
 */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure('internal', 'Something went wrong on our side. Try again.', { cause: error });
}
