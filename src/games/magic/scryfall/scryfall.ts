/** The catalog adapter for Scryfall: its bulk file of every card, its sets, and its list of merged and deleted ids. */
import type { CatalogAdapter } from '../../game.ts';
import { ScryfallSettings } from './settings.ts';

export const scryfall: CatalogAdapter<ScryfallSettings> = {
  title: 'Scryfall API',
  settings: ScryfallSettings,
  address: ({ url }) => url,
  probe: ({ url }) => `${url}/bulk-data`,
  hasPrices: true,
  revision: 1,
  // The bulk file is made anew every 12 hours, on a free service; prices in it change once a day.
  every: () => '12h',
  async open({ url, include = [] }) {
    const { readScryfall } = await import('./bulk.ts');
    return ({ read, held, prices, onProgress }) =>
      readScryfall(read, { url, include: new Set(include), prices }, held, (done) => onProgress('cards', done, done));
  },
};
