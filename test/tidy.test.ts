/** Holds the house: arrows between rooms, file sizes, where SQL lives, how files open; each rule is seen to fail. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { drawWay, PICTURE } from '../scripts/draw/draw-way.ts';
import { FLOORS, ROOMS } from '../scripts/house.ts';
import {
  ambient,
  bareLists,
  crowdedFolders,
  emptyNames,
  escapes,
  FOLDER_MAX,
  intoGames,
  LINES_MAX,
  livingSteps,
  longFiles,
  namedAdapters,
  namedGames,
  rings,
  type SourceFile,
  strayInRoot,
  strayStatements,
  unusedArrows,
  withoutOpening,
  wrongArrows,
} from './support/house/house-rules.ts';
import { participleFolders, wingCircles, wrongStairs } from './support/house/wing-rules.ts';

const read = (pattern: string): SourceFile[] =>
  globSync(pattern).map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));

const source = [...read('src/**/*.ts'), ...read('{demo,fit,mcp}/**/*.ts')];
const every = [...source, ...read('{test,bench,scripts,client,console}/**/*.{ts,tsx,mjs}'), ...read('bin/*.js')].filter(
  ({ path }) => !path.includes('node_modules') && !path.includes('/dist/'),
);

/** Checks that the rule is kept, and that it would notice if it were not. */
function holds(rule: (files: readonly SourceFile[]) => string[], files: readonly SourceFile[], planted: SourceFile[]) {
  assert.deepEqual(rule(files), []);
  assert.notDeepEqual(rule(planted), [], 'the rule does not notice a planted fault');
}

const planted = (path: string, text: string): SourceFile[] => [{ path, text }];

test('rooms import only along the arrows', () => {
  holds(
    wrongArrows,
    source,
    planted('src/api/catalog/cards.ts', "import { readJson } from '../../upstream/json-rows.ts';"),
  );
  assert.notDeepEqual(wrongArrows(planted('src/store/x.ts', "export { y } from '../ingest/y.ts';")), []);
  assert.notDeepEqual(wrongArrows(planted('src/catalog/x.ts', "const y = import('../store/y.ts');")), []);
  assert.notDeepEqual(wrongArrows(planted('src/stuff/x.ts', '')), []);
  assert.notDeepEqual(wrongArrows(planted('demo/x.ts', "import { y } from '../src/catalog/days.ts';")), []);
});

test('every arrow of the plan is used', () => {
  holds(
    unusedArrows,
    source,
    source.filter(({ path }) => !path.startsWith('src/games/')),
  );
});

test('a list in SQL that may be empty is answered by itself', () => {
  const into = (value: string, before = '') => planted('src/store/x.ts', `${before}query.where('id', 'in', ${value})`);
  holds(bareLists, source, into('ids)'));
  for (const bare of ['[...ids])', 'ids ?? [])', '\n    ids.map(({ id }) => id),\n  )']) {
    assert.notDeepEqual(bareLists(into(bare)), [], bare);
  }
  assert.notDeepEqual(bareLists(planted('src/store/x.ts', `sql\`id in (\${sql.join(ids)})\``)), []);
  assert.notDeepEqual(bareLists(into('batch)', 'for (const batch of whatever) ')), []);
  for (const answered of ['oneOf(ids))', 'filledUp(ids))', "(eb) => eb.selectFrom('cards').select('id'))"]) {
    assert.deepEqual(bareLists(into(answered)), [], answered);
  }
  assert.deepEqual(bareLists(into('batch)', 'for (const batch of inBatches(ids)) ')), []);
});

test('the wings of a room import each other in no circle', () => {
  const there = planted('src/api/front/x.ts', "import { y } from '../body/y.ts';");
  const back = (text: string) => [...there, ...planted('src/api/body/y.ts', text)];
  holds(wingCircles, source, back("import type { X } from '../front/x.ts';"));
  assert.notDeepEqual(wingCircles(back("export { x } from '../front/x.ts';")), []);
  assert.deepEqual(wingCircles(back("import { z } from './z.ts';")), []);
  // A file in the root of a room is a wing, and a circle may be long.
  const long = [
    ...back("import { z } from '../z.ts';"),
    ...planted('src/api/z.ts', "import type { X } from './front/x.ts';"),
  ];
  assert.equal(wingCircles(long).length, 3);
  assert.deepEqual(wingCircles(long.slice(0, 2)), []);
});

