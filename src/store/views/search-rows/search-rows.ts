/** What the search reads: the names and numbers of a game, of cards as columns, and what they are called in further languages. */
import { sql } from 'kysely';
import { CARD_FIELDS, type CardFacets, cardFacets } from '../../../catalog/listing/card-fields.ts';
import type { Card } from '../../../catalog/records.ts';
import { remembered } from '../../../packed/remembered.ts';
import { filledUp, inBatches, oneOf } from '../../batches.ts';
import { cardBodies, keysOfGame } from '../../catalog/cards.ts';
import { rowsWhere, rowWhere } from '../../rows.ts';
import { statement } from '../../statement.ts';
import type { Reads } from '../../store.ts';
import { DictionaryBuilder, mappedColumn } from './dictionary-column.ts';

/** A row that can be searched, with the groups its list is filtered by: what holds it. */
export interface SearchableRow {
  id: string;
  name: string;
  number: string | null;
  groups: string[];
}

/** Every game of which there is a record, whether the store knows it by name or not. */
export async function searchableGames(reads: Reads): Promise<string[]> {
  const of = (table: 'series' | 'expansions' | 'cards' | 'products') => reads.selectFrom(table).select('game');
  const rows = await of('series').union(of('expansions')).union(of('cards')).union(of('products')).execute();
  return rows.map(({ game }) => game);
}

export async function searchablePrefix(reads: Reads, game: string): Promise<string> {
  return (await rowWhere(reads, 'games', { name: game }, ['id_prefix']))?.id_prefix ?? '';
}

/** All expansions of the game, each with the card count printed on its cards; the group of each is its series. */
export async function searchableExpansions(reads: Reads, game: string) {
  const columns = ['id', 'name', 'series_id', 'card_count_official', 'codes'] as const;
  const rows = await rowsWhere(reads, 'expansions', { game }, columns);
  return rows.map(({ id, name, series_id, card_count_official, codes }) => ({
    id,
    name,
    number: null,
    groups: [series_id],
    official: card_count_official,
    codes: JSON.parse(codes) as string[],
  }));
}

export async function searchableSeries(reads: Reads, game: string): Promise<SearchableRow[]> {
  const rows = await rowsWhere(reads, 'series', { game }, ['id', 'name']);
  return rows.map(({ id, name }) => ({ id, name, number: null, groups: [] }));
}

/** What records are called in the game's further languages, of those kinds that have any; what is withheld is not searched. */
export async function searchableNames(reads: Reads, game: string) {
  const rows = await rowsWhere(reads, 'translations', { game, withheld: null }, ['kind', 'id', 'name']);
  return Object.groupBy(rows, ({ kind }) => kind);
}

/** All sealed products of the game; their groups are their expansions. */
export async function searchableProducts(reads: Reads, game: string): Promise<SearchableRow[]> {
  const products = await rowsWhere(reads, 'products', { game }, ['id', 'name']);
  const links = await sql<{ product_id: number; expansion_id: string }>`select product_id, expansion_id
    from product_expansions join products on products.id = product_id where game = ${game}`.execute(reads);
  const expansions = Map.groupBy(links.rows, (link) => link.product_id);
  return products.map(({ id, name }) => ({
    id: String(id),
    name,
    number: null,
    groups: (expansions.get(id) ?? []).map((link) => link.expansion_id),
  }));
}

/** A million records, each an object, took a third of the time in which they were read to be collected again. */
export type SearchableCards = Awaited<ReturnType<typeof searchableCards>>;

// Rarity and illustrator stand in the facets too, in a tenth of the bytes of a record.
const cardRows = statement((reads, { keys }: { keys: readonly number[] }) =>
  reads
    .selectFrom('cards')
    .leftJoin('card_facts', 'card_facts.key', 'cards.key')
    .select(['id', 'cards.name as name', 'number', 'expansion_id', 'facts'])
    .where('cards.key', 'in', oneOf(keys))
    .orderBy('cards.key'),
);

/** All cards of the game, in the order of their keys. */
export async function searchableCards(reads: Reads, game: string) {
  const [names, expansions] = [new DictionaryBuilder<string>(), new DictionaryBuilder<string>()];
  const column = () => new DictionaryBuilder<string | null>();
  const [numbers, rarities, illustrators] = [column(), column(), column()];
  const ids: string[] = [];
  const encodedFacts = (facts: CardFacets) =>
    [rarities.codeOf(facts[RARITY]?.[0] ?? null), illustrators.codeOf(facts[ILLUSTRATOR]?.[0] ?? null)] as const;
  const told = remembered((facts: string) => encodedFacts(JSON.parse(facts) as CardFacets), LATELY);
  for (const keys of inBatches(await keysOfGame(reads, game))) {
    const rows = await cardRows(reads, { keys: filledUp(keys) });
    // A release before there were facets may run beside: what it adds has none until the catalog is moved here.
    const untold = rows.flatMap(({ id, facts }) => (facts === null ? id : []));
    const records = untold.length === 0 ? undefined : await cardBodies(reads, untold);
    for (const { id, name, number, expansion_id, facts } of rows) {
      ids.push(id);
      names.add(name);
      numbers.add(number);
      expansions.add(expansion_id);
      const [rarity, illustrator] = facts === null ? encodedFacts(recorded(records?.get(id))) : told(facts);
      rarities.addCode(rarity);
      illustrators.addCode(illustrator);
    }
  }
  return {
    ids,
    names: names.column(),
    numbers: numbers.column(),
    expansions: expansions.column(),
    rarities: rarities.column(),
    illustrators: illustrators.column(),
  };
}

const RARITY = CARD_FIELDS.indexOf('rarity');
const ILLUSTRATOR = CARD_FIELDS.indexOf('illustrator');

const recorded = (body = '{}'): CardFacets => cardFacets(JSON.parse(body) as Partial<Card>);

/** Cards share their facets, half of a catalog and most of one in several languages; 10 MB of them are remembered at most. */
const LATELY = 32_768;

/** The printings of each of the cards, in their order: type, subtype, size, stamps and foil as JSON. */
export async function searchablePrintings(reads: Reads, ids: readonly string[]) {
  // A few hundred lists of printings are those of all cards. In JSON no line ends.
  const lists = new DictionaryBuilder<string>();
  for (const some of inBatches(ids)) {
    const rows = await rowsWhere(reads, 'variants', { card_id: some }, ['card_id', 'identity'], 'identity');
    const ofCard = Map.groupBy(rows, ({ card_id }) => card_id);
    for (const id of some) lists.add((ofCard.get(id) ?? []).map(({ identity }) => identity).join('\n'));
  }
  return mappedColumn(lists.column(), (lines) => (lines === '' ? [] : lines.split('\n')));
}
