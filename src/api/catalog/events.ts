/** The feed of events, for callers that cannot be called, and the exports that a copy starts from. */
import Type from 'typebox';
import { doc, nullable, text } from '../../catalog/field-shapes.ts';
import { Card, Expansion, Product, Series } from '../../catalog/records.ts';
import { eventNames, isWanted, readPatterns } from '../../events/event-names.ts';
import { AnyEventData } from '../../events/event-schemas.ts';
import { EXPORTED, exportLines } from '../../events/export-lines.ts';
import { Failure } from '../../failure.ts';
import { isActive } from '../../keys/issue.ts';
import { feedPage, positionOf } from '../../store/events/events.ts';
import { LONG_READS_MAX } from '../../store/store.ts';
import { InLanguages } from '../answer/answer.ts';
import { Places } from '../answer/places.ts';
import type { ApiContext, PlainAnswer, RouteRequest } from '../context.ts';
import { readFilter, readLimit } from '../parameters.ts';
import { contentLanguage, exportedIn, langParameter, readLang } from './in-language.ts';
import { gameParameter, inLang, ofGame, pageParameters } from './list.ts';
import { eventsIn } from './spoken-events.ts';

/** An event as it is delivered. */
export const Event = Type.Object({
  id: text('Id of the event: what to deduplicate by', '0199b2c4-5c1e-7d3a-9f60-2b8f4a1c7e55'),
  name: text('Name of the event, which says what data holds', 'game.cards.updated'),
  created_at: Type.String({ format: 'date-time', ...doc('When it was made, in UTC', '2026-05-01T06:00:09.120Z') }),
  data: AnyEventData,
  chunk: Type.Optional(
    Type.Object(
      {
        index: Type.Integer(doc('Which of them it is, from 0', 0)),
        of: Type.Integer(doc('How many deliveries the group has', 3)),
      },
      doc('Only where a group of more than 500 records was split'),
    ),
  ),
});

/** A body of 500 cards has a megabyte: 200 of them would be held several times over while they are answered. */
const PAGE_BYTES_MAX = 4 * 1024 * 1024;

export const eventListParameters = {
  after: Type.Optional(
    Type.String(
      doc(
        'Id of the event after which to begin, that event left out; `next_cursor` of a page is taken too. Without it the feed begins with the oldest event that is kept; with a cursor it is not looked at. 400 for an event that is not kept any more.',
        '0199b2c4-5c1e-7d3a-9f60-2b8f4a1c7e55',
      ),
    ),
  ),
  name: Type.Optional(
    Type.String(
      doc(
        'Only these events: names, or patterns as a subscription takes them, separated by commas. Without it, all. 400 for one that names no event.',
        'game.cards.*,game.card_prices.updated',
      ),
    ),
  ),
  ...pageParameters,
  limit: Type.Optional(
    Type.String(
      doc(
        'Events a page, 1 to 200; larger is clamped, not an integer counts as 50. Default 50. A page ends sooner, with a `next_cursor`, before its events have more than 4 MB as they were signed; one event it has in any case.',
        '20',
      ),
    ),
  ),
  ...gameParameter,
  ...langParameter,
};

/**
 * A page of the feed, its bodies as they were signed, or with their records in the language asked for.
 * @throws Failure bad_request for a name of no event, and for an event to go on from that is not kept any more: what came
 * since may be gone too
 */
