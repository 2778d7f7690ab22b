/** The events as OpenAPI webhooks: what is posted to a subscriber, with which headers, and what counts as taken. */
import { DEFAULT_SCOPE } from '../../catalog/scope.ts';
import { EVENT_KINDS, type EventKind } from '../../events/event-names.ts';
import { EVENT_DATA } from '../../events/event-schemas.ts';
import { sampleEvent } from '../../events/samples.ts';
import { Event } from '../catalog/events.ts';

/** The prefix of event names is a setting; this is its default. */
const EXAMPLE_ID = '01980000-0000-7000-8000-000000000000';
const EXAMPLE_TIME = '2026-01-01T00:00:00.000Z';

const HEADERS: readonly [name: string, description: string, example: string][] = [
  ['webhook-id', "The event's id, the same at every attempt: what to deduplicate by", EXAMPLE_ID],
  ['webhook-timestamp', 'Seconds since 1970, of this attempt', '1767225600'],
  [
    'webhook-signature',
    'v1, and base64 of HMAC-SHA256 over id.timestamp.body; two while a secret is being rotated',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
  ['webhook-position', 'Place in the feed; 0 for a sample', '4711'],
];

function webhook(kind: EventKind) {
  const { tells, data } = EVENT_DATA[kind];
  const { body } = sampleEvent(DEFAULT_SCOPE.game, kind, new Date(EXAMPLE_TIME));
  const schema = {
    type: 'object',
    required: ['id', 'name', 'created_at', 'data'],
    properties: {
      ...Event.properties,
      name: { type: 'string', const: `${DEFAULT_SCOPE.game}.${kind}`, description: 'Name of the event' },
      data: { description: 'What changed', ...data },
    },
  };
  return {
    post: {
      summary: tells,
      operationId: `on-${kind.replaceAll(/[._]/g, '-')}`,
      tags: ['Event deliveries'],
      security: [],
      parameters: HEADERS.map(([name, description, example]) => ({
        name,
        description,
        example,
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
