/** Finds what a foreign id stands for: the resolver for callers who come from other services. */
import Type, { type Static, type TSchema } from 'typebox';
import { numberNormalized } from '../../catalog/collector-number.ts';
import { type CardPlace, placesOfPokemontcg, placesOfTcgdex } from '../../catalog/foreign-ids.ts';
import { type Card, Printing } from '../../catalog/records.ts';
import { Failure } from '../../failure.ts';
import { cardById, currentExpansionId } from '../../store/catalog/catalog-records.ts';
import { cardsAt, cardsByExternalId, type Market, productsByExternalId } from '../../store/catalog/external-ids.ts';
import type { Reads } from '../../store/store.ts';
import type { ApiContext, RouteRequest } from '../context.ts';
import { type Query, requireText } from '../parameters.ts';

const ID_LENGTH_MAX = 100;
const EXTERNAL_ID_MAX = 2 ** 31 - 1;

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A card or a sealed product that a foreign id stands for. */
const Resolved = Type.Object({
  card_id: nullable(Type.String()),
  product_id: nullable(Type.Integer()),
  name: Type.String(),
  expansion_id: nullable(Type.String()),
  number: nullable(Type.String()),
  variants: Type.Array(Type.Object({ id: Type.Integer(), ...Printing.properties }), {
    description: 'the printings that carry the id; all of the card where the id is of the card as a whole',
  }),
});
type Resolved = Static<typeof Resolved>;

/** Everything that was found, shaped as every list is. */
export const ResolvedList = Type.Object({ items: Type.Array(Resolved), next_cursor: Type.Null() });

const SOURCES = {
  tcgplayer: (reads: Reads, id: string) => byExternalId(reads, 'tcgplayer', id),
  cardmarket: (reads: Reads, id: string) => byExternalId(reads, 'cardmarket', id),
  tcgdex: async (reads: Reads, id: string) => {
    const card = await cardById(reads, id);
    return card ? [asResolved(card)] : atFirstPlace(reads, placesOfTcgdex(id));
  },
  pokemontcg: (reads: Reads, id: string) => atFirstPlace(reads, placesOfPokemontcg(id)),
};

const sourceNames = Object.keys(SOURCES) as (keyof typeof SOURCES)[];

export const resolveParameters = {
  source: Type.String({ enum: sourceNames, description: 'Whose id it is.' }),
  id: Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, description: 'The id there; padded numbers or not.' }),
};

/**
 * What the id stands for: several records where several carry it, none where none does.
 * @throws Failure bad_request for a source that is not known and text that is no id of it
 */
export async function resolveForeignId(
  { query }: RouteRequest,
  { store }: ApiContext,
): Promise<Static<typeof ResolvedList>> {
  const source = sourceNames.find((name) => name === query.source);
  if (source === undefined) throw new Failure('bad_request', `source must be one of ${sourceNames.join(', ')}.`);
  return { items: await SOURCES[source](store.reads, readId(query)), next_cursor: null };
}

function readId({ id = '' }: Query): string {
  requireText('id', id);
  if (id.trim() === '' || id.length > ID_LENGTH_MAX) {
    throw new Failure('bad_request', `id must hold 1 to ${ID_LENGTH_MAX} characters.`);
  }
  return id.trim();
}

async function byExternalId(reads: Reads, market: Market, text: string): Promise<Resolved[]> {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= EXTERNAL_ID_MAX)) throw new Failure('bad_request', `An id of ${market} is a whole number.`);
  const cards = await cardsByExternalId(reads, market, id);
  const products = await productsByExternalId(reads, market, id);
  return [
    ...cards.map((card) => {
      const carrying = card.variants.filter(({ external_ids }) => external_ids[market] === id);
      return asResolved(card, carrying.length > 0 ? carrying : card.variants);
    }),
    ...products.map(({ id: product_id, name }) => ({
      card_id: null,
      product_id,
      name,
      expansion_id: null,
      number: null,
      variants: [],
    })),
  ];
}

/** The cards at the first of the places that has any. */
async function atFirstPlace(reads: Reads, places: readonly CardPlace[]): Promise<Resolved[]> {
  for (const { expansion_id, number } of places) {
    const cards = await cardsAt(reads, await currentExpansionId(reads, expansion_id), numberNormalized(number) ?? '');
    if (cards.length > 0) return cards.map((card) => asResolved(card));
  }
  return [];
}

const asResolved = (card: Card, variants = card.variants): Resolved => ({
  card_id: card.id,
  product_id: null,
  name: card.name,
  expansion_id: card.expansion_id,
  number: card.number,
  variants: variants.map(({ id, type, subtype, size, stamps, foil }) => ({ id, type, subtype, size, stamps, foil })),
});
