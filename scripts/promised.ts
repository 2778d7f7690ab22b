/**
 * What callers and operators of a release can rely on, a line each: routes with their parameters and fields, codes of failures,
 * events, settings, sources, commands with their flags. Writes what is new into the kept list, which only grows.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { openapiDocument } from '../src/api/openapi/document.ts';
import { routes } from '../src/api/routes.ts';
import { EXIT } from '../src/cli/output.ts';
import { buildProgram } from '../src/cli/program.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { EVENT_KINDS } from '../src/events/event-names.ts';
import { FAILURE_CODES } from '../src/failure.ts';
import { CATALOG_ADAPTERS } from '../src/games/games.ts';
import { PRICE_ADAPTERS } from '../src/ingest/marketplaces/marketplaces.ts';
import { VERSION } from '../src/release.ts';
import { columnsOf } from '../src/store/views/priced/price-rows.ts';

/** The list of what was promised, where the stores of releases are kept too. */
export const PROMISED = 'test/releases/promised.txt';

interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}

type Content = Record<string, { schema?: Schema }>;

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** What a value is, as in `integer|null`, or the record that it is. */
function typeOf({ $ref, type, const: only, enum: choices, anyOf }: Schema): string {
  if ($ref) return $ref.replace('#/components/schemas/', '');
  if (anyOf) return [...new Set(anyOf.map(typeOf))].sort().join('|');
  return type ?? typeof (only ?? choices?.[0]);
}

/** The fields that a schema names itself, each with its type: what it refers to has lines of its own. */
function fieldsOf(schema: Schema, path: string): string[] {
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, of]) => fieldsOf(of, `${path}.${name}`));
  const further = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
    one.properties || one.items ? fieldsOf(one, path).slice(1) : [],
  );
  return [
    `${path}: ${typeOf(schema)}`,
    ...below,
    ...further,
    ...(schema.items ? fieldsOf(schema.items, `${path}[]`) : []),
  ];
}

const contentsOf = (content: Content = {}, path: string) =>
  Object.entries(content).flatMap(([type, { schema }]) => [
    `${path} ${type}`,
    ...(schema ? fieldsOf(schema, path) : []),
  ]);

function operationLines(place: string, { parameters = [], requestBody, responses }: Operation): string[] {
  return [
    place,
    ...parameters.map((parameter) => `${place} ${parameter.in} ${parameter.name}`),
    ...contentsOf(requestBody?.content, `${place} takes`),
    ...Object.entries(responses)
      .filter(([status]) => status < '400')
      .flatMap(([status, { content }]) => contentsOf(content, `${place} ${status}`)),
  ];
}

function commandLines(command: Command, above: string): string[] {
  const flags = command.options.map(({ long }) => `${above} ${long}`);
  const below = command.commands.flatMap((child) => commandLines(child, `${above} ${child.name()}`));
  return [above, ...flags, ...below];
}

/** The columns of files of prices, with their places: columns are only ever added at the end. */
const fileColumns = () =>
  (['card_prices', 'product_prices'] as const).flatMap((entity) =>
    (['usd', 'eur'] as const).flatMap((currency) =>
      columnsOf({ entity, currency }).map((column, at) => `file ${entity} ${currency} ${at} ${column}`),
    ),
  );

/** Every line that holds today, sorted. */
export function promisedToday(): string[] {
  const document = JSON.parse(JSON.stringify(openapiDocument(routes, VERSION))) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operationLines(`${method.toUpperCase()} ${path}`, operation),
    ),
  );
  const adapters = Object.entries({ ...CATALOG_ADAPTERS, ...PRICE_ADAPTERS }).flatMap(([name, { settings }]) =>
    Object.keys(settings.properties).map((field) => `source ${name} ${field}`),
  );
  return [
    ...new Set([
      ...operations,
      ...Object.entries(document.components.schemas).flatMap(([name, schema]) => fieldsOf(schema, `record ${name}`)),
      ...FAILURE_CODES.map((code) => `code ${code}`),
      ...Object.entries(EXIT).map(([name, code]) => `exit ${code} ${name}`),
      ...fileColumns(),
      ...EVENT_KINDS.map((kind) => `event ${kind}`),
      ...Object.values(SETTINGS).flatMap(({ name, env }) => [`setting ${name}`, `variable ${env}`]),
      ...adapters,
      ...commandLines(buildProgram(), 'cardstock'),
    ]),
  ].sort();
}

/** What was promised by the releases so far and by what has landed since. */
export const promisedBefore = (): string[] =>
  readFileSync(PROMISED, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const known = new Set(promisedBefore());
  const added = promisedToday().filter((line) => !known.has(line));
  if (added.length > 0) appendFileSync(PROMISED, `${added.join('\n')}\n`);
}
