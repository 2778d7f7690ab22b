/** Where each price of a card comes from, and why the others are not there, as it stands on the wire. */
import Type, { type Static, type TSchema } from 'typebox';
import { MARKETPLACES } from '../claims.ts';
import { day, doc, listOf, nullable, text, textOr, whole, wholeOr } from '../field-shapes.ts';
import { EurPrice, UsdPrice } from '../records.ts';
import { REASONS, RULES } from './reasons.ts';

const source = text('Name of the source in the configuration', 'usd_market');

const oneOf = <Name extends string>(words: Readonly<Record<Name, string>>) => Type.Enum(Object.keys(words) as Name[]);

/** An amount that moved 50-fold, and is not served until a second day confirms it. */
export const HeldBack = Type.Object({
  condition: textOr('Condition of a USD price', 'for a EUR price', 'NM'),
  amount: text('Which of the amounts it is, as prices name it', 'market'),
  previous: whole('The last accepted amount, in cents', 146),
  held: whole('The amount that is held back, in cents', 14_600),
  observed_on: day('The day that it is of, since which it is held back'),
  source,
});
export type HeldBack = Static<typeof HeldBack>;

export const DocumentName = Type.Object({
  day: day('The day that its prices are of'),
  address: text('Where it was read, without credentials', 'https://prices.example/guide.json'),
  sha256: text('SHA-256 of its bytes, hexadecimal', 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'),
});
export type DocumentName = Static<typeof DocumentName>;

const toldBy = {
  source,
  document: nullable(
    DocumentName,
    'The document that said it; null where none is known, as of prices that were imported',
  ),
};

const inMarket = <Price extends TSchema>(price: Price, description: string) =>
  Type.Object(
    {
      marketplace: Type.Enum([...MARKETPLACES], doc('The marketplace whose product and row it is')),
      external_id: wholeOr('Id of the marketplace product that the catalog names', 'where it names none', 42_382),
      row: textOr('Key of the row that speaks for the printing', 'where none does', '42382/Normal'),
      rule: nullable(
        oneOf(RULES),
        'By which rule it has that row; null where it has none, as of prices that another Cardstock told',
      ),
      reason: nullable(oneOf(REASONS), 'Why there is no price; null where there is one'),
      meaning: Type.String(doc('The rule or reason in words', RULES['sub-type'])),
      prices: Type.Array(price, doc('The current prices with their source; empty where there is none')),
      held: Type.Array(HeldBack, doc('Amounts that moved 50-fold and wait for a second day')),
      other_cards: listOf('Other cards that name the same marketplace product', {
        id: text('Id of the card', 'fl1-9'),
        name: text('Its name', 'Vultwick'),
      }),
    },
    doc(description),
  );

export const UsdExplanation = inMarket(Type.Object({ ...UsdPrice.properties, ...toldBy }), 'The USD side');
export type UsdExplanation = Static<typeof UsdExplanation>;

export const EurExplanation = inMarket(
  Type.Object({ ...EurPrice.properties, observed_on: UsdPrice.properties.observed_on, ...toldBy }),
  'The EUR side',
);
export type EurExplanation = Static<typeof EurExplanation>;

/** A card's printings with the provenance of their prices in both markets. */
export const CardExplanation = Type.Object({
  card_id: text('Id of the card', 'fl1-2'),
  name: text('Its name', 'Vultwick'),
  variants: listOf('Every printing of the card', {
    variant_id: whole('Id of the printing', 812),
    variant: text('Its short name, as in the prices of the card list', 'holo:1st-edition'),
    usd_market: UsdExplanation,
    eur_market: EurExplanation,
  }),
});
export type CardExplanation = Static<typeof CardExplanation>;
