/** Every fenced block of every document is run, or checked against what reads or writes such a thing. */
import assert from 'node:assert/strict';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import Type, { type TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import * as records from '../src/api/operator/records.ts';
import { routes } from '../src/api/routes.ts';
import { readConfigFile } from '../src/config/config-file.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { issueKey } from '../src/keys/issue.ts';
import { VERSION } from '../src/release.ts';
import { type Block, documentBlocks } from './support/house/document-blocks.ts';
import { commandOf } from './support/processes/command-line.ts';
import { tinyApi } from './support/stages/api.ts';

/** Who runs blocks as they stand: those of a page that have a name, or are of a language. */
const RUN: { page: string; is: (block: Block) => boolean; by: string }[] = [
  { page: 'README.md', is: ({ language }) => language === 'sh', by: 'scripts/proofs/use/prove-stranger.ts' },
  { page: 'docs/events.md', is: ({ info }) => info === 'receiver', by: 'test/events/receivers.test.ts' },
  { page: 'docs/csv.md', is: ({ info }) => info === 'hands', by: 'test/client/hands.test.ts' },
  { page: 'docs/files.md', is: ({ info }) => info.startsWith('hand '), by: 'test/ingest/origin.test.ts' },
  { page: 'docs/files.md', is: ({ info }) => info === 'recipe', by: 'test/contract/file-recipes.test.ts' },
  {
    page: 'docs/migrating.md',
    is: ({ language, info }) => language === 'ts' || info === 'resolve',
    by: 'test/client/snippets.test.ts',
  },
  {
    page: 'docs/quick-start.md',
    is: ({ language }) => language === 'python' || language === 'ts',
    by: 'test/client/snippets.test.ts',
  },
  { page: 'client/README.md', is: ({ language }) => language === 'ts', by: 'test/client/snippets.test.ts' },
  {
    page: 'client-python/README.md',
    is: ({ language }) => language === 'python',
    by: 'test/client/snippets.test.ts',
  },
];

/** Lines that nothing here can run, each with why; what they name is there all the same. */
const LEFT_OUT: Record<string, string> = {
  'node scripts/node24.mjs scripts/fit-scan.ts': 'it takes folders of pictures that are not ours to keep',
};

/** The files that a clone makes to be installed elsewhere. */
const ARCHIVED = [`cardstock-${VERSION}.tgz`, `cardstock-${VERSION}-linux-x64.tar.gz`];

const named = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');
const routeOf = (text: string) => {
  const [method, path] = text.split(' ');
  const fits = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`).test(path ?? '');
  return routes.find((route) => route.method === method && (named(route.path) === path || fits(route.path)));
};

interface Shape {
  properties?: { data?: Shape } & Record<string, Shape>;
  required?: string[];
}

/** The schema as one that takes no further field: what a page shows there has to be. */
const closed = (schema: TSchema): Shape =>
  JSON.parse(JSON.stringify(schema), (_, part: Shape | null) =>
    part?.properties ? { additionalProperties: false, ...part } : part,
  ) as Shape;

/** `METHOD /path`, then `takes` for what is sent, `partly` where the page shows some fields only. */
function checkJson({ info, text }: Block): void {
  const value = JSON.parse(text) as { data?: unknown };
  const route = routeOf(info) ?? assert.fail(`no route ${info}`);
  const answer = 'data' in route ? route.data : 'body' in route ? route.body : undefined;
  const wanted = (info.endsWith(' takes') ? route.takes : answer) ?? assert.fail(`${info} has no schema`);
  const whole = closed(wanted);
  const schema = whole.properties?.data ?? whole;
  if (info.endsWith(' partly')) delete schema.required;
  const shown = value.data ?? value;
  assert.ok(Check(schema, shown), `${info}: ${JSON.stringify([...Errors(schema, shown)].slice(0, 3))}`);
}

function checkConfiguration({ text }: Block): void {
  const directory = mkdtempSync(join(tmpdir(), 'cardstock-block-'));
  const file = join(directory, 'cardstock.config.json');
  try {
    writeFileSync(file, text);
    const { sources, games } = readConfigFile(file, { required: true, settings: Object.keys(SETTINGS) });
    assert.ok(Object.keys(sources ?? games ?? {}).length > 0);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const PROGRESS = ['id', 'task', 'started_at', 'step', 'done', 'total'];

/** What a stream of events tells: its fields are those of a run. */
function checkStream({ text }: Block): void {
  const [, name, data = ''] = /^event: (\w+)\ndata: (.*)\n$/.exec(text) ?? assert.fail(text);
  const told = JSON.parse(data);
  assert.ok(name === 'progress' || name === 'finished', name);
  if (name === 'finished') assert.ok(Check(records.Run, told), data);
  else for (const run of told.runs) assert.deepEqual(Object.keys(run), PROGRESS);
}

async function checkHeaders({ text }: Block): Promise<void> {
  await using api = await tinyApi();
  const { key } = await issueKey(api.store, { name: 'shop', scopes: ['read'], rate: null, expires_at: null });
  const { headers } = await api.get('/v1/cards', { authorization: `Bearer ${key}` });
  const shape = (value: unknown) => String(value).replaceAll(/\d+/g, '0');
  for (const line of text.trim().split('\n')) {
    const [name = '', value] = line.split(': ');
    assert.equal(shape(headers[name.toLowerCase()]), shape(value), name);
  }
}

const wordsOf = (line: string) =>
  line.match(/(?:'[^']*'|"[^"]*"|\S)+/g)?.map((word) => word.replaceAll(/['"]/g, '')) ?? [];

function checkRequest(line: string): void {
  const address = /http:\/\/127\.0\.0\.1:8080(\/[^\s"?]*)/.exec(line)?.[1] ?? assert.fail(line);
  // With --get what is sent stands in the address.
  const [, json] = line.includes(' --get ') ? [] : (/-d '([^']*)'/.exec(line) ?? []);
  const method = json !== undefined || /-F /.test(line) ? 'POST' : 'GET';
  const route = routeOf(`${method} ${address}`) ?? assert.fail(`${method} ${address} is no route`);
  const field = /-F (\w+)=@/.exec(line)?.[1];
  const uploads = ('uploads' in route && route.uploads) || {};
  // What speaks a protocol of its own checks its bodies by it: test/contract/assistant.test.ts.
  if (json !== undefined && address === '/mcp') assert.equal(JSON.parse(json).jsonrpc, '2.0');
  else if (json !== undefined) {
    const schema = route.takes ?? uploads['application/json'] ?? assert.fail(`${address} takes no JSON`);
    assert.ok(Check(schema, JSON.parse(json)), json);
  }
  if (field !== undefined) assert.ok(Check(uploads['multipart/form-data'] ?? Type.Never(), { [field]: '' }), field);
}

/** One line of the shell: a command of ours, a request, or what the release brings. */
async function checkLine(line: string): Promise<void> {
  if (Object.keys(LEFT_OUT).some((start) => line.startsWith(start))) {
    const script = /scripts\/[\w-]+\.ts/.exec(line)?.[0];
    return assert.ok(!script || existsSync(script), script);
  }
  const words = wordsOf(line.replace(/ [>|] .*/, ''));
  if (words[0] === 'npx') words.shift();
  switch (words[0]?.replace('/opt/cardstock/bin/', '')) {
    case 'cardstock':
      return assert.notEqual(await commandOf(words.slice(1)), '', line);
    case 'curl':
      return checkRequest(line);
    case 'npm':
      if (line === 'npm pack') return;
      return assert.ok(words[1] && words[1] in JSON.parse(readFileSync('package.json', 'utf8')).scripts, line);
    case 'node':
    case 'sh':
      for (const path of words.filter((word) => /\/.*\.\w+$/.test(word))) assert.ok(existsSync(path), line);
      return assert.ok(ARCHIVED.includes(words.at(-1) ?? ''), line);
    case 'tar':
      return assert.ok(ARCHIVED.includes(words[2] ?? ''), line);
    case 'cp':
      return assert.notEqual(globSync(words[1]?.replace('/opt/cardstock/', '') ?? '').length, 0, line);
    case 'systemctl':
      return assert.ok(existsSync(`deploy/systemd/${words.at(-1)}.service`), line);
    default:
      assert.fail(`nothing runs or checks: ${line}`);
  }
}

async function checkShell({ text }: Block): Promise<void> {
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n');
  for (const line of lines) if (line !== '' && !line.startsWith('#')) await checkLine(line);
}

/** A client's list of servers: what it runs is a command of ours. */
async function checkServers({ text }: Block): Promise<void> {
  for (const { args } of Object.values<{ args: string[] }>(JSON.parse(text).mcpServers)) {
    // It is started in any folder: by its path.
    await checkLine(args.join(' ').replace(/^\/\S+\/bin\/cardstock\.js/, 'cardstock'));
  }
}

const JSON_FILES: Record<string, (block: Block) => void | Promise<void>> = {
  'cardstock.config.json': checkConfiguration,
  'mcp.json': checkServers,
};

const CHECKS: Record<string, (block: Block) => void | Promise<void>> = {
  json: (block) => (JSON_FILES[block.info] ?? checkJson)(block),
  http: checkHeaders,
  sse: checkStream,
  sh: checkShell,
};

const blocks = documentBlocks();

suite('every block of every document', () => {
  for (const block of blocks) {
    test(`${block.page}, line ${block.line}`, async () => {
      const run = RUN.find(({ page, is }) => page === block.page && is(block));
      if (run) {
        const source = readFileSync(run.by, 'utf8');
        assert.ok(source.includes(block.page), `${run.by} reads it`);
        // Of a page whose blocks have names each is run by its own.
        if (run.page === 'README.md') assert.ok(source.includes(`block('${block.info}')`), block.info);
        return;
      }
      const check =
        CHECKS[block.language] ?? assert.fail(`nothing runs or checks blocks in ${block.language || 'no language'}`);
      await check(block);
    });
  }

  test('is found, fences of every kind included', () => {
    assert.ok(blocks.length >= 45, `${blocks.length}`);
    for (const { page, is } of RUN)
      assert.ok(
        blocks.some((block) => block.page === page && is(block)),
        page,
      );
  });
});

test('a line that nothing understands is noticed', async () => {
  for (const line of [
    'npx cardstock serve --no-such-flag',
    'cardstock nonsense',
    'curl http://127.0.0.1:8080/v1/nothing',
    'npm run nothing-like-this',
    'make install',
  ]) {
    await assert.rejects(checkLine(line), Error);
  }
});
