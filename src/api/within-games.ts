/** What a key that is limited to games is shown: lists of these alone, and records of others as if there were none. */
import { Failure } from '../failure.ts';
import { gameOfFile } from '../keys/file-links.ts';
import type { Key } from '../keys/key-ring.ts';
import { isLimited, sees } from '../keys/limits.ts';
import { expansionById, productById, seriesById } from '../store/catalog/catalog-records.ts';
import { cardWithPrices } from '../store/prices/current-prices.ts';
import type { Reads } from '../store/store.ts';
import { readProductId } from './catalog/products.ts';
import type { ApiContext } from './context.ts';
import { type Query, queryWithin } from './parameters.ts';
import { queryOf, type Route } from './route.ts';

/** By the first word of a path: what its records are called, and how one is read. */
const RECORDS: Record<string, [string, (reads: Reads, id: string) => Promise<{ game: string } | undefined>]> = {
  series: ['series', seriesById],
  expansions: ['expansion', expansionById],
  cards: ['card', cardWithPrices],
  products: ['product', (reads, id) => productById(reads, readProductId(id))],
};
const OF_RECORD = /^\/v1\/(\w+)\/:id(?:\/|$)/;
/**
 * A request and what it is answered with, as far as its key sees.
 * @throws Failure not_found for what is of another game, unauthorized for what is of all games at once
 */
export async function withinGames<Asked extends { query: Query; params: Readonly<Record<string, string>> }>(
  route: Route,
  asked: Asked,
  context: ApiContext,
  key: Key | undefined,
): Promise<{ asked: Asked; context: ApiContext }> {
  if (!isLimited(key)) return { asked, context };
  const { id = '', name = '' } = asked.params;
  const [kind, read] = RECORDS[OF_RECORD.exec(route.path)?.[1] ?? ''] ?? [];
  if (read !== undefined && !sees(key, (await read(context.store.reads, id))?.game)) {
    throw new Failure('not_found', `There is no ${kind} with this id.`);
  }
  if (route.name === 'downloadFile' && !sees(key, gameOfFile(name))) {
    throw new Failure('not_found', 'There is no file of this name.');
  }
  if (route.name === 'listMigrations') throw new Failure('unauthorized', 'This API key may not be used here.');
  return {
    asked: 'game' in queryOf(route) ? { ...asked, query: queryWithin(asked.query, key) } : asked,
    context: {
      ...context,
      only: key.games,
      games: context.games.filter((game) => sees(key, game.name)),
      compat: context.compat.filter(({ game }) => sees(key, game.name)),
    },
  };
}
