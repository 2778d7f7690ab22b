/** `cardstock games`: what games the store holds, and taking one out. */
import { removeGame } from '../ingest/runs/remove-game.ts';
import { gameCounts, storedGames } from '../store/games.ts';
import { type CommonFlags, withPresentStore } from './context.ts';
import { misused, printRows } from './output.ts';

/** Shows every game with what its ids begin with, whether it is configured, and how many records it has. */
export async function gamesList(flags: CommonFlags): Promise<void> {
  const rows = await withPresentStore(flags, async (store, { games }) => {
    const configured = new Set(games.map(({ scope }) => scope.game));
    const known = await storedGames(store.reads);
    return Promise.all(
      known.map(async ({ name, id_prefix }) => {
        return { name, id_prefix, configured: configured.has(name), ...(await gameCounts(store.reads, name)) };
      }),
    );
  });
  printRows(rows, flags.json, ({ configured, ...row }) => ({ ...row, configured: configured ? 'yes' : 'no' }));
}

/** Deletes a game that is not configured any more, and reports that its records are gone. */
export async function gamesRemove(name: string, flags: CommonFlags & { yes?: boolean }): Promise<void> {
  if (!flags.yes) {
    throw misused(`this deletes every record and price of ${name}: say so with --yes`);
  }
  const removed = await withPresentStore(flags, async (store, { games }) => {
    if (games.some(({ scope }) => scope.game === name)) {
      throw misused(`${name} is configured: take it out of the configuration first`);
    }
    return removeGame(store, name);
  });
  printRows([{ game: name, ...removed }], flags.json, (row) => row);
}
