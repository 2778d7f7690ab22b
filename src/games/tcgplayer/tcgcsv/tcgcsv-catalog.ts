/** The catalog adapter for tcgcsv: the groups, articles and sub types of one category. */
import type { CatalogAdapter } from '../../game.ts';
import { TcgcsvCatalogSettings } from './settings.ts';

export const tcgcsvCatalog: CatalogAdapter<TcgcsvCatalogSettings> = {
  title: 'tcgcsv',
  settings: TcgcsvCatalogSettings,
  address: ({ url }) => url,
  probe: ({ url, category }) => `${url}/${category}/groups`,
  // The price source of the same category reads them, with their day and every guard.
  hasPrices: false,
  revision: 1,
  async open({ url, category }) {
    const { readTcgcsvCatalog } = await import('./groups.ts');
    return ({ read, held, onProgress }) =>
      readTcgcsvCatalog(read, { url, category }, held, (done, total) => onProgress('groups', done, total));
  },
};
