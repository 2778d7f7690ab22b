/** Makes the columns of games anew: what they say is what the catalog says. */
import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { foldName } from '../../../catalog/fold.ts';
import { CARD_FIELDS, type CardFacets } from '../../../catalog/listing/card-fields.ts';
import { cardValues, type ValuesOfPlace } from '../../../catalog/listing/card-values.ts';
import type { Card, Expansion } from '../../../catalog/records.ts';
import { inPortions } from '../../batches.ts';
import { cardOwner, productOwner } from '../../prices/price-series.ts';
import { behind, countOf, deleteWhere, portionsOf, putRows, rowsWhere, rowWhere, upTo } from '../../rows.ts';
import type { FieldList } from '../../schema/catalog-tables.ts';
import { LAST, type Tables } from '../../schema/tables.ts';
import type { Writes } from '../../store.ts';
import { searchableGames } from '../search-rows/search-rows.ts';
import type { Ended, View } from '../view.ts';
import { type BuiltColumns, ColumnBuilder, FieldSets } from './column-builder.ts';
import { packColumns, unpackColumns } from './column-bytes.ts';
import { type ListColumns, NONE } from './list-columns.ts';

const CARDS_AT_ONCE = 2000;

export const storedColumns: View = {
  follows: ['cards', 'card_facts', 'lowest_prices', 'products', 'product_expansions', 'product_types', 'expansions'],
  settle: async (writes, { versions, lists }) => {
    const games = versions.map((moved) => moved.games);
    if (games.includes(undefined)) return refreshAll(writes);
    if (lists === undefined) return;
    for (const game of new Set(games.flatMap((of = []) => of))) await refreshColumns(writes, game, lists);
  },
  rebuild: refreshAll,
};

async function refreshAll(writes: Writes): Promise<void> {
  const there = await searchableGames(writes);
  const gone = (await rowsWhere(writes, 'list_columns', {}, ['game'])).filter(({ game }) => !there.includes(game));
  await deleteWhere(writes, 'list_columns', { game: gone.map(({ game }) => game) });
  for (const game of there) await refreshColumns(writes, game, 'records');
}

/** Makes the columns of a game anew; of those that are stored, and say nothing else than before, their prices alone. */
async function refreshColumns(writes: Writes, game: string, changed: NonNullable<Ended['lists']>): Promise<void> {
  const stands = { records: [], products: ['cards'], prices: ['cards', 'products'] } as const;
  const known = await repricedColumns(writes, game, stands[changed]);
  // Columns made anew are held nowhere once they are packed: SQLite takes two copies of their bytes.
  if (known.cards !== undefined) await putColumns(writes, game, 'cards', await packColumns(known.cards));
  else {
    const fields = new FieldSets();
    await putColumns(writes, game, 'cards', await packColumns(await cardColumns(writes, game, fields)));
    await putFields(writes, game, fields);
  }
  const products = await packColumns(known.products ?? (await productColumns(writes, game)));
  await putColumns(writes, game, 'products', products);
}

async function putColumns(
  writes: Writes,
  game: string,
  list: Tables['list_columns']['list'],
  body: Buffer,
): Promise<void> {
  const digest = createHash('sha1').update(body).digest('base64url');
  const known = await rowWhere(writes, 'list_columns', { game, list }, ['digest']);
  if (known?.digest === digest) return;
  await putRows(writes, 'list_columns', ['game', 'list'], [{ game, list, digest, body }]);
}

const fieldList = (path: string): FieldList => `field ${path}`;

/** The columns of the fields are packed one after another; those of paths that no card has any more are deleted. */
async function putFields(writes: Writes, game: string, fields: FieldSets): Promise<void> {
  const paths = fields.paths();
  const stale = writes.deleteFrom('list_columns').where('game', '=', game);
  await stale.where('list', 'not in', ['cards', 'products', ...paths.map(fieldList)]).execute();
  for (const path of paths) await putColumns(writes, game, fieldList(path), await packColumns(fields.take(path)));
}

async function cardColumns(writes: Writes, game: string, fields: FieldSets): Promise<BuiltColumns> {
  const count = await countOf(writes.selectFrom('cards').where('game', '=', game));
  const builder = new ColumnBuilder(count);
  const places = await placesOf(writes, game);
  let row = 0;
  for await (const rows of inPortions<CardRow>((last) => cardRows(writes, game, last))) {
    for (const { key, id, sort_date, expansion_id, number_sort, name, facts, changed_at, usd, eur, body } of rows) {
      const values = JSON.parse(facts) as CardFacets;
      const coded: Record<string, readonly string[]> = {
        released: [sort_date],
        expansion: [expansion_id],
        number: [number_sort],
        name: [name],
      };
      for (const [at, field] of CARD_FIELDS.entries()) coded[field] = values[at] ?? [];
      builder.add({ key, id, coded, numbers: { usd, eur, changed: changed_at } });
      fields.add(row, cardValues(JSON.parse(body) as Card, places.get(expansion_id) ?? NO_PLACE), count);
      row += 1;
    }
  }
  return builder.columns();
}

