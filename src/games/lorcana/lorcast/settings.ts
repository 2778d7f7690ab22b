/** What a Lorcast source may be told. */
import Type, { type Static } from 'typebox';
import { Address, sourceFields } from '../../../upstream/source-fields.ts';

/** `url` is the API's address with its version. */
export const LorcastSettings = Type.Object(
  { ...sourceFields, adapter: Type.Literal('lorcast'), url: Address },
  { additionalProperties: false },
);
export type LorcastSettings = Static<typeof LorcastSettings>;
