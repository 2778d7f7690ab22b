/** The parameters of a route for the OpenAPI document: those in its path, in its query, and the header of a held answer. */
import type { TSchema } from 'typebox';
import { EXPORTED } from '../../events/export-lines.ts';
import type { Route } from '../context.ts';
import { IF_NONE_MATCH, isTagged } from './headers.ts';

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
  ['/demo/pictures', 'The picture, as records of the demo name it', 'cards/fl1-2/low.jpg'],
];

const FILES = { type: 'string', enum: EXPORTED.map((entity) => `${entity}.ndjson`) };

function inPath(path: string, name: string) {
  const head = { name, in: 'path', required: true };
  if (name === 'file') return { ...head, description: 'What is exported', schema: FILES };
  const [, description = '', example = ''] = IN_PATH.find(([start]) => path.startsWith(start)) ?? [];
  return { ...head, description, schema: { type: 'string', examples: [example] } };
}

const isOptional = (schema: TSchema) => '~optional' in schema;

/** The parameters in their order. */
export function parameters(route: Route) {
  const { method, path, query = {} } = route;
  const places = [...path.matchAll(/:(\w+)|\*/g)].map(([, name = 'path']) => inPath(path, name));
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !isOptional(schema),
    description: (schema as { description?: string }).description,
    schema,
  }));
  return [...places, ...inQuery, ...(method === 'GET' && isTagged(route) ? [IF_NONE_MATCH] : [])];
}