export async function listEvents(
  { query }: RouteRequest,
  { store, cursors, games }: ApiContext,
): Promise<string | InLanguages> {
  const lang = readLang(query, { games });
  const after = readFilter(query, 'after');
  const name = readFilter(query, 'name');
  const game = readFilter(query, 'game');
  const here = games.map(({ name }) => name);
  const wanted = name === undefined ? undefined : readPatterns(here, name.split(','));
  const known = eventNames(game === undefined ? here : [game]);
  const isAll = wanted === undefined && game === undefined;
  const names = isAll ? undefined : known.filter((event) => wanted === undefined || isWanted(wanted, event));
  const walk = ['events', name, ...ofGame(game), ...inLang(lang)];
  // Callers of 0.1.0 put next_cursor into `after`.
  const last = cursors.open(walk, query.cursor) ?? cursors.open(walk, after) ?? (after === undefined ? [] : [after]);
  const position = last[0] === undefined ? 0 : await positionOf(store.reads, String(last[0]));
  if (position === undefined) {
    throw new Failure('bad_request', 'The event to go on from is not kept: start again from an export.');
  }
  const part = { after: position, limit: readLimit(query), bytesMax: PAGE_BYTES_MAX, names };
  const { events, hasMore } = await feedPage(store.reads, part);
  const end = hasMore ? events.at(-1) : undefined;
  const next = end ? cursors.seal(walk, [end.id]) : null;
  const page = (bodies: readonly string[]) => `{"items":[${bodies.join(',')}],"next_cursor":${JSON.stringify(next)}}`;
  const signed = events.map(({ body }) => body);
  if (lang === undefined) return page(signed);
  const { bodies, spoken } = await eventsIn({ games, reads: store.reads }, lang, signed);
  return new InLanguages(page(bodies), contentLanguage(lang, spoken));
}

export const exportParameters = {
  after: Type.Optional(Type.String(doc('Id of the record after which to resume; its line came already.', 'fl1-2'))),
  ...gameParameter,
  ...langParameter,
};

/** The first line: what is exported, and where in the feed to go on. */
const Head = Type.Object(
  {
    head: Type.Object(
      {
        entity: Type.Enum([...EXPORTED], doc('What the records are')),
        catalog_version: Type.Integer(doc('Version of the catalog that the export shows', 17)),
        after: nullable(
          Type.String(),
          doc(
            'Id of the newest event that the records hold: go on after it; null before the first',
            '0199b2c4-5c1e-7d3a-9f60-2b8f4a1c7e55',
          ),
        ),
        position: Type.Integer(doc('Place of that event in the feed; 0 before the first', 4711)),
      },
      doc('Where the records stand in the feed'),
    ),
  },
  doc('The first line'),
);

/** The last line: without it the export was cut. */
const Foot = Type.Object(
  {
    foot: Type.Object(
      {
        count: Type.Integer(doc('How many records this answer holds', 264)),
        digest: text(
          'SHA-256 over the lines of the records',
          'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        ),
        catalog_version: Type.Integer(doc('Version of the catalog, as in the first line', 17)),
      },
      doc('What the lines before add up to'),
    ),
  },
  doc('The last line; without it the export was cut'),
);

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

/** Each running export reads on a connection of its own: two of a key, so that no key keeps the others out. */
const exportPlaces = new Places({ byOwnerMax: 2, max: LONG_READS_MAX });

/**
 * A whole resource as lines of JSON.
 * @throws Failure not_found, RateLimited
 */
export async function answerExport({ params, query, key }: RouteRequest, context: ApiContext): Promise<PlainAnswer> {
  const entity = EXPORTED.find((known) => `${known}.ndjson` === params.file);
  if (!entity) throw new Failure('not_found', 'There is nothing at this address.');
  const after = readFilter(query, 'after');
  if (entity === 'products' && after !== undefined && !/^\d{1,10}$/.test(after)) {
    throw new Failure('bad_request', 'after must be the id of a product.');
  }
  // Products have one language.
  const shown = entity === 'products' ? undefined : exportedIn(context, readLang(query, context), entity);
  const leave = exportPlaces.take(key?.owner ?? '');
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
  { store, now }: Pick<ApiContext, 'store' | 'now'>,
): AsyncGenerator<string> {
  for await (const text of lines) {
    if (!(await isActive(store, keyId, now()))) throw new Failure('unauthorized', 'The key of this export has ended.');
    yield text;
  }
}

/** Aborted soon after the key has ended, for a reader so slow that the next lines are not asked for. */
function endOf(keyId: string, { store, now }: Pick<ApiContext, 'store' | 'now'>) {
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
