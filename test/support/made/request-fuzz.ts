/** Requests made up from the OpenAPI document, valid, at the bounds and hostile, and what every answer to them must be. */
import assert from 'node:assert/strict';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Compile, type Validator } from 'typebox/schema';
import { fc } from './properties.ts';

type JsonSchema = Record<string, unknown>;
interface Operation {
  parameters?: { name: string; in: string; schema?: { enum?: string[]; examples?: unknown[] } }[];
  requestBody?: unknown;
  security?: unknown[];
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

interface FuzzAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const oddTexts = fc.oneof(
  fc.constantFrom('', ' ', '0', '-1', '1', '200', '201', '2147483648', '99999999999999999999', '1e3', 'NaN', 'null'),
  fc.constantFrom('2026-02-30', '0000-00-00', '2026-01-01', '9999-12-31', '1970-01-01', 'prices', 'prices,prices,x'),
  fc.constantFrom(
    '../../etc/passwd',
    "'; drop table cards; --",
    '<script>',
    '%',
    '%00',
    '\u0000',
    '\ud800',
    '\u202e',
    '%_',
  ),
  fc.constantFrom('__proto__', 'constructor', 'toString', '{{7*7}}', '$(id)', 'é'.repeat(200), 'a'.repeat(201)),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);
const rawTexts = fc.stringMatching(/^[!-~]{0,60}$/).map((text) => text.replaceAll(/[#?]/g, ''));

/** How a text is written into a URL: as a client escapes it, or as it comes. */
const escaped = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: texts.map((text) => encodeURIComponent(text.toWellFormed())) }, rawTexts);

const headerTexts = fc.stringMatching(/^[ -~]{0,40}$/).map((text) => text.trim());

const bodies = fc.option(fc.oneof(fc.json(), fc.string(), fc.constant('{"__proto__":{}}')), {
  nil: undefined,
  freq: 3,
});
/** A form under the boundary `x`, or JSON with an address. */
const photoBodies = fc.oneof(
  fc
    .record({ name: fc.oneof(fc.constant('image'), fc.string()), file: fc.string(), bytes: fc.string() })
    .map(({ name, file, bytes }) => {
      const head = `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"`;
      return `${head}\r\n\r\n${bytes}\r\n--x--\r\n`;
    }),
  fc.oneof(fc.webUrl(), oddTexts, fc.jsonValue()).map((url) => JSON.stringify({ url })),
);

/** What parameters may say beside their examples: two that are right each by itself have to be right together. */
const VALID: Readonly<Record<string, readonly string[]>> = {
  game: ['game', 'orbwright', 'none'],
  name: ['game.cards.updated', 'game.*', '*.cards.updated', 'game.card_prices.updated,game.cards.created'],
  lang: ['en', 'de', 'ja'],
  sort: ['name', '-name', 'catalog', 'released', '-released', 'number', '-usd', 'eur'],
  ids: ['ember1-1', 'ember1-1,ember1-2', 'none', 'ember1-2,none'],
  expansion_id: ['ember1', 'none'],
  series_id: ['ember', 'none'],
  limit: ['1', '2', '200'],
  q: ['glimmer', 'glimmer 2', 'ember1'],
};

/** Reads whose every parameter is valid, several at once. */
function validReads(document: OpenApi, key: string, known: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const reads = Object.entries(document.paths).flatMap(([path, { get }]) => {
    // A read that waits for events would wait its 25 seconds in vain: nothing happens meanwhile.
    const query = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query' && parameter.name !== 'wait');
    return query.length > 1 && path.startsWith('/v1/') ? [{ path, query }] : [];
  });
  return fc.constantFrom(...reads).chain(({ path, query }) => {
    const pairs = query.map(({ name, schema }) => {
      const values = [...(VALID[name] ?? []), ...(schema?.enum ?? []), ...(schema?.examples ?? []).map(String)];
      return fc.constantFrom(...(values.length === 0 ? ['1'] : values)).map((value) => [name, value] as const);
    });
    const chosen = fc
      .subarray(pairs, { minLength: 1, maxLength: Math.min(4, pairs.length) })
      .chain((some) => fc.tuple(...some));
    const ids = fc.array(fc.constantFrom(...known), { minLength: 3, maxLength: 3 });
    // Every fourth asks whether what it has is still so: left to chance alone, a run of 500 had three answers of 304.
    const asksAgain = fc.constantFrom(true, false, false, false);
    return fc.tuple(ids, chosen, asksAgain).map(([values, some, again]) => ({
      method: 'GET',
      path: `${filled(path, values.map(encodeURIComponent))}${asQuery(some.map(([name, value]) => [name, encodeURIComponent(value)]))}`,
      headers: { authorization: `Bearer ${key}`, ...(again ? { 'if-none-match': '*' } : {}) },
      body: undefined,
    }));
  });
}

/**
 * Requests of every operation of the document.
 * @param known texts that mean something here, such as ids, so that many requests find what they name
 */
export function fuzzRequests(document: OpenApi, key: string, known: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const texts = escaped(fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...known) }, oddTexts));
  const operations = Object.entries(document.paths)
    .flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    // Streams of events do not end.
    .filter(({ operation }) => operation.responses[200]?.content?.['text/event-stream'] === undefined);
  const authorizations = fc.oneof(
    { weight: 12, arbitrary: fc.constant(`Bearer ${key}`) },
    headerTexts,
    fc.constantFrom('Bearer', 'Bearer x', `Basic ${key}`, `Bearer ${key.slice(0, -1)}A`),
  );
  const headers = fc.record(
    {
      authorization: authorizations,
      'accept-encoding': fc.oneof(headerTexts, fc.constantFrom('gzip', 'br', 'gzip;q=0.5, *;q=0')),
      'if-none-match': fc.oneof(headerTexts, fc.constantFrom('*', '"x"', 'W/"a", "b"')),
      'content-type': fc.oneof(headerTexts, fc.constantFrom('application/json', 'multipart/form-data; boundary=x')),
      accept: headerTexts,
      range: headerTexts,
      origin: headerTexts,
      'x-request-id': headerTexts,
      'x-forwarded-for': headerTexts,
    },
    { requiredKeys: ['authorization'] },
  );
  const made = fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const names = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const queryNames = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names, 'x') }, escaped(oddTexts));
    const pairs = fc.array(fc.tuple(queryNames, texts), { maxLength: 4 });
    const holes = path.match(/\{\w+\}/g)?.length ?? 0;
    return fc.record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant(method) },
        fc.constantFrom('HEAD', 'POST', 'DELETE', 'OPTIONS'),
      ),
      path: fc
        .tuple(fc.array(texts, { minLength: holes, maxLength: holes }), pairs)
        .map(([values, query]) => filled(path, values) + asQuery(query)),
      headers,
      body: operation.requestBody === undefined ? bodies : fc.oneof(bodies, photoBodies),
    });
  });
  return fc.oneof({ weight: 2, arbitrary: made }, { weight: 1, arbitrary: validReads(document, key, known) });
}

