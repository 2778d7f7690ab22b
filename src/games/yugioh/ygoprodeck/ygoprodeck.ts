/** The catalog adapter for YGOPRODeck: every card in one document, read when the version of its database is another. */
import type { CatalogAdapter } from '../../game.ts';
import { YgoprodeckSettings } from './settings.ts';

export const ygoprodeck: CatalogAdapter<YgoprodeckSettings> = {
  title: 'YGOPRODeck API',
  settings: YgoprodeckSettings,
  address: ({ url }) => url,
  probe: ({ url }) => `${url}/checkDBVer.php`,
  // Those in its records are of a name, not of one of its printings.
  hasPrices: false,
  revision: 1,
  async open({ url }) {
    const { readYgoprodeck } = await import('./documents.ts');
    return ({ read, held, onProgress }) => readYgoprodeck(read, url, held, (done) => onProgress('cards', done, done));
  },
};
