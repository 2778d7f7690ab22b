/** The OpenAPI 3.1 description, made from the route table and the same schemas that type the records. */
import type { TSchema } from 'typebox';
import { FAILURE_CODES } from '../failure.ts';
import type { EnvelopedRoute, Route } from './context.ts';
import { STATUS_OF } from './errors.ts';

const REASONS: Record<number, string> = {
  400: 'Parameters that could not be accepted',
  401: 'Key missing, malformed, unknown, revoked or expired',
  404: 'No such id',
  429: 'Over the request budget',
  500: 'Server fault; retry',
};

const failureSchema = {
  type: 'object',
  required: ['data', 'error'],
  properties: {
    data: { type: 'null' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string', enum: FAILURE_CODES }, message: { type: 'string', minLength: 1 } },
    },
  },
};

const envelope = (data: TSchema) => ({
  type: 'object',
  required: ['data', 'error'],
  properties: { data, error: { type: 'null' } },
});

const jsonContent = (schema: unknown) => ({ 'application/json': { schema } });

const isOptional = (schema: TSchema) => '~optional' in schema;

function parameters({ path, query = {} }: Route) {
  const inPath = [...path.matchAll(/:(\w+)|\*/g)].map(([, name = 'path']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !isOptional(schema),
    schema,
  }));
  return [...inPath, ...inQuery];
}

const failures = (statuses: readonly number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: REASONS[status], content: jsonContent({ $ref: '#/components/schemas/Failure' }) },
    ]),
  );

function keyedOperation(route: EnvelopedRoute) {
  const statuses = [400, 401, ...(route.path.includes(':') ? [404] : []), 429, 500];
  return {
    security: [{ key: [] }],
    responses: {
      200: {
        description: route.summary,
        headers: { ETag: { schema: { type: 'string' } } },
        content: jsonContent(envelope(route.data)),
      },
      304: { description: 'Unchanged since the ETag in If-None-Match' },
      ...failures(statuses),
    },
  };
}

function operation(route: Route) {
  const head = { summary: route.summary, operationId: operationId(route), parameters: parameters(route) };
  if ('handle' in route) return { ...head, ...keyedOperation(route) };
  const content = route.body ? { content: jsonContent(route.body) } : {};
  return {
    ...head,
    security: route.scope === null ? [] : [{ key: [] }],
    responses: { 200: { description: route.summary, ...content } },
  };
}

const operationId = ({ method, path }: Route) =>
  `${method.toLowerCase()}${path.replaceAll(/[^a-z0-9]+(\w)/gi, (_, first: string) => first.toUpperCase())}`;

/** Statuses that some route can answer, each with its codes: kept true by the type of STATUS_OF. */
const codesByStatus = Object.groupBy(FAILURE_CODES, (code) => STATUS_OF[code]);

/** The document of `routes`. It is the same on every process of one release. */
export function openapiDocument(routes: readonly Route[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
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
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failureSchema },
    },
  };
}
