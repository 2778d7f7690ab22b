/** The feed of events, for callers that cannot be called, and the exports that a copy starts from. */
import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import { doc, EXAMPLES, objectOf, optionalText, text, textOr } from '../../catalog/field-shapes.ts';
import { Card, Expansion, Product, Series } from '../../catalog/records.ts';
import { EVENT_FORMS, EVENT_KINDS, eventNames, isWanted, readPatterns } from '../../events/event-names.ts';
import { EXPORTED, exportLines } from '../../events/export-lines.ts';
import { feedSignalOf } from '../../events/feed-signal.ts';
import { Failure } from '../../failure.ts';
import { isActive } from '../../keys/issue.ts';
import { feedPage, lastPosition, positionOf } from '../../store/events/events.ts';
import { catalogVersion } from '../../store/meta.ts';
import { Pause } from '../../store/pause.ts';
import { LONG_READS_MAX, type Store } from '../../store/store.ts';
import { InLanguages } from '../answer/answer.ts';
import { concurrencyLimit } from '../answer/concurrency-limit.ts';
import { readFilter, readLimit } from '../parameters.ts';
import type { RouteRequest } from '../request.ts';
import {
  cardsIn,
  contentLanguage,
  expansionsIn,
  exportedIn,
  langParameter,
  readLang,
  type ServedGames,
  type Speaking,
  seriesIn,
} from './in-language.ts';
import { gameParameter, inLang, nextCursor, ofGame, type Paging, pageParameters } from './list.ts';

/** Events whose records have texts; the others bear ids and prices, the same in every language. */
const REPORTS_TEXTS = /\.(?:cards|expansions|series)\.(?:created|updated)$/;

/**
 * The bodies, their records with the texts that the language has now: what an event tells of a text since replaced is told
 * again by the event of that change.
 */
async function eventsIn(context: Speaking, lang: string, bodies: readonly string[]) {
  const pause = new Pause();
  const spoken = new Set<string>();
  const shown: string[] = [];
  for (const body of bodies) {
    const event = JSON.parse(body) as {
      name: string;
      data: { cards?: Card[]; expansions?: Expansion[]; series?: Series[] };
    };
    if (!REPORTS_TEXTS.test(event.name)) {
      shown.push(body);
      continue;
    }
    const { cards, expansions, series, ...data } = event.data;
    const told = {
      ...(cards && { cards: await cardsIn(context, lang, cards) }),
      ...(expansions && { expansions: await expansionsIn(context, lang, expansions) }),
      ...(series && { series: await seriesIn(context, lang, series) }),
    };
    for (const record of Object.values(told).flat()) spoken.add(record.lang);
    shown.push(JSON.stringify({ ...event, data: { ...data, ...told } }));
    // A chunk has up to 500 cards.
    await pause.soon();
  }
  return { bodies: shown, spoken };
}

const data = EVENT_KINDS.map((kind) => EVENT_FORMS[kind].data);
/** The `data` of whichever event. */
const AnyEventData = Type.Union([...new Map(data.map((each) => [JSON.stringify(each), each])).values()], {
  description: 'What changed, by event, as in the documentation of events',
});

export const Event = Type.Object({
  id: text('Id of the event: what to deduplicate by', EXAMPLES.event),
  name: text('Name of the event, which says what data holds', 'game.cards.updated'),
  created_at: Type.String({ format: 'date-time', ...doc('When it was made, in UTC', '2026-05-01T06:00:09.120Z') }),
  data: AnyEventData,
  chunk: Type.Optional(
    objectOf('Only where a group of more than 500 records was split', {
      index: Type.Integer(doc('Which of them it is, from 0', 0)),
      of: Type.Integer(doc('How many deliveries the group has', 3)),
    }),
  ),
});

/** A body of 500 cards has a megabyte: 200 of them would be held several times over while they are answered. */
export const PAGE_BYTES_MAX = 4 * 1024 * 1024;

