/** What each event carries, as schemas. */
import Type, { type TSchema } from 'typebox';
import { doc } from '../catalog/field-shapes.ts';
import { Card, EurPriceEntry, Expansion, Product, Series, UsdPriceEntry } from '../catalog/records.ts';
import type { EventKind } from './event-names.ts';

const currency = Type.Union([Type.Literal('USD'), Type.Literal('EUR')], doc('The one currency of all its amounts'));
const { variant: _variant, price_kind: _kind, ...eurAmounts } = EurPriceEntry.properties;

/** The one EUR row of a sealed product. */
const ProductEurEntry = Type.Object(eurAmounts);

const priced = <Id extends string>(key: string, id: Id, idSchema: TSchema, rows: TSchema) =>
  Type.Object({
    currency,
    [key]: Type.Array(
      Type.Object({ [id]: idSchema, prices: Type.Array(rows, doc('All its rows in this currency')) }),
      doc('Those of which an amount changed'),
    ),
  });

const cardId = Type.String(doc('Id of the card', 'fl1-2'));
const productId = Type.Integer(doc('Id of the product', 900_001));

const expansions = Type.Object({ expansions: Type.Array(Expansion, doc('The expansions as reads show them')) });
const series = Type.Object({ series: Type.Array(Series, doc('The series as reads show them')) });

/** The schema of `data`, and what the event tells, by the event's name without the game. */
export const EVENT_DATA: Record<EventKind, { tells: string; data: TSchema }> = {
  'cards.updated': {
    tells: 'A new card, or any field of a card but its prices',
    data: Type.Object({ cards: Type.Array(Card, doc('The cards as reads show them')) }),
  },
  'cards.deleted': {
    tells: 'Cards of a game that was removed, or of an expansion that another print line took over',
    data: Type.Object({ card_ids: Type.Array(Type.String(), doc('Ids of the cards', ['fl1-2'])) }),
  },
  'card_variants.deleted': {
    tells: 'Printings that upstream gave up; their cards follow in cards.updated',
    data: Type.Object({ variant_ids: Type.Array(Type.Integer(), doc('Ids of the printings', [812])) }),
  },
  'card_prices.updated': {
    tells: 'All rows of each card whose amounts changed, in one currency',
    data: priced('cards', 'card_id', cardId, Type.Union([UsdPriceEntry, EurPriceEntry])),
  },
  'products.updated': {
    tells: 'A new sealed product, any of its fields, or its prices',
    data: Type.Object({ products: Type.Array(Product, doc('The products as reads show them')) }),
  },
  'products.removed': {
    tells: 'Products that are in no expansion any more',
    data: Type.Object({ product_ids: Type.Array(Type.Integer(), doc('Ids of the products', [900_001])) }),
  },
  'product_prices.updated': {
    tells: 'All rows of each product whose amounts changed, in one currency',
    data: priced('products', 'product_id', productId, Type.Union([UsdPriceEntry, ProductEurEntry])),
  },
  'expansions.created': { tells: 'New expansions', data: expansions },
  'expansions.updated': { tells: "Corrections of an expansion's own fields", data: expansions },
  'series.created': { tells: 'New series', data: series },
  'series.updated': { tells: "Corrections of a series' own name and logo", data: series },
};

/** The schema of `data` of whichever event. */
export const AnyEventData = Type.Union([...new Set(Object.values(EVENT_DATA).map(({ data }) => data))], {
  description: 'What changed, by event, as in the documentation of events',
});
