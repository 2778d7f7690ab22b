/** What is brought along may be brought along: the licence of every package of the lockfile, and where it comes from. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Locked {
  dev?: boolean;
  link?: boolean;
  license?: string;
  resolved?: string;
  integrity?: string;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const all = Object.entries(lock.packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');

/** Asks for nothing but to be named. */
const FREE = new Set(['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'OFL-1.1']);
/** libvips, which sharp loads as a library of its own that anybody may replace: so much the LGPL asks. */
const REPLACEABLE = /^@img\/sharp-(?:libvips-|win32-|wasm32)/;

const refused = (packages: readonly (readonly [path: string, locked: Locked])[]): string[] =>
  packages
    .filter(([, { dev }]) => !dev)
    .filter(
      ([path, { license = '' }]) => !FREE.has(license) && !(REPLACEABLE.test(nameOf(path)) && /LGPL-3/.test(license)),
    )
    .map(([path, { license = 'none' }]) => `${nameOf(path)}: ${license}`);

test('every package that a release brings has a licence that allows it', () => {
  assert.ok(all.length > 100);
  assert.deepEqual(refused(all), []);
  const planted: [string, Locked][] = [
    ['node_modules/a', { license: 'GPL-3.0-only' }],
    ['node_modules/b', {}],
    ['node_modules/c', { license: 'AGPL-3.0', dev: true }],
  ];
  assert.deepEqual(refused(planted), ['a: GPL-3.0-only', 'b: none']);
});

test('every package comes from the registry, with its digest', () => {
  const isKnown = ({ resolved = 'https://registry.npmjs.org/', integrity = '' }: Locked) =>
    resolved.startsWith('https://registry.npmjs.org/') && integrity.startsWith('sha512-');
  assert.deepEqual(
    all.filter(([, locked]) => !isKnown(locked)).map(([path]) => nameOf(path)),
    [],
  );
  assert.ok(!isKnown({ resolved: 'git+ssh://git@example/x.git' }));
});
