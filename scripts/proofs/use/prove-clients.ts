/** Proves that the packages of both clients are found and typed everywhere: by every resolution of TypeScript, and as a wheel. */
// What a tool is needed for that no registry gives here is skipped, and said loudly.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PYTHON_MISSING } from '../../../test/support/clients/python.ts';

const place = mkdtempSync(join(tmpdir(), 'cardstock-clients-'));
const say = (text: string) => process.stdout.write(`${text}\n`);
const skipped = (what: string, why: string): void => {
  say(`SKIPPED, ${what}: ${why}`);
};

/** Installs a tool from the registry of npm, and gives the folder of its programs; undefined where it cannot be had. */
function npmTool(name: string, version: string): string | undefined {
  const prefix = join(place, `${name.replaceAll('/', '-')}-${version}`);
  // Where no registry can be reached npm would try for a minute and more, each tool anew.
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--fetch-retries=0'];
  const { status } = spawnSync('npm', ['install', ...quiet, '--prefix', prefix, `${name}@${version}`], { cwd: place });
  if (status === 0) return join(prefix, 'node_modules/.bin');
  skipped(name, 'no registry has it');
  return undefined;
}

/** What a program says that has to succeed. */
function held(command: string, args: string[], cwd = place): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

function packClient(): string {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', place], {
    cwd: 'client',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(output.slice(output.indexOf('[\n')));
  return join(place, filename);
}

function proveResolution(packed: string): void {
  const types = npmTool('@arethetypeswrong/cli', '0.18.5');
  if (types) {
    held(join(types, 'attw'), [packed, '--no-emoji']);
    say('attw: node10, node16 from CommonJS and from modules, bundler: no problems');
  }
  const lint = npmTool('publint', '0.3.25');
  if (lint) {
    assert.match(held(join(lint, 'publint'), [packed, '--strict']), /All good!/);
    say('publint --strict: all good');
  }
}

const CALLER = `import { Cardstock, CardstockError, type CardSummary } from 'cardstock-client';
const cardstock = new Cardstock({ baseUrl: 'https://cards.example', key: 'k' });
export async function names(): Promise<string[]> {
  const rows: CardSummary[] = [];
  for await (const row of cardstock.cards.iterate({ q: 'x' })) rows.push(row);
  await cardstock.products.get(1).catch((error: unknown) => error instanceof CardstockError);
  return rows.map(({ name }) => name);
}
`;

/** The oldest compiler that reads `export type *`, and the last one that knows the resolution of Node 10. */
const COMPILERS = { '5.0.4': 'node', '5.9.3': 'node10' };

function proveCompilers(packed: string): void {
  const folder = join(place, 'caller');
  const own = join(folder, 'node_modules/cardstock-client');
  mkdirSync(own, { recursive: true });
  execFileSync('tar', ['-xzf', packed, '--strip-components=1', '-C', own]);
  writeFileSync(join(folder, 'package.json'), '{}\n');
  writeFileSync(join(folder, 'caller.ts'), CALLER);
  for (const [version, node10] of Object.entries(COMPILERS)) {
    const tool = npmTool('typescript', version);
    if (tool === undefined) continue;
    for (const [module, resolution] of [
      ['commonjs', node10],
      ['node16', 'node16'],
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      const flags = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom'];
      held(join(tool, 'tsc'), [...flags, '--module', module, '--moduleResolution', resolution, 'caller.ts'], folder);
    }
    say(`TypeScript ${version}: a CommonJS project compiles with ${node10}, node16, nodenext and bundler`);
  }
}

const PYTHON_CALLER = `from cardstock import Client, NotFound

def names(client: Client) -> list[str]:
    try:
        return [card["name"] for card in client.iter_cards(q="x", include="prices", usd_min=100)]
    except NotFound:
        return []
`;
/** Each has to be refused by the type checker. */
const PYTHON_FAULTS = [
  'client.card("x")["nane"]',
  'client.product("x")',
  'client.iter_cards(raritty="x")',
  'client.values("colour")',
];

/** Programs of a virtual environment with these tools; undefined where they cannot be had. */
function pythonTools(...tools: string[]): string | undefined {
  const environment = join(place, 'tools');
  execFileSync('python3', ['-m', 'venv', environment]);
  const bin = join(environment, 'bin');
  const { status } = spawnSync(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...tools]);
  if (status === 0) return bin;
  skipped(tools.join(', '), 'no index of packages has them');
  return undefined;
}

function proveWheel(): void {
  const bin = PYTHON_MISSING ? skipped('the wheel', PYTHON_MISSING) : pythonTools('build', 'hatchling', 'mypy');
  if (!bin) return;
  const build = (name: string) => {
    const out = join(place, name);
    // Without isolation: it would ask the index for hatchling again.
    held(join(bin, 'python'), ['-m', 'build', '--no-isolation', '--wheel', '--outdir', out, 'client-python'], '.');
    const [wheel] = globSync(join(out, '*.whl'));
    return wheel ?? assert.fail('there is no wheel');
  };
  const wheel = build('first');
  assert.ok(readFileSync(wheel).equals(readFileSync(build('second'))), 'two builds are equal');
  const entries = held(join(bin, 'python'), ['-m', 'zipfile', '--list', wheel]);
  assert.match(entries, /cardstock\/py\.typed/);
  assert.match(entries, /licenses\/LICENSE/);
  assert.doesNotMatch(entries, /tests/);
  held(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '--no-index', wheel]);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const told = held(join(bin, 'python'), ['-c', 'import cardstock; print(cardstock.__version__)']);
  assert.equal(told.trim(), version);
  const typed = (text: string) => {
    writeFileSync(join(place, 'caller.py'), text);
    return spawnSync(join(bin, 'mypy'), ['--strict', 'caller.py'], { cwd: place, encoding: 'utf8' });
  };
  const good = typed(PYTHON_CALLER);
  assert.equal(good.status, 0, good.stdout);
  for (const fault of PYTHON_FAULTS) {
    assert.equal(typed(`from cardstock import Client\nclient = Client()\n${fault}\n`).status, 1, fault);
  }
  held(join(bin, 'mypy'), [], 'client-python');
  const kilobytes = (readFileSync(wheel).length / 1000).toFixed(0);
  say(
    `wheel: ${kilobytes} kB, two builds equal, installed and typed; mypy --strict refuses all ${PYTHON_FAULTS.length} faults`,
  );
}

try {
  const packed = packClient();
  proveResolution(packed);
  proveCompilers(packed);
  proveWheel();
} finally {
  rmSync(place, { recursive: true });
}
