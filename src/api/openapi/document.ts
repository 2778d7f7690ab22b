/** The OpenAPI 3.1 description, made from the route table and the same schemas that type the records. */
import Type, { type TSchema } from 'typebox';
import { FAILURE_CODES } from '../../failure.ts';
import type { EnvelopedRoute, OperatorRoute, PlainRoute, Route } from '../context.ts';
import { STATUS_OF } from '../errors.ts';
import { answerHeaders, HEADERS } from './headers.ts';
import { parameters } from './parameters.ts';
import { namedSchemas, withReferences } from './shared-schemas.ts';
import { webhooks } from './webhooks.ts';

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

/** The envelope of a success. */
export const envelope = (data: TSchema): TSchema => Type.Object({ data, error: Type.Null() });

const jsonContent = (schema: unknown) => ({ 'application/json': { schema } });

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

function keyedOperation(route: EnvelopedRoute) {
  const { uploads } = route;
  const statuses = [400, 401, ...(namesOne(route) ? [404] : []), ...(uploads ? [413] : []), 429, 500];
  if (route.scope === 'scan') statuses.push(503);
  return {
    security: [{ key: [] }],
    ...(uploads && { requestBody: { required: true, content: byType(uploads) } }),
    responses: {
      200: {
        description: route.summary,
        headers: answerHeaders(route, 200),
        content: jsonContent(envelope(route.data)),
      },
      ...(route.method === 'GET' && {
        304: { description: 'Unchanged since the ETag in If-None-Match', headers: answerHeaders(route, 304) },
      }),
      ...failures(route, statuses),
    },
  };
}

function operatorOperation(route: OperatorRoute) {
  const { status = 200, summary, data } = route;
  const content = status === 204 ? {} : { content: jsonContent(envelope(data)) };
  return {
    security: [{ key: [] }],
    responses: {
      [status]: { description: summary, headers: answerHeaders(route, status), ...content },
      ...failures(route, [400, 401, ...(namesOne(route) ? [404] : []), 429, 500]),
    },
  };
}

function plainOperation(route: PlainRoute) {
  const { scope, status = 200, summary, body, type, takes, otherwise = {} } = route;
  const content = body || type ? { content: { [type ?? 'application/json']: body ? { schema: body } : {} } } : {};
  const isKeyed = scope !== null || takes !== undefined;
  return {
    security: scope === null ? [] : [{ key: [] }],
    responses: {
      [status]: { description: summary, headers: answerHeaders(route, status), ...content },
      ...Object.fromEntries(
        Object.entries(otherwise).map(([other, description]) => [
          other,
          { description, headers: answerHeaders(route, Number(other)), ...content },
        ]),
      ),
      ...failures(route, [
        400,
        ...(isKeyed ? [401] : []),
        ...(namesOne(route) ? [404] : []),
        ...(isKeyed ? [429] : []),
        500,
      ]),
    },
  };
}

function operation(route: Route) {
  const head = {
    tags: [tagOf(route)],
    summary: route.summary,
    operationId: operationId(route),
    parameters: parameters(route),
    ...(route.takes ? { requestBody: { content: jsonContent(route.takes) } } : {}),
  };
  if ('handle' in route) return { ...head, ...keyedOperation(route) };
  return { ...head, ...('act' in route ? operatorOperation(route) : plainOperation(route)) };
}

/** The parts of the reference, in its order: the first whose paths begin like the route's. */
const TAGS: readonly [name: string, start: string, description: string][] = [
  ['Cards', '/v1/cards', 'Cards in catalog order, searched by name or number, with prices and their history'],
  ['Expansions', '/v1/expansions', 'Expansions by release date'],
  ['Series', '/v1/series', 'Series with their expansions'],
  ['Products', '/v1/products', 'Sealed products with prices and their history'],
  ['Games', '/v1/games', 'The games of the deployment'],
  ['Values', '/v1/values', 'What a field has, for menus of filters'],
  ['Movers', '/v1/movers', 'The prices that moved most'],
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

const operationId = ({ method, path }: Route) =>
  `${method.toLowerCase()}${path.replace('*', 'path').replaceAll(/[^a-z0-9]+(\w)/gi, (_, first: string) => first.toUpperCase())}`;

/** Statuses that some route can answer, each with its codes: kept true by the type of STATUS_OF. */
const codesByStatus = Object.groupBy(FAILURE_CODES, (code) => STATUS_OF[code]);

/** The document of `routes`. It is the same on every process of one release. */
export function openapiDocument(routes: readonly Route[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes.filter(({ isPage }) => !isPage)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  const used = new Set<string>();
  const described = withReferences({ paths, webhooks: webhooks() }, used) as Record<'paths' | 'webhooks', object>;
  const tags = TAGS.filter(([name]) => routes.some((route) => tagOf(route) === name));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cardstock',
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: `Trading cards, expansions, series, sealed products and their prices. Failures carry one of these codes: ${Object.entries(
        codesByStatus,
      )
        .map(([status, codes]) => `${status} ${codes?.join(', ')}`)
        .join('; ')}.`,
    },
    servers: [{ url: '/', description: 'The service that serves this document' }],
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