function filled(path: string, values: readonly string[]): string {
  let at = 0;
  return path.replaceAll(/\{\w+\}/g, () => values[at++] ?? '');
}

const asQuery = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`;

/** Tells what is wrong with an answer by throwing. */
export class AnswerCheck {
  readonly #document: OpenApi;
  readonly #patterns: { pattern: RegExp; path: string }[];
  readonly #validators = new Map<JsonSchema, Validator>();

  constructor(document: OpenApi) {
    this.#document = document;
    this.#patterns = Object.keys(document.paths).map((path) => ({
      path,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?#]*').replaceAll('.', '\\.')}(?:[?]|$)`),
    }));
  }

  check({ method, path }: FuzzRequest, { status, headers, text }: FuzzAnswer): void {
    // Until the first pictures are indexed a scan has nothing to compare with.
    const isUnavailable = status === 503 && path.startsWith('/v1/scan') && text.includes('"scan_unavailable"');
    assert.ok(status < 500 || isUnavailable, `${status} ${text}`);
    assert.match(headers['x-request-id']?.toString() ?? '', /^[\w-]{1,64}$/);
    // The norm of assistants has answers of its own.
    if (/^\/mcp(?:[?]|$)/.test(path)) return void (text !== '' && JSON.parse(text));
    if (method === 'HEAD' || status === 304 || status === 204) return void assert.equal(text, '');
    if (status >= 400) this.#checkBody(FAILURE, text);
    const found = this.#patterns.find(({ pattern }) => pattern.test(path))?.path ?? path;
    const operation = this.#document.paths[found]?.[method.toLowerCase()];
    if (operation) assert.ok(operation.responses[status], `${method} ${path}: ${status} is not in the document`);
    if (status !== 200) return;
    assert.ok(operation, `${method} ${path} answered 200 and is not in the document`);
    const schema = operation.responses[200]?.content?.['application/json']?.schema;
    if (found.startsWith('/v1')) assert.match(headers.etag ?? '', /^"[\w-]+"$/);
    if (schema !== undefined && headers['content-encoding'] === undefined) this.#checkBody(schema, text);
  }

  #checkBody(schema: JsonSchema, text: string): void {
    const body: unknown = JSON.parse(text);
    assert.ok(this.#validator(schema).Check(body), `the body is not what the document says: ${text.slice(0, 500)}`);
    assert.doesNotMatch(text.slice(0, 300), /FST_|HPE_|SQLITE|node:internal|\bat \w+ \(/);
  }

  #validator(schema: JsonSchema): Validator {
    const known = this.#validators.get(schema) ?? Compile(this.#resolved(schema) as JsonSchema);
    this.#validators.set(schema, known);
    return known;
  }

  /** `part` with the schemas that it refers to in their places. */
  #resolved(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((one) => this.#resolved(one));
    if (typeof part !== 'object' || part === null) return part;
    if (!('$ref' in part))
      return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, this.#resolved(one)]));
    const name = String(part.$ref).replace('#/components/schemas/', '');
    const target = this.#document.components.schemas[name];
    assert.ok(target, `${name} is not in the document`);
    return this.#resolved(target);
  }
}

/** One object, so that what checks it is compiled once. */
const FAILURE: JsonSchema = { $ref: '#/components/schemas/Failure' };

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends the request as it stands; characters that no request line can hold are escaped. */
export function sendFuzz(base: string, { method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers, agent }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    request.on('error', reject);
    if (body !== undefined && method === 'POST') request.write(body);
    request.end();
  });
}

/**
 * Runs so many requests against a service; fast-check names the seed and the smallest request that fails.
 * Returns how many answers of each status came.
 */
export async function fuzz(
  base: string,
  key: string,
  known: readonly string[],
  numRuns: number,
  seed?: number,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const document = JSON.parse(await (await fetch(`${base}/openapi.json`)).text()) as OpenApi;
  const check = new AnswerCheck(document);
  await fc.assert(
    fc.asyncProperty(fuzzRequests(document, key, known), async (request) => {
      const answer = await sendFuzz(base, request);
      check.check(request, answer);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }),
    seed === undefined ? { numRuns } : { numRuns, seed },
  );
  return statuses;
}
