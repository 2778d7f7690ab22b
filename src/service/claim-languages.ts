/** Takes the texts of languages that are not configured any more out of the store. */
import { ConfigurationError } from '../config/configuration-error.ts';
import type { Config } from '../config/settings.ts';
import { languageIn, languageTask, languageTasks } from '../ingest/catalog/translation-source.ts';
import type { ConfiguredGame } from '../ingest/source.ts';
import { bumpCatalogVersion } from '../store/catalog/game-versions.ts';
import { type RegionLanguages, regionLanguages } from '../store/catalog/region-languages.ts';
import { deleteLanguage, type GameLanguage, storedLanguages } from '../store/catalog/translations.ts';
import { forgetTasks, tasks } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { originsOf } from './follow.ts';

/** What is logged of each that `claimLanguages` removed. */
export const LANGUAGE_REMOVED = 'the texts of a language that is not configured any more were removed';

const otherThan = (which: string, language: string, remedy: string) =>
  `the ${which} in this store stands in another language than ${language}: ${remedy}, or begin another store`;

/** What is wrong with the languages of a game whose records stand in others; a catalog of one language is read anew in another. */
function swappedLanguages(
  { game, language, translations, regionalPrints = [] }: ConfiguredGame['scope'],
  kept: RegionLanguages,
): string[] {
  const { '': own, ...ofRegions } = kept;
  const isAlone = translations === undefined && regionalPrints.length + Object.keys(ofRegions).length === 0;
  return [
    ...(own === undefined || own === language || isAlone
      ? []
      : [otherThan(`catalog of ${game}`, language, `name ${own} first in "languages"`)]),
    ...regionalPrints.flatMap((print) => {
      const stored = ofRegions[print.region];
      if (stored === undefined || stored === print.language) return [];
      const remedy = `name ${stored} in "languages" before the others of its region`;
      return [otherThan(`regional print of ${print.region} of ${game}`, print.language, remedy)];
    }),
  ];
}

export interface RemovedLanguage extends GameLanguage {
  texts: number;
}

const isTranslation = (
  { translations = [], regionalPrints = [] }: ConfiguredGame['scope'],
  language: string,
): boolean => [...translations, ...regionalPrints.flatMap((print) => print.translations)].includes(language);

/**
 * Removes and returns them. A game that is not configured any more keeps its own. Nobody is notified: a read in such a
 * language is refused from now on, and no other shows anything else.
 * @throws ConfigurationError when a language became a game's or a regional print's own whose records stand in another
 */
export async function claimLanguages(store: Store, { games }: Pick<Config, 'games'>): Promise<RemovedLanguage[]> {
  const configured = new Map(games.map((game) => [game.scope.game, game]));
  const stored = await storedLanguages(store.reads);
  const kept = await regionLanguages(store.reads);
  // Until the catalog was read anew its records would bear the name of a language that they do not stand in.
  const faults = [
    ...games.flatMap(({ scope }) => swappedLanguages(scope, kept[scope.game] ?? {})),
    ...stored.flatMap(({ game, language }) =>
      // A store that nothing was published into since languages of lines are noted.
      kept[game] === undefined && configured.get(game)?.scope.language === language
        ? [otherThan(`catalog of ${game}`, language, 'name that one first in "languages"')]
        : [],
    ),
  ];
  if (faults.length > 0) throw new ConfigurationError(faults);
  const gone = stored.flatMap(({ game, language }) => {
    const of = configured.get(game);
    // An origin's texts are kept in all its languages.
    return of === undefined || originsOf({ games: [of] }).length > 0 || isTranslation(of.scope, language)
      ? []
      : [{ of, game, language }];
  });
  // What is a regional print's own now is read again whole: its documents brought texts, and no cards.
  const past = gone.flatMap(({ of, language }) =>
    Object.keys(of.sources).map((source) => languageTask(source, language)),
  );
  const stale = [...past, ...staleTasks(games, await tasks(store.reads))];
  if (stale.length === 0) return [];
  return store.write(async (writes) => {
    const removed: RemovedLanguage[] = [];
    for (const { game, language } of gone) {
      removed.push({ game, language, texts: await deleteLanguage(writes, { game, language }) });
    }
    await forgetTasks(writes, stale);
    if (gone.length > 0) await bumpCatalogVersion(writes, { games: removed.map(({ game }) => game), names: true });
    return removed;
  });
}

/** Tasks of languages that no catalog here is read in, whether they ever brought a text or not. */
function staleTasks(games: readonly ConfiguredGame[], known: readonly { name: string }[]): string[] {
  const sources = new Set(games.flatMap((game) => Object.keys(game.sources)));
  const current = new Set(
    games.flatMap(({ scope, sources: own }) => Object.keys(own).flatMap((source) => languageTasks(scope, source))),
  );
  const isLanguageTask = (name: string) => {
    const end = name.lastIndexOf('.');
    return sources.has(name.slice(0, end)) && languageIn(name.slice(end + 1)) !== undefined;
  };
  return known.flatMap(({ name }) => (isLanguageTask(name) && !current.has(name) ? [name] : []));
}
