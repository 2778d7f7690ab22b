/** Proves that linters find nothing in the OpenAPI document, and that what generators make of it fits calls and answers. */
// Tools come from the registry of npm, by exact versions, into a folder of their own; what cannot be had is skipped, and said loudly.
import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openapiDocument } from '../../../src/api/openapi/document.ts';
import { routes } from '../../../src/api/routes.ts';
import { demoGames } from '../../../src/games/games.ts';
import { VERSION } from '../../../src/release.ts';
import { PYTHON_MISSING } from '../../../test/support/clients/python.ts';
import { documentBlocks } from '../../../test/support/house/document-blocks.ts';
import { apiOn } from '../../../test/support/stages/api.ts';
import { runAll } from '../../../test/support/stages/ingest.ts';
import { newStore } from '../../../test/support/stages/stores.ts';

const TOOLS = [
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-typescript@7.13.0',
  'quicktype-core@26.0.0',
  'typescript@5.9.3',
];
const ANSWERS = 500;

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
}
interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  paths: Record<string, { get?: Operation }>;
  components: { schemas: Record<string, Schema> };
}
interface Answer {
  path: string;
  body: { data: unknown };
}

const place = mkdtempSync(join(tmpdir(), 'cardstock-generators-'));
const say = (text: string) => process.stdout.write(`${text}\n`);
const spec: Document = JSON.parse(JSON.stringify(openapiDocument(routes, VERSION)));

const run = (command: string, ...args: string[]): SpawnSyncReturns<string> =>
  spawnSync(command, args, { cwd: place, encoding: 'utf8', maxBuffer: 1e8 });

/** What a program says that has to succeed. */
function held(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = run(command, ...args);
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return `${stdout}${stderr}`;
}

/** A program of the tools, by the project's own Node. */
const tool = (path: string, ...args: string[]) => held(process.execPath, join('node_modules', path), ...args);

function lint(): void {
  assert.match(tool('@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--extends', 'recommended'), /is valid/);
  writeFileSync(join(place, 'rules.yaml'), 'extends: ["spectral:oas"]\n');
  const spectral = '@stoplight/spectral-cli/dist/index.js';
  tool(spectral, 'lint', 'openapi.json', '--ruleset', 'rules.yaml', '--fail-severity', 'hint', '--quiet');
  say('redocly recommended and spectral:oas: 0 errors, 0 warnings');
}

/** The path of the document that an address is of. */
const templateOf = (path: string): string | undefined =>
  Object.keys(spec.paths).find((each) => new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));

