/** The error types: `Failure` for requests, with a closed list of codes, and `OperatorFailure` for whoever runs the service. */

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

/** How a reason ends that only the operator can take away: no later run of the source goes better. */
export const MORE_MEMORY = 'set CARDSTOCK_INGEST_MEMORY_MB higher';

/** Something that only the operator can mend; the message is one sentence that says what and how. */
export class OperatorFailure extends Error {
  /** What is left of its class on the way out of a thread. */
  override readonly name: string = 'OperatorFailure';
}
