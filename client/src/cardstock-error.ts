/** The one error that calls throw; an aborted call throws its signal's reason instead. */

/** What a service answers, and what can happen on the way to it. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'not_found'
  | 'rate_limited'
  | 'internal'
  | 'unsupported_image'
  | 'url_not_allowed'
  | 'url_fetch_failed'
  | 'payload_too_large'
  | 'scan_unavailable'
  /** No answer came. */
  | 'network'
  /** No answer came in time. */
  | 'timeout'
  /** An answer came that is not the service's: a proxy's, most often. */
  | 'unexpected_answer'
  /** `verifyWebhook` refused a delivery. */
  | 'invalid_webhook';

interface ErrorFacts {
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfterS?: number | undefined;
  cause?: unknown;
}

export class CardstockError extends Error {
  readonly code: ErrorCode;
  /** HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** What the service's log knows the request by. */
  readonly requestId: string | undefined;
  /** Seconds after which the service asks to try again; undefined where it said nothing. */
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, message: string, { status, requestId, retryAfterS, cause }: ErrorFacts = {}) {
    super(message, { cause });
    this.name = 'CardstockError';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterS = retryAfterS;
  }
}
