/** The reference leaves nothing untold: walks the OpenAPI document for what has no description, unit, null or example. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openapiDocument, openapiText } from '../../src/api/openapi/document.ts';
import { routes } from '../../src/api/routes.ts';

interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  /** Of a text: what each of its lines is. */
  contentSchema?: Schema;
  items?: Schema;
  properties?: Record<string, Schema>;
  description?: string;
  examples?: unknown[];
}

interface Told {
  name?: string;
  $ref?: string;
  description?: string;
  example?: unknown;
  schema: Schema;
}

interface Operation {
  operationId: string;
  parameters?: Told[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { headers?: Record<string, Told>; content?: Record<string, { schema?: Schema }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; headers?: Record<string, Told> };
}

const served = (): Document => JSON.parse(JSON.stringify(openapiDocument(routes, '0.0.0')));

const CENTS = /^(market|low|high|avg|trend|avg_holo|low_holo|trend_holo|previous|held)$/;
const UNITS: readonly [name: RegExp, unit: RegExp][] = [
  [/_s$/, /seconds/i],
  [/_ms$/, /milliseconds/i],
];

/** What is missing of a description: nothing where it tells all there is to tell. */
function faultsOf(name: string, told: Schema, document: Document): string[] {
  const schema = resolved(told, document);
  const description = told.description ?? schema.description ?? '';
  const either = schema.anyOf ?? [];
  const value = either.length === 0 ? schema : (either.find(({ type }) => type !== 'null') ?? schema);
  const isNullable = either.some(({ type }) => type === 'null');
  const units = UNITS.filter(([named]) => named.test(name)).map(([, unit]) => unit);
  if (CENTS.test(name) && value.type === 'integer') units.push(/cents/);
  return [
    ...(description === '' ? ['has no description'] : []),
    ...(isNullable && !/\bnull\b/.test(description) ? ['does not say what null means'] : []),
    ...units.filter((unit) => !unit.test(description)).map((unit) => `does not name its unit ${unit}`),
    ...(needsExample(value, document) && !(told.examples ?? schema.examples)?.length ? ['has no example'] : []),
  ];
}

const resolved = (schema: Schema, document: Document): Schema =>
  schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

/** Objects show by their fields, closed lists and booleans by their values. */
function needsExample(given: Schema, document: Document): boolean {
  const schema = resolved(given, document);
  if (schema.const !== undefined || schema.enum !== undefined || schema.type === 'boolean') return false;
  if (schema.anyOf) return schema.anyOf.some((one) => one.type !== 'null' && needsExample(one, document));
  if (schema.items) return needsExample(schema.items, document);
  return schema.properties === undefined && schema.type !== 'null';
}

/** Every property below `schema` that is told badly, by the way to it. */
function inSchema(schema: Schema | undefined, way: string, document: Document): string[] {
  if (schema === undefined || schema.$ref !== undefined) return [];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
      // The envelope is told once, for all answers.
      ...(property.type === 'null' || (name === 'data' && schema.properties?.error)
        ? []
        : faultsOf(name, property, document).map((fault) => `${way}.${name} ${fault}`)),
      ...inSchema(property, `${way}.${name}`, document),
    ]),
    ...inSchema(schema.items, `${way}[]`, document),
    ...inSchema(schema.contentSchema, `${way} line`, document),
    ...(schema.anyOf ?? []).flatMap((one) => inSchema(one, way, document)),
  ];
}

function inOperation(name: string, operation: Operation, document: Document): string[] {
  const { parameters = [], requestBody, responses } = operation;
  const bodies = [
    ...Object.values(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})),
  ];
  const toldOf = ({ description, example, schema }: Told): Schema => ({
    ...schema,
    description: description ?? schema.description ?? '',
    ...(example === undefined ? {} : { examples: [example] }),
  });
  return [
    ...parameters.flatMap((one) =>
      faultsOf(one.name ?? '', toldOf(one), document).map((fault) => `${name}: parameter ${one.name} ${fault}`),
    ),
    ...bodies.flatMap(({ schema }) => inSchema(schema, name, document)),
  ];
}