test('floors of a room are left downwards only, and each by a stair', () => {
  assert.deepEqual(wrongStairs(source), []);
  for (const [room, floors] of Object.entries(FLOORS)) {
    const wings = floors.map(([wing = '']) => wing);
    const path = (wing: string) => `src/${room}/${wing.endsWith('/') ? `${wing}x.ts` : wing}`;
    const stair = (from: string, to: string) =>
      planted(path(from), `import type { X } from '${'../'.repeat(from.endsWith('/') ? 2 : 1)}${path(to).slice(4)}';`);
    const down = wings.slice(1).flatMap((wing, at) => stair(wing, wings[at] ?? ''));
    const others = Object.keys(FLOORS).filter((other) => other !== room);
    assert.deepEqual(wrongStairs(down, others), []);
    assert.notDeepEqual(wrongStairs(down.slice(1), others), [], 'a floor without a stair');
    for (const [at, wing] of wings.slice(1).entries()) {
      assert.notDeepEqual(wrongStairs([...down, ...stair(wings[at] ?? '', wing)], others), [], `up to ${wing}`);
    }
  }
});

test('no folder is named for what was done to its files', () => {
  const folders = [...source, ...read('{console,client}/src/**/*.{ts,tsx}')];
  holds(participleFolders, folders, planted('src/api/catalog/asked/x.ts', ''));
  for (const name of ['shown', 'searched', 'kept', 'spoken', 'finding', 'hand-written']) {
    assert.deepEqual(participleFolders(planted(`src/store/${name}/x.ts`, '')), [name]);
  }
  assert.deepEqual(participleFolders(planted('src/ingest/sealed/told.ts', '')), []);
});

test(`no folder holds more than ${FOLDER_MAX} files, and the root of src/ five`, () => {
  const shown = [...source, ...read('{{console,client}/src,bench,scripts,test/support}/**/*.{ts,tsx,mjs}')];
  const crowd = Array.from({ length: FOLDER_MAX + 1 }, (_, at) => planted(`src/api/${at}.ts`, '')).flat();
  holds(crowdedFolders, shown, crowd);
  holds(strayInRoot, source, planted('src/deployment.ts', ''));
});