export const eventListParameters = {
  after: optionalText(
    'Id of the event after which to begin, that event left out; `next_cursor` of a page is taken too. Without it the feed begins with the oldest event that is kept; with a cursor it is not looked at. 400 for an event that is not kept any more.',
    EXAMPLES.event,
  ),
  name: optionalText(
    'Only these events: names, or patterns as a subscription takes them, separated by commas. Without it, all. 400 for one that names no event.',
    'game.cards.*,game.card_prices.updated',
  ),
  cursor: pageParameters.cursor,
  limit: optionalText(
    'Events a page, 1 to 200; larger is clamped, not an integer counts as 50. Default 50. A page ends sooner, with a `next_cursor`, before its events have more than 4 MB as they were signed; one event it has in any case.',
    '20',
  ),
  wait: optionalText(
    'Seconds that an empty page waits for the next event, 0 to 30; larger is clamped, not a whole number counts as 0. Default 0.',
    '25',
  ),
  ...gameParameter,
  ...langParameter,
};

/** What a page of the feed is: like every list's, with the version of the catalog that its events lead to at least. */
export const EventPage = Type.Object({
  catalog_version: Type.Integer(
    doc('Version of the catalog as of this page: the events that it leaves are all on it or before it', 17),
  ),
  items: Type.Array(Event, doc('The events of the page')),
  next_cursor: nextCursor,
});

const WAIT_S_MAX = 30;

/** Seconds that an empty page may wait. */
const readWaitMs = ({ wait = '' }: RouteRequest['query']): number =>
  /^\d{1,9}$/.test(wait) ? Math.min(WAIT_S_MAX, Number(wait)) * 1000 : 0;

/**
 * The events that `name` and `game` choose; `names` is undefined where that is all.
 * @throws Failure bad_request for a name of no event
 */
export function wantedEvents(query: RouteRequest['query'], games: ServedGames['games']) {
  const name = readFilter(query, 'name');
  const game = readFilter(query, 'game');
  const here = games.map((served) => served.name);
  const wanted = name === undefined ? undefined : readPatterns(here, name.split(','));
  const known = eventNames(game === undefined ? here : [game]);
  const isAll = wanted === undefined && game === undefined;
  const names = isAll ? undefined : known.filter((event) => wanted === undefined || isWanted(wanted, event));
  return { name, game, names };
}

type Feeding = Pick<Paging, 'cursors'> & ServedGames & { store: Store; isStopping: () => boolean };

/**
 * A page of the feed, its bodies as they were signed, or with their records in the language asked for.
 * @throws Failure bad_request for a name of no event, and for an event to go on from that is not kept any more: what came
 * since may be gone too
 */
export async function listEvents(
  { query, stepAside }: RouteRequest,
  { store, cursors, games, isStopping }: Feeding,
): Promise<string | InLanguages> {
  const lang = readLang(query, { games });
  const after = readFilter(query, 'after');
  const { name, game, names } = wantedEvents(query, games);
  const walk = ['events', name, ...ofGame(game), ...inLang(lang)];
  // Callers of 0.1.0 put next_cursor into `after`.
  const last = cursors.open(walk, query.cursor) ?? cursors.open(walk, after) ?? (after === undefined ? [] : [after]);
  const position = last[0] === undefined ? 0 : await positionOf(store.reads, String(last[0]));
  if (position === undefined) {
    throw new Failure('bad_request', 'The event to go on from is not kept: start again from an export.');
  }
  const part = { after: position, limit: readLimit(query), bytesMax: PAGE_BYTES_MAX, names };
  const { version, events, hasMore } = await nextPage(store, part, readWaitMs(query), { isStopping, stepAside });
  const end = hasMore ? events.at(-1) : undefined;
  const next = end ? cursors.seal(walk, [end.id]) : null;
  const page = (bodies: readonly string[]) =>
    `{"catalog_version":${version},"items":[${bodies.join(',')}],"next_cursor":${JSON.stringify(next)}}`;
  const signed = events.map(({ body }) => body);
  if (lang === undefined) return page(signed);
  const { bodies, spoken } = await eventsIn({ games, reads: store.reads }, lang, signed);
  return new InLanguages(page(bodies), contentLanguage(lang, spoken));
}

/** The page as it is, or once there is anything on it, or when the time is over. */
async function nextPage(
  store: Store,
  part: Parameters<typeof feedPage>[1],
  waitMs: number,
  { isStopping, stepAside }: Pick<Feeding, 'isStopping'> & Pick<RouteRequest, 'stepAside'>,
) {
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const position = await lastPosition(store.reads);
    const version = await catalogVersion(store.reads);
    const page = await feedPage(store.reads, part);
    const leftMs = untilMs - performance.now();
    if (page.events.length > 0 || leftMs <= 0 || isStopping()) return { version, ...page };
    stepAside?.();
    await feedSignalOf(store)(position, leftMs, isStopping);
  }
}

