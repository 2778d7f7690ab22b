/** What a card of Scryfall may look like, as far as we take it; it may have more. */
import Type, { type Static } from 'typebox';
import { alike, MarketplaceId, maybe, Name, Text } from '../../../upstream/record-fields.ts';
import { checkOf } from '../../../upstream/usable-fields.ts';

/** Part of an id: no space to lose at its end, no slash to end it in an address. */
export const Id = Type.String({ minLength: 1, maxLength: 60, pattern: '^[^\\u0000-\\u0020/]+$' });
/** A few promos have a space in theirs: `a1 2007`. */
const CollectorNumber = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '^[^\\u0000]*[^\\u0000-\\u0020][^\\u0000]*$',
});
const Texts = Type.Array(Text);

const Pictures = maybe(Type.Object(alike('small normal large png', maybe(Text))));
export type Pictures = Static<typeof Pictures>;

/** What stands on one side of a card: on the record itself, or on one of its faces. */
const side = {
  mana_cost: maybe(Text),
  cmc: maybe(Type.Number()),
  ...alike('type_line oracle_text flavor_text flavor_name printed_name printed_type_line printed_text', maybe(Text)),
  ...alike('artist power toughness loyalty defense', maybe(Text)),
  ...alike('colors color_indicator', maybe(Texts)),
  watermark: maybe(Text),
  image_uris: Pictures,
  // On the faces of a reversible card, which are two cards back to back.
  oracle_id: maybe(Text),
};
const CardFace = Type.Object({ name: maybe(Text), ...side });
export type CardFace = Static<typeof CardFace>;

export const Card = Type.Object({
  ...side,
  id: Id,
  name: Name,
  lang: maybe(Id),
  set: Id,
  collector_number: CollectorNumber,
  ...alike('layout image_status rarity hand_modifier life_modifier', maybe(Text)),
  ...alike('color_identity keywords produced_mana', maybe(Texts)),
  legalities: maybe(Type.Record(Type.String(), maybe(Type.Enum(['legal', 'not_legal', 'banned', 'restricted'])))),
  finishes: maybe(Type.Array(Name)),
  ...alike('foil nonfoil oversized', maybe(Type.Boolean())),
  promo_types: maybe(Texts),
  frame: maybe(Text),
  frame_effects: maybe(Texts),
  border_color: maybe(Text),
  ...alike('full_art textless reserved', maybe(Type.Boolean())),
  ...alike('tcgplayer_id tcgplayer_etched_id cardmarket_id', maybe(MarketplaceId)),
  card_faces: maybe(Type.Array(CardFace)),
});
export type ScryfallCard = Static<typeof Card>;

export const cardCheck = checkOf(Card);

/** The internal id of the card at a place; what would end or split an id in an address is none of it. */
export const cardId = (set: unknown, number: unknown): string => `${set}-${number}`.replace(/[\s/]+/g, '_');
