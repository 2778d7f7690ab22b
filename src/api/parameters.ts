/** Reads query parameters by the specification's rules: some are clamped, some ignored, some refused. */
import { Failure } from '../failure.ts';
import type { Key } from '../keys/key-ring.ts';
import { isLimited, sees } from '../keys/limits.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;
const QUERY_LENGTH_MAX = 200;
/** What `include` may name, each on reads of its own. */
const EXTRAS = ['prices', 'same_artwork'] as const;

/** Query parameters by name; of one given twice the last counts. */
export type Query = Readonly<Record<string, string>>;

/** Names in `Cardstock-Ignored`: enough to find a typo, and short enough for any header limit. */
const IGNORED_MAX = 20;
const IGNORED_LENGTH_MAX = 60;

/** What stands for a value with a broken escape: it is no text, and equal to none that can be sent. */
const UNREADABLE = '\ud800';

/** Parses a query string. A broken escape is for the parameter to judge: some take anything, what they do not know is dropped. */
export function parseQuery(text: string): Query {
  const query: Record<string, string> = Object.create(null);
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = unescaped(equals < 0 ? part : part.slice(0, equals));
    query[name] = equals < 0 ? '' : unescaped(part.slice(equals + 1));
  }
  return query;
}

/**
 * Names in a raw query that the route does not have, or that came twice, and extras that there are not: each once, as a header can
 * hold them. A query like `page=2` or `include=price` would otherwise be answered without it for ever, and nobody told.
 */
export function ignoredNames(text: string, known: Readonly<Record<string, unknown>>): string[] {
  const seen = new Set<string>();
  const ignored = new Set<string>();
  for (const part of text.split('&')) {
    const [raw = '', value = ''] = part.split('=', 2);
    const name = unescaped(raw);
    if (part !== '' && (seen.has(name) || !Object.hasOwn(known, name))) ignored.add(headerSafe(name, raw));
    const extras = name === 'include' ? extrasOf(unescaped(value)) : [];
    for (const extra of extras) if (!['', ...EXTRAS].includes(extra)) ignored.add(headerSafe(`include=${extra}`, part));
    seen.add(name);
  }
  const names = [...ignored];
  return names.length > IGNORED_MAX ? [...names.slice(0, IGNORED_MAX), '...'] : names;
}

const extrasOf = (text = ''): string[] => text.split(',').map((extra) => extra.trim());

const headerSafe = (name: string, raw: string): string =>
  (name.includes(UNREADABLE) ? raw : name.replaceAll(/[^\x21-\x2b\x2d-\x7e]/gu, encodeURIComponent)).slice(
    0,
    IGNORED_LENGTH_MAX,
  );

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return UNREADABLE;
  }
}

/**
 * The parameters that a route knows, as it understands them: two queries that must have the same answer are the same
 * here, whatever their spelling and order.
 */
export function canonicalQuery(known: Readonly<Record<string, unknown>>, query: Query): string[] {
  return Object.keys(known).map((name) => {
    if (name === 'limit') return String(readLimit(query));
    if (name === 'include') return EXTRAS.filter((extra) => includes(query, extra)).join(',');
    const text = query[name];
    // Those that are not known are refused, and so never kept.
    if (name === 'lang') return text === undefined ? '' : `in ${text}`;
    // A parameter that is empty is not one that is absent: an empty q is refused.
    return text === undefined ? '' : `=${text}`;
  });
}

/** Whether a canonical parameter is one that anyone can make up without end, each time with an answer of its own. */
export const isFreeText = (canonical: string): boolean => canonical.startsWith('=');

/** An integer is clamped to 1 to 200; anything that is not an integer (`abc`, `12.7`, empty) is 50. */
export function readLimit(query: Query): number {
  const text = query.limit;
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return LIMIT_DEFAULT;
  return Math.min(LIMIT_MAX, Math.max(1, Number(text)));
}

/** A whole number from 1 to `most`, clamped; `otherwise` for what is none. */
export const readWhole = (text: string | undefined, otherwise: number, most: number): number =>
  /^\d+$/.test(text ?? '') ? Math.min(most, Math.max(1, Number(text))) : otherwise;

/** One of the values, in any case; without the parameter `otherwise`. @throws Failure bad_request */
export function oneOf<const Value extends string | number>(
  query: Query,
  name: string,
  values: readonly Value[],
  otherwise = values[0],
): Value {
  const given = query[name]?.toLowerCase();
  const value = given === undefined ? otherwise : values.find((each) => String(each) === given);
  if (value === undefined) throw new Failure('bad_request', `${name} must be one of ${values.join(', ')}.`);
  return value;
}

/**
 * The search text, trimmed; undefined without the parameter.
 * @throws Failure bad_request when it is empty, too long, or no text
 */
export function readSearch(query: Query): string | undefined {
  if (query.q === undefined) return undefined;
  const text = query.q.trim();
  if (text === '') throw new Failure('bad_request', 'q must hold at least one character.');
  // As JSON Schema counts, in the published description: an emoji is one character.
  if ([...text].length > QUERY_LENGTH_MAX) {
    throw new Failure('bad_request', `q may hold at most ${QUERY_LENGTH_MAX} characters.`);
  }
  requireText('q', text);
  return text;
}

/**
 * A filter's id as given; undefined without the parameter.
 * @throws Failure bad_request when it is no text
 */
export function readFilter(query: Query, name: string): string | undefined {
  const text = query[name];
  if (text !== undefined) requireText(name, text);
  return text;
}

/** No game is called so. */
const NO_GAME = '-';

/**
 * The query with the only game that may be asked for.
 * @throws Failure bad_request where the key sees several and none is named
 */
export function queryWithin(query: Query, key: Key | undefined): Query {
  if (!isLimited(key)) return query;
  const [only = NO_GAME, ...others] = key.games;
  if (query.game !== undefined) return sees(key, query.game) ? query : { ...query, game: NO_GAME };
  if (others.length === 0) return { ...query, game: only };
  throw new Failure('bad_request', `Say which game is meant: game must be one of ${key.games.join(', ')}.`);
}

/** What is asked for by yes or no; undefined without the parameter. @throws Failure bad_request for what is neither */
export function readFlag(query: Query, name: string): boolean | undefined {
  const said = /^(?:(true|1|yes)|false|0|no)$/i.exec(query[name] ?? 'no');
  if (said === null) throw new Failure('bad_request', `${name} must be true or false.`);
  return query[name] === undefined ? undefined : said[1] !== undefined;
}

export const wantsTotal = (query: Query): boolean => readFlag(query, 'total') === true;

/** Whether `include` names `extra`; values that are not known are dropped, not rejected. */
export function includes(query: Query, extra: (typeof EXTRAS)[number]): boolean {
  return extrasOf(query.include).includes(extra);
}

/**
 * NUL bytes and halves of surrogate pairs are no text: PostgreSQL refuses the first, UTF-8 cannot hold the second.
 * @throws Failure bad_request
 */
export function requireText(name: string, text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new Failure('bad_request', `${name} holds characters or percent escapes that are not text.`);
  }
}
