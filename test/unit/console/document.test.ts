/** How the reference reads the OpenAPI document: nothing of it is left out, and types are said in words. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  answerHeaders,
  descriptionOf,
  exampleBody,
  exampleOf,
  filledPath,
  groupsOf,
  innerObjects,
  type OpenApi,
  type Operation,
  typeText,
} from '../../../console/src/reference/document.ts';

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi;
const groups = groupsOf(document);

function operation(id: string): Operation {
  const found = groups.flatMap(({ operations }) => operations).find(({ operationId }) => operationId === id);
  assert.ok(found, id);
  return found;
}

test('every operation of the document stands in exactly one group', () => {
  const shown = groups.flatMap(({ operations }) => operations.map(({ operationId }) => operationId));
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  assert.deepEqual(shown.toSorted(), described.map(({ operationId }) => operationId).sort());
});

test('every reference leads to a schema, and every schema can be opened', () => {
  const names = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
  for (const name of new Set(names)) {
    assert.ok(document.components.schemas[name], name);
    assert.ok(innerObjects({ $ref: `#/components/schemas/${name}` }, document).length > 0, name);
  }
});

test('types are said in words', () => {
  assert.equal(typeText({ type: 'array', items: { $ref: '#/components/schemas/Card' } }), 'array of Card');
  assert.equal(typeText({ anyOf: [{ type: 'string' }, { type: 'null' }] }), 'string or null');
  assert.equal(
    typeText({ anyOf: [{ const: 'plain' }, { const: 'holo' }, { type: 'null' }] }),
    '"plain" | "holo" or null',
  );
  assert.equal(typeText({ type: 'string', format: 'date-time' }), 'string, date-time');
});

test('what is said of a field is its own word, or that of the schema that it refers to', () => {
  const own = { anyOf: [{ $ref: '#/components/schemas/Image' }, { type: 'null' }], description: 'A picture' };
  assert.equal(descriptionOf(own, document), 'A picture');
  assert.match(descriptionOf({ $ref: '#/components/schemas/CardMetadata' }, document) ?? '', /printed/);
  assert.equal(exampleOf({ examples: [['1st-edition']] }), '["1st-edition"]');
  assert.equal(exampleOf({ type: 'boolean' }), undefined);
});

test('headers are told once an operation, with the statuses that have them', () => {
  const headers = answerHeaders(operation('getCard'), document);
  const statuses = new Map(headers.map((header) => [header.name, header.statuses]));
  assert.deepEqual(statuses.get('Retry-After'), ['429']);
  assert.deepEqual(statuses.get('ETag'), ['200', '304']);
  assert.deepEqual(statuses.get('X-Request-Id'), []);
  assert.ok(headers.every(({ description, example }) => description && example));
});

test('a path is filled with what is known, and shows the holes that are left', () => {
  const prices = operation('getCardPrices');
  assert.equal(filledPath(prices, { id: 'a/b c', from: '2026-01-01' }), '/v1/cards/a/b%20c/prices?from=2026-01-01');
  assert.equal(filledPath(prices, {}), '/v1/cards/{id}/prices');
});

test('a body begins with what its schema requires', () => {
  const schema = operation('createSubscription').requestBody?.content['application/json']?.schema;
  assert.ok(schema);
  assert.deepEqual(exampleBody(schema, document), { url: 'https://shop.example/hook' });
});
