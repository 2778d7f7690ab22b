/** The series and expansions of Wickwild, and what each of them prints. */

export interface DemoSeries {
  id: string;
  name: string;
}

export const SERIES: readonly DemoSeries[] = [
  { id: 'fl', name: 'First Lamps' },
  { id: 'ld', name: 'The Long Dusk' },
  { id: 'nt', name: 'Ninth Tide' },
  { id: 'ks', name: 'Keepsakes' },
];

/** An expansion and its print list. */
export interface DemoExpansion {
  id: string;
  series: string;
  name: string;
  abbreviation: string;
  released: string;
  /** Its first price: the presale of an expansion that came out while the demo's prices already ran. */
  pricedFrom?: string;
  standard: boolean;
  /** Where its pictures are painted. */
  place: string;
  /** `1`, `001` or, with a prefix, `PR01`. */
  numbering: 'plain' | 'padded' | 'prefixed';
  /** Creatures in print order; `Drowned Pippinella` is a form of Pippinella. */
  creatures: readonly string[];
  /** A form's own kind of glow. */
  form?: { prefix: string; type: string };
  lore: readonly string[];
  glows: readonly string[];
  /** Full-art cards within the numbering. */
  alight: readonly string[];
  /** Full-art cards beyond the printed total. */
  starlit: readonly string[];
  /** The printed total of an expansion whose cards are not all known yet. */
  announced?: number;
  /** Sealed products, besides the booster pack that every expansion has. */
  sealed: readonly string[];
}

const list = (names: string): readonly string[] => names.split(', ');

