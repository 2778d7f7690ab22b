/** The headers of requests and answers that are the same on many routes, each told once in the OpenAPI document. */
import type { Route } from '../route.ts';

const header = (description: string, example: string | number) => {
  return { description, schema: { type: typeof example === 'number' ? 'integer' : 'string' }, example };
};

export const HEADERS = {
  ETag: header('Tag of the bytes of this answer, to be given back in If-None-Match', '"7Vq0bPqkXvYQk2rM1c9dGg"'),
  'Catalog-Version': header(
    'Version of the catalog that the answer was read from, for a search version/index, the latter that of its ranking',
    '17',
  ),
  'Content-Language': header('Languages of the names, the one asked for first; only under lang', 'fr, en'),
  'Cardstock-Ignored': header(
    'Query parameters that changed nothing: those that the endpoint does not have, extras of include that there are not, and those that came twice, of which the last counts; absent without any',
    'page, offset',
  ),
  Link: header(
    'Of CSV the address of the next page, rel=next; absent on the last',
    '</v1/cards?cursor=bGlzdA.3f9c>; rel="next"',
  ),
  'Cardstock-Total': header('Of CSV how many rows all pages have; only with total=true', 64),
  'X-Request-Id': header(
    "Id of the request, which the service's log knows: the caller's own X-Request-Id where it is 1 to 64 letters, digits, _ or -",
    'k3Jx0aQz-1f',
  ),
  'RateLimit-Policy': header(
    'Budgets of the key, a list: q requests in w seconds; absent where the key has none, and without a valid key',
    '"default";q=600;w=60',
  ),
  RateLimit: header(
    'What is left of them: r requests now, one more regained after t seconds; absent as RateLimit-Policy is',
    '"default";r=597;t=1',
  ),
  'Retry-After': header('Seconds to wait before asking again', 3),
  'WWW-Authenticate': header('How to authenticate', 'Bearer'),
};

type HeaderName = keyof typeof HEADERS;

const references = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Whether the answers of a route are bytes with a tag. */
export const isTagged = (route: Route): boolean => 'handle' in route || ('answer' in route && route.isTagged === true);

export function answerHeaders(route: Route, status: number) {
  const isKept = 'handle' in route && route.isKept === true;
  const isGiven = status === 304 || status < 300;
  return references([
    ...(isTagged(route) && isGiven ? (['ETag'] as const) : []),
    ...(isKept && isGiven ? (['Catalog-Version'] as const) : []),
    ...('lang' in (route.query ?? {}) && isGiven ? (['Content-Language'] as const) : []),
    ...('csv' in route && isGiven ? (['Link'] as const) : []),
    ...('total' in (route.query ?? {}) && isGiven ? (['Cardstock-Total'] as const) : []),
    'Cardstock-Ignored',
    'X-Request-Id',
    ...(route.scope === null ? [] : (['RateLimit-Policy', 'RateLimit'] as const)),
    ...(status === 429 ? (['Retry-After'] as const) : []),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
  ]);
}

/** The parameter of reads whose answer the caller may hold already. */
export const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETags that the caller holds, a list, or *: where one is still true the answer is 304 without a body',
  schema: { type: 'string', examples: ['"7Vq0bPqkXvYQk2rM1c9dGg"'] },
};
