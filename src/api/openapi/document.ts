/** The OpenAPI 3.1 description, made from the route table and the same schemas that type the records. */
import Type, { type TSchema } from 'typebox';
import { DEFAULT_SCOPE } from '../../catalog/scope.ts';
import { EVENT_FORMS, EVENT_KINDS, type EventKind } from '../../events/event-names.ts';
import { EXPORTED } from '../../events/export-lines.ts';
import { sampleEvent } from '../../events/samples.ts';
import { FAILURE_CODES } from '../../failure.ts';
import { type CsvForm, csvHeader } from '../answer/csv.ts';
import { Event } from '../catalog/events.ts';
import { STATUS_OF } from '../errors.ts';
import { queryOf, type Route } from '../route.ts';
import { answerHeaders, HEADERS, IF_NONE_MATCH, isTagged } from './headers.ts';
import { namedSchemas, nameSchemas, withReferences } from './shared-schemas.ts';

const REASONS: Record<number, string> = {
  400: 'Parameters or body that could not be accepted',
  401: 'Key missing, malformed, unknown, revoked or expired',
  404: 'No such id',
  413: 'Image larger than 10 MB',
  429: 'Over the request budget',
  500: 'Server fault; retry',
  503: 'Scanning is not configured on this deployment, or nothing is indexed yet',
};

const failureSchema = {
  type: 'object',
  required: ['data', 'error'],
  properties: {
    data: { type: 'null' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      description: 'What went wrong',
      properties: {
        code: { type: 'string', enum: FAILURE_CODES, description: 'What to branch on' },
        message: {
          type: 'string',
          minLength: 1,
          description: 'The same in a sentence for people; its wording may change',
          examples: ['There is no card with this id.'],
        },
      },
    },
  },
};

export const envelope = (data: TSchema): TSchema => Type.Object({ data, error: Type.Null() });

const jsonContent = (schema: unknown) => ({ 'application/json': { schema } });

const csvContent = (form: CsvForm) => ({
  'text/csv': {
    schema: {
      type: 'string',
      description: `A header line and a line for each row. Columns: ${csvHeader(form, { include: 'prices' }).join(', ')}.`,
    },
  },
});

const byType = (schemas: Record<string, TSchema>) =>
  Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));

const failures = (route: Route, statuses: readonly number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: REASONS[status],
        headers: answerHeaders(route, status),
        content: jsonContent({ $ref: '#/components/schemas/Failure' }),
      },
    ]),
  );

/** Whether the path names one thing of many, which may not be there. */
const namesOne = ({ path }: Route): boolean => /[:*]/.test(path);

const unchanged = (route: Route) => ({
  304: { description: 'Unchanged since the ETag in If-None-Match', headers: answerHeaders(route, 304) },
});

function contentOf(route: Route) {
  if ('answer' in route) {
    const { body, type } = route;
    return body || type ? { content: { [type ?? 'application/json']: body ? { schema: body } : {} } } : {};
  }
  if ('act' in route && route.status === 204) return {};
  const csv = 'csv' in route && route.csv && csvContent(route.csv);
  return { content: { ...jsonContent(envelope(route.data)), ...csv } };
}

function answersOf(route: Route) {
  const { scope, summary, takes, method } = route;
  const { status = 200 } = 'handle' in route ? {} : route;
  const { otherwise = {}, chargesAddress } = 'answer' in route ? route : {};
  const uploads = 'uploads' in route ? route.uploads : undefined;
  const content = contentOf(route);
  const isKeyed = scope !== null || takes !== undefined;
  return {
    security: scope === null ? [] : [{ key: [] }],
    ...(uploads && { requestBody: { required: true, content: byType(uploads) } }),
    responses: {
      [status]: { description: summary, headers: answerHeaders(route, status), ...content },
      ...(method === 'GET' && isTagged(route) && unchanged(route)),
      ...Object.fromEntries(
        Object.entries(otherwise).map(([other, description]) => [
          other,
          { description, headers: answerHeaders(route, Number(other)), ...content },
        ]),
      ),
      ...failures(route, [
        ...[400, ...(isKeyed ? [401] : []), ...(namesOne(route) ? [404] : []), ...(uploads ? [413] : [])],
        ...[...(isKeyed || chargesAddress ? [429] : []), 500, ...(scope === 'scan' ? [503] : [])],
      ]),
    },
  };
}

