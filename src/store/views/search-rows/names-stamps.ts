/** Stamps of the states that names of games had: what is built of names is kept by them. */
import { randomBytes } from 'node:crypto';
import { metaValue, setMetaValue } from '../../meta.ts';
import type { Reads, Writes } from '../../store.ts';
import type { View } from '../view.ts';

/** The stamp of the games that have none of their own. */
const OF_ALL = '';

/**
 * What no other state of a game's names has: versions are counted on from those of a backup that was put back, and then
 * stand for other names than they did. Undefined until names move for the first time since there are stamps.
 */
export async function namesStamps(reads: Reads): Promise<(game: string) => string | undefined> {
  const stamps = await storedStamps(reads);
  return (game) => stamps.get(game) ?? stamps.get(OF_ALL);
}

export const stampedNames: View = {
  follows: ['cards', 'expansions', 'series', 'products', 'translations'],
  settle: async (writes, { versions }) => {
    const names = versions.map((moved) => moved.names);
    const games = names.flatMap((of = []) => of);
    if (names.includes(undefined)) await stampNames(writes, [OF_ALL], new Map());
    else if (games.length > 0) await stampNames(writes, games, await storedStamps(writes));
  },
  rebuild: (writes) => stampNames(writes, [OF_ALL], new Map()),
};

async function storedStamps(reads: Reads): Promise<Map<string, string>> {
  const known = await metaValue(reads, 'names_stamps');
  return new Map(Object.entries(known === undefined ? {} : (JSON.parse(known) as Record<string, string>)));
}

async function stampNames(writes: Writes, games: readonly string[], stamps: Map<string, string>): Promise<void> {
  const stamp = randomBytes(9).toString('base64url');
  for (const game of games) stamps.set(game, stamp);
  await setMetaValue(writes, 'names_stamps', JSON.stringify(Object.fromEntries(stamps)));
}
