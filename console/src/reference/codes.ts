/** Every code of a failure, with its status and what it means. */

export const CODES: readonly [status: number, code: string, meaning: string][] = [
  [400, 'bad_request', 'Parameters or a body that could not be accepted'],
  [401, 'unauthorized', 'Key missing, malformed, unknown, revoked or expired, or not for this'],
  [404, 'not_found', 'No such id, or nothing at this address'],
  [429, 'rate_limited', 'Over the request budget: wait as long as Retry-After says'],
  [500, 'internal', 'A fault of the service: try again'],
  [400, 'unsupported_image', 'Scan: the bytes are not a picture that can be read'],
  [400, 'url_not_allowed', 'Scan: the address is not https, or not public'],
  [400, 'url_fetch_failed', 'Scan: the picture could not be fetched'],
  [413, 'payload_too_large', 'Scan: the picture is larger than 10 MB'],
  [503, 'scan_unavailable', 'Scan: not set up on this deployment'],
];
