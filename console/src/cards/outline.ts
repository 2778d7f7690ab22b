/** What the catalog is made of: its games, and the names of expansions by id. Read once in a while, since rows carry ids alone. */
import { useEffect, useState } from 'preact/hooks';
import type { Game } from '../../../client/src/records.ts';
import { worded } from '../elements/format.ts';
import { client } from '../service/service.ts';

/** What an expansion is called, and in which language where one was asked for. */
export interface ExpansionName {
  name: string;
  lang: string | undefined;
}

interface Outline {
  /** Those that have records. */
  games: readonly Game[];
  names: ReadonlyMap<string, ExpansionName>;
}

const KEPT_MS = 300_000;

const NOTHING: Outline = { games: [], names: new Map() };

/** What was asked for in a language, and what of it is known. */
interface Kept {
  askedAt: number;
  asked: Promise<Outline>;
  known: Outline;
}

const kept = new Map<string | undefined, Kept>();

async function readOutline(lang: string | undefined): Promise<Outline> {
  const names = new Map<string, ExpansionName>();
  const filled = new Set<string>();
  if (lang === undefined) {
    // A series has dozens of expansions.
    for await (const { game, expansions } of client.series.iterate({ limit: 200 })) {
      filled.add(game);
      for (const { id, name } of expansions) names.set(id, { name, lang });
    }
  } else {
    for await (const { game, id, name, lang: own } of client.expansions.iterate({ limit: 200, lang })) {
      filled.add(game);
      names.set(id, { name, lang: own });
    }
  }
  const games = (await client.games()).filter(({ name }) => filled.has(name));
  return { games: games.sort((a, b) => a.title.localeCompare(b.title)), names };
}

function outlineIn(lang: string | undefined): Kept {
  const before = kept.get(lang);
  if (before !== undefined && Date.now() - before.askedAt <= KEPT_MS) return before;
  const now: Kept = { askedAt: Date.now(), asked: readOutline(lang), known: before?.known ?? NOTHING };
  kept.set(lang, now);
  now.asked.then(
    (outline) => {
      now.known = outline;
    },
    () => kept.delete(lang),
  );
  return now;
}

function useOutline(lang?: string): Outline {
  const [outline, setOutline] = useState(kept.get(lang)?.known ?? NOTHING);
  useEffect(() => {
    let isShown = true;
    outlineIn(lang).asked.then(
      (read) => isShown && setOutline(read),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [lang]);
  return outline;
}

/** The names in a language as far as they are known; ids do until then, and where they cannot be read. */
export const useExpansionNames = (lang: string | undefined): ReadonlyMap<string, ExpansionName> =>
  useOutline(lang).names;

/** The games that have records, by title. */
export const useGames = (): readonly Game[] => useOutline().games;

/** What people call a game, by its name. */
export function useTitles(): (name: string) => string {
  const games = useGames();
  return (name) => games.find((game) => game.name === name)?.title ?? worded(name);
}

/** What a game calls a fact of its cards, by the field; `usual` where it has no word of its own for it. */
export function useFactNames(game: string | undefined): (field: string, usual?: string) => string {
  const own = new Map(Object.entries(useGames().find(({ name }) => name === game)?.facts ?? {}));
  return (field, usual = worded(field)) => own.get(field) ?? usual;
}
