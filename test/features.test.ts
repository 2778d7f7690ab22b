/** Holds docs/features.md to the program: whatever stands behind a door has its row, and a row names nothing that is not there. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Cardstock } from '../client/src/cardstock.ts';
import { DOORS, features, featuresPage } from '../scripts/features.ts';
import { openapiDocument } from '../src/api/openapi/document.ts';
import { routes } from '../src/api/routes.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { RECORD_ENTITIES } from '../src/files/manifest.ts';
import { VERSION } from '../src/release.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** The members of the TypeScript client that somebody calls, and the one function beside it. */
function clientMembers(): string[] {
  const client = new Cardstock({ baseUrl: '' });
  const methods = (of: object): string[] => {
    const above = Object.getPrototypeOf(of);
    const own = Object.getOwnPropertyNames(of).filter((name) => name !== 'constructor');
    return above === Object.prototype ? own : [...own, ...methods(above)];
  };
  const isCalled = (of: object, name: string) => typeof Reflect.get(of, name) === 'function';
  const parts = Object.entries(client).flatMap(([part, of]) =>
    [...new Set(methods(of))].filter((name) => isCalled(of, name)).map((name) => `${part}.${name}`),
  );
  return [...methods(client).filter((name) => isCalled(client, name)), ...parts, 'verifyWebhook'];
}

/** What is behind each door, in the order of the doors. */
function behindDoors(): string[][] {
  const { paths } = openapiDocument(routes, VERSION) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const operations = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((route) => route.operationId),
  );
  const commands = named(COMMANDS, /^([a-z][a-z -]*?)(?: [<[][^|]*)? \|/gm);
  const isGroup = (name: string) => commands.some((other) => other.startsWith(`${name} `));
  const python = read('client-python/src/cardstock/client.py');
  const tools = readdirSync('mcp').map((name) => read(`mcp/${name}`));
  return [
    [...operations, '/compat/pokemontcg/v2'],
    commands.filter((name) => !isGroup(name)),
    named(read('console/src/app.tsx'), /^ {2}\['(\/[^']*)'/gm).filter((path) => path !== '/sign-in'),
    clientMembers(),
    [...named(python, /^ {4}def ([a-z]\w*)\(/gm).filter((name) => name !== 'close'), 'verify_webhook'],
    tools.flatMap((text) => named(text, /^ {2}name: '(\w+)'/gm)),
    [...RECORD_ENTITIES, 'card_prices', 'product_prices'],
  ];
}

test('whatever is behind a door has its row in the table of features, and the table names nothing else', () => {
  for (const [at, there] of behindDoors().entries()) {
    const listed = new Set(features.flatMap(({ cells }) => cells[at]?.names ?? []));
    assert.ok(there.length > 5, `what is behind the door of ${DOORS[at]} was found`);
    assert.deepEqual([...listed].sort(), [...new Set(there)].sort(), DOORS[at]);
  }
});

test('each feature has a page, and each empty cell its reason', () => {
  for (const { title, page, cells } of features) {
    assert.ok(existsSync(`docs/${page}`), `${title}: there is no docs/${page}`);
    assert.equal(cells.length, DOORS.length, title);
    for (const { names, reason } of cells) assert.equal(names.length === 0, reason !== undefined, title);
  }
});

test('docs/features.md is the table of today', () => {
  assert.equal(read('docs/features.md'), featuresPage(), 'write it again: node scripts/node24.mjs scripts/features.ts');
});
