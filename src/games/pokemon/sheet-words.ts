/** What files of collectors hold that only Pokémon's have. */
import type { SheetWords } from '../game.ts';

export const sheets: SheetWords = {
  idHeads: ['pokemontcg id', 'pokemontcg io id', 'tcgdex id'],
  // As decks of Pokémon TCG Live write the kinds of energy.
  symbols: {
    ...{ G: 'Grass', R: 'Fire', W: 'Water', L: 'Lightning', P: 'Psychic', F: 'Fighting', D: 'Darkness' },
    ...{ M: 'Metal', Y: 'Fairy', N: 'Dragon', C: 'Colorless' },
  },
  sections: 'pokemon, trainer, trainers, trainer cards, energy, energies',
  countedFinishes: {
    ...{ holofoil: 'holo', holo: 'holo', reverse: 'reverse', reverseholo: 'reverse', reverseholofoil: 'reverse' },
    ...{ firstedition: 'first edition', '1stedition': 'first edition', '1edition': 'first edition' },
    ...{ edition1: 'first edition', '1auflage': 'first edition', erstauflage: 'first edition' },
  },
};