export const EXPANSIONS: readonly DemoExpansion[] = [
  {
    id: 'fl1',
    series: 'fl',
    name: 'Harbour of Wicks',
    abbreviation: 'HOW',
    released: '2023-03-17',
    standard: false,
    place: 'harbour',
    numbering: 'plain',
    creatures: list(
      'Snufflet, Vultwick, Vultorch, Kilnip, Kilnhound, Brazzle, Brazzaldine, Glintfry, Mirrorfin, Quaylet, Quaymallard, Brinekin, Harbourclaw, Jellumen, Lampray, Larkspurl, Whirligull, Tempestrel, Pebbloke, Cobblord, Tick-Tock Crab, Duskit, Batternoon, Dawnling, Morningale',
    ),
    lore: list(
      "Marigold Fenn, Old Tomas of the Tenth Lamp, Bo'sun Hatch, Spare Wick, Brass Kettle, Harbour Bell, Lighthouse No. 9",
    ),
    glows: list('Ember, Tide, Gale, Dusk'),
    alight: list('Vultorch, Mirrorfin'),
    starlit: list('Quaymallard'),
    sealed: ['Booster Box', "Lampkeeper's Chest", 'Vultwick Tin', 'Two-Player Starter Set'],
  },
  {
    id: 'fl2',
    series: 'fl',
    name: 'Mosslight Hollow',
    abbreviation: 'MLH',
    released: '2023-09-22',
    standard: false,
    place: 'hollow',
    numbering: 'plain',
    creatures: list(
      "Mosskin, Mossquire, Mosschevalier, Fawnfern, Fernhart, Caplet, Capuchine, Brackensnail, Éclorelle, Truffloof, Ashgrub, Cindermoth, Zephyrkit, Gustavulpe, Pinwhisk, Lodeshell, Flurrabbit, Nocturnip, Midnightshade, Will o'Wick, Sunfawn, Solhart",
    ),
    lore: list('Aunt Nettle, Postmistress Wren, Moth-Eaten Map, Left-Hand Lantern, Mosslight Teahouse'),
    glows: list('Moss, Dawn'),
    alight: list('Mosschevalier, Fernhart'),
    starlit: list('Éclorelle'),
    sealed: ['Booster Box', "Lampkeeper's Chest", 'Fernhart Blister'],
  },
  {
    id: 'fl3',
    series: 'fl',
    name: 'The Drowned Orchard',
    abbreviation: 'TDO',
    released: '2024-02-16',
    standard: false,
    place: 'orchard',
    numbering: 'plain',
    creatures: list(
      'Pippinella, Orchardine, Drowned Pippinella, Drowned Fernhart, Drowned Vultwick, Glintfry, Mirrorfin, Leviamere, Jellumen, Jelloriole, Ondée-Marie, Sealantern, Brinekin, Lampray, Caplet, Brackensnail, Rivetoise, Shadewyrm, Haloon, Auréole',
    ),
    form: { prefix: 'Drowned', type: 'Tide' },
    lore: list(
      'Doctor Séverine Pluie, Ferryman Jørn, Bottled Gale, Umbrella of Doubtful Size, Spare Wick, The Drowned Treehouse',
    ),
    glows: list('Tide, Moss'),
    alight: list('Leviamere, Orchardine'),
    starlit: list('Drowned Vultwick'),
    sealed: ['Booster Box', 'Booster Bundle', 'Leviamere Tin'],
  },
  {
    id: 'ld1',
    series: 'ld',
    name: 'Saltglass Coast',
    abbreviation: 'SGC',
    released: '2024-08-30',
    standard: true,
    place: 'saltglass',
    numbering: 'padded',
    creatures: list(
      'Quartzel, Prismarch, Pebbloke, Cobblord, Cathedrock, Clockatoo, Kitewing, Whirligull, Larkspurl, Skylarkade, Hearthog, Tallowisp, Glintfry, Quaylet, Harbourclaw, Gildmoth, Seraphox, Duskit, Umbrelynx, Owlumbra, Truffloof',
    ),
    lore: list(
      'The Amberley Sisters, Admiral Kettleblack, Wrong-Way Compass, The Ninth Key, Half an Hourglass, Saltglass Arcade',
    ),
    glows: list('Ore, Dawn, Twice-Lit Glow'),
    alight: list('Prismarch, Cathedrock, Seraphox'),
    starlit: list('Kitewing'),
    sealed: ['Booster Box', "Lampkeeper's Chest", 'Three-Pack Blister'],
  },
  {
    id: 'ld2',
    series: 'ld',
    name: 'Bellwether Peaks',
    abbreviation: 'BWP',
    released: '2025-02-21',
    standard: true,
    place: 'peaks',
    numbering: 'padded',
    creatures: list(
      'Cumulamb, Nimbleat, Icicalf, Glacibull, Flurrabbit, Blizzhare, Sledgewyrm, Snælla, Rimeling, Rimequeen, Penguille, Tempestrel, Chanticlair, Sunfawn, Solhart, Gargoylard, Kilnip, Kilnhound, Fawnfern, Lodeshell, Haloon',
    ),
    lore: list(
      'Ruadhán the Bell-Founder, Sister Candlemas, Thimble Crown, Seven-Yard Boots, Harbour Bell, Bellwether Cloister',
    ),
    glows: list('Rime, Gale'),
    alight: list('Rimequeen, Glacibull'),
    starlit: list('Chanticlair, Nimbleat'),
    sealed: ['Booster Box', 'Booster Bundle', 'Rimequeen Tin'],
  },
  {
    id: 'ld2.5',
    series: 'ld',
    name: 'Night Market',
    abbreviation: 'NMK',
    released: '2025-06-13',
    standard: true,
    place: 'market',
    numbering: 'padded',
    creatures: list(
      "Duskit, Umbrelynx, Batternoon, Mother o'Moths, Will o'Wick, Owlumbra, Gildmoth, Cindermoth, Tallowisp, Vultwick, Tick-Tock Crab",
    ),
    lore: list('Clerk of the Night Market, Madame Zéphyrine, Paper Moon, Quill of a Far Bird, The Upside-Down Market'),
    glows: list('Dusk, Fool’s Glow'),
    alight: list("Mother o'Moths, Umbrelynx"),
    starlit: list('Vultwick, Duskit'),
    sealed: ['Lantern Gift Box', 'Booster Bundle'],
  },
  {
    id: 'nt1',
    series: 'nt',
    name: 'Aurora Atlas',
    abbreviation: 'AUA',
    released: '2025-09-19',
    standard: true,
    place: 'aurora',
    numbering: 'padded',
    creatures: list(
      'Hootfrost, Penguille, Snælla, Flurrabbit, Blizzhare, Aurorex, Auréole, Dawnling, Haloon, Skylarkade, Zephyrkit, Gustavulpe, Sledgewyrm, Sealantern, Jelloriole, Leviamere, Snufflet, Vultwick, Nocturnip, Quartzel, Mosskin, Ondée-Marie',
    ),
    lore: list(
      "Quill & Cordelia, Lampwright's Apprentice, Almanac of Small Hours, Wrong-Way Compass, Aurora Observatory, S.S. Perhaps",
    ),
    glows: list('Rime, Dawn, Harbour Glow'),
    alight: list('Aurorex, Hootfrost'),
    starlit: list('Skylarkade, Leviamere'),
    sealed: ['Booster Box', "Lampkeeper's Chest", 'Hootfrost Blister'],
  },
  {
    id: 'nt2',
    series: 'nt',
    name: 'Clockwork Reef',
    abbreviation: 'CWR',
    released: '2025-10-10',
    pricedFrom: '2025-09-15',
    standard: true,
    place: 'reef',
    numbering: 'padded',
    creatures: list(
      'Clockatoo, Coghound, Rivetoise, Tick-Tock Crab, Clockwork Mirrorfin, Clockwork Whirligull, Clockwork Duskit, Brinekin, Harbourclaw, Glintfry, Jellumen, Lampray, Brazzle, Brazzaldine, Grand Brazzaldine, Pinwhisk, Capuchine, Morningale, Shadewyrm',
    ),
    form: { prefix: 'Clockwork', type: 'Ore' },
    lore: list("Ticket-Taker Íñigo, Snuffer's Gloves, Half an Hourglass, Left-Hand Lantern, Clockwork Reef Station"),
    glows: list('Ore, Tide'),
    alight: list('Rivetoise, Grand Brazzaldine'),
    starlit: list('Clockwork Mirrorfin'),
    sealed: ['Booster Box', 'Booster Bundle', 'Coghound Tin'],
  },
  {
    id: 'nt3',
    series: 'nt',
    name: 'Cinder Carnival',
    abbreviation: 'CIC',
    released: '2025-10-31',
    pricedFrom: '2025-10-06',
    standard: true,
    place: 'carnival',
    numbering: 'padded',
    creatures: list(
      'Snufflet, Carnival Vultwick, Vultorch, Carnival Hearthog, Carnival Truffloof, Ashgrub, Cindermoth, Tallowisp, Kilnip, Orchardine, Gustavulpe, Cobblord, Batternoon, Midnightshade, Seraphox, Chanticlair',
    ),
    form: { prefix: 'Carnival', type: 'Ember' },
    lore: list("Old Tomas of the Tenth Lamp, The Amberley Sisters, Thimble Crown, Wheel at World's End"),
    glows: list('Ember, Dusk'),
    alight: list('Vultorch, Midnightshade'),
    starlit: list('Carnival Vultwick'),
    sealed: ['Booster Box', "Lampkeeper's Chest"],
  },
  {
    id: 'nt4',
    series: 'nt',
    name: 'Winter Parliament',
    abbreviation: 'WIP',
    released: '2025-12-12',
    pricedFrom: '2025-11-07',
    standard: true,
    place: 'parliament',
    numbering: 'padded',
    creatures: list('Hootfrost, Owlumbra, Penguille, Rimeling, Snælla'),
    lore: list('Hall of the Winter Parliament'),
    glows: [],
    alight: [],
    starlit: [],
    announced: 62,
    sealed: ['Booster Box'],
  },
  {
    id: 'ks-pr',
    series: 'ks',
    name: "Lamplighters' Promos",
    abbreviation: 'PR',
    released: '2023-03-17',
    standard: true,
    place: 'poster',
    numbering: 'prefixed',
    creatures: list(
      'Vultwick, Mirrorfin, Mosskin, Cumulamb, Clockatoo, Haloon, Zephyrkit, Penguille, Kilnhound, Seraphox, Tick-Tock Crab, Aurorex',
    ),
    lore: list('Marigold Fenn, Spare Wick'),
    glows: [],
    alight: list('Vultwick'),
    starlit: [],
    sealed: ["Lamplighters' Calendar Box"],
  },
];

export const PEOPLE_WHO_PAINT: readonly string[] = [
  'Ottilie Marsh',
  'J. R. Penhallow',
  'Teodor Ås',
  'Inès Corbeau',
  'Wendeline Ott',
  'Sólrún Eik',
  'P. Quillfeather',
  'Noor van der Lamp',
  'Studio Paperboat',
  'Bram Osterhagen',
  'Ikaika Moor',
  'Yusra Hallowell',
];