/** What stands in the hole of a path: the first whose beginning is the path's. */
const IN_PATH: readonly [start: string, description: string, example: string][] = [
  ['/v1/cards', 'Id of the card, or one that it had before', 'fl1-2'],
  ['/v1/expansions', 'Id of the expansion, or one that it had before', 'fl1'],
  ['/v1/series', 'Id of the series, or one that it had before', 'fl'],
  ['/v1/products', 'Id of the product', '900001'],
  ['/v1/values', 'The field', 'rarity'],
  ['/admin/keys', 'Id of the key', '01980000-0000-7000-8000-000000000000'],
  ['/admin/subscriptions', 'Id of the subscription', '01980000-0000-7000-8000-000000000000'],
  ['/admin/deliveries', 'Id of the delivery', '01980000-0000-7000-8000-000000000000.4711'],
  ['/admin/held', 'Id of the part', 'usd_market:unit:Ember Dawn'],
  ['/export/files', 'Name of the file, as the manifest lists it', 'cards.game.9f86d081884c.ndjson.gz'],
  ['/s/', 'As `cardstock keys link` printed it', 'card_prices.game.usd.csv'],
  ['/pictures', 'Id of the card', 'fl1-2'],
  ['/demo/pictures', 'The picture, as records of the demo name it', 'cards/fl1-2/low.jpg'],
];

const RENDITIONS = { type: 'string', enum: ['low', 'high'] };
const FILES = { type: 'string', enum: EXPORTED.map((entity) => `${entity}.ndjson`) };

function inPath(path: string, name: string) {
  const head = { name, in: 'path', required: true };
  if (name === 'file') return { ...head, description: 'What is exported', schema: FILES };
  if (name === 'rendition') return { ...head, description: 'The smaller or the larger one', schema: RENDITIONS };
  const [, description = '', example = ''] = IN_PATH.find(([start]) => path.startsWith(start)) ?? [];
  return { ...head, description, schema: { type: 'string', examples: [example] } };
}

const isOptional = (schema: TSchema) => '~optional' in schema;

function parameters(route: Route) {
  const { method, path } = route;
  const places = [...path.matchAll(/:(\w+)|\*/g)].map(([, name = 'path']) => inPath(path, name));
  const inQuery = Object.entries(queryOf(route)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !isOptional(schema),
    description: (schema as { description?: string }).description,
    schema,
  }));
  return [...places, ...inQuery, ...(method === 'GET' && isTagged(route) ? [IF_NONE_MATCH] : [])];
}

function operation(route: Route) {
  return {
    tags: [tagOf(route)],
    summary: route.summary,
    description: `${route.summary}.${'csv' in route ? ' Answers CSV to Accept: text/csv.' : ''}`,
    operationId: route.name,
    ...(!UNRELEASED.test(route.path) && { 'x-former-operation-id': formerId(route) }),
    parameters: parameters(route),
    ...(route.takes ? { requestBody: { content: jsonContent(route.takes) } } : {}),
    ...answersOf(route),
  };
}

/** The prefix of event names is a setting; this is its default. */
const EXAMPLE_ID = '01980000-0000-7000-8000-000000000000';
const EXAMPLE_TIME = '2026-01-01T00:00:00.000Z';

