/** The rules of the house as functions over source text, so that each can be seen to fail on a planted fault. */
import { dirname, join, normalize } from 'node:path';
import { EVERYWHERE, ROOMS } from '../../../scripts/house.ts';

/** A source file: its path from the repository's root, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

export const LINES_MAX = 400;

/** Files of one folder; a folder of like things, such as one file a command or a page, may hold more. */
export const FOLDER_MAX = 15;
const FOLDERS_OF_LIKE_THINGS = ['src/cli', 'console/src/pages'];

/** The room of a file: its folder in src/, `src` for the root of it, `demo` and `fit` beside it. */
export const roomOf = (path: string): string | undefined =>
  /^(?:src\/([^/]+)\/|(demo|fit|mcp)\/|(src)\/)/.exec(path)?.slice(1).find(Boolean);

const imports = (text: string): string[] =>
  [
    ...text.matchAll(/^\s*(?:import|export)\b[^'"`;]*?from\s+['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
  ].map(([, specifier]) => specifier ?? '');

export const importedPaths = ({ path, text }: SourceFile): string[] =>
  imports(text)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(path), specifier)));

/** Imports that run against the arrows, and files in no room. */
export function wrongArrows(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const room = roomOf(file.path) ?? '';
    const allowed = ROOMS[room]?.imports;
    if (!allowed) return [`${file.path}: ${room} is no room of the house`];
    return importedPaths(file)
      .filter((target) => !EVERYWHERE.includes(target) && roomOf(target) !== room)
      .filter((target) => !allowed.includes(roomOf(target) ?? ''))
      .map((target) => `${file.path} imports ${target}`);
  });
}

/** Which rooms each room imports. */
export function importsBetweenRooms(files: readonly SourceFile[]): Map<string, Set<string>> {
  const made = new Map<string, Set<string>>();
  for (const file of files) {
    const room = roomOf(file.path) ?? '';
    const known = made.get(room) ?? new Set();
    made.set(room, known);
    for (const target of importedPaths(file)) known.add(roomOf(target) ?? '');
  }
  return made;
}

/** Arrows of the plan that no import uses. */
export function unusedArrows(files: readonly SourceFile[]): string[] {
  const made = importsBetweenRooms(files);
  return Object.entries(ROOMS).flatMap(([room, { imports }]) =>
    imports.filter((other) => !made.get(room)?.has(other)).map((other) => `${room} imports nothing of ${other}`),
  );
}

/** Folders that hold too many files. */
export const crowdedFolders = (files: readonly SourceFile[]): string[] =>
  [...Map.groupBy(files, ({ path }) => dirname(path))]
    .filter(([folder, inside]) => inside.length > FOLDER_MAX && !FOLDERS_OF_LIKE_THINGS.includes(folder))
    .map(([folder, inside]) => `${folder} holds ${inside.length} files`);

/** Files in the root of src/ beyond the four that belong there. */
export const strayInRoot = (files: readonly SourceFile[]): string[] =>
  files
    .map(({ path }) => path)
    .filter((path) => /^src\/[^/]+$/.test(path) && !/\/(main|failure|log|release|time)\.ts$/.test(path));

/** What the simulation runs has its time, chance and network handed in. Runs on demand and the threads are not in it. */
const SIMULATED =
  /^src\/(upstream\/http-reader|ingest\/(runs\/(run-locks|reasons|runner|schedule)|catalog\/.+|marketplaces\/day-walk|prices\/price-(desk|guards|ledger|publication))|events\/(deliver|retry-rules)|keys\/(gcra|key-ring)|service\/leader-election)\.ts$/;

