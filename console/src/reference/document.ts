/** The OpenAPI document as the reference reads it: operations by tag, and types of schemas in words. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  /** Of a text: what each of its lines is. */
  contentSchema?: Schema;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

/** A header of answers; most are references to one that is told once. */
export interface Header {
  $ref?: string;
  description?: string;
  example?: string | number;
}

type Content = Record<string, { schema?: Schema; example?: unknown }>;

export interface DescribedOperation {
  tags: string[];
  summary: string;
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Content };
  security?: unknown[];
  responses: Record<string, { description: string; content?: Content; headers?: Record<string, Header> }>;
}

export interface OpenApi {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks: Record<string, { post: DescribedOperation }>;
  components: { schemas: Record<string, Schema>; headers: Record<string, Header> };
}

/** An operation with its address. */
export interface Operation extends DescribedOperation {
  method: string;
  path: string;
}

export interface Group {
  name: string;
  description: string;
  operations: Operation[];
}

/** Operations under their tags, in the order of the tags. */
export function groupsOf({ tags, paths }: OpenApi): Group[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  return tags
    .map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter((one) => one.tags.includes(name)),
    }))
    .filter((group) => group.operations.length > 0);
}

/** The schema itself, where it is a reference; and its name. */
export function resolved(schema: Schema, { components }: OpenApi): { schema: Schema; name: string | undefined } {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return { schema: name === undefined ? schema : (components.schemas[name] ?? {}), name };
}

/** What is said of a field, by itself or by the schema that it refers to. */
export const descriptionOf = (schema: Schema, document: OpenApi): string | undefined =>
  schema.description ?? resolved(schema, document).schema.description;

/** Its first example as text; undefined where the values are told by the type. */
export function exampleOf({ examples }: Schema): string | undefined {
  const [first] = examples ?? [];
  return first === undefined || typeof first === 'string' ? first : JSON.stringify(first);
}

/** The headers of an operation's answers, each with the statuses that have it where not all do. */
export function answerHeaders({ responses }: DescribedOperation, { components }: OpenApi) {
  const answers = Object.entries(responses);
  const names = new Set(answers.flatMap(([, { headers }]) => Object.keys(headers ?? {})));
  return [...names].map((name) => {
    const having = answers.filter(([, { headers }]) => headers?.[name]).map(([status]) => status);
    return {
      name,
      ...components.headers[name],
      statuses: having.length === answers.length ? [] : having,
    };
  });
}

const isNull = ({ type }: Schema): boolean => type === 'null';

/** A schema that may be null, without its null. */
export function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  const others = schema.anyOf?.filter((one) => !isNull(one));
  if (!others || others.length === schema.anyOf?.length) return { schema, isNullable: false };
  const [only] = others;
  const { description } = schema;
  const kept = description === undefined ? {} : { description };
  return { schema: only && others.length === 1 ? { ...only, ...kept } : { ...kept, anyOf: others }, isNullable: true };
}

/** The type in a few words: `array of Card, or null`. */
export function typeText(given: Schema): string {
  const { schema, isNullable } = withoutNull(given);
  return isNullable ? `${plainType(schema)} or null` : plainType(schema);
}

function plainType(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(plainType).join(' | ');
  if (schema.type === 'array') return `array of ${schema.items ? typeText(schema.items) : 'anything'}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'anything');
  return schema.format ? `${type}, ${schema.format}` : type;
}

/** What is inside a schema that can be opened: the properties of an object, of what an array holds, or of either. */
export function innerObjects(given: Schema, document: OpenApi): Schema[] {
  const { schema } = resolved(withoutNull(given).schema, document);
  if (schema.properties) return [schema];
  if (schema.items) return innerObjects(schema.items, document);
  return schema.anyOf?.flatMap((one) => innerObjects(one, document)) ?? [];
}

/** A path with its values; holes without one stay to be seen. */
export function filledPath({ path, parameters }: Operation, values: Readonly<Record<string, string>>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (hole, name: string) =>
    values[name] ? encodeURIComponent(values[name]).replaceAll('%2F', '/') : hole,
  );
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    const value = values[parameter.name];
    if (parameter.in === 'query' && value) query.set(parameter.name, value);
  }
  const text = query.toString();
  return text ? `${filled}?${text}` : filled;
}

/** A body with what a schema requires, to begin with. */
export function exampleBody(given: Schema, document: OpenApi): unknown {
  const { schema } = resolved(withoutNull(given).schema, document);
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleBody(schema.anyOf[0], document);
  if (schema.type === 'array') return schema.items ? [exampleBody(schema.items, document)] : [];
  const { properties, required = [] } = schema;
  if (properties) {
    const shown = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
    return Object.fromEntries(shown.map((name) => [name, exampleBody(properties[name] ?? {}, document)]));
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  if (schema.type === 'boolean') return false;
  return schema.format === 'date-time' ? '2026-01-01T00:00:00Z' : '';
}