/** Every read in the documents' lines for the shell, as a call in the generated types. */
function callsOfDocuments(): string[] {
  const lines = documentBlocks().flatMap(({ language, text }) => (language === 'sh' ? [text] : []));
  const addresses = lines.flatMap((text) =>
    [...text.matchAll(/\/v1(?:\/[\w-]+)*(?:\?[\w=&%,.+-]*)?(?=["'\s])/g)].join(' ').split(' '),
  );
  return [...new Set(addresses)].flatMap((address) => {
    const url = new URL(address, 'http://x');
    const path = templateOf(url.pathname);
    const operation = path === undefined ? undefined : spec.paths[path]?.get;
    if (operation === undefined) return [];
    const query = [...url.searchParams].map(([name, value]) => {
      const type = operation.parameters?.find((each) => each.name === name && each.in === 'query')?.schema.type;
      return [name, type === 'integer' ? Number(value) : value];
    });
    return [`void call(${JSON.stringify(path)}, ${JSON.stringify(Object.fromEntries(query))});`];
  });
}

const TYPES = `import type { paths } from './types.ts';
type Get<P extends keyof paths> = paths[P] extends { get: infer G } ? G : never;
type Query<P extends keyof paths> = Get<P> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
type Answer<P extends keyof paths> =
  Get<P> extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never;
declare function call<P extends keyof paths>(path: P, query: Query<P>): Promise<Answer<P>>;
declare function fits<P extends keyof paths>(path: P, answer: Answer<P>): void;
`;

function proveTypes(answers: readonly Answer[]): void {
  tool('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'types.ts');
  const calls = callsOfDocuments();
  assert.ok(calls.length >= 5, `${calls.length} calls`);
  const uses = [
    ...calls,
    ...answers.map(({ path, body }) => `fits(${JSON.stringify(path)}, ${JSON.stringify(body)});`),
  ];
  const compiled = (name: string, lines: readonly string[]) => {
    writeFileSync(join(place, name), `${TYPES}${lines.join('\n')}\n`);
    const flags = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--module', 'nodenext', '--types', ''];
    return run(process.execPath, resolve('node_modules/typescript/bin/tsc'), ...flags, name);
  };
  const { status, stdout } = compiled('uses.mts', uses);
  assert.equal(status, 0, stdout.slice(0, 3000));
  // Seen to be refused: a text for a number, a field that no schema has.
  const faults = ["void call('/v1/cards', { limit: '5' });", "fits('/v1/games', { data: { pages: 1 }, error: null });"];
  for (const fault of faults) assert.notEqual(compiled('fault.mts', [fault]).status, 0, fault);
  say(`openapi-typescript: ${calls.length} calls of the documents compile, ${answers.length} answers fit`);
}

const GENERATE = `import { readFileSync, writeFileSync } from 'node:fs';
import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core';
for (const [lang, file, rendererOptions] of [['python', 'models.py', { 'python-version': '3.7' }], ['go', 'models.go', { package: 'main' }]]) {
  const input = new JSONSchemaInput(undefined);
  await input.addSource({ name: 'Cardstock', schema: readFileSync('models.json', 'utf8') });
  const inputData = new InputData();
  inputData.addInput(input);
  writeFileSync(file, (await quicktype({ inputData, lang, rendererOptions })).lines.join('\\n'));
}
`;
const READ = `import json, models
for model in json.load(open("answers.json")):
    models.cardstock_from_dict(model)
`;

const READ_IN_GO = `package main
import (
	"bytes"
	"encoding/json"
	"os"
)
func main() {
	text, _ := os.ReadFile("answers.json")
	var answers []json.RawMessage
	if err := json.Unmarshal(text, &answers); err != nil { panic(err) }
	for _, answer := range answers {
		decoder := json.NewDecoder(bytes.NewReader(answer))
		decoder.DisallowUnknownFields()
		var model Cardstock
		if err := decoder.Decode(&model); err != nil { panic(err.Error() + string(answer)) }
	}
}
`;

/** Classes in Python and Go from the named schemas, which read the answers; Go's know every field of them. */
function proveModels(answers: readonly Answer[]): void {
  const { schemas } = spec.components;
  // A time is a text here: its own type would need a package beside Python.
  const plain = JSON.parse(JSON.stringify(schemas, (name, value) => (name === 'format' ? undefined : value)));
  const properties = Object.fromEntries(
    Object.keys(schemas).map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
  );
  const head = { $schema: 'http://json-schema.org/draft-06/schema#', type: 'object' };
  writeFileSync(join(place, 'models.json'), JSON.stringify({ ...head, components: { schemas: plain }, properties }));
  writeFileSync(join(place, 'generate.mjs'), GENERATE);
  held(process.execPath, 'generate.mjs');
  const named = answers.flatMap(({ path, body }) => {
    const schema = spec.paths[path]?.get?.responses[200]?.content?.['application/json']?.schema;
    const name = schema?.properties?.data?.$ref?.split('/').at(-1);
    return name === undefined ? [] : [{ [name]: body.data }];
  });
  writeFileSync(join(place, 'answers.json'), JSON.stringify(named));
  if (PYTHON_MISSING) say(`SKIPPED, classes in Python: ${PYTHON_MISSING}`);
  else {
    writeFileSync(join(place, 'read.py'), READ);
    held('python3', 'read.py');
    say(`quicktype: generated Python reads ${named.length} answers`);
  }
  if (run('go', 'version').error) say('SKIPPED, types in Go: there is no go (apt-get install golang-go)');
  else {
    writeFileSync(join(place, 'read.go'), READ_IN_GO);
    held('go', 'vet', 'models.go', 'read.go');
    held('go', 'run', 'models.go', 'read.go');
    say(`quicktype: generated Go is vetted, and reads ${named.length} answers`);
  }
}

/** Answers of a demo game: lists, pages of them, and records of each kind. */
async function realAnswers(): Promise<Answer[]> {
  await using place = await newStore('sqlite');
  await runAll(place.store, demoGames().game?.sources ?? {});
  await using api = await apiOn(place.store);
  const found: Answer[] = [];
  const ask = async (address: string): Promise<unknown> => {
    const { status, text } = await api.get(address);
    assert.equal(status, 200, `${address}: ${text}`);
    const path = templateOf(address.split('?')[0] ?? '') ?? assert.fail(address);
    if (found.length < ANSWERS) found.push({ path, body: JSON.parse(text) });
    return JSON.parse(text).data;
  };
  const ids = async (address: string) =>
    ((await ask(address)) as { items: { id: string }[] }).items.map(({ id }) => id);
  const lists = [
    'games',
    'fields',
    'movers',
    'migrations',
    'values/rarity',
    'events?limit=3',
    'resolve?source=tcgplayer&ids=1',
  ];
  for (const list of lists) await ask(`/v1/${list}`);
  for (const path of ['/v1', '/admin/overview', '/admin/keys', '/admin/subscriptions', '/admin/runs']) await ask(path);
  const [expansions, products] = [await ids('/v1/expansions?limit=20'), await ids('/v1/products?limit=30')];
  for (const id of await ids('/v1/series?limit=20')) await ask(`/v1/series/${id}`);
  for (const id of expansions) for (const part of ['', '/stats']) await ask(`/v1/expansions/${id}${part}`);
  for (const id of products) for (const part of ['', '/stats']) await ask(`/v1/products/${id}${part}`);
  const cards = await ids('/v1/cards?limit=200&include=prices');
  const parts = ['', '/stats', '/explain', '/chart?step=month', '/prices?from=2020-01-01&to=2020-01-31'];
  for (const part of parts) for (const id of cards.slice(0, 90)) await ask(`/v1/cards/${id}${part}`);
  return found;
}

try {
  writeFileSync(join(place, 'openapi.json'), JSON.stringify(spec));
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }\n');
  // Where no registry can be reached npm would try for a minute and more.
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--fetch-retries=0'];
  const { status, stderr } = run('npm', 'install', ...quiet, ...TOOLS);
  if (status !== 0) say(`SKIPPED, linters and generators: no registry has them\n${stderr.slice(0, 300)}`);
  else {
    lint();
    const answers = await realAnswers();
    assert.equal(answers.length, ANSWERS);
    proveTypes(answers);
    proveModels(answers);
  }
} finally {
  rmSync(place, { recursive: true });
}
