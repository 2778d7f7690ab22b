/** Makes the columns of the games that a transaction moved anew, at its end: what they say is what the catalog says. */
import { createHash } from 'node:crypto';
import { foldName } from '../../catalog/fold.ts';
import { CARD_FIELDS, type CardFacts } from '../../catalog/listing/card-fields.ts';
import { cardOwner, productOwner } from '../prices/price-series.ts';
import { searchableGames } from '../searched/search-rows.ts';
import type { Writes } from '../store.ts';
import { LAST } from '../tables.ts';
import { type BuiltColumns, ColumnBuilder } from './column-builder.ts';
import { packColumns } from './column-bytes.ts';
import type { ListColumnTable } from './listing-tables.ts';
import { repricedColumns } from './repriced-columns.ts';

const CARDS_AT_ONCE = 2000;

/** Games, and whether nothing but their prices has moved. */
type MovedGames = ReadonlyMap<string, boolean>;

/** The games that transactions under way have moved; undefined is all there are, with all that is theirs. */
const moved = new WeakMap<Writes, MovedGames | undefined>();

/** Notes that the transaction changes what lists show of these games, or `only` their prices; without `games` of all. */
export function noteMoved(writes: Writes, games: readonly string[] | undefined, only?: 'prices'): void {
  const known = moved.get(writes);
  if (games === undefined || (moved.has(writes) && known === undefined)) moved.set(writes, undefined);
  else {
    const isAgain = (game: string) => only === 'prices' && known?.get(game) !== false;
    moved.set(writes, new Map([...(known ?? []), ...games.map((game) => [game, isAgain(game)] as const)]));
  }
}

/** `work`, and after it the columns of what it moved. */
export const withColumns =
  <T>(work: (writes: Writes) => Promise<T>) =>
  async (writes: Writes): Promise<T> => {
    const done = await work(writes);
    if (moved.has(writes)) await refreshColumns(writes, moved.get(writes));
    return done;
  };

/** Makes the columns of these games anew, or without `games` of all there are. */
export async function refreshColumns(writes: Writes, games: MovedGames | undefined): Promise<void> {
  const there = await searchableGames(writes);
  if (games === undefined)
    await writes
      .deleteFrom('list_columns')
      .where('game', 'not in', [...there, ''])
      .execute();
  for (const game of games?.keys() ?? there) {
    const known = games?.get(game) ? await repricedColumns(writes, game) : undefined;
    // Columns made anew are held nowhere once they are packed: SQLite takes two copies of their bytes.
    await putColumns(writes, game, 'cards', await packColumns(known?.cards ?? (await cardColumns(writes, game))));
    await putColumns(
      writes,
      game,
      'products',
      await packColumns(known?.products ?? (await productColumns(writes, game))),
    );
  }
}

async function putColumns(writes: Writes, game: string, list: ListColumnTable['list'], body: Buffer): Promise<void> {
  const digest = createHash('sha1').update(body).digest('base64url');
  const known = await writes
    .selectFrom('list_columns')
    .select('digest')
    .where('game', '=', game)
    .where('list', '=', list)
    .executeTakeFirst();
  if (known?.digest === digest) return;
  await writes
    .insertInto('list_columns')
    .values({ game, list, digest, body })
    // Not the values again: each is copied for SQLite.
    .onConflict((conflict) =>
      conflict
        .columns(['game', 'list'])
        .doUpdateSet(({ ref }) => ({ digest: ref('excluded.digest'), body: ref('excluded.body') })),
    )
    .execute();
}

async function cardColumns(writes: Writes, game: string): Promise<BuiltColumns> {
  const builder = new ColumnBuilder(await cardCount(writes, game));
  for (let after: CardRow | undefined; ; ) {
    const rows = await cardRows(writes, game, after);
    for (const { key, id, sort_date, expansion_id, number_sort, name, facts, changed_at, usd, eur } of rows) {
      const values = JSON.parse(facts) as CardFacts;
      const coded: Record<string, readonly string[]> = {
        released: [sort_date],
        expansion: [expansion_id],
        number: [number_sort],
        name: [name],
      };
      for (const [at, field] of CARD_FIELDS.entries()) coded[field] = values[at] ?? [];
      builder.add({ key, id, coded, numbers: { usd, eur, changed: changed_at } });
    }
    after = rows.at(-1);
    if (rows.length < CARDS_AT_ONCE || after === undefined) return builder.columns();
  }
}

async function cardCount(writes: Writes, game: string): Promise<number> {
  const count = writes.selectFrom('cards').select(({ fn }) => fn.countAll<number>().as('rows'));
  const { rows } = await count.where('game', '=', game).executeTakeFirstOrThrow();
  return Number(rows);
}

type CardRow = Awaited<ReturnType<typeof cardRows>>[number];

/** The next cards in the order of the list. All of it is read from indexes and narrow tables, never a record. */
function cardRows(writes: Writes, game: string, after: { [Column in PlaceColumn]: string } | undefined) {
  let query = writes
    .selectFrom('cards')
    .innerJoin('card_facts', 'card_facts.key', 'cards.key')
    .leftJoin('lowest_prices', (join) =>
      join.on((eb) => eb('lowest_prices.owner', '=', eb('cards.key', '*', eb.lit(cardOwner(1))))),
    )
    .select(['cards.key', 'cards.id', 'sort_date', 'expansion_id', 'number_sort'])
    .select(['card_facts.name', 'facts', 'changed_at', 'usd', 'eur'])
    .where('game', '=', game)
    .orderBy('sort_date')
    .orderBy('expansion_id')
    .orderBy('number_sort')
    .orderBy('cards.id')
    .limit(CARDS_AT_ONCE);
  if (after !== undefined) {
    const { sort_date, expansion_id, number_sort, id } = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('sort_date', 'expansion_id', 'number_sort', 'cards.id'),
        '>',
        tuple(sort_date, expansion_id, number_sort, id),
      ),
    );
  }
  return query.execute();
}

type PlaceColumn = 'sort_date' | 'expansion_id' | 'number_sort' | 'id';

async function productColumns(writes: Writes, game: string): Promise<BuiltColumns> {
  const products = await writes
    .selectFrom('products')
    .leftJoin('product_types', 'product_types.product_id', 'products.id')
    .leftJoin('lowest_prices', (join) =>
      join.on((eb) =>
        eb('lowest_prices.owner', '=', eb(eb('products.id', '*', eb.lit(2)), '+', eb.lit(productOwner(0)))),
      ),
    )
    .select(['products.id', 'name', 'type', 'usd', 'eur'])
    .where('game', '=', game)
    .orderBy('products.id')
    .execute();
  const links = await writes
    .selectFrom('product_expansions')
    .innerJoin('products', 'products.id', 'product_id')
    .leftJoin('expansions', 'expansions.id', 'expansion_id')
    .select(['product_id', 'expansion_id', 'expansions.sort_date'])
    .where('products.game', '=', game)
    .orderBy('expansion_id')
    .execute();
  const places = Map.groupBy(links, ({ product_id }) => product_id);
  const builder = new ColumnBuilder(products.length);
  for (const { id, name, type, usd, eur } of products) {
    const own = places.get(id) ?? [];
    const released = own.reduce(
      (first, { sort_date }) => (sort_date !== null && sort_date < first ? sort_date : first),
      LAST,
    );
    const coded = {
      released: [released],
      expansion: own.map(({ expansion_id }) => expansion_id),
      name: [foldName(name)],
      type: type ? [type] : [],
    };
    builder.add({ key: id, coded, numbers: { usd, eur, changed: null } });
  }
  return builder.columns();
}