type CardRow = Pick<Selectable<Tables['cards']>, 'key' | 'id' | 'sort_date' | 'expansion_id' | 'number_sort' | 'body'> &
  Omit<Tables['card_facts'], 'key'> &
  Pick<Tables['lowest_prices'], 'usd' | 'eur'>;

const NO_PLACE = { set: [], series: [] };

async function placesOf(writes: Writes, game: string): Promise<Map<string, ValuesOfPlace>> {
  const rows = await writes
    .selectFrom('expansions')
    .leftJoin('series', 'series.id', 'series_id')
    .select(['expansions.id', 'expansions.name', 'codes', 'expansions.body', 'series_id', 'series.name as series'])
    .where('expansions.game', '=', game)
    .execute();
  return new Map(
    rows.map(({ id, name, codes, body, series_id, series }) => {
      const { region } = JSON.parse(body) as Expansion;
      const set = [id, name, ...(JSON.parse(codes) as string[])];
      return [id, { set, series: [series_id, series ?? ''], region }];
    }),
  );
}

async function cardRows(writes: Writes, game: string, after: CardRow | undefined): Promise<CardRow[]> {
  const order = ['sort_date', 'expansion_id', 'number_sort', 'cards.id'];
  const { sort_date, expansion_id, number_sort, id } = after ?? {};
  const further = after === undefined ? sql`` : sql`and ${behind(order, [sort_date, expansion_id, number_sort, id])}`;
  const { rows } = await sql<CardRow>`select cards.key, cards.id, sort_date, expansion_id, number_sort, card_facts.name,
      facts, changed_at, usd, eur, body
    from cards join card_facts on card_facts.key = cards.key
    left join lowest_prices on lowest_prices.owner = cards.key * ${sql.lit(cardOwner(1))}
    where game = ${game} ${further}
    order by sort_date, expansion_id, number_sort, cards.id limit ${sql.lit(CARDS_AT_ONCE)}`.execute(writes);
  return rows;
}

async function productColumns(writes: Writes, game: string): Promise<BuiltColumns> {
  type ProductRow = { id: number; name: string; type: string | null } & Pick<Tables['lowest_prices'], 'usd' | 'eur'>;
  const { rows: products } = await sql<ProductRow>`select products.id, name, type, usd, eur from products
    left join product_types on product_types.product_id = products.id
    left join lowest_prices on lowest_prices.owner = products.id * 2 + ${sql.lit(productOwner(0))}
    where game = ${game} order by products.id`.execute(writes);
  const { rows: links } = await sql<Tables['product_expansions'] & { sort_date: string | null }>`
    select product_id, expansion_id, expansions.sort_date from product_expansions
    join products on products.id = product_id left join expansions on expansions.id = expansion_id
    where products.game = ${game} order by expansion_id`.execute(writes);
  const places = Map.groupBy(links, ({ product_id }) => product_id);
  const builder = new ColumnBuilder(products.length);
  for (const { id, name, type, usd, eur } of products) {
    const own = places.get(id) ?? [];
    const [released = LAST] = own.flatMap(({ sort_date }) => sort_date ?? []).sort();
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

const OWNERS_AT_ONCE = 5000;

type PricedList = 'cards' | 'products';

const ownerOfKey = (list: PricedList, key: number) => (list === 'cards' ? cardOwner(key) : productOwner(key));

type Lists = Partial<Record<PricedList, ListColumns>>;

/**
 * Those of the game's lists; what was never made is absent, as is what is damaged: all that they say stands elsewhere too. To make
 * them anew of 98,622 cards took 0.8 s, this 0.2.
 */
async function repricedColumns(writes: Writes, game: string, which: readonly PricedList[]): Promise<Lists> {
  const lists: Lists = {};
  for (const list of which) {
    const { body } = (await rowWhere(writes, 'list_columns', { game, list }, ['body'])) ?? {};
    if (body === undefined) continue;
    const columns = await unpackColumns(body).catch(() => undefined);
    if (columns === undefined) continue;
    await reprice(writes, columns, list);
    lists[list] = columns;
  }
  return lists;
}

/** Owners' numbers follow those of their records: the prices of a list are a stretch of the table, with few others among them. */
async function reprice(writes: Writes, { keys, numbers }: ListColumns, list: PricedList): Promise<void> {
  const { usd, eur } = numbers;
  usd.fill(NONE);
  eur.fill(NONE);
  const rowOf = new Map<number, number>();
  for (const [row, key] of keys.entries()) rowOf.set(ownerOfKey(list, key), row);
  if (keys.length === 0) return;
  const first = keys.reduce((least, key) => Math.min(least, ownerOfKey(list, key)), Number.POSITIVE_INFINITY);
  const end = keys.reduce((greatest, key) => Math.max(greatest, ownerOfKey(list, key)), -1);
  const asked = { where: { owner: upTo(end) }, after: { owner: first - 1 } };
  for await (const prices of portionsOf(writes, 'lowest_prices', OWNERS_AT_ONCE, asked, 'owner')) {
    for (const price of prices) {
      const row = rowOf.get(price.owner);
      if (row === undefined) continue;
      usd[row] = price.usd ?? NONE;
      eur[row] = price.eur ?? NONE;
    }
  }
}
