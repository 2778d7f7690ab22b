/** What files of collectors hold that only Pokémon's have. */
import type { SheetWords } from '../game.ts';

/** What columns are called that count the copies of a finish, or say yes and no of it. */
const FINISHES = {
  holo: 'holofoil holo',
  reverse: 'reverse reverseholo reverseholofoil',
  'first edition': `firstedition 1stedition 1edition edition1 1auflage erstauflage 1ereedition 1aedizione 1aedicion`,
};

export const sheets: SheetWords = {
  idHeads: ['pokemontcg id', 'pokemontcg io id', 'tcgdex id'],
  // As decks of Pokémon TCG Live write the kinds of energy.
  symbols: {
    ...{ G: 'Grass', R: 'Fire', W: 'Water', L: 'Lightning', P: 'Psychic', F: 'Fighting', D: 'Darkness' },
    ...{ M: 'Metal', Y: 'Fairy', N: 'Dragon', C: 'Colorless' },
  },
  sections: 'pokemon, trainer, trainers, trainer cards, energy, energies',
  countedFinishes: Object.fromEntries(
    Object.entries(FINISHES).flatMap(([finish, heads]) => heads.split(' ').map((head) => [head, finish])),
  ),
};
