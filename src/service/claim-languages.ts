/** Takes the texts of languages that are not configured any more out of the store. */
import { ConfigurationError } from '../config/configuration-error.ts';
import type { Config } from '../config/settings.ts';
import { languageTask } from '../ingest/languages/translation-source.ts';
import { deleteLanguage, type GameLanguage, storedLanguages } from '../store/catalog/translations.ts';
import { bumpCatalogVersion } from '../store/meta.ts';
import type { Store } from '../store/store.ts';

/** What is logged of each that `claimLanguages` removed. */
export const LANGUAGE_REMOVED = 'the texts of a language that is not configured any more were removed';

const otherOwn = ({ game, language }: GameLanguage): string =>
  `the catalog of ${game} in this store stands in another language than ${language}: name that one first in "languages", or begin another store`;

/** A language that went, and how many texts it had. */
export interface RemovedLanguage extends GameLanguage {
  texts: number;
}

/**
 * Removes and returns them. A game that is not configured any more keeps its own. Nobody is told: a read in such a language
 * is refused from now on, and no other shows anything else.
 * @throws ConfigurationError when a further language became a game's own
 */
export async function claimLanguages(store: Store, { games }: Pick<Config, 'games'>): Promise<RemovedLanguage[]> {
  const configured = new Map(games.map((game) => [game.scope.game, game]));
  const stored = await storedLanguages(store.reads);
  const swapped = stored.filter(({ game, language }) => configured.get(game)?.scope.language === language);
  // Until the catalog was read anew its records would bear the name of a language that they do not stand in.
  if (swapped.length > 0) throw new ConfigurationError(swapped.map(otherOwn));
  const gone = stored.flatMap(({ game, language }) => {
    const of = configured.get(game);
    return of === undefined || of.scope.translations?.includes(language) ? [] : [{ of, game, language }];
  });
  if (gone.length === 0) return [];
  return store.write(async (writes) => {
    const removed: RemovedLanguage[] = [];
    for (const { of, game, language } of gone) {
      const tasks = Object.keys(of.sources).map((source) => languageTask(source, language));
      removed.push({ game, language, texts: await deleteLanguage(writes, { game, language }, tasks) });
    }
    await bumpCatalogVersion(writes, { games: removed.map(({ game }) => game), names: false });
    return removed;
  });
}
