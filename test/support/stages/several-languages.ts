/** The small catalog in several languages, each in a folder of its own, as one game's configuration reads them. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RegionalPrint } from '../../../src/catalog/languages/regional-prints.ts';
import { gameOf } from '../../../src/games/games.ts';
import type { RunReport } from '../../../src/ingest/runs/runner.ts';
import type { ConfiguredGame } from '../../../src/ingest/source.ts';
import type { Engine } from '../../../src/store/store.ts';
import { tinyCatalog, type UpstreamCatalog } from '../sources/tiny-catalog.ts';
import { runGames } from './ingest.ts';
import { newStore, type TestStore } from './stores.ts';

/** The small catalog in a made-up French: every text is another, and nothing else is. */
export function frenchCatalog(perSet = 12): UpstreamCatalog {
  const { series, sets, cards } = tinyCatalog(perSet);
  return {
    series: series.map((each) => ({ ...each, name: `${each.name} fr` })),
    sets: sets.map((set) => ({ ...set, name: `${set.name} fr` })),
    cards: cards.map((card) => ({
      ...card,
      name: card.name.replace('Glimmer', 'Lueur'),
      category: 'Créature',
      rarity: 'Commune',
      types: ['Braise'],
    })),
  };
}

export interface SeveralLanguages extends AsyncDisposable {
  place: TestStore;
  configured: ConfiguredGame;
  /** By language, as they stand upstream. */
  catalogs: Record<string, UpstreamCatalog>;
  /** Writes the catalogs as they are now and runs all tasks, or the one called `only` with those that follow from it. */
  run(only?: string): Promise<RunReport[]>;
}

/** What a game with these languages is configured as, over the files at `files`. */
export const configuredIn = (
  files: string,
  languages: readonly string[],
  regionalPrints: readonly RegionalPrint[] = [],
): ConfiguredGame => {
  const regional = regionalPrints.flatMap((print) => [print.language, ...print.translations]);
  const [language = 'en', ...translations] = languages.filter((each) => !regional.includes(each));
  const scope = {
    game: 'game',
    idPrefix: '',
    language,
    ...(translations.length > 0 && { translations }),
    ...(regionalPrints.length > 0 && { regionalPrints }),
  };
  return { scope, sources: { catalog: { adapter: 'tcgdex', files, give_up_after: '1s' } } };
};

export const deployedIn = ({ configured }: Pick<SeveralLanguages, 'configured'>) => [
  gameOf(configured.sources, configured.scope),
];

export async function severalLanguages(
  engine: Engine,
  catalogs: Record<string, UpstreamCatalog> = { en: tinyCatalog(), fr: frenchCatalog() },
  regionalPrints?: readonly RegionalPrint[],
): Promise<SeveralLanguages> {
  const place = await newStore(engine);
  const folder = await mkdtemp(join(tmpdir(), 'cardstock-languages-'));
  const files = `${pathToFileURL(folder).href}/{language}`;
  const configured = configuredIn(files, Object.keys(catalogs), regionalPrints);
  const write = async () => {
    for (const [language, catalog] of Object.entries(catalogs)) {
      await mkdir(join(folder, language), { recursive: true });
      for (const name of ['cards', 'sets', 'series'] as const) {
        await writeFile(join(folder, language, `${name}.json`), JSON.stringify(catalog[name]));
      }
    }
  };
  return {
    place,
    configured,
    catalogs,
    run: async (only) => {
      await write();
      return runGames(place.store, [configured], only === undefined ? {} : { only });
    },
    [Symbol.asyncDispose]: async () => {
      await place[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
