/** What the catalog is made of: its games, and the names of expansions by id. Read once in a while, since rows carry ids alone. */
import { useEffect, useState } from 'preact/hooks';
import { client } from '../service/service.ts';

interface Outline {
  games: readonly string[];
  names: ReadonlyMap<string, string>;
}

const KEPT_MS = 300_000;

let asked: Promise<Outline> | undefined;
let askedAt = 0;
let known: Outline = { games: [], names: new Map() };

async function readOutline(): Promise<Outline> {
  const names = new Map<string, string>();
  const games = new Set<string>();
  for await (const { game, expansions } of client.series.iterate({ limit: 200 })) {
    games.add(game);
    for (const { id, name } of expansions) names.set(id, name);
  }
  known = { games: [...games].sort(), names };
  return known;
}

function useOutline(): Outline {
  const [outline, setOutline] = useState(known);
  useEffect(() => {
    if (Date.now() - askedAt > KEPT_MS) asked = undefined;
    if (asked === undefined) askedAt = Date.now();
    asked ??= readOutline();
    asked.then(setOutline, () => {
      asked = undefined;
    });
  }, []);
  return outline;
}

/** The names as far as they are known; ids do until then, and where they cannot be read. */
export const useExpansionNames = (): ReadonlyMap<string, string> => useOutline().names;

/** The games that have records, by name. */
export const useGames = (): readonly string[] => useOutline().games;
