/** Makes the store's games those of the configuration, and refuses a configuration under which ids would be others. */
import { ConfigurationError } from '../config/configuration-error.ts';
import type { Config } from '../config/settings.ts';
import { languageIn, languageTask, languageTasks } from '../ingest/catalog/translation-source.ts';
import type { ConfiguredGame } from '../ingest/source.ts';
import { bumpCatalogVersion } from '../store/catalog/game-versions.ts';
import { addGame, renameGame, renameTask, storedGames } from '../store/games.ts';
import { tasks } from '../store/runs.ts';
import type { Store } from '../store/store.ts';

/**
 * A game keeps what its ids begin with for as long as the store holds it. The one whose ids begin with nothing takes its
 * name from the configuration: it was there before games had names. Games that are not configured any more stay.
 * @throws ConfigurationError
 */
export async function claimGames(store: Store, { games }: Pick<Config, 'games'>): Promise<void> {
  const known = new Map((await storedGames(store.reads)).map(({ name, id_prefix }) => [name, id_prefix]));
  const bare = [...known].find(([, prefix]) => prefix === '')?.[0];
  const heir = games.find(({ scope }) => scope.idPrefix === '');
  const tasksKnown = (await tasks(store.reads)).map(({ name }) => name);
  const faults = games.flatMap(({ scope }) => keptPrefix(scope, known.get(scope.game)));
  // Only the form of one game has tasks that say no game: whoever held several meant it when one was taken out.
  const isForgotten = bare !== undefined && heir === undefined && tasksKnown.includes('catalog');
  if (isForgotten && faults.length === 0) faults.push(NO_HEIR);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const added = games.filter(({ scope }) => !known.has(scope.game) && !(scope === heir?.scope && bare !== undefined));
  const isRenamed = bare !== undefined && heir !== undefined && bare !== heir.scope.game;
  const renamed = heir === undefined ? [] : renamedTasks(heir, bare, tasksKnown);
  if (added.length === 0 && !isRenamed && renamed.length === 0) return;
  await store.write(async (writes) => {
    for (const { scope } of added) await addGame(writes, { name: scope.game, id_prefix: scope.idPrefix });
    for (const [from, to] of renamed) await renameTask(writes, from, to);
    if (!isRenamed) return;
    // Before the game's row: whoever moves the version takes that first.
    await bumpCatalogVersion(writes);
    await renameGame(writes, bare, heir.scope.game);
  });
}

const NO_HEIR =
  'the ids in this store have no prefix: add "id_prefix": "" to the game in "games" that it holds; that game keeps its ids and prices';

function keptPrefix({ game, idPrefix }: ConfiguredGame['scope'], kept: string | undefined): string[] {
  if (kept === undefined || kept === idPrefix) return [];
  const [were, are] = [JSON.stringify(kept), JSON.stringify(idPrefix)];
  return [`the ids of ${game} begin with ${were} in this store, not with ${are}: "id_prefix": ${were} keeps them`];
}

/** Tasks of the one game's sources go on under their names as a game's among others, and back: from which to which name. */
function renamedTasks({ scope, sources }: ConfiguredGame, bare: string | undefined, known: readonly string[]) {
  const prefix = `${scope.game}.`;
  const formsOf = (name: string) => {
    const source = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    return [source, `${bare}.${source}`, `${scope.game}.${source}`];
  };
  // Those of languages that left the configuration at the same time: whoever removes them looks under today's names.
  const formerTasks = (name: string) =>
    formsOf(name).flatMap((form) =>
      known.flatMap((task) => {
        const language = task.startsWith(`${form}.`) ? languageIn(task.slice(form.length + 1)) : undefined;
        return language === undefined ? [] : [languageTask(name, language)];
      }),
    );
  const names = new Set(
    Object.keys(sources).flatMap((name) => [name, ...languageTasks(scope, name), ...formerTasks(name)]),
  );
  return [...names].flatMap((name): [string, string][] => {
    const before = formsOf(name).find((other) => other !== name && known.includes(other));
    return before === undefined || known.includes(name) ? [] : [[before, name]];
  });
}