export const exportParameters = {
  after: optionalText('Id of the record after which to resume; its line came already.', 'fl1-2'),
  ...gameParameter,
  ...langParameter,
};

/** The first line: what is exported, and where in the feed to go on. */
const Head = objectOf('The first line', {
  head: objectOf('Where the records stand in the feed', {
    entity: Type.Enum([...EXPORTED], doc('What the records are')),
    catalog_version: Type.Integer(doc('Version of the catalog that the export shows', 17)),
    after: textOr('Id of the newest event that the records hold: go on after it', 'before the first', EXAMPLES.event),
    position: Type.Integer(doc('Place of that event in the feed; 0 before the first', 4711)),
  }),
});

const Foot = objectOf('The last line; without it the export was cut', {
  foot: objectOf('What the lines before add up to', {
    count: Type.Integer(doc('How many records this answer holds', 264)),
    digest: text('SHA-256 over the lines of the records', `sha256:${EXAMPLES.sha256}`),
    catalog_version: Type.Integer(doc('Version of the catalog, as in the first line', 17)),
  }),
});

const ExportLine = Type.Union([Head, Card, Expansion, Series, Product, Foot], {
  ...doc('One line: the head, then a record each by id, then the foot'),
});

/** An export: text for whoever checks the whole body, and what each of its lines is. */
export const ExportLines = Type.String({
  ...doc('Lines of JSON', '{"head":…}\n{"id":"fl",…}\n{"foot":…}\n'),
  contentMediaType: 'application/json',
  contentSchema: ExportLine,
});

/** Revoked keys end within 5 s, in what is under way too. */
const KEY_LOOK_EVERY_MS = 1000;
/** An export takes a second at least where a catalog is real. */
const LET_IN_MS = 20;

/** Each running export reads on a connection of its own: two of a key, so that no key keeps the others out. */
const takeExport = concurrencyLimit({ byOwnerMax: 2, max: LONG_READS_MAX });

interface Exporting {
  store: Store;
  now: () => Date;
}

/** @throws Failure not_found, RateLimited */
export async function answerExport({ params, query, key }: RouteRequest, context: Exporting & ServedGames) {
  const entity = EXPORTED.find((known) => `${known}.ndjson` === params.file);
  if (!entity) throw new Failure('not_found', 'There is nothing at this address.');
  const after = readFilter(query, 'after');
  if (entity === 'products' && after !== undefined && !(/^\d{1,10}$/.test(after) && Number(after) < 2 ** 31)) {
    throw new Failure('bad_request', 'after must be the id of a product.');
  }
  // Products have one language.
  const shown = entity === 'products' ? undefined : exportedIn(context, readLang(query, context), entity);
  const leave = takeExport(key?.owner ?? '');
  const { until, stop } = endOf(key?.id ?? '', context);
  const onEnd = () => {
    stop();
    leave();
  };
  const lines = exportLines(context.store, entity, { after, game: readFilter(query, 'game') }, shown);
  return { type: 'application/x-ndjson', body: whileActive(lines, key?.id ?? '', context), until, onEnd };
}

/** @throws Failure unauthorized once the key has ended */
async function* whileActive(
  lines: AsyncIterable<string>,
  keyId: string,
  { store, now }: Exporting,
): AsyncGenerator<string> {
  const pause = new Pause();
  // Of connections one is taken in a turn of the loop: who comes at the same moment is let in, and beyond the limit refused, before
  // turns grow long.
  await sleep(LET_IN_MS);
  for await (const text of lines) {
    await pause.soon();
    if (!(await isActive(store, keyId, now()))) throw new Failure('unauthorized', 'The key of this export has ended.');
    yield text;
  }
}

/** Aborted soon after the key has ended, for a reader so slow that the next lines are not asked for. */
function endOf(keyId: string, { store, now }: Exporting) {
  const ended = new AbortController();
  const timer = setInterval(() => {
    // A store that does not answer says nothing of the key.
    isActive(store, keyId, now()).then(
      (active) => active || ended.abort(),
      () => undefined,
    );
  }, KEY_LOOK_EVERY_MS).unref();
  return { until: ended.signal, stop: () => clearInterval(timer) };
}
