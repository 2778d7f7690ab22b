/** The headers that the front looks at, read in one pass: `request.headers` builds an object of all of them first. */
import type { IncomingMessage } from 'node:http';

export interface RequestHead {
  hosts: number;
  host: string | undefined;
  authorization: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  origin: string | undefined;
  requestId: string | undefined;
  cookie: string | undefined;
  /** Of `Sec-Fetch-Site`. */
  fetchSite: string | undefined;
}

/** Headers given twice are joined as Node joins them; of `Authorization`, `X-Request-Id`, `Host` and `Sec-Fetch-Site` the first counts. */
export function readHead({ rawHeaders }: IncomingMessage): RequestHead {
  const head: RequestHead = {
    hosts: 0,
    host: undefined,
    authorization: undefined,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
    origin: undefined,
    requestId: undefined,
    cookie: undefined,
    fetchSite: undefined,
  };
  for (let at = 0; at < rawHeaders.length; at += 2) readHeader(head, rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return head;
}

// Most headers are told from ours by their length alone.
function readHeader(head: RequestHead, name: string, value: string): void {
  switch (name.length) {
    case 4:
      if (isNamed(name, 'host')) {
        head.hosts += 1;
        head.host ??= value;
      }
      break;
    case 6:
      if (isNamed(name, 'origin')) head.origin = joined(head.origin, value);
      else if (isNamed(name, 'cookie')) head.cookie = head.cookie === undefined ? value : `${head.cookie}; ${value}`;
      break;
    case 12:
      if (isNamed(name, 'x-request-id')) head.requestId ??= value;
      break;
    case 13:
      if (isNamed(name, 'authorization')) head.authorization ??= value;
      else if (isNamed(name, 'if-none-match')) head.ifNoneMatch = joined(head.ifNoneMatch, value);
      break;
    case 14:
      if (isNamed(name, 'sec-fetch-site')) head.fetchSite ??= value;
      break;
    case 15:
      if (isNamed(name, 'accept-encoding')) head.acceptEncoding = joined(head.acceptEncoding, value);
  }
}

const isNamed = (name: string, wanted: string): boolean => name === wanted || name.toLowerCase() === wanted;

const joined = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before}, ${value}`;
