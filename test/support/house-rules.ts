/** The rules of the house as functions over source text, so that each can be seen to fail on a planted fault. */
import { dirname, join, normalize } from 'node:path';

/** A source file: its path from the repository's root, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

export const LINES_MAX = 400;

/** What each room may import; the files at the root of src/ and the command line put the parts together. */
export const ARROWS: Readonly<Record<string, readonly string[]>> = {
  catalog: [],
  demo: [],
  upstream: ['catalog'],
  games: ['upstream', 'catalog'],
  store: ['catalog'],
  search: ['store', 'catalog'],
  keys: ['store'],
  network: [],
  events: ['network', 'store', 'catalog'],
  scan: ['network', 'store', 'catalog'],
  ingest: ['demo', 'games', 'upstream', 'store', 'events', 'scan', 'catalog'],
  config: ['ingest', 'upstream', 'catalog'],
  service: [
    'config',
    'demo',
    'games',
    'api',
    'ingest',
    'keys',
    'search',
    'events',
    'scan',
    'network',
    'store',
    'catalog',
  ],
  api: ['games', 'keys', 'search', 'events', 'scan', 'store', 'catalog'],
};

/** Root files that every room may import. */
const EVERYWHERE = ['src/failure.ts', 'src/log.ts', 'src/release.ts'];

/** The demo's game stands beside src/: it is what an upstream is, and knows nothing of the service. */
const roomOf = (path: string): string | undefined => /^(?:src\/([^/]+)|(demo))\//.exec(path)?.slice(1).find(Boolean);

const imports = (text: string): string[] =>
  [
    ...text.matchAll(/^\s*(?:import|export)\b[^'"`;]*?from\s+['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
  ].map(([, specifier]) => specifier ?? '');

const importedPaths = ({ path, text }: SourceFile): string[] =>
  imports(text)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(path), specifier)));

/** Imports that run against the arrows. */
export function wrongArrows(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const room = roomOf(file.path);
    const allowed = room === undefined ? undefined : ARROWS[room];
    if (room === undefined || room === 'cli') return [];
    if (!allowed) return [`${file.path}: src/${room} is no room of the house`];
    return importedPaths(file)
      .filter((target) => !EVERYWHERE.includes(target) && roomOf(target) !== room)
      .filter((target) => !allowed.includes(roomOf(target) ?? ''))
      .map((target) => `${file.path} imports ${target}`);
  });
}

/** Imports of a game's inside: what a game is to the rest stands in its table. */
export const intoGames = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => !path.startsWith('src/games/'))
    .flatMap((file) =>
      importedPaths(file)
        .filter((target) => /^src\/games\/[^/]+\//.test(target))
        .map((target) => `${file.path} imports ${target}`),
    );

/** Places outside a game's folder that know one game, a source of its catalog, its printings or its number there. */
export const namedGames = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/games/'))
    .filter(({ text }) => /pok[eé]mon|tcgdex|holofoil|category['"]?: 3\b|price_guide_6/i.test(text))
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
