/** The client as it is packed: small, without dependencies, JavaScript with types that callers' compilers accept. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const BYTES_MAX = 6 * 1024;
/** Marks a line of a caller that the compiler has to refuse; in pieces, as our own files may not hold it. */
const refused = ['@ts', 'expect', 'error'].join('-');

test(`the whole client is at most ${BYTES_MAX} bytes, minified and packed with gzip`, async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ['client/src/cardstock.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  assert.ok(bytes > 1000 && bytes <= BYTES_MAX, `${bytes} bytes`);
  assert.ok(
    Object.keys(metafile.inputs).every((input) => input.startsWith('client/src/')),
    'it depends on nothing',
  );
});

suite('the package', () => {
  const tsc = resolve('node_modules/.bin/tsc');
  let folder: string;
  let packed: { files: { path: string }[]; filename: string };

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'cardstock-client-'));
    const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: 'client',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    // What the build script prints comes first.
    [packed] = JSON.parse(output.slice(output.indexOf('[\n')));
    // A caller's own: without one a file above the folder would say which kind of module its sources are.
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    mkdirSync(join(folder, 'node_modules'));
    execFileSync('tar', ['-xzf', packed.filename], { cwd: folder });
    cpSync(join(folder, 'package'), join(folder, 'node_modules/cardstock-client'), { recursive: true });
  });
  after(() => rmSync(folder, { recursive: true }));

  test('holds JavaScript with types, a README and the licence, and nothing else', () => {
    const kinds = packed.files.map(({ path }) => path.replace(/^dist\/[a-z-]+\.(js|d\.ts)$/, 'dist/*.$1'));
    assert.deepEqual(
      [...new Set(kinds)].sort(),
      ['LICENSE', 'README.md', 'dist/*.d.ts', 'dist/*.js', 'package.json'].sort(),
    );
  });

  test('runs under the oldest Node it says, and under this one', () => {
    writeFileSync(
      join(folder, 'run.mjs'),
      "import { Cardstock } from 'cardstock-client'; new Cardstock({ baseUrl: '' });",
    );
    for (const node of ['node', process.execPath]) {
      const { status, stderr } = spawnSync(node, ['run.mjs'], { cwd: folder, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    }
  });

  test('is typed for callers with a bundler and with Node, in the browser and without its types', () => {
    writeFileSync(
      join(folder, 'caller.ts'),
      `import { Cardstock, CardstockError, type CardSummary, verifyWebhook } from 'cardstock-client';
const cardstock = new Cardstock({ baseUrl: 'https://cards.example', key: 'k' });
for await (const card of cardstock.cards.iterate({ q: 'x' })) { const row: CardSummary = card; row.name.at(0); }
const event = await verifyWebhook('', new Headers(), 'whsec_');
if (event.name === 'game.card_prices.updated') event.data.cards[0]?.prices;
// ${refused} a product's id is a number
await cardstock.products.get('1').catch((error) => error instanceof CardstockError && error.code === 'not_found');
// ${refused} there is no such parameter
cardstock.cards.list({ name: 'x' });
export {};
`,
    );
    for (const [module, moduleResolution] of [
      ['esnext', 'bundler'],
      ['nodenext', 'nodenext'],
    ] as const) {
      const flags = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
      const args = [...flags, '--module', module, '--moduleResolution', moduleResolution, 'caller.ts'];
      const { status, stdout } = spawnSync(tsc, args, { cwd: folder, encoding: 'utf8' });
      assert.equal(status, 0, `${moduleResolution}: ${stdout}`);
    }
  });
});
