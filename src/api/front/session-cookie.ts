/** The cookie that carries a session of the console, and when it counts as the key of a request. */
import type { RequestHead } from '../answer/inbound-request.ts';

const NAME = 'cardstock_session';
const SESSION_S = 12 * 3600;

/** The value of `Set-Cookie` that signs in with `key`. */
export const sessionCookie = (key: string, isSecure: boolean): string =>
  `${NAME}=${key}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${SESSION_S}${isSecure ? '; Secure' : ''}`;

/** The value of `Set-Cookie` that signs out. */
export const endedCookie = (isSecure: boolean): string =>
  `${NAME}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0${isSecure ? '; Secure' : ''}`;

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
