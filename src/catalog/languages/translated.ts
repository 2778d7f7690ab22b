/** Records with their texts in another language, field by field; what that does not say stays as it is. */
import type { CardMetadata } from '../card-metadata.ts';
import type { Card, CardSummary, Expansion } from '../records.ts';
import { type CardText, type GroupText, LINES, type TextMetadata } from './texts.ts';

/** The rows of a list with their texts; the list's own rows where the other has not as many: which is which is not known. */
const rowByRow = <Row>(
  own: readonly Row[],
  texts: readonly Row[] | undefined,
  row: (own: Row, text: Row) => Row,
): Row[] => own.map((each, at) => (texts?.length === own.length ? row(each, texts[at] as Row) : each));

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value of a game's own terms: field by field and row by row what the text says of it, and the rest as it is. */
function translatedTerm(own: unknown, text: unknown): unknown {
  if (Array.isArray(own)) return rowByRow(own, Array.isArray(text) ? text : undefined, translatedTerm);
  if (!isFields(own) || !isFields(text)) return text ?? own;
  const said = Object.entries(text).map(([field, its]) => [field, translatedTerm(own[field], its)]);
  return { ...own, ...Object.fromEntries(said) };
}

function translatedMetadata(own: CardMetadata, texts: TextMetadata): CardMetadata {
  const types = (its: readonly string[], said: readonly string[] | undefined) => rowByRow(its, said, (_, text) => text);
  const against = rowByRow<CardMetadata['weaknesses'][number]>;
  const typed: Parameters<typeof against>[2] = ({ modifier }, { type }) => ({ type, modifier });
  return {
    ...own,
    ...Object.fromEntries(LINES.map((field) => [field, texts[field] ?? own[field]])),
    types: types(own.types, texts.types),
    abilities: rowByRow(own.abilities, texts.abilities, (its, { kind, name, text }) => ({
      kind: kind || its.kind,
      name: name || its.name,
      text: text || its.text,
    })),
    attacks: rowByRow(own.attacks, texts.attacks, (its, { name, cost, text }) => ({
      name: name || its.name,
      cost: types(its.cost, cost),
      damage: its.damage,
      text: text || its.text,
    })),
    weaknesses: against(own.weaknesses, texts.weaknesses, typed),
    resistances: own.resistances && against(own.resistances, texts.resistances ?? undefined, typed),
    ...(texts.attributes && {
      attributes: translatedTerm(own.attributes, texts.attributes) as typeof texts.attributes,
    }),
  };
}

export const translatedSummary = <Row extends Pick<CardSummary, 'name' | 'rarity' | 'image'>>(
  row: Row,
  { name, rarity, image }: CardText,
): Row => ({
  ...row,
  name,
  rarity: rarity ?? row.rarity,
  image: image ?? row.image,
});

/** The card with its texts in the other language, field by field. */
export const translatedCard = (card: Card, text: CardText): Card => ({
  ...translatedSummary(card, text),
  category: text.category ?? card.category,
  metadata: translatedMetadata(card.metadata, text.metadata),
});

/** An expansion, a series, or an expansion in a series in the other language. */
export const translatedGroup = <Row extends Pick<Expansion, 'name' | 'logo'>>(
  row: Row,
  { name, logo }: GroupText,
): Row => ({
  ...row,
  name,
  logo: logo ?? row.logo,
});
