/**
 * Runs every snippet as it stands, but for address and key: the clients' READMEs on the demo, as a reader has it, the
 * migration page on a catalog with a marketplace's ids.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { routes } from '../../src/api/routes.ts';
import { demoGames } from '../../src/games/games.ts';
import { PYTHON_MISSING } from '../support/clients/python.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runAll } from '../support/stages/ingest.ts';
import { pricedApi } from '../support/stages/priced-api.ts';
import { newStore, type TestStore } from '../support/stages/stores.ts';

const start = promisify(execFile);
const PAGES = { 'client/README.md': () => demo, 'docs/quick-start.md': () => demo, 'docs/migrating.md': () => api };
const PYTHON_PAGES = ['client-python/README.md', 'docs/quick-start.md'];

let api: TestApi;
let demo: TestApi;
let demoStore: TestStore;
let directory: string;
before(async () => {
  api = await pricedApi();
  demoStore = await newStore('sqlite');
  const { catalog } = demoGames().game?.sources ?? {};
  assert.ok(catalog);
  const [report] = await runAll(demoStore.store, { catalog });
  assert.equal(report?.outcome, 'succeeded');
  demo = await apiOn(demoStore.store);
  directory = mkdtempSync(join(tmpdir(), 'cardstock-snippets-'));
});
after(async () => {
  for (const part of [api, demo, demoStore]) await part[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
});

const addressOf = ({ port }: TestApi) => `http://127.0.0.1:${port}`;

const snippets = (page: string, language: string) =>
  [...readFileSync(page, 'utf8').matchAll(new RegExp(`\`\`\`${language}[^\n]*\n([^]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  );

suite('every snippet works as pasted', () => {
  for (const [page, served] of Object.entries(PAGES)) {
    for (const [at, text] of snippets(page, 'ts').entries()) {
      test(`${page}, snippet ${at + 1} in TypeScript`, async () => {
        const file = join(directory, `snippet-${at}.mts`);
        const client = pathToFileURL(resolve('client/src/cardstock.ts')).href;
        const own = text
          .replace("'cardstock-client'", `'${client}'`)
          .replace('http://127.0.0.1:8080', addressOf(served()));
        writeFileSync(file, own.replace('cs_live_…', served().key));
        const { stderr } = await start(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
          timeout: 20_000,
        });
        assert.equal(stderr, '');
      });
    }
  }

  const inPython = PYTHON_PAGES.flatMap((page) =>
    [...snippets(page, 'python').entries()].map((each) => [page, ...each]),
  );
  for (const [page, at, text] of inPython as [string, number, string][]) {
    test(`${page}, snippet ${at + 1} in Python`, { skip: PYTHON_MISSING }, async () => {
      const own = text.replace('http://127.0.0.1:8080', addressOf(demo)).replace('cs_live_…', demo.key);
      const env = { ...process.env, PYTHONPATH: 'client-python/src', PYTHONDONTWRITEBYTECODE: '1' };
      const { stdout, stderr } = await start('python3', ['-c', own], { env, timeout: 20_000 });
      assert.equal(stderr, '');
      if (at === 0) assert.match(stdout, /^fl1-2 Vultwick /, 'the quick start finds what it looks for');
    });
  }

  test('docs/migrating.md, the request in the shell', async () => {
    const [text = ''] = snippets('docs/migrating.md', 'sh');
    const env = { ...process.env, CARDSTOCK_URL: addressOf(api), CARDSTOCK_KEY: api.key };
    const { stdout } = await start('bash', ['-c', text], { env });
    assert.equal(JSON.parse(stdout).data.items[0].card_id, 'ember1-3');
  });
});

test('docs/migrating.md names only endpoints that there are', () => {
  const known = new Set(routes.map(({ path }) => path.replace(/:\w+/, '{}')));
  const column = readFileSync('docs/migrating.md', 'utf8').replaceAll(/^\|[^|]*\|/gm, '');
  const named = [...column.matchAll(/\/v1\/[\w/{}.-]+/g)].map(([path]) => path.replace(/\{\w+\}/, '{}'));
  assert.ok(named.length > 15);
  for (const path of named) assert.ok(known.has(path), path);
});
