/** What the search reads: the names and numbers of a game, and what else its cards are known by. */
import { CARD_FIELDS, type CardFacts, cardFacts } from '../../catalog/listing/card-fields.ts';
import { filledUp, inBatches } from '../batches.ts';
import { statement } from '../engines/statement.ts';
import type { Reads } from '../store.ts';
import { cardBodies, keysOfGame } from './cards.ts';
import type { TextKind } from './translations.ts';

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

/** A card as it is searched. */
export interface SearchableCard extends SearchableRow {
  rarity: string | null;
  illustrator: string | null;
}

/** Each value once: as each row spells them anew, those of a million cards take four times what their ids take. */
function once<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = make(text);
    known.set(text, value);
    return value;
  };
}

// Rarity and illustrator stand in the facts too, in a tenth of the bytes of a record.
const cardRows = statement((reads, { keys }: { keys: readonly number[] }) =>
  reads
    .selectFrom('cards')
    .leftJoin('card_facts', 'card_facts.key', 'cards.key')
    .select(['id', 'cards.name', 'number', 'expansion_id', 'facts'])
    .where('cards.key', 'in', keys),
);

/** All cards of the game; the group of each is its expansion. */
export async function searchableCards(reads: Reads, game: string): Promise<SearchableCard[]> {
  const text = once((each) => each);
  const groups = once((expansion) => [expansion]);
  const textOrNull = (found: string | null = null) => (found === null ? null : text(found));
  const cards: SearchableCard[] = [];
  for (const keys of inBatches(await keysOfGame(reads, game))) {
    const rows = await cardRows(reads, { keys: filledUp(keys) });
    // A release before there were facts may run beside: what it adds has none until the catalog is moved here.
    const untold = rows.flatMap(({ id, facts }) => (facts === null ? id : []));
    const records = untold.length === 0 ? new Map<string, string>() : await cardBodies(reads, untold);
    for (const { id, name, number, expansion_id, facts } of rows) {
      const values = facts === null ? cardFacts(JSON.parse(records.get(id) ?? '{}')) : (JSON.parse(facts) as CardFacts);
      cards.push({
        ...{ id, name: text(name), number: textOrNull(number), groups: groups(expansion_id) },
        rarity: textOrNull(values[RARITY]?.[0]),
        illustrator: textOrNull(values[ILLUSTRATOR]?.[0]),
      });
    }
  }
  return cards;
}

const RARITY = CARD_FIELDS.indexOf('rarity');
const ILLUSTRATOR = CARD_FIELDS.indexOf('illustrator');

const printingRows = statement((reads, { ids }: { ids: readonly string[] }) =>
  reads.selectFrom('variants').select(['card_id', 'identity']).where('card_id', 'in', ids),
);

/** The printings of each of the cards, in their order: type, subtype, size, stamps and foil as JSON. */
export async function searchablePrintings(
  reads: Reads,
  cards: readonly Pick<SearchableRow, 'id'>[],
): Promise<(readonly string[])[]> {
  // A few hundred sets of printings are those of all cards.
  const identities = once((text) => text.split('\n'));
  const printings: (readonly string[])[] = [];
  for (const batch of inBatches(cards)) {
    const ids = batch.map(({ id }) => id);
    const found = new Map<string, string>();
    for (const { card_id, identity } of await printingRows(reads, { ids: filledUp(ids) })) {
      const before = found.get(card_id);
      found.set(card_id, before === undefined ? identity : `${before}\n${identity}`);
    }
    for (const id of ids) {
      const own = found.get(id);
      printings.push(own === undefined ? [] : identities(own));
    }
  }
  return printings;
}

/** What the ids of the game begin with here. */
export async function searchablePrefix(reads: Reads, game: string): Promise<string> {
  const row = await reads.selectFrom('games').select('id_prefix').where('name', '=', game).executeTakeFirst();
  return row?.id_prefix ?? '';
}

/** All expansions of the game, each with the card count printed on its cards; the group of each is its series. */
export async function searchableExpansions(
  reads: Reads,
  game: string,
): Promise<(SearchableRow & { official: number; codes: string[] })[]> {
  const rows = await reads
    .selectFrom('expansions')
    .select(['id', 'name', 'series_id', 'card_count_official', 'codes'])
    .where('game', '=', game)
    .execute();
  return rows.map(({ id, name, series_id, card_count_official, codes }) => ({
    id,
    name,
    number: null,
    groups: [series_id],
    official: card_count_official,
    codes: JSON.parse(codes) as string[],
  }));
}

/** All series of the game. */
export async function searchableSeries(reads: Reads, game: string): Promise<SearchableRow[]> {
  const rows = await reads.selectFrom('series').select(['id', 'name']).where('game', '=', game).execute();
  return rows.map(({ id, name }) => ({ id, name, number: null, groups: [] }));
}

/** What records are called in the game's further languages, of those kinds that have any; what is withheld is not searched. */
export async function searchableNames(
  reads: Reads,
  game: string,
): Promise<Partial<Record<TextKind, { id: string; name: string }[]>>> {
  const rows = await reads
    .selectFrom('translations')
    .select(['kind', 'id', 'name'])
    .where('game', '=', game)
    .where('withheld', 'is', null)
    .execute();
  return Object.groupBy(rows, ({ kind }) => kind);
}

/** All sealed products of the game; their groups are their expansions. */
export async function searchableProducts(reads: Reads, game: string): Promise<SearchableRow[]> {
  const products = await reads.selectFrom('products').select(['id', 'name']).where('game', '=', game).execute();
  const links = await reads
    .selectFrom('product_expansions')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_id', 'expansion_id'])
    .where('game', '=', game)
    .execute();
  const expansions = Map.groupBy(links, (link) => link.product_id);
  return products.map(({ id, name }) => ({
    id: String(id),
    name,
    number: null,
    groups: (expansions.get(id) ?? []).map((link) => link.expansion_id),
  }));
}
