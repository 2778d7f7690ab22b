/** The catalog adapter for Lorcast: its sets, each with its cards and their USD prices. */
import type { CatalogAdapter } from '../../game.ts';
import { LorcastSettings } from './settings.ts';

export const lorcast: CatalogAdapter<LorcastSettings> = {
  title: 'Lorcast API',
  settings: LorcastSettings,
  address: ({ url }) => url,
  probe: ({ url }) => `${url}/sets`,
  hasPrices: true,
  revision: 1,
  // Lorcast asks its callers to keep what they have read for a day.
  every: () => '24h',
  async open({ url }) {
    const { readLorcast } = await import('./sets.ts');
    return ({ read, held, prices, onProgress }) =>
      readLorcast(read, { url, prices }, held, (done, total) => onProgress('sets', done, total));
  },
};
