/** The families of hearth, wood, wind and stone. */
import { beasts, type Family, family } from './family.ts';

export const FAMILIES_OF_HEARTH_AND_FIELD: readonly Family[] = [
  family('Ember', 'bird', {
    Snufflet: 'It hatches in candle snuffers and believes every spoon to be its mother.',
    Vultwick: 'It roosts where lamps have gone out and carries the last warmth back to whoever lit them.',
    Vultorch: 'Ships steer by it. It has never once been told, and would be embarrassed to know.',
  }),
  beasts('Ember', 'hound', {
    Kilnip: 'A pup with a warm nose. Bakers leave the oven door ajar for it in winter.',
    Kilnhound: 'It guards the loaves at night and is paid in crusts, promptly, at dawn.',
  }),
  family('Ember', 'moth', {
    Ashgrub: 'It sleeps in cold grates, dreaming of being a very small sunset.',
    Cindermoth: 'Where its dust settles, letters long since burned can be read again.',
  }),
  family('Ember', 'drake', {
    Brazzle: 'Bold as brass and about as quiet. It roars first and looks afterwards.',
    Brazzaldine: 'Its scales ring like a dinner gong, which is how it calls the others in.',
    'Grand Brazzaldine': 'Old forges are built around it. Asking it to move is considered rude.',
  }),
  family('Ember', 'wisp', {
    Tallowisp: 'It drips when it laughs, so the floors of its house are full of stories.',
  }),
  beasts('Ember', 'hog', {
    Hearthog: 'Rolls into a ball by the fire and cannot be rolled out again before April.',
  }),
  family('Moss', 'sprout', {
    Mosskin: 'Green all over and proud of it. It waters itself whenever nobody looks.',
    Mossquire: 'It carries the umbrella of a greater moss, and practises bowing to trees.',
    Mosschevalier: 'A knight of soft ground. Its enemies sink to the knee and apologise.',
  }),
  beasts('Moss', 'stag', {
    Fawnfern: 'It unrolls in spring, one leg at a time, and is late for everything until May.',
    Fernhart: 'Birds nest in its antlers by appointment only.',
  }),
  family('Moss', 'sprout', {
    Caplet: 'Stands perfectly still in the rain, pretending to be furniture.',
    Capuchine: 'It knows every path beneath the wood and two that are not there.',
  }),
  family('Moss', 'shell', {
    Brackensnail: 'The garden on its back has won prizes. It has never seen it.',
  }),
  family('Moss', 'moth', {
    Éclorelle: 'Born at noon, it lives a single afternoon again and again, and likes it better each time.',
  }),
  beasts('Moss', 'hog', {
    Truffloof: 'It finds what you lost, eats it, and remembers where.',
  }),
  family('Moss', 'sprout', {
    Pippinella: 'It ripens when it is praised. Orchards keep a poet for the purpose.',
    Orchardine: 'It gives one apple to whoever asks and two to whoever does not.',
  }),
  beasts('Gale', 'lamb', {
    Cumulamb: 'Light enough to graze on hilltops that have not been built yet.',
    Nimbleat: 'A flock of them is called a forecast.',
  }),
  family('Gale', 'bird', {
    Larkspurl: 'It sings the wind in. Kites are asked to wait until the second verse.',
    Skylarkade: 'It builds its nest from echoes and pays rent in songs.',
  }),
  beasts('Gale', 'fox', {
    Zephyrkit: 'Chases its own tail and is always, by a whisker, winning.',
    Gustavulpe: 'Doors open for it. Hats leave with it.',
  }),
  family('Gale', 'bird', {
    Whirligull: 'It turns in the air so neatly that the air gets dizzy.',
    Tempestrel: 'Sailors set one empty chair for it, and lash it down.',
  }),
  family('Gale', 'wisp', {
    Pinwhisk: 'A breath with a hat on. It knows every keyhole in town.',
  }),
  family('Gale', 'moth', {
    Kitewing: 'Somewhere a child is holding the string, or a string is holding the child.',
  }),
  family('Ore', 'golem', {
    Pebbloke: 'It has been thinking about its first step for eleven years.',
    Cobblord: 'A street that stood up. The carts were very surprised.',
    Cathedrock: 'Choirs sing inside it for the sake of its knees.',
  }),
  family('Ore', 'shell', {
    'Tick-Tock Crab': 'Always exactly on time, always walking past it sideways.',
    Rivetoise: 'It was built for speed by somebody who misread the plans.',
  }),
  family('Ore', 'bird', {
    Clockatoo: 'It repeats only the hour, but with opinions.',
  }),
  beasts('Ore', 'hound', {
    Coghound: 'Wind it in the morning and it fetches until noon.',
  }),
  family('Ore', 'shell', {
    Lodeshell: 'Spoons turn to face it. It pretends not to notice.',
  }),
  family('Ore', 'drake', {
    Quartzel: 'Hold it to the light and it shows you the inside of tomorrow, badly focused.',
    Prismarch: 'A rainbow keeps house in each of its horns, and they do not speak.',
  }),
];
