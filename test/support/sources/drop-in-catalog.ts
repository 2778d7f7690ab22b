/** What the drop-in is asked about: sets that are one of theirs, of Pocket, of no card, and cards of each kind. */
import type { UpstreamCard, UpstreamCatalog } from './tiny-catalog.ts';

export const BASE = '/compat/pokemontcg/v2';

export const card = (id: string, fields: Record<string, unknown>): UpstreamCard => ({
  id,
  localId: id.split('-')[1] ?? '',
  name: 'Nameless',
  category: 'Pokemon',
  rarity: 'Common',
  illustrator: 'Ada Quill',
  set: { id: id.split('-')[0] ?? '' },
  stage: 'Basic',
  legal: { standard: false, expanded: true },
  variants_detailed: [
    { type: 'holo', size: 'standard', thirdParty: { tcgplayer: 77 } },
    { type: 'reverse', size: 'standard' },
  ],
  ...fields,
});

export const set = (id: string, name: string, releaseDate: string, serie: string, more = {}) => ({
  ...{ id, name, serie: { id: serie, name: serie }, releaseDate },
  ...{ cardCount: { official: 100, total: 110 }, legal: { standard: false, expanded: false }, ...more },
});

export const dropInCatalog: UpstreamCatalog = {
  series: [
    { id: 'base', name: 'Base' },
    { id: 'bw', name: 'Black & White' },
    { id: 'sv', name: 'Scarlet & Violet' },
    { id: 'tcgp', name: 'Pocket' },
    { id: 'misc', name: 'Miscellaneous' },
  ],
  sets: [
    set('base1', 'Base Set', '1999-01-09', 'base', { tcgOnline: 'BS' }),
    set('miscp', 'Old Promos', '1996-01-01', 'misc'),
    set('bw11', 'Legendary Treasures', '2013-11-08', 'bw'),
    set('rc', 'Radiant Collection', '2013-11-08', 'bw'),
    set('sv03', 'Flames of Night', '2023-08-11', 'sv', { abbreviation: { official: 'OBF' } }),
    set('sv99', 'Announced', '2027-01-01', 'sv'),
    set('A1', 'Genes', '2024-10-30', 'tcgp'),
  ],
  cards: [
    card('base1-4', {
      ...{
        name: 'Charizard',
        hp: 120,
        types: ['Fire'],
        dexId: [6],
        stage: 'Stage2',
        evolveFrom: 'Charmeleon',
        retreat: 3,
      },
      ...{ rarity: 'Holo Rare', description: 'Spits fire.', weaknesses: [{ type: 'Water', value: '×2' }] },
      abilities: [{ type: 'Pokemon Power', name: 'Energy Burn', effect: 'Turn all into Fire.' }],
      attacks: [{ name: 'Fire Spin', cost: ['Fire', 'Fire', 'Fire', 'Fire'], damage: 100, effect: 'Discard 2.' }],
    }),
    card('base1-5', {
      ...{ name: 'Dark Charizard', hp: 80, types: ['Fire'], dexId: [6], retreat: 0 },
      attacks: [{ name: 'Flare', cost: ['Fire'], damage: '?' }],
    }),
    card('base1-70', {
      name: 'Clefairy Doll',
      category: 'Trainer',
      trainerType: 'Item',
      hp: 0,
      stage: undefined,
      effect: 'Play it.',
    }),
    card('base1-98', {
      name: 'Fire Energy',
      category: 'Energy',
      energyType: 'Normal',
      stage: undefined,
      rarity: 'None',
    }),
    card('bw11-001', { name: 'Tangela', hp: 80, types: ['Grass'], dexId: [114] }),
    card('bw11-RC1', { name: 'Snivy', hp: 60, types: ['Grass'], dexId: [495] }),
    card('sv03-006', {
      ...{ name: 'Charizard ex', hp: 330, types: ['Darkness'], dexId: [6], suffix: 'ex', regulationMark: 'G' },
      ...{
        rarity: 'Ultra Rare',
        legal: { standard: true, expanded: true },
        image: 'https://pictures.example/sv03/006',
      },
    }),
    card('sv03-025', { name: 'Mr. Mime', hp: 100, types: ['Psychic'], dexId: [122] }),
    card('A1-001', { name: 'Pocket Charizard', hp: 150, types: ['Fire'], dexId: [6] }),
    card('miscp-1', {
      ...{ name: 'Ancient Mew', hp: 30, types: ['Psychic'], dexId: [151] },
      attacks: [{ name: 'Sleep', cost: ['Fire'], damage: 50 }],
      abilities: [{ type: 'Ancient Trait', name: '', effect: '' }],
    }),
  ],
};
