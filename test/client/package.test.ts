/** The client as it is packed: small, without dependencies, JavaScript with types that callers' compilers accept. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
    const kinds = packed.files.map(({ path }) =>
      path.replace(/^(dist\/(?:commonjs\/)?)[a-z-]+\.(js|d\.ts)$/, '$1*.$2'),
    );
    const code = ['dist/', 'dist/commonjs/'].flatMap((folder) => [`${folder}*.d.ts`, `${folder}*.js`]);
    assert.deepEqual(
      [...new Set(kinds)].sort(),
      ['LICENSE', 'README.md', 'dist/commonjs/package.json', 'package.json', ...code].sort(),
    );
  });

  test('runs under the oldest Node it says, and under this one', () => {
    writeFileSync(
      join(folder, 'run.mjs'),
      "import { Cardstock } from 'cardstock-client'; new Cardstock({ baseUrl: '' });",
    );
    writeFileSync(join(folder, 'run.cjs'), "new (require('cardstock-client').Cardstock)({ baseUrl: '' });");
    for (const node of ['node', process.execPath]) {
      // Node of today also requires modules: what is of CommonJS has to be found as that.
      for (const run of [['run.mjs'], ['run.cjs'], ['--no-experimental-require-module', 'run.cjs']]) {
        const { status, stderr } = spawnSync(node, run, { cwd: folder, encoding: 'utf8' });
        assert.equal(status, 0, `${node} ${run}: ${stderr}`);
      }
    }
  });

  const USES = `const cardstock = new Cardstock({ baseUrl: 'https://cards.example', key: 'k' });
async function use() {
  for await (const card of cardstock.cards.iterate({ q: 'x' })) { const row: CardSummary = card; row.name.at(0); }
  const event = await verifyWebhook('', new Headers(), 'whsec_');
  if (event.name === 'game.card_prices.updated') event.data.cards[0]?.prices;
  // ${refused} a product's id is a number
  await cardstock.products.get('1').catch((error) => error instanceof CardstockError && error.code === 'not_found');
  // ${refused} there is no such parameter
  cardstock.cards.list({ name: 'x' });
}
export { use };
`;
  /** What the compiler says of a caller's file. */
  const compiled = (file: string, module: string, resolution: string) => {
    writeFileSync(
      join(folder, file),
      `import { Cardstock, CardstockError, type CardSummary, verifyWebhook } from 'cardstock-client';\n${USES}`,
    );
    const flags = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
    const args = [...flags, '--module', module, '--moduleResolution', resolution, file];
    const { status, stdout } = spawnSync(tsc, args, { cwd: folder, encoding: 'utf8' });
    return { status, stdout: `${file}, ${module}: ${stdout}` };
  };

  test('is typed for callers with a bundler and with Node, in the browser and without its types', () => {
    for (const [module, resolution] of [
      ['esnext', 'bundler'],
      ['nodenext', 'nodenext'],
      ['node18', 'node16'],
    ] as const) {
      const { status, stdout } = compiled('caller.mts', module, resolution);
      assert.equal(status, 0, stdout);
    }
  });

  test('is typed for a CommonJS project, which may not require a module', () => {
    for (const [module, resolution] of [
      ['node16', 'node16'],
      ['node18', 'node16'],
      ['nodenext', 'nodenext'],
      ['commonjs', 'bundler'],
    ] as const) {
      const { status, stdout } = compiled('caller.cts', module, resolution);
      assert.equal(status, 0, stdout);
    }
    // Seen to be refused: the same without the twin.
    const file = join(folder, 'node_modules/cardstock-client/package.json');
    const own = readFileSync(file, 'utf8');
    const manifest = JSON.parse(own);
    writeFileSync(file, JSON.stringify({ ...manifest, exports: { '.': manifest.exports['.'].import } }));
    assert.match(compiled('caller.cts', 'node18', 'node16').stdout, /TS1479/);
    writeFileSync(file, own);
  });
});
