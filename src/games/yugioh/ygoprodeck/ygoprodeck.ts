/** The catalog adapter for YGOPRODeck: every card in one document, read when the version of its database is another. */
import type { CatalogAdapter } from '../../game.ts';
import { YgoprodeckSettings } from './settings.ts';

/** Those that it has names and texts in beside English, in which all else stands. */
const FURTHER = ['fr', 'de', 'it', 'pt'];

export const ygoprodeck: CatalogAdapter<YgoprodeckSettings> = {
  title: 'YGOPRODeck API',
  settings: YgoprodeckSettings,
  address: ({ url }) => url,
  probe: ({ url }) => `${url}/checkDBVer.php`,
  severalLanguages: (_, [own = '', ...further]) => {
    const unknown = further.filter((language) => !FURTHER.includes(language));
    if (own !== 'en')
      return `"adapter": ygoprodeck reads English and, beside it, ${FURTHER.join(', ')}, not ${own} alone`;
    return unknown.length === 0 ? null : `"adapter": ygoprodeck has ${FURTHER.join(', ')}, not ${unknown.join(', ')}`;
  },
  // Those in its records are of a name, not of one of its printings.
  hasPrices: false,
  revision: 1,
  async open({ url }) {
    const { readYgoprodeck } = await import('./documents.ts');
    return ({ read, held, scope, isTranslation, onProgress }) => {
      const language = isTranslation ? scope.language : undefined;
      return readYgoprodeck(read, { url, language }, held, (done) => onProgress('cards', done, done));
    };
  },
};
