/** The cookie that carries a session of the console, and when it counts as the key of a request. */
import type { RequestHead } from '../answer/inbound-request.ts';

const NAME = 'cardstock_session';
const SESSION_S = 12 * 3600;

/** Where the browser sends the cookie: to what is below the public address. */
export interface CookiePlace {
  /** '' or `/cards`, which a proxy in front strips. */
  path: string;
  isSecure: boolean;
}

const cookie = (key: string, seconds: number, { path, isSecure }: CookiePlace): string =>
  `${NAME}=${key}; HttpOnly; SameSite=Strict; Path=${path || '/'}; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;

export const sessionCookie = (key: string, place: CookiePlace): string => cookie(key, SESSION_S, place);

export const endedCookie = (place: CookiePlace): string => cookie('', 0, place);

/**
 * The cookie as an `Authorization` header; undefined without one, or when another site may have sent the request.
 * Browsers tell by `Sec-Fetch-Site`, which they leave out towards plain http: there `Origin` has to name this host. All
 * of them send it with a request that changes something; a read from elsewhere has no use, since its answer is not shown.
 */
export function sessionAuthorization(method: string | undefined, head: RequestHead): string | undefined {
  if (head.cookie === undefined || !isSameOrigin(method, head)) return undefined;
  const value = cookieOf(head.cookie);
  return value === undefined ? undefined : `Bearer ${value}`;
}

function isSameOrigin(method: string | undefined, { fetchSite, origin, host }: RequestHead): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  if (origin === undefined) return method === 'GET' || method === 'HEAD';
  return host !== undefined && origin.replace(/^https?:\/\//, '') === host;
}

function cookieOf(header: string): string | undefined {
  for (const part of header.split(';')) {
    const [name, value] = part.split('=', 2);
    if (name?.trim() === NAME && value !== undefined && value.trim() !== '') return value.trim();
  }
  return undefined;
}