/** Clocks, timers, chance and requests of the machine itself, where those of the simulation belong. */
export const ambient = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => SIMULATED.test(path))
    .filter(({ text }) =>
      /\bDate\.now\(|new Date\(\)|\bset(Timeout|Interval)\(|node:timers|Math\.random\(|(?<![.\w])fetch\(['"`]/.test(
        text,
      ),
    )
    .map(({ path }) => path);

/** Imports of a game's inside: what a game is to the rest stands in its table. */
export const intoGames = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => !path.startsWith('src/games/'))
    .flatMap((file) =>
      importedPaths(file)
        .filter((target) => /^src\/games\/[^/]+\//.test(target))
        .map((target) => `${file.path} imports ${target}`),
    );

/** What only a game's folder may say, however it is written: games, catalogs of theirs, printings, numbers at marketplaces. */
const OF_ONE_GAME = [
  /pok[eé]mon|yu-?gi-?oh|lorcana|digimon|flesh and blood/i,
  /tcgdex|scryfall|ygoprodeck|lorcast|mtgjson|tcgcsv_catalog/i,
  /holofoil|cold foil|1st edition|planeswalker/i,
  /category['"]?: \d|price_guide_\d/i,
];
/** Names that are words in other cases too: `in one piece`, a file's `MAGIC`. */
const WRITTEN_SO = /\bMagic\b|\bOne Piece\b|['"`](?:magic|one_piece)['"`]/;

/** Apps and catalogs are named after games: their files are told apart in one table. */
const OF_APPS = ['src/sheets/dialects.ts'];

/** Places outside a game's folder that know one game. */
export const namedGames = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/games/') && !OF_APPS.includes(path))
    .filter(({ text }) => [...OF_ONE_GAME, WRITTEN_SO].some((words) => words.test(text)))
    .map(({ path }) => path);

/** What a source's adapter is to the rest stands in the table of the games' catalogs or of the marketplaces. */
const BY_ADAPTER = [
  /(?<!typeof [\w.]*)\badapter['"\])]*\s*[!=]==?\s*['"`]|['"`]\s*[!=]==?\s*(?:\w+\??\.)*adapter\b/,
  /\bswitch\s*\([^)]*\badapter\b|\]\s*\.includes\((?:\w+\??\.)*adapter\)/,
  /\bas (?!Source)\w+Settings\b/,
];

/** Places outside of these tables that ask which adapter a source has. */
export const namedAdapters = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('src/') && !/^src\/(games|ingest\/marketplaces)\//.test(path))
    .filter(({ text }) => BY_ADAPTER.some((comparison) => comparison.test(text)))
    .map(({ path }) => path);

/** Steps of the schema that call code which lives: one that was released does for ever what it did then. */
export const livingSteps = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('src/store/schema/'))
    .filter(
      (file) =>
        imports(file.text).some((specifier) => !specifier.startsWith('.') && specifier !== 'kysely') ||
        importedPaths(file).some((target) => !target.startsWith('src/store/schema/')),
    )
    .map(({ path }) => path);

/** Files that import each other in a ring; imports of types alone count too. */
export function rings(files: readonly SourceFile[]): string[] {
  const edges = new Map(files.map((file) => [file.path, importedPaths(file)]));
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) return void found.push([...trail.slice(at), path].join(' → '));
    if (done.has(path)) return;
    for (const target of edges.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return found;
}

export const longFiles = (files: readonly SourceFile[]): string[] =>
  files.filter(({ text }) => text.split('\n').length - 1 > LINES_MAX).map(({ path }) => path);

/** Files that do not open with one sentence on what they are for. */
export const withoutOpening = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ text }) => !/^(?:#![^\n]*\n)?\/\*\*(?: |\n \* )[A-Z`].*?[.!?]\s*\*\//s.test(text))
    .map(({ path }) => path);

/** Statements and query builders outside src/store. */
export const strayStatements = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/store/'))
    .filter(({ text }) =>
      /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\b(select\b[^'"`\n]*\bfrom|insert into|update\s+\w+\s+set|delete from)\s/i.test(
        withoutComments(text),
      ),
    )
    .map(({ path }) => path);

const withoutComments = (text: string) => text.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '');

/** Lists in SQL that may be empty, which PostgreSQL refuses: `oneOf` and `filledUp` answer that, `inBatches` makes none. */
export const bareLists = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    [
      ...text.matchAll(/['"](?:not )?in['"],\s*([^\s)]+[^\n]*)/g),
      ...text.matchAll(/\bin \(\$\{sql\.join\(([^\n]*)/g),
    ].flatMap(([, list = '']) => (mayBeEmpty(list, text) ? [`${path}: in ${list}`] : [])),
  );

function mayBeEmpty(list: string, text: string): boolean {
  // A callback makes a select of it, and a literal in a list is there always.
  if (/^(?:oneOf|filledUp)\(|^\(\w+\) =>|^\w+\.selectFrom\(|^\w+\(writes\)\.select\(|^\[[^\]]*'/.test(list))
    return false;
  const name = /^\w+/.exec(list)?.[0] ?? '';
  return !new RegExp(
    `const ${name} of inBatches\\(|const ${name} =\\s*\\w+\\s*\\.selectFrom\\(|const ${name} = \\['`,
  ).test(text);
}

/** Ways around the compiler and the linter. */
export const escapes = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ text }) => /@ts-(ignore|expect-error|nocheck)|biome-ignore (?!format:)|\bas any\b|: any\b/.test(text))
    .map(({ path }) => path);

/** Rooms and files whose names say nothing. */
export const emptyNames = (files: readonly SourceFile[]): string[] =>
  files
    .map(({ path }) => path)
    .filter((path) => /(^|\/)(utils?|helpers?|common|misc|shared|index)(\.ts|\/)/.test(path));