const DELIVERY_HEADERS: readonly [name: string, description: string, example: string][] = [
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
  const { reports, data } = EVENT_FORMS[kind];
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
      summary: reports,
      operationId: `on-${kind.replaceAll(/[._]/g, '-')}`,
      tags: ['Event deliveries'],
      security: [],
      parameters: DELIVERY_HEADERS.map(([name, description, example]) => ({
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
const webhooks = () => Object.fromEntries(EVENT_KINDS.map((kind) => [`${DEFAULT_SCOPE.game}.${kind}`, webhook(kind)]));

/** The parts of the reference, in its order: the first whose paths begin like the route's. */
const TAGS: readonly [name: string, start: string, description: string][] = [
  ['Cards', '/v1/cards', 'Cards in catalog order, searched by name or number, with prices and their history'],
  ['Expansions', '/v1/expansions', 'Expansions by release date'],
  ['Series', '/v1/series', 'Series with their expansions'],
  ['Products', '/v1/products', 'Sealed products with prices and their history'],
  ['Games', '/v1/games', 'The games of the deployment'],
  ['Values', '/v1/values', 'What a field has, for menus of filters'],
  ['Movers', '/v1/movers', 'The prices that moved most'],
  ['Renames', '/v1/migrations', 'Ids that upstream gave up'],
  ['Ids elsewhere', '/v1/resolve', 'From ids of marketplaces and other services to cards and products'],
  ['Lookup', '/v1/lookup', 'From the rows of a list to cards and prices'],
  ['Scan', '/v1/scan', 'From a photo to the card'],
  ['Events', '/v1/events', 'The feed of changes'],
  ['Export', '/export', 'Whole resources as lines of JSON, to start a copy from'],
  ['Operators', '/admin', 'For keys with the scope admin'],
  ['Sessions', '/console/session', 'Signing in to the console'],
  ['Service', '/', 'Health and descriptions'],
];

const tagOf = ({ path }: Route): string => TAGS.find(([, start]) => path.startsWith(start))?.[0] ?? 'Service';

/** What has not been called otherwise in a release. */
const UNRELEASED =
  /^\/v1$|\/(?:stats|chart|usage|migrations|mcp|held|fields|files|links|manifest\.json|events\.atom)\b|^\/s\/|^\/pictures\//;

/** Its id in releases up to 0.2.0, for one more. */
const formerId = ({ method, path }: Route) =>
  `${method.toLowerCase()}${path.replace('*', 'path').replaceAll(/[^a-z0-9]+(\w)/gi, (_, first: string) => first.toUpperCase())}`;

/** Statuses that some route can answer, each with its codes: kept true by the type of STATUS_OF. */
const codesByStatus = Object.groupBy(FAILURE_CODES, (code) => STATUS_OF[code]);

/** The document as text, made when it is asked for first: it takes 40 ms of CPU, which no start waits for. */
export function openapiText(...of: Parameters<typeof openapiDocument>): () => string {
  let text: string | undefined;
  return () => {
    text ??= JSON.stringify(openapiDocument(...of));
    return text;
  };
}

/**
 * The document of `routes`. It is the same on every process of one release.
 * @param below what a proxy in front strips from paths: '' or `/cards`
 */
export function openapiDocument(routes: readonly Route[], version: string, below = '') {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes.filter(({ isPage }) => !isPage)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  const used = new Set<string>();
  nameSchemas(routes);
  const described = withReferences({ paths, webhooks: webhooks() }, used) as Record<'paths' | 'webhooks', object>;
  const tags = TAGS.filter(([name]) => routes.some((route) => tagOf(route) === name));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cardstock',
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Whoever runs this service' },
      description: `Trading cards, expansions, series, sealed products and their prices. Failures carry one of these codes: ${Object.entries(
        codesByStatus,
      )
        .map(([status, codes]) => `${status} ${codes?.join(', ')}`)
        .join('; ')}.`,
    },
    servers: [{ url: below || '/', description: 'The service that serves this document' }],
    tags: [
      ...tags.map(([name, , description]) => ({ name, description })),
      { name: 'Event deliveries', description: 'What is posted to subscribers, signed' },
    ],
    ...described,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      headers: HEADERS,
      schemas: { ...namedSchemas(used), Failure: failureSchema },
    },
  };
}
