/** The games that the configuration file names, in either of its forms: what is wrong with them, and their sources as tasks. */

import Type from 'typebox';
import { closedObject } from '../catalog/field-shapes.ts';
import { DEFAULT_SCOPE } from '../catalog/scope.ts';
import type { Game } from '../games/game.ts';
import { CATALOG_ADAPTERS, demoGames, GAMES, ownerOf } from '../games/games.ts';
import { PRICE_ADAPTERS } from '../ingest/marketplaces/marketplaces.ts';
import type { ConfiguredGame } from '../ingest/source.ts';
import { languageFaults, languagesOf } from './languages.ts';
import { isRecord, keptTwice, RESERVED, type Sources, schemaFaults, sourceFaults } from './sources-section.ts';

export const GameName = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,30}$',
  description: 'a short lower-case name such as magic',
});

const GameSection = closedObject({
  id_prefix: Type.Optional(Type.String({ pattern: '^([a-z0-9][a-z0-9._-]{0,30})?$', examples: ['ember-'] })),
  languages: Type.Optional(Type.Unknown()),
  sources: Type.Record(Type.String(), Type.Unknown()),
});

export interface GamesOfFile {
  game?: string | undefined;
  sources?: Sources | undefined;
  /** Of the one game, the first being its catalog's own. */
  languages?: readonly string[] | undefined;
  /** The newer form: several games, each with its sources. */
  games?: GamesSection | undefined;
}

/** The games by their names. */
export type GamesSection = Readonly<
  Record<string, { id_prefix?: string; languages?: readonly string[]; sources: Sources }>
>;

const prefixOf = (name: string, { id_prefix = `${name}-` }: { id_prefix?: string }) => id_prefix;

/** What is wrong with the `games` of the file at `path`. */
export function gamesFaults(path: string, games: unknown): string[] {
  const place = (name: string) => `${path} "games.${name}"`;
  if (!isRecord(games) || Object.keys(games).length === 0)
    return [`${path} "games": must be an object of games by name`];
  const faults = Object.entries(games).flatMap(([name, game]) => [
    ...schemaFaults(place(name), GameName, name),
    ...(RESERVED.has(name) ? [`${place(name)}: the name is reserved for a task of the service`] : []),
    ...(isRecord(game) ? schemaFaults(place(name), GameSection, game) : [`${place(name)}: must be an object`]),
    ...(isRecord(game) && isRecord(game.sources) ? sourceFaults(path, `games.${name}.sources`, game.sources) : []),
  ]);
  if (faults.length > 0) return faults;
  const known = games as GamesSection;
  return [
    ...Object.entries(known).flatMap(([name, { sources }]) => catalogFaults(place(name), name, sources)),
    ...Object.entries(known).flatMap(([name, { languages, sources }]) =>
      languageFaults(place(name), languages, sources),
    ),
    ...prefixFaults(place, known),
    ...sharedProducts(place, known),
  ];
}

/** A game is read from one catalog, and by an adapter of its own. */
function catalogFaults(place: string, name: string, sources: Sources): string[] {
  const catalogs = Object.entries(sources).filter(([, { adapter }]) => adapter in CATALOG_ADAPTERS);
  if (catalogs.length === 0) {
    return [`${place}: has no catalog among its sources; catalogs are ${Object.keys(CATALOG_ADAPTERS).join(', ')}`];
  }
  // A game that we have rules for is read by its own adapters, or by the marketplace's, which reads any game.
  const named: Game | undefined = name in GAMES ? GAMES[name as keyof typeof GAMES] : undefined;
  const first = ownerOf(catalogs[0]?.[1].adapter ?? '');
  const expected = named === undefined || first === GAMES.tcgplayer ? first : named;
  return catalogs
    .filter(([, { adapter }]) => ownerOf(adapter) !== expected && !CATALOG_ADAPTERS[adapter]?.isOrigin)
    .map(([source, { adapter }]) => `${place} "sources.${source}" "adapter": ${adapter} reads another game`);
}

function prefixFaults(place: (name: string) => string, games: GamesSection): string[] {
  const prefixes = Object.entries(games).map(([name, game]) => ({ key: prefixOf(name, game), name }));
  return keptTwice(prefixes).map(
    ({ key, name, first }) => `${place(name)} "id_prefix": ${JSON.stringify(key)} is that of "games.${first}" as well`,
  );
}

/**
 * Marketplace products are of one number space over all games: two that read one category would take its products from each
 * other, day by day.
 */
function sharedProducts(place: (name: string) => string, games: GamesSection): string[] {
  const fed = Object.entries(games).flatMap(([game, { sources }]) =>
    Object.entries(sources).flatMap(([source, settings]) => {
      const key = PRICE_ADAPTERS[settings.adapter]?.products?.(settings);
      return key === undefined ? [] : [{ key, name: `${game}.sources.${source}` }];
    }),
  );
  return keptTwice(fed).map(({ key, name, first }) => `${place(name)}: feeds ${key}, as "games.${first}" does`);
}

/** The names of fields in JSON, other strings, and what opens and closes. */
const JSON_PARTS = /("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{[]|[}\]]/g;

/** Fields that the JSON text of a file names twice, which parsing it does not show: the last of them would stand alone. */
export function twiceNamed(path: string, text: string): string[] {
  const twice = new Set<string>();
  // What is open: its names so far, and the one whose value comes.
  const open: { names: Set<string>; at: string }[] = [];
  for (const [part, name] of text.matchAll(JSON_PARTS)) {
    const inner = open.at(-1);
    if (name !== undefined && inner !== undefined) {
      inner.at = String(JSON.parse(name));
      if (inner.names.has(inner.at)) twice.add(open.flatMap(({ at }) => at || []).join('.'));
      inner.names.add(inner.at);
    } else if (part === '{' || part === '[') open.push({ names: new Set(), at: '' });
    else if (part === '}' || part === ']') open.pop();
  }
  return [...twice].map((name) => `${path} "${name}": is there twice`);
}

/** The games that one source names, each with a source of its own; the first's ids begin with nothing, as those of a service of one game. */
const followedGames = ([name, { games, ...settings }]: [string, Sources[string]]): ConfiguredGame[] =>
  (games as string[]).map((game, at) => ({
    scope: { game, idPrefix: at === 0 ? '' : `${game}-`, language: DEFAULT_SCOPE.language },
    sources: { [`${game}.${name}`]: { ...settings, game } },
  }));

/** The games as they are read, in the order of the file; the demo's where it names no sources. */
export function configuredGames(file: GamesOfFile): ConfiguredGame[] {
  const { sources } = file;
  const followed = Object.entries(sources ?? {}).find(([, { adapter }]) => CATALOG_ADAPTERS[adapter]?.isOrigin);
  if (followed !== undefined && Array.isArray(followed[1].games)) return followedGames(followed);
  if (sources !== undefined) {
    const languages = languagesOf(file.languages, sources);
    return [{ scope: { game: file.game ?? DEFAULT_SCOPE.game, idPrefix: '', ...languages }, sources }];
  }
  const games: GamesSection = file.games ?? demoGames(file.game);
  return Object.entries(games).map(([name, game]) => ({
    scope: { game: name, idPrefix: prefixOf(name, game), ...languagesOf(game.languages, game.sources) },
    sources: Object.fromEntries(Object.entries(game.sources).map(([source, it]) => [`${name}.${source}`, it])),
  }));
}
