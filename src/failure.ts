/** The one error type: a closed list of codes, a public sentence, and an internal cause kept apart from it. */

/** Every code that can appear in `error.code`, as the specification lists them. */
export const FAILURE_CODES = [
  'bad_request',
  'unauthorized',
  'not_found',
  'rate_limited',
  'internal',
  'unsupported_image',
  'url_not_allowed',
  'url_fetch_failed',
  'payload_too_large',
  'scan_unavailable',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** A request that cannot be answered as asked. `message` is shown to the caller; `cause` goes to the log only. */
export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, publicMessage: string, options?: { cause?: unknown }) {
    super(publicMessage, options);
    this.name = 'Failure';
    this.code = code;
  }
}