function faults(document: Document): string[] {
  const { paths, webhooks, components } = document;
  const operations = [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
    ...Object.entries(webhooks).map(([name, { post }]) => [name, post] as const),
  ];
  return [
    ...operations.flatMap(([name, operation]) => inOperation(name, operation, document)),
    ...Object.entries(components.schemas).flatMap(([name, schema]) => inSchema(schema, name, document)),
    ...Object.entries(components.headers ?? {}).flatMap(([name, { description = '', example }]) =>
      description === '' || example === undefined ? [`header ${name} has no description or example`] : [],
    ),
  ];
}

suite('the reference', () => {
  test('every field, parameter and header has a description with unit, meaning of null and an example', () => {
    assert.deepEqual(faults(served()), []);
  });

  test('a field without a word, a null without a meaning, cents that are not called so are found', () => {
    const planted = served();
    planted.components.schemas.Planted = {
      properties: {
        bare: { type: 'string' },
        nothing: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'A name', examples: ['x'] },
        low: { type: 'integer', description: 'The lowest', examples: [1] },
        age_s: { type: 'integer', description: 'Its age', examples: [1] },
      },
    };
    assert.deepEqual(faults(planted), [
      'Planted.bare has no description',
      'Planted.bare has no example',
      'Planted.nothing does not say what null means',
      'Planted.low does not name its unit /cents/',
      'Planted.age_s does not name its unit /seconds/i',
    ]);
  });

  test('If-None-Match, RateLimit, RateLimit-Policy, Retry-After, Catalog-Version, Content-Language and X-Request-Id stand where they hold', () => {
    const { paths } = served();
    const headersOf = (path: string, method: string, status: number) =>
      Object.keys(paths[path]?.[method]?.responses[status]?.headers ?? {}).sort();
    const named = (path: string) => paths[path]?.get?.parameters?.map(({ name }) => name) ?? [];
    const limits = ['RateLimit', 'RateLimit-Policy'];
    const keyed = ['Cardstock-Ignored', ...limits, 'X-Request-Id'];
    assert.ok(named('/v1/cards').includes('If-None-Match'));
    const spoken = ['Catalog-Version', 'Cardstock-Total', 'Content-Language', 'ETag', 'Link', ...keyed].sort();
    assert.deepEqual(headersOf('/v1/cards', 'get', 200), spoken);
    assert.deepEqual(headersOf('/v1/cards', 'get', 304), spoken);
    assert.deepEqual(
      headersOf('/v1/products', 'get', 200),
      ['Cardstock-Total', 'Catalog-Version', 'ETag', 'Link', ...keyed].sort(),
    );
    assert.deepEqual(headersOf('/v1/events', 'get', 200), ['Content-Language', 'ETag', 'Link', ...keyed].sort());
    assert.deepEqual(headersOf('/v1/cards', 'get', 429), [...keyed, 'Retry-After'].sort());
    assert.deepEqual(headersOf('/v1/cards', 'get', 401), [...keyed, 'WWW-Authenticate'].sort());
    assert.deepEqual(headersOf('/v1/cards/{id}', 'get', 404), keyed);
    assert.deepEqual(headersOf('/health', 'get', 200), ['Cardstock-Ignored', 'X-Request-Id']);
    assert.deepEqual(headersOf('/admin/keys', 'get', 200), ['Cardstock-Total', 'Link', ...keyed].sort());
    assert.deepEqual(headersOf('/admin/overview', 'get', 200), keyed);
  });

  test('the lines of an export and /livez have their schemas', () => {
    const { paths } = served();
    const lines =
      paths['/export/{file}']?.get?.responses[200]?.content?.['application/x-ndjson']?.schema?.contentSchema;
    const kinds = lines?.anyOf?.map(
      ({ $ref, properties }) => $ref?.split('/').at(-1) ?? Object.keys(properties ?? {})[0],
    );
    assert.deepEqual(kinds, ['head', 'Card', 'Expansion', 'Series', 'Product', 'foot']);
    const live = paths['/livez']?.get?.responses[200]?.content?.['application/json']?.schema;
    assert.ok(live?.properties?.status);
  });
});

test('the description is made when it is asked for, once', () => {
  const asked: string[] = [];
  const watched = routes.map((route) => ({
    ...route,
    get path() {
      asked.push(route.path);
      return route.path;
    },
  }));
  const text = openapiText(watched, '0.0.0');
  assert.deepEqual(asked, []);
  assert.deepEqual(JSON.parse(text()), served());
  const before = asked.length;
  text();
  assert.equal(asked.length, before);
});
