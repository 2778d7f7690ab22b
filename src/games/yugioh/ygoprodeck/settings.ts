/** What a YGOPRODeck source may be told. */
import Type, { type Static } from 'typebox';
import { Address, sourceFields } from '../../../upstream/source-fields.ts';

/** `url` is the API's address with its version. */
export const YgoprodeckSettings = Type.Object(
  { ...sourceFields, adapter: Type.Literal('ygoprodeck'), url: Address },
  { additionalProperties: false },
);
export type YgoprodeckSettings = Static<typeof YgoprodeckSettings>;
