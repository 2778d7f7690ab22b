/** The events as OpenAPI webhooks: what is posted to a subscriber, with which headers, and what counts as taken. */
import { DEFAULT_SCOPE } from '../../catalog/scope.ts';
import { EVENT_KINDS, type EventKind } from '../../events/event-names.ts';
import { EVENT_DATA } from '../../events/event-schemas.ts';
import { sampleEvent } from '../../events/samples.ts';

/** The prefix of event names is a setting; this is its default. */
const EXAMPLE_ID = '01980000-0000-7000-8000-000000000000';
const EXAMPLE_TIME = '2026-01-01T00:00:00.000Z';

const HEADERS: readonly [name: string, description: string][] = [
  ['webhook-id', "The event's id, the same at every attempt: what to deduplicate by"],
  ['webhook-timestamp', 'Seconds since 1970, of this attempt'],
  ['webhook-signature', 'v1, and base64 of HMAC-SHA256 over id.timestamp.body; two while a secret is being rotated'],
  ['webhook-position', 'Place in the feed; 0 for a sample'],
];

function webhook(kind: EventKind) {
  const { tells, data } = EVENT_DATA[kind];
  const { body } = sampleEvent(DEFAULT_SCOPE, kind, new Date(EXAMPLE_TIME));
  const schema = {
    type: 'object',
    required: ['id', 'name', 'created_at', 'data'],
    properties: {
      id: { type: 'string' },
      name: { type: 'string', const: `${DEFAULT_SCOPE.game}.${kind}` },
      created_at: { type: 'string', format: 'date-time' },
      data,
      chunk: {
        type: 'object',
        description: 'Only where a group of more than 500 records was split',
        required: ['index', 'of'],
        properties: { index: { type: 'integer', description: 'from 0' }, of: { type: 'integer' } },
      },
    },
  };
  return {
    post: {
      summary: tells,
      operationId: `on-${kind.replaceAll(/[._]/g, '-')}`,
      tags: ['Event deliveries'],
      security: [],
      parameters: HEADERS.map(([name, description]) => ({
        name,
        description,
        in: 'header',
        required: true,
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: { ...JSON.parse(body), id: EXAMPLE_ID } } },
      },
      responses: {
        '2XX': { description: 'Taken, if it comes within 20 seconds' },
        410: { description: 'Not wanted any more: the subscription is disabled' },
        '4XX': { description: 'Tried again later, up to 11 times over about 75 hours' },
      },
    },
  };
}

/** Every event, by its name on the wire. */
export const webhooks = () =>
  Object.fromEntries(EVENT_KINDS.map((kind) => [`${DEFAULT_SCOPE.game}.${kind}`, webhook(kind)]));
