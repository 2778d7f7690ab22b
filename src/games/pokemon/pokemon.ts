/** Pokémon: what only this game has, put together. */
import { type Game, marketSources } from '../game.ts';
import { placesOfPokemontcg, placesOfTcgdex } from './external-ids.ts';
import { fields } from './fields.ts';
import { pokemontcg } from './pokemontcg.ts';
import { printings } from './printings.ts';
import { tcgdex } from './tcgdex/tcgdex.ts';
import { lists, sealed, search } from './words.ts';

export const pokemon = {
  title: 'Pokémon',
  fields,
  catalogs: { tcgdex },
  printings,
  sealed,
  search,
  lists,
  external: {
    tcgdex: { isInternal: true, places: placesOfTcgdex },
    pokemontcg: { isInternal: false, places: placesOfPokemontcg },
  },
  compat: { pokemontcg },
  sources: {
    catalog: { adapter: 'tcgdex', url: 'https://api.tcgdex.net/v2' },
    ...marketSources(3, 6),
  },
} satisfies Game;
