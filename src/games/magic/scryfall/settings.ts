/** What a Scryfall source may be told. */
import Type, { type Static } from 'typebox';
import { Address, sourceFields } from '../../../upstream/source-fields.ts';
import { EXTRAS } from './extras.ts';

/** `include` takes what is no card to play on paper with: tokens, art series, digital cards, memorabilia. */
export const ScryfallSettings = Type.Object(
  {
    ...sourceFields,
    adapter: Type.Literal('scryfall'),
    url: Address,
    include: Type.Optional(Type.Array(Type.Enum([...EXTRAS]), { uniqueItems: true })),
  },
  { additionalProperties: false },
);
export type ScryfallSettings = Static<typeof ScryfallSettings>;
