/** Holds the documentation to what the program does: settings, commands, the published OpenAPI document. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Command } from 'commander';
import { fieldsPage } from '../scripts/fields.ts';
import { openapiDocument } from '../src/api/openapi/document.ts';
import { routes } from '../src/api/routes.ts';
import { buildProgram } from '../src/cli/program.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { CATALOG_ADAPTERS } from '../src/games/games.ts';
import { VERSION } from '../src/release.ts';

const read = (path: string) => readFileSync(path, 'utf8');

test('docs/configuration.md lists every setting with its default and meaning, and no other', () => {
  const rows = [...read('docs/configuration.md').matchAll(/^\| `(\w+)` \| `(\w+)` \|(.*?)\|(.*)\|$/gm)];
  const documented = rows.map(([, name, env, fallback, meaning]) => [name, env, fallback, meaning]);
  const settings = Object.values(SETTINGS).map(({ name, env, fallback, meaning }) => {
    return [name, env, fallback === undefined ? '' : `\`${fallback}\``, meaning];
  });
  assert.deepEqual(documented.map(([name]) => name).sort(), settings.map(([name]) => name).sort());
  for (const setting of settings) {
    assert.ok(
      documented.some((row) => row.every((cell, at) => cell?.trim() === setting[at])),
      `${setting.join(' | ')}`,
    );
  }
  assert.ok(settings.length <= 26, 'an option enters only with a user who needs it');
});

test('docs/commands.md lists every command, and no other', () => {
  const paths = (command: Command, above: string): string[] =>
    command.commands.length === 0
      ? [above]
      : command.commands.flatMap((child) => paths(child, `${above} ${child.name()}`));
  const documented = [...read('docs/commands.md').matchAll(/^\| `(cardstock[^`]*?)(?: [A-Z<-][^`]*)?` \|/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual([...new Set(documented)].sort(), paths(buildProgram(), 'cardstock').sort());
});

test('a setting that a page gives as a flag is a flag of a command', () => {
  const flags = (command: Command): string[] => [
    ...command.options.map(({ long }) => long ?? ''),
    ...command.commands.flatMap(flags),
  ];
  const known = new Set(flags(buildProgram()));
  const settings = Object.values(SETTINGS).map(({ name }) => `--${name.replaceAll('_', '-')}`);
  const pages = ['README.md', ...globSync('docs/**/*.md')].map(read).join('\n');
  const said = settings.filter((flag) => new RegExp(`${flag}(?![\\w-])`).test(pages));
  assert.ok(said.length >= 6, 'pages name some');
  assert.deepEqual(
    said.filter((flag) => !known.has(flag)),
    [],
  );
});

test('docs/admin.md lists every route of operators with its status, and no other', () => {
  const text = read('docs/admin.md');
  const documented = [...text.matchAll(/^\| `(\w+) ([^`?]+)[^`]*` \| (\d+)/gm)].map((row) => row.slice(1, 4).join(' '));
  const operators = routes.filter(({ path }) => /^\/(admin|console\/session)/.test(path));
  const named = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');
  const expected = operators.map((route) => {
    const status = 'status' in route ? route.status : undefined;
    return `${route.method} ${named(route.path)} ${status ?? 200}`;
  });
  assert.deepEqual(documented.sort(), expected.sort());
});

test('docs/fields.md lists the fields of each game as the games declare them', () => {
  assert.equal(read('docs/fields.md'), fieldsPage(), 'write it again: node scripts/node24.mjs scripts/fields.ts');
});

test('docs/openapi.json is the document that the service serves', () => {
  assert.deepEqual(JSON.parse(read('docs/openapi.json')), JSON.parse(JSON.stringify(openapiDocument(routes, VERSION))));
});

test('package.json, the clients, the console and the image are of the newest release in the changelog', () => {
  const [newest] = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, release]) => release);
  const said = ['package.json', 'server.json', 'client/package.json', 'console/package.json'].map(
    (name) => JSON.parse(read(name)).version,
  );
  const [, image] = /^ARG VERSION=(.+)$/m.exec(read('Dockerfile')) ?? [];
  const [, python] = /^VERSION = "(.+)"$/m.exec(read('client-python/src/cardstock/version.py')) ?? [];
  assert.deepEqual([...said, image, python], Array(6).fill(newest));
  assert.ok(existsSync(`test/releases/${newest}/store.db.gz`), 'its store is kept: scripts/release/keep-store.ts');
});

