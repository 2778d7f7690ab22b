/** Takes a game out of the store, once it is out of the configuration. */
import { groupOf, recordEvents } from '../../events/record-events.ts';
import { OperatorFailure } from '../../failure.ts';
import { deleteGame, idsOfGame, storedGames } from '../../store/games.ts';
import { bumpCatalogVersion } from '../../store/meta.ts';
import type { Store } from '../../store/store.ts';
import { inLane } from './lanes.ts';

const WAIT_MS = 60_000;

/** What went. */
export interface RemovedGame {
  cards: number;
  products: number;
}

/**
 * Deletes the game with its prices and tells that its cards and products are gone; no run is under way meanwhile.
 * @throws OperatorFailure where the store has no such game, or a run does not end
 */
export async function removeGame(store: Store, game: string): Promise<RemovedGame> {
  const known = (await storedGames(store.reads)).map(({ name }) => name);
  if (!known.includes(game)) {
    throw new OperatorFailure(`there is no game ${game} in this store; there are ${known.join(', ') || 'none'}`);
  }
  const removed = await inLane(store, 'sources', { waitMs: WAIT_MS }, () =>
    store.write(async (writes) => {
      const cards = await idsOfGame<string>(writes, 'cards', game);
      const products = await idsOfGame<number>(writes, 'products', game);
      // Before the game's row: whoever moves the version takes that first.
      await bumpCatalogVersion(writes);
      await deleteGame(writes, game);
      await recordEvents(writes, { game }, [groupOf('cards.deleted', cards), groupOf('products.removed', products)]);
      return { cards: cards.length, products: products.length };
    }),
  );
  if (removed === undefined) throw new OperatorFailure('a run is under way: try again when it has ended');
  return removed;
}
