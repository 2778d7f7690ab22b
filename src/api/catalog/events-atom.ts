/** The newest events as an Atom feed (RFC 4287), for feed readers and whoever wants to be told without code. */
import { hash } from 'node:crypto';
import { EVENT_FORMS, type EventKind } from '../../events/event-names.ts';
import { type FeedEvent, feedPage } from '../../store/events/events.ts';
import type { Reads } from '../../store/store.ts';
import type { PlainAnswer } from '../answer/send.ts';
import { readLimit } from '../parameters.ts';
import type { RouteRequest } from '../request.ts';
import { eventListParameters, PAGE_BYTES_MAX, wantedEvents } from './events.ts';
import type { ServedGames } from './in-language.ts';

const { name, limit, game } = eventListParameters;
export const atomParameters = { name, limit, game };

/** A reader shows an entry as a paragraph: what is more is counted. */
const LINES_MAX = 20;

/** What an event carries: a record, or records under a key. */
type Data = Readonly<Record<string, unknown>>;
type Told = { data: Data; chunk?: { index: number; of: number } };

/**
 * The newest events first, of the names and the game asked for.
 * @throws Failure bad_request for a name of no event
 */
export async function answerAtom(
  { query }: Pick<RouteRequest, 'query'>,
  { store, games }: ServedGames & { store: { reads: Reads } },
): Promise<PlainAnswer> {
  const { names } = wantedEvents(query, games);
  const part = { after: 0, newestFirst: true, names, limit: readLimit(query), bytesMax: PAGE_BYTES_MAX };
  const { events } = await feedPage(store.reads, part);
  const updated = events[0]?.created_at ?? new Date(0).toISOString();
  const asked = [query.game, query.name].filter((part) => part !== undefined).join(' ');
  // Relative, so that it is true under every name of the service, behind a proxy and of a link, whose address is a secret.
  const self = `events.atom?${new URLSearchParams(query as Record<string, string>)}`.replace(/\?$/, '');
  const body = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>urn:cardstock:events${asked === '' ? '' : `:${encodeURIComponent(asked)}`}</id>`,
    `<title>Cardstock: ${asked === '' ? 'events' : inXml(`events of ${asked}`)}</title>`,
    `<updated>${updated}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${inXml(self)}"/>`,
    '<author><name>Cardstock</name></author>',
    ...events.map(entryOf),
    '</feed>\n',
  ].join('\n');
  return {
    type: 'application/atom+xml; charset=utf-8',
    body,
    etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
    cacheControl: 'private, no-cache',
    headers: ['Last-Modified', new Date(updated).toUTCString(), 'Vary', 'Accept-Encoding'],
  };
}

function entryOf({ id, name, created_at, body }: FeedEvent): string {
  const { data, chunk } = JSON.parse(body) as Told;
  const kind = name.slice(name.indexOf('.') + 1) as EventKind;
  const { reports, key } = EVENT_FORMS[kind];
  const records = key === null ? [data] : (data[key] as unknown[]);
  const part = chunk === undefined ? '' : `, part ${chunk.index + 1} of ${chunk.of}`;
  const more = records.length - LINES_MAX;
  const lines = [...records.slice(0, LINES_MAX).map(lineOf), ...(more > 0 ? [`and ${more} more`] : [])];
  return [
    '<entry>',
    `<id>urn:uuid:${id}</id>`,
    `<title>${inXml(`${name}: ${records.length}${part}`)}</title>`,
    `<updated>${created_at}</updated>`,
    `<category term="${inXml(name)}"/>`,
    `<content type="text">${inXml(`${reports}.\n${lines.join('\n')}`)}</content>`,
    '</entry>',
  ].join('\n');
}

/** A record in a line: its name and id, or the fields that are plain. */
function lineOf(record: unknown): string {
  if (typeof record !== 'object' || record === null) return String(record);
  const { id, name, card_id, product_id, ...others } = record as Data;
  if (name !== undefined && id !== undefined) return `${name} (${id})`;
  const owner = card_id ?? product_id ?? id;
  if (owner !== undefined) return String(owner);
  const plain = Object.entries(others).filter(([, value]) => typeof value !== 'object');
  return plain.map(([field, value]) => `${field} ${value}`).join(', ');
}

/** Text of sources may hold what XML 1.0 has no form of. */
const inXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
