/** Schemas that stand in the OpenAPI document once, by name, and are referred to wherever they are used. */
import type { TSchema } from 'typebox';
import { CardMetadata } from '../../catalog/card-metadata.ts';
import { Image } from '../../catalog/field-shapes.ts';
import { CardPriceHistory, ProductPriceHistory } from '../../catalog/price-history.ts';
import * as explanation from '../../catalog/provenance/card-explanation.ts';
import * as records from '../../catalog/records.ts';
import { PricePoint } from '../../catalog/statistics/statistics-shapes.ts';
import type { Route } from '../route.ts';

/** What stands in place, as parts of others do. */
const { NO_IDS: _ids, ORDINARY: _ordinary, PriceKind: _kind, NumberedPrinting: _numbered, ...shapes } = records;
const { DocumentName: _document, ...explained } = explanation;

const NAMED: Record<string, TSchema> = {
  ...{ ...shapes, ...explained, CardMetadata, CardPriceHistory, Image, PricePoint, ProductPriceHistory },
};
const nameOf = new Map<unknown, string>(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

/** Names what the routes answer: `CardPage` of `listCards` with its `CardRow`, `CardChart` of `getCardChart`. */
export function nameSchemas(routes: readonly Route[]): void {
  for (const route of routes) {
    if (!('data' in route) || (route.method !== 'GET' && !('uploads' in route))) continue;
    const noun = route.name.replace(/^[a-z]+/, '');
    const items = (route.data as { properties?: { items?: { items?: TSchema } } }).properties?.items?.items;
    if (items === undefined) nameOnce(route.data, noun);
    else {
      nameOnce(route.data, `${singular(noun)}Page`);
      nameOnce(items, `${singular(noun)}Row`);
    }
  }
}

const singular = (noun: string): string => (noun === 'Series' ? noun : noun.replace(/ies$/, 'y').replace(/s$/, ''));

function nameOnce(schema: TSchema, name: string): void {
  if (nameOf.has(schema) || NAMED[name] !== undefined) return;
  nameOf.set(schema, name);
  NAMED[name] = schema;
}

/** `part` of the document with references in the place of named schemas, each of which is noted in `used`. */
export function withReferences(part: unknown, used: Set<string>): unknown {
  const name = nameOf.get(part);
  if (name !== undefined) {
    used.add(name);
    return { $ref: `#/components/schemas/${name}` };
  }
  return inner(part, used);
}

function inner(part: unknown, used: Set<string>): unknown {
  if (Array.isArray(part)) return part.map((one) => withReferences(one, used));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withReferences(value, used)]));
}

/** The named schemas that `used` holds, and those that they refer to themselves. */
export function namedSchemas(used: Set<string>): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  // A set that grows while it is walked is walked to its end.
  for (const name of used) schemas[name] = inner(NAMED[name], used);
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}
