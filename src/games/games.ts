/** The games of this release: adding one is a folder and a line here. */
import { isDeepStrictEqual } from 'node:util';
import { type CatalogScope, DEFAULT_SCOPE } from '../catalog/scope.ts';
import type { CatalogAdapter, DeployedGame, Game } from './game.ts';
import { lorcana } from './lorcana/lorcana.ts';
import { magic } from './magic/magic.ts';
import { orbwright } from './orbwright/orbwright.ts';
import { type OriginSource, origin } from './origin.ts';
import { pokemon } from './pokemon/pokemon.ts';
import { tcgplayer } from './tcgplayer/tcgplayer.ts';
import { wickwild } from './wickwild/wickwild.ts';
import { yugioh } from './yugioh/yugioh.ts';

/** Every game; the first is meant where a configuration has no catalog that says which. */
export const GAMES = { pokemon, magic, lorcana, yugioh, tcgplayer, wickwild, orbwright } satisfies Record<string, Game>;

/**
 * The games that run without a configuration, as one names them. The first is called what it was when it was alone, with
 * the ids that it had, so that its events and whoever holds them go on.
 */
export const demoGames = (first: string = DEFAULT_SCOPE.game) => ({
  [first]: { id_prefix: '', sources: GAMES.wickwild.sources },
  orbwright: { sources: GAMES.orbwright.sources },
});

/**
 * What `cardstock init` proposes: the games that it can write as they are, and for a game of other addresses its sources,
 * and what its catalog is read from, in words for people.
 */
export const PROPOSED = {
  sources: GAMES.pokemon.sources,
  catalogTitle: GAMES.pokemon.catalogs.tcgdex.title,
  games: { pokemon, magic, lorcana, yugioh } as Readonly<Record<string, Game>>,
};

export const CATALOG_ADAPTERS: Readonly<Record<string, CatalogAdapter>> = Object.assign(
  { cardstock: origin },
  ...Object.values(GAMES).map(({ catalogs }) => catalogs),
);

export const EXTERNAL_CATALOGS: Game['external'] = Object.assign(
  {},
  ...Object.values(GAMES).map(({ external }) => external),
);

/** The game that a catalog adapter reads; undefined where it is the adapter of none. */
export const ownerOf = (adapter: string): Game | undefined =>
  Object.values<Game>(GAMES).find(({ catalogs }) => adapter in catalogs);

const rulesNamed = (name: string): Game => (name in GAMES ? GAMES[name as keyof typeof GAMES] : GAMES.tcgplayer);

/** The game whose catalog the sources read, as it is deployed here. */
export function gameOf(
  sources: Readonly<Record<string, { adapter: string }>>,
  { game, idPrefix, language, translations = [], regionalPrints = [] }: CatalogScope,
): DeployedGame {
  const catalog = Object.values(sources).find(({ adapter }) => adapter in CATALOG_ADAPTERS);
  // The demo's games are read by the adapters of others.
  const own = Object.values<Game>(GAMES).find((each) => isDeepStrictEqual(each.sources.catalog, catalog));
  const followed =
    CATALOG_ADAPTERS[catalog?.adapter ?? '']?.isOrigin && rulesNamed((catalog as OriginSource).rules ?? game);
  const rules = own ?? ownerOf(catalog?.adapter ?? '') ?? (followed || GAMES.pokemon);
  const regional = regionalPrints.flatMap((print) => [print.language, ...print.translations]);
  return { ...rules, name: game, idPrefix, languages: [language, ...translations, ...regional], regionalPrints };
}
