/** Takes a game out of the store, once it is out of the configuration. */
import { groupOf, recordEvents } from '../../events/record-events.ts';
import { Failure } from '../../failure.ts';
import { idsOfGame } from '../../store/catalog/catalog-records.ts';
import { bumpCatalogVersion } from '../../store/catalog/game-versions.ts';
import { deleteGame, storedGames } from '../../store/games.ts';
import type { Store } from '../../store/store.ts';
import { byHand } from './by-hand.ts';

/**
 * Deletes the game with its prices and reports that its cards and products are gone; no run is under way meanwhile. Says how many went.
 * @throws Failure not_found where the store has no such game, OperatorFailure where a run does not end
 */
export async function removeGame(store: Store, game: string) {
  const known = (await storedGames(store.reads)).map(({ name }) => name);
  if (!known.includes(game)) {
    throw new Failure('not_found', `there is no game ${game} in this store; there are ${known.join(', ') || 'none'}`);
  }
  return byHand(store, async (writes) => {
    const cards = await idsOfGame<string>(writes, 'cards', game);
    const products = await idsOfGame<number>(writes, 'products', game);
    // Before the game's row: whoever moves the version takes that first.
    await bumpCatalogVersion(writes);
    const expansions = await idsOfGame<string>(writes, 'expansions', game);
    const series = await idsOfGame<string>(writes, 'series', game);
    await deleteGame(writes, game);
    await recordEvents(writes, { game }, [
      groupOf('cards.deleted', cards),
      groupOf('products.removed', products),
      groupOf('expansions.deleted', expansions),
      groupOf('series.deleted', series),
    ]);
    return { cards: cards.length, products: products.length };
  });
}
