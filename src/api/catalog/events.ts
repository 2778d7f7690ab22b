/** The feed of events, for callers that cannot be called, and the exports that a copy starts from. */
import Type from 'typebox';
import { AnyEventData } from '../../events/event-schemas.ts';
import { EXPORTED, exportLines } from '../../events/export-lines.ts';
import { Failure } from '../../failure.ts';
import { isActive } from '../../keys/issue.ts';
import { eventsAfter, positionOf } from '../../store/events/events.ts';
import { LONG_READS_MAX } from '../../store/store.ts';
import { Places } from '../answer/places.ts';
import type { ApiContext, PlainAnswer, RouteRequest } from '../context.ts';
import { readFilter, readLimit } from '../parameters.ts';
import { listParameters } from './list.ts';

/** An event as it is delivered. */
export const Event = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  data: AnyEventData,
  chunk: Type.Optional(
    Type.Object(
      { index: Type.Integer({ description: 'from 0' }), of: Type.Integer() },
      { description: 'only where a group of more than 500 records was split' },
    ),
  ),
});

export const eventListParameters = {
  after: Type.Optional(
    Type.String({ description: 'Id of the event after which to go on; without it, the oldest kept.' }),
  ),
  name: Type.Optional(Type.String({ description: 'Only events of this name.' })),
  limit: listParameters.limit,
};

/**
 * A page of the feed, its bodies as they were signed. `next_cursor` goes into `after`; on the last page the last id does.
 * @throws Failure bad_request for an event that is not kept any more: what came since may be gone too
 */
export async function listEvents({ query }: RouteRequest, { store }: ApiContext): Promise<string> {
  const after = readFilter(query, 'after');
  const name = readFilter(query, 'name');
  const position = after === undefined ? 0 : await positionOf(store.reads, after);
  if (position === undefined) {
    throw new Failure('bad_request', 'after names no event that is kept: start again from an export.');
  }
  const limit = readLimit(query);
  const rows = await eventsAfter(store.reads, { after: position, limit: limit + 1, name });
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return `{"items":[${shown.map(({ body }) => body).join(',')}],"next_cursor":${JSON.stringify(next)}}`;
}

export const exportParameters = {
  after: Type.Optional(Type.String({ description: 'Id of the record after which to resume.' })),
};

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
  const onEnd = exportPlaces.take(key?.owner ?? '');
  const lines = exportLines(context.store, entity, after);
  return { type: 'application/x-ndjson', body: whileActive(lines, key?.id ?? '', context), onEnd };
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
