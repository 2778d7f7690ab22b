/** Magic: what only this game has, put together. */
import { type CardPlace, type Game, marketSources } from '../game.ts';
import { fields } from './fields.ts';
import { printings } from './printings.ts';
import { scryfall } from './scryfall/scryfall.ts';
import { lists, sealed, search } from './words.ts';

/** Where a card may stand whose place is written in any case; a set's code holds neither dash nor slash, a number may. */
function placesOfScryfall(id: string): CardPlace[] {
  const [, set, number] = /^([a-z0-9]+)[-/ ]+(.+)$/i.exec(id.trim()) ?? [];
  return set === undefined || number === undefined ? [] : [{ expansion_id: set.toLowerCase(), number }];
}

export const magic = {
  title: 'Magic: The Gathering',
  facts: { types: 'Colours', color_identity: 'Colour identity', border_color: 'Border colour', cmc: 'Mana value' },
  fields,
  catalogs: { scryfall },
  printings,
  sealed,
  search,
  lists,
  external: { scryfall: { isInternal: true, places: placesOfScryfall } },
  sources: {
    catalog: { adapter: 'scryfall', url: 'https://api.scryfall.com' },
    ...marketSources(1, 1),
  },
} satisfies Game;
