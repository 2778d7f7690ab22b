/** The feed of events, for callers that cannot be called, and the exports that a copy starts from. */
import Type from 'typebox';
import { AnyEventData } from '../../events/event-schemas.ts';
import { EXPORTED, exportLines } from '../../events/export-lines.ts';
import { Failure } from '../../failure.ts';
import { eventsAfter, positionOf } from '../../store/events/events.ts';
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

/**
 * A whole resource as lines of JSON.
 * @throws Failure not_found
 */
export async function answerExport({ params, query }: RouteRequest, { store }: ApiContext): Promise<PlainAnswer> {
  const entity = EXPORTED.find((known) => `${known}.ndjson` === params.file);
  if (!entity) throw new Failure('not_found', 'There is nothing at this address.');
  const after = readFilter(query, 'after');
  if (entity === 'products' && after !== undefined && !/^\d{1,10}$/.test(after)) {
    throw new Failure('bad_request', 'after must be the id of a product.');
  }
  return { type: 'application/x-ndjson', body: exportLines(store, entity, after) };
}