test('CONTRIBUTING has the map of the house', () => {
  const rows = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| `(\S+?)\/?` \| (.+?) \| (.+?) \|$/gm)];
  const drawn = rows.map(([, room = '', holds, imports]) => [room.replace(/^src\//, ''), holds, imports]);
  assert.deepEqual(
    drawn.slice(0, Object.keys(ROOMS).length),
    Object.entries(ROOMS).map(([room, { holds, imports }]) => [room, holds, imports.join(', ') || 'nothing']),
  );
});

test('the picture of the way of data is as the code draws it', () => {
  assert.equal(
    readFileSync(PICTURE, 'utf8'),
    drawWay(source),
    'draw it again: node scripts/node24.mjs scripts/draw/draw-way.ts',
  );
  assert.throws(() => drawWay(source.filter(({ path }) => !path.startsWith('src/ingest/'))), /data does not go/);
});

test('a room sees a game through the table of games only', () => {
  holds(intoGames, source, planted('src/api/x.ts', "import { y } from '../games/pokemon/printings.ts';"));
});

test('nothing outside its folder names a game', () => {
  holds(namedGames, source, planted('src/ingest/x.ts', "const adapter = 'tcgdex';"));
  assert.notDeepEqual(namedGames(planted('src/store/x.ts', '/** As in `Reverse Holofoil`. */')), []);
  assert.notDeepEqual(namedGames(planted('src/cli/x.ts', 'const source = { category: 3 };')), []);
  for (const name of ['Magic', 'Yu-Gi-Oh!', 'YuGiOh', 'Lorcana', 'One Piece', "'magic'", 'Scryfall', 'Cold Foil']) {
    assert.notDeepEqual(namedGames(planted('src/api/x.ts', `/** As ${name} has it. */`)), [], name);
  }
});

test('nothing outside the tables of catalogs and marketplaces asks which adapter a source has', () => {
  holds(namedAdapters, source, planted('src/ingest/x.ts', "if (source.adapter === 'tcgcsv') return;"));
  for (const text of [
    "const is = ({ adapter }) => adapter !== 'cardmarket';",
    "if ('justtcg' === source.adapter) return;",
    'switch (source.adapter) {',
    "if (['tcgcsv', 'justtcg'].includes(adapter)) return;",
    'return (source as TcgcsvSettings).url;',
  ]) {
    assert.notDeepEqual(namedAdapters(planted('src/config/x.ts', text)), [], text);
  }
});

test('a step of the schema imports nothing but tables and SQL', () => {
  const step = (text: string) => planted('src/store/schema/steps/x.ts', text);
  holds(livingSteps, source, step("import { fillFacts } from '../../views/listing/card-facts.ts';"));
  assert.notDeepEqual(livingSteps(step("import type { Card } from '../../../catalog/records.ts';")), []);
  assert.notDeepEqual(livingSteps(step("const fs = import('node:fs');")), []);
  assert.deepEqual(livingSteps(step("import type { Tables } from '../tables.ts';\nimport { sql } from 'kysely';")), []);
});

test('no files import each other in a ring', () => {
  holds(rings, source, [
    ...planted('src/a.ts', "import { b } from './b.ts';"),
    ...planted('src/b.ts', "import type { A } from './a.ts';"),
  ]);
});

test(`no file is longer than ${LINES_MAX} lines`, () => {
  holds(longFiles, every, planted('src/a.ts', 'x\n'.repeat(LINES_MAX + 1)));
});

test('each file opens with one sentence on what it is for', () => {
  holds(withoutOpening, every, planted('src/a.ts', "import fs from 'node:fs';"));
});

test('what the simulation runs has time, chance and network handed in', () => {
  holds(ambient, source, planted('src/ingest/runs/runner.ts', 'const now = Date.now();'));
  assert.notDeepEqual(ambient(planted('src/service/leader-election.ts', 'setTimeout(ask, 1000);')), []);
});

test('SQL stands only in src/store', () => {
  holds(strayStatements, source, planted('src/api/a.ts', "await db.selectFrom('cards').execute();"));
  assert.notDeepEqual(strayStatements(planted('src/ingest/a.ts', 'sql`select id from cards where 1`')), []);
});

test('nothing goes around the compiler or the linter', () => {
  const rulesAside = every.filter(
    ({ path }) => path !== 'test/support/house/house-rules.ts' && path !== 'test/tidy.test.ts',
  );
  holds(escapes, rulesAside, planted('src/a.ts', '// @ts-ignore'));
  assert.notDeepEqual(escapes(planted('src/a.ts', 'const x = y as any;')), []);
});

test('no file or folder has a name that says nothing', () => {
  holds(emptyNames, every, planted('src/utils/a.ts', ''));
});

// The one exception: what lies beside a checkout of ours is demanded by name where everything is demanded.
const BESIDE = 'recorded=$(realpath -qe ../' + 'shared/upstreams || true)\n';

test('nothing names the place where it was built', () => {
  const placed = (files: readonly SourceFile[]): string[] =>
    files
      .map(({ path, text }) => ({ path, text: path === '.ci/run' ? text.replace(BESIDE, '') : text }))
      .filter(({ text }) => [/\.\.\/shared\b/, /\.library\b/, /\/work\//].some((name) => name.test(text)))
      .map(({ path }) => path);
  const texts = [
    ...every,
    ...read('*.md'),
    ...read('docs/**/*.md'),
    ...read('client-python/**/*.{py,md,toml}'),
    ...read('.ci/*'),
  ].filter(({ path }) => path !== 'test/tidy.test.ts');
  holds(placed, texts, planted('.ci/run', `${BESIDE}${BESIDE}`));
  assert.notDeepEqual(placed(planted('docs/a.md', BESIDE)), []);
});
