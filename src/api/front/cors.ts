/** Cross-origin reads of `/v1` from browsers, for the origins the operator names. */
import type { IncomingMessage } from 'node:http';

const EXPOSED =
  'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Catalog-Version, Cardstock-Ignored, Cardstock-Total, Link';
const NONE: readonly string[] = [];

export class Cors {
  readonly #origins: ReadonlySet<string>;

  readonly #isShared: boolean;

  /**
   * @param origins `*`, or origins like `https://shop.example` separated by commas; empty allows none
   * @param isShared whether what one caller is answered others may be given, pages among them
   */
  constructor(origins: string, isShared = false) {
    this.#isShared = isShared;
    this.#origins = new Set(origins.split(',').map((origin) => origin.trim()));
  }

  /** Whether the operator has named this origin; `*` names none. */
  names(origin: string): boolean {
    return origin !== '*' && this.#origins.has(origin);
  }

  /** The headers that an answer to `request` carries, as a flat list. */
  headers(request: IncomingMessage): readonly string[] {
    const { origin } = request.headers;
    if (origin === undefined && !this.#isShared) return NONE;
    if (this.#origins.has('*')) return ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED];
    // The answer differs by origin then, whether or not this one is allowed.
    if (origin === undefined || !this.#origins.has(origin)) return ['Vary', 'Origin'];
    return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
  }

  /** The headers of the answer to a preflight; undefined when `request` is none, or not from an allowed origin. */
  preflight(request: IncomingMessage): string[] | undefined {
    const { origin } = request.headers;
    if (request.method !== 'OPTIONS' || origin === undefined) return undefined;
    if (request.headers['access-control-request-method'] === undefined) return undefined;
    const headers = this.headers(request);
    if (!headers.includes('Access-Control-Allow-Origin')) return undefined;
    return [
      ...headers,
      'Access-Control-Allow-Methods',
      'GET, HEAD, POST',
      'Access-Control-Allow-Headers',
      'Accept, Authorization, Content-Type, If-None-Match, X-Api-Key, X-Request-Id, Catalog-Version, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
      'Access-Control-Max-Age',
      '86400',
    ];
  }
}
