/** What a TCGdex source may be told. */
import Type, { type Static } from 'typebox';
import { Address, sourceFields } from '../../../upstream/source-fields.ts';

/** `url` crawls the REST API, `files` reads the compiled files of a build, the quick way. */
export const TcgdexSettings = Type.Object(
  {
    ...sourceFields,
    adapter: Type.Literal('tcgdex'),
    url: Type.Optional(Address),
    files: Type.Optional(Address),
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2}(-[a-z]{2})?$', description: 'a language such as en' })),
    pictures: Type.Optional(Type.Union([Type.Literal('webp'), Type.Literal('jpg'), Type.Literal('png')])),
  },
  { additionalProperties: false },
);
export type TcgdexSettings = Static<typeof TcgdexSettings>;
