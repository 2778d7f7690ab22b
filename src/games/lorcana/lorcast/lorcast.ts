/** The catalog adapter for Lorcast: its sets, each with its cards and their USD prices. */
import Type, { type Static } from 'typebox';
import { closedObject } from '../../../catalog/field-shapes.ts';
import { Address, catalogFields } from '../../../upstream/source-fields.ts';
import type { CatalogAdapter } from '../../game.ts';

/** `url` is the API's address with its version. */
const Settings = closedObject({ ...catalogFields, adapter: Type.Literal('lorcast'), url: Address });

export const lorcast: CatalogAdapter<Static<typeof Settings>> = {
  title: 'Lorcast API',
  settings: Settings,
  address: ({ url }) => url,
  probe: ({ url }) => `${url}/sets`,
  hasPrices: true,
  // 3: Lorcast's own ids of cards, which stay when set or number change.
  revision: 3,
  // Lorcast asks its callers to keep what they have read for a day.
  every: () => '24h',
  async open(settings) {
    const { readLorcast } = await import('./sets.ts');
    return (reading) => readLorcast(settings, reading);
  },
};
