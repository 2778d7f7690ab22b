/** Another Cardstock, or a folder of such files, as the source of a whole game: its catalog, its prices and their history. */

import Type, { type Static } from 'typebox';
import { closedObject } from '../catalog/field-shapes.ts';
import { Address, sourceFields } from '../upstream/source-fields.ts';
import type { CatalogAdapter } from './game.ts';

const Settings = closedObject({
  ...sourceFields,
  adapter: Type.Literal('cardstock'),
  url: Address,
  api_key: Type.Optional(Type.String({ minLength: 1 })),
  game: Type.Optional(Type.String({ minLength: 1 })),
  rules: Type.Optional(Type.String({ minLength: 1 })),
  games: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
});
export type OriginSource = Static<typeof Settings>;

/** Where the manifest may lie: of a service, then of a folder or a static host. */
export const manifestAddresses = (url: string): string[] =>
  url.startsWith('http') && !url.endsWith('/manifest.json')
    ? [`${url}/export/manifest.json`, `${url}/manifest.json`]
    : [url.endsWith('/manifest.json') ? url : `${url}/manifest.json`];

export const originHeaders = ({ api_key }: Pick<OriginSource, 'api_key'>): Record<string, string> =>
  api_key === undefined ? {} : { authorization: `Bearer ${api_key}` };

export const origin: CatalogAdapter<OriginSource> = {
  title: 'another Cardstock, or a folder of its files',
  settings: Settings,
  isOrigin: true,
  // They come with the files.
  severalLanguages: () => null,
  address: ({ url }) => url,
  probe: ({ url }) => manifestAddresses(url)[0] ?? url,
  hasPrices: true,
  revision: 1,
  every: ({ url }) => (url.startsWith('http') ? '5m' : '1h'),
  open: async () => {
    throw new Error('an origin is read as a whole, not as a catalog');
  },
};