test('the changelog is of releases, grouped by what a reader looks for', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^##+ .+$/gm)].map(([heading]) => heading);
  const known = /^## (Unreleased|\d+\.\d+\.\d+( \(\d{4}-\d\d-\d\d\))?)$|^### (Breaking|Added|Changed|Fixed)$/;
  assert.deepEqual(
    headings.filter((heading) => !known.test(heading)),
    [],
  );
});

test('docs/decisions/0001-dependencies.md gives the reason of every runtime dependency, and of no other', () => {
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
  const rows = [...read('docs/decisions/0001-dependencies.md').matchAll(/^\| ([^|]+?)(?: \(optional\))? \| .+ \|$/gm)];
  const reasoned = rows.slice(1).flatMap(([, names = '']) => names.split(', '));
  assert.deepEqual(reasoned.sort(), Object.keys({ ...dependencies, ...optionalDependencies }).sort());
});

test('SECURITY.md lists every route that is open without a key, and no other', () => {
  const [, list = ''] = /^- Open without a key: (.*?)^- /ms.exec(read('SECURITY.md')) ?? [];
  const documented = [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  const open = routes.filter(({ scope }) => scope === null);
  assert.deepEqual(
    documented.sort(),
    open.map(({ method, path }) => (method === 'GET' ? path : `${method} ${path}`)).sort(),
  );
});

test('docs/reliability.md names for each fault a test or script that is there, or says that it is open', () => {
  const rows = read('docs/reliability.md')
    .split('\n')
    .filter((line) => /^\| (?!fault |-)/.test(line));
  assert.ok(rows.length > 40);
  for (const row of rows) {
    const [, fault, promised = '', heldBy = ''] = row.split('|').map((cell) => cell.trim());
    const files = [...heldBy.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '');
    assert.equal(promised.startsWith('**open**'), files.length === 0, `${fault}: neither held nor open`);
    for (const path of files) {
      assert.match(path, /^(test\/.+\.test|(scripts|bench)\/.+)\.ts$/);
      assert.ok(existsSync(path), `${fault}: there is no ${path}`);
    }
  }
});

test('docs/configuration.md says of each adapter with a pace of its own how often it reads', () => {
  const [, said = ''] = /^\| `every` \| (.*?) \|/m.exec(read('docs/configuration.md')) ?? [];
  for (const [adapter, { every }] of Object.entries(CATALOG_ADAPTERS)) {
    for (const url of ['https://source.example', 'file:/srv/cards']) {
      const pace = every?.({ adapter, url });
      if (pace !== undefined) assert.match(said, new RegExp(`\`${adapter}\`[^,]*\`${pace}\``), `${adapter} of ${url}`);
    }
  }
});

test('docs/troubleshooting.md quotes what the program says', () => {
  const files = globSync(['src/**/*.ts', 'console/*.html', 'console/src/**/*.{ts,tsx}', 'scripts/*.mjs']);
  const said = files
    .map(read)
    .join('\n')
    .replaceAll(/\s*'\s*\+\s*'|\$\{[^}]*\}/g, '…');
  // npm's own.
  const ofOthers = /^(Need to install|could not determine)/;
  const rows = [...read('docs/troubleshooting.md').matchAll(/^\| (?!you see|---)(.*?) \|/gm)];
  assert.ok(rows.length > 25, 'the page has tables');
  for (const [, symptom = ''] of rows) {
    for (const [, quoted = ''] of symptom.matchAll(/[`"]([^`"]+)[`"]/g)) {
      if (ofOthers.test(quoted)) continue;
      for (const part of quoted.split(/ ?… ?|: |\d+/).filter((each) => each !== ''))
        assert.ok(said.includes(part.trim()), `${part} of ${quoted}`);
    }
  }
});
