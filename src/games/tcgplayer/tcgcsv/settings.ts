/** What a catalog of tcgcsv may be told. */
import Type, { type Static } from 'typebox';
import { Address, sourceFields } from '../../../upstream/source-fields.ts';

/** `url` is the folder of categories, `category` the game's number there. */
export const TcgcsvCatalogSettings = Type.Object(
  {
    ...sourceFields,
    adapter: Type.Literal('tcgcsv_catalog'),
    url: Address,
    category: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type TcgcsvCatalogSettings = Static<typeof TcgcsvCatalogSettings>;
