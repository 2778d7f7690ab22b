/** The catalog adapter for tcgcsv: the groups, products and sub types of one category. */
import Type, { type Static } from 'typebox';
import { closedObject } from '../../../catalog/field-shapes.ts';
import { Address, catalogFields } from '../../../upstream/source-fields.ts';
import type { CatalogAdapter } from '../../game.ts';

/** `url` is the folder of categories, `category` the game's number there. */
const Settings = closedObject({
  ...catalogFields,
  adapter: Type.Literal('tcgcsv_catalog'),
  url: Address,
  category: Type.Integer({ minimum: 1 }),
});

export const tcgcsvCatalog: CatalogAdapter<Static<typeof Settings>> = {
  title: 'tcgcsv',
  settings: Settings,
  address: ({ url }) => url,
  probe: ({ url, category }) => `${url}/${category}/groups`,
  // The price source of the same category reads them, with their day and every guard.
  hasPrices: false,
  revision: 3,
  async open(settings) {
    const { readTcgcsvCatalog } = await import('./groups.ts');
    return (reading) => readTcgcsvCatalog(settings, reading);
  },
};
