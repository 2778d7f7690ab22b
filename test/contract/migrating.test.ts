/** Holds the tables of docs/migrating.md to the API: every field of ours is described, every request of ours answers. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { EXTERNAL_CATALOGS } from '../../src/games/games.ts';
import { placesOfPokemontcg } from '../../src/games/pokemon/external-ids.ts';
import type { TestApi } from '../support/stages/api.ts';
import { GAME } from '../support/stages/game.ts';
import { pricedApi } from '../support/stages/priced-api.ts';

interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}
interface Parameter {
  name: string;
}

const { components, paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, { get: { parameters: Parameter[] } }>;
};

/** The records that callers of another service get instead. */
const RECORDS = ['Card', 'CardSummary', 'Expansion', 'Variant', 'UsdPrice', 'UsdPriceEntry'];
/** What stands for a record of the small catalog, by the name that a table gives it. */
const IDS: Record<string, string> = {
  '/v1/cards/{id}': '/v1/cards/ember1-3',
  '/v1/cards/{card_id}': '/v1/cards/ember1-3',
  '/v1/expansions/{id}': '/v1/expansions/ember1',
  '/v1/products/{productId}': '/v1/products/900',
  '/v1/expansions/{code}': '/v1/expansions/ember1',
  '{set}-{localId}': 'ember1-3',
  '{set}-{number}': 'ember1-3',
  '{code}/{number}': 'ember1-3',
  'set_code&id=': 'set_code&id=ember1-3',
  'tcgplayer&id=': 'tcgplayer&id=3',
  'cardmarket&id=': 'cardmarket&id=1003',
  'expansion_id=&': 'expansion_id=ember1&',
  'from=&to=': 'from=2026-01-01&to=2026-02-01',
};

/** The code spans of what a row says of this side, row by row. */
function rows(): { row: string; spans: string[] }[] {
  const tables = [
    ...readFileSync('docs/migrating.md', 'utf8').matchAll(/^\|[^\n]* here \|\n\|---\|---\|\n((?:\|.*\n)+)/gm),
  ];
  return tables.flatMap(([, body = '']) =>
    body
      .trim()
      .split('\n')
      .map((row) => ({
        row,
        spans: [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, span = '']) => span),
      })),
  );
}

/** The schemas that a step leads to from any of `from`: through references, unions and lists. */
function widened(from: readonly Schema[]): Schema[] {
  return from.flatMap((schema) => {
    if (schema.$ref) return widened([components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}]);
    if (schema.anyOf) return widened(schema.anyOf);
    return schema.items ? widened([schema.items]) : [schema];
  });
}

const step = (from: readonly Schema[], name: string): Schema[] =>
  widened(from).flatMap(({ properties }) => properties?.[name] ?? []);

/** Where a path such as `variants[type=holo].usd_market[condition=NM].market` leads; nowhere for one that is none. */
function schemasAt(path: string): Schema[] {
  let at: Schema[] = RECORDS.map((name) => components.schemas[name] ?? {});
  for (const [, name = '', selector = ''] of path.matchAll(/(\w+)(?:\[([^\]]*)\])?/g)) {
    at = step(at, name);
    // What a selector looks at is a field as well.
    for (const [, field = ''] of selector.matchAll(/(\w+)(?:=| has )/g)) if (step(at, field).length === 0) return [];
  }
  return widened(at);
}

const parametersOf = (path: string) => paths[path]?.get.parameters.map(({ name }) => name) ?? [];
const isField = (span: string): boolean => /^\.?[a-z_]+(\[[^\]]*\])?(\.[a-z_]+(\[[^\]]*\])?)*$/.test(span);
/** `.damage` after `metadata.attacks[].text` is a field beside it. */
const absolute = (span: string, before: string): string =>
  span.startsWith('.') ? before.slice(0, before.lastIndexOf('.')) + span : span;

let api: TestApi;
before(async () => {
  // Each address is asked of a service that has the game it is about.
  api = await pricedApi({ games: [{ ...GAME, external: EXTERNAL_CATALOGS }] });
});
after(() => api[Symbol.asyncDispose]());

async function answers(request: string): Promise<void> {
  let path = request;
  for (const [placeholder, id] of Object.entries(IDS)) path = path.replace(placeholder, id);
  const [where = '', query = ''] = path.replaceAll('…', 'ember1').split('?');
  const pattern = where.replace(/\/(cards|expansions|products)\/[^/]+/, '/$1/{id}');
  for (const name of new URLSearchParams(query).keys()) {
    assert.ok(parametersOf(pattern).includes(name), `${pattern} has no parameter ${name}`);
  }
  const { status, text, body } = await api.get(`${where}?${new URLSearchParams(query)}`);
  assert.equal(status, 200, `${request}: ${text}`);
  const { items } = body.data as { items?: unknown[] };
  if (where === '/v1/resolve') assert.ok(items && items.length > 0, `${request} finds nothing`);
}

/** A value that stands beside the field before it: of the field's type. */
function isValueOf(span: string, path: string): boolean {
  const types = schemasAt(path).map(({ type }) => type);
  return types.includes(/^\d+$/.test(span) ? 'integer' : 'string');
}

async function checkRow(row: string, spans: readonly string[]): Promise<void> {
  let field = '';
  for (const span of spans) {
    if (/^(GET )?\/v1\//.test(span)) await answers(span.replace('GET ', ''));
    else if (span.startsWith('source=')) await answers(`/v1/resolve?${span}&id=ember1-3`);
    else if (/^\??[a-z_]+=/.test(span)) await answers(`/v1/cards?${span.replace('?', '')}`);
    else if (span === 'Authorization: Bearer') continue;
    else if (isField(span) && schemasAt(absolute(span, field)).length > 0) field = absolute(span, field);
    else if (parametersOf('/v1/cards').includes(span)) continue;
    else
      assert.ok(
        field !== '' && !/[._[]/.test(span.replace(/^[a-z0-9.]+-\d+$/, '')) && isValueOf(span, field),
        `${row}\n${span} is nothing of ours`,
      );
  }
}

suite('docs/migrating.md', () => {
  for (const { row, spans } of rows()) {
    test(row.split('|').slice(1, -1).join('→').trim(), () => checkRow(row, spans));
  }

  test('its rows are found, and what is nothing of ours is', async () => {
    assert.ok(rows().length > 45, `${rows().length} rows`);
    for (const wrong of ['metadata.stge', 'variants[kind=holo]', 'illustrater', '/v1/cards?name=x', 'source=nobody']) {
      await assert.rejects(checkRow(wrong, [wrong]), wrong);
    }
  });

  test('an id of pokemontcg.io is found where the page says that it is here', () => {
    assert.ok(placesOfPokemontcg('sv3pt5-6').some(({ expansion_id }) => expansion_id === 'sv03.5'));
  });
});
