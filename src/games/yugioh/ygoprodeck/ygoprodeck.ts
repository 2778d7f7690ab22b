/** The catalog adapter for YGOPRODeck: every card in one document, read when the version of its database is another. */
import Type, { type Static } from 'typebox';
import { closedObject } from '../../../catalog/field-shapes.ts';
import { Address, catalogFields } from '../../../upstream/source-fields.ts';
import { type CatalogAdapter, englishBeside } from '../../game.ts';

/** `url` is the API's address with its version. */
const Settings = closedObject({ ...catalogFields, adapter: Type.Literal('ygoprodeck'), url: Address });

/** Those that it has names and texts in beside English, in which all else stands. */
const FURTHER = ['fr', 'de', 'it', 'pt'];

export const ygoprodeck: CatalogAdapter<Static<typeof Settings>> = {
  title: 'YGOPRODeck API',
  settings: Settings,
  address: ({ url }) => url,
  probe: ({ url }) => `${url}/checkDBVer.php`,
  severalLanguages: englishBeside('ygoprodeck', FURTHER),
  // Those in its records are of a name, not of one of its printings.
  hasPrices: false,
  // Who shows them from its servers is shut out.
  keepsPictures: true,
  revision: 3,
  async open(settings) {
    const { readYgoprodeck } = await import('./documents.ts');
    return (reading) => readYgoprodeck(settings, reading);
  },
};
