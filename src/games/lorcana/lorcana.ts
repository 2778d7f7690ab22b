/** Lorcana: what only this game has, put together. */
import { type CardPlace, type Game, marketSources } from '../game.ts';
import { fields } from './fields.ts';
import { lorcast } from './lorcast/lorcast.ts';
import { printings } from './printings.ts';
import { lists, sealed, search } from './words.ts';

/** `1-12`, `P1-3`, and the same as addresses have it (`1/12`), in any case. */
function placesOfLorcast(id: string): CardPlace[] {
  const [, set, number] = /^([^/-]+)[/-](.+)$/.exec(id.trim()) ?? [];
  if (set === undefined || number === undefined) return [];
  return [...new Set([set, set.toUpperCase(), set.toLowerCase()])].map((expansion_id) => ({ expansion_id, number }));
}

export const lorcana = {
  title: 'Disney Lorcana',
  facts: { types: 'Ink', cost: 'Ink cost', inkwell: 'Inkable' },
  fields,
  catalogs: { lorcast },
  printings,
  // Lorcast names TCGplayer's products. At Cardmarket a card and its foil are one.
  marketplaceProducts: { cardmarket: () => true },
  sealed,
  search,
  lists,
  external: { lorcast: { isInternal: true, places: placesOfLorcast } },
  sources: {
    catalog: { adapter: 'lorcast', url: 'https://api.lorcast.com/v0' },
    ...marketSources(71, 19),
  },
} satisfies Game;
