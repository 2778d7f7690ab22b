/** The families of tide, frost, dusk and dawn. */
import { beasts, type Family, family } from './family.ts';

export const FAMILIES_OF_DEEP_AND_NIGHT: readonly Family[] = [
  family('Tide', 'fish', {
    Glintfry: 'A school of them was once mistaken for change and spent.',
    Mirrorfin: 'It shows you your face as it will be when you come home.',
  }),
  family('Tide', 'serpent', {
    Lampray: 'It lights the harbour steps from below, for those who arrive that way.',
    Leviamere: 'A lake went for a walk and was given a name.',
  }),
  family('Tide', 'bird', {
    Quaylet: 'It follows the ferry all day and takes the last boat back.',
    Quaymallard: 'Harbourmaster by custom. No ship has dared to ask for papers.',
  }),
  family('Tide', 'shell', {
    Brinekin: 'It moves house whenever the neighbours improve theirs.',
    Harbourclaw: 'It ties knots that only the sea can undo.',
  }),
  family('Tide', 'jelly', {
    Jellumen: 'A lampshade that learned to swim rather than be dusted.',
    Jelloriole: 'When it rises the drowned bells are rung, and nobody is pulling.',
  }),
  family('Tide', 'wisp', {
    'Ondée-Marie': 'A shower with somewhere to be. She never rains on the same hat twice.',
  }),
  beasts('Tide', 'seal', {
    Sealantern: 'It balances its light upon its nose and your worries upon its tail.',
  }),
  beasts('Rime', 'hare', {
    Flurrabbit: 'Snow that could not sit still.',
    Blizzhare: 'It crosses the ice before the ice has made up its mind.',
  }),
  beasts('Rime', 'bull', {
    Icicalf: 'It drinks only from frozen troughs, with great patience.',
    Glacibull: 'It charges one inch a year and has never been stopped.',
  }),
  family('Rime', 'owl', {
    Hootfrost: 'Chairs the winter parliament and votes against the spring on principle.',
  }),
  family('Rime', 'wisp', {
    Snælla: 'She knits the frost on windows and signs each pane in the corner.',
  }),
  family('Rime', 'sprout', {
    Rimeling: 'Blooms in the coldest week, out of spite.',
    Rimequeen: 'Her garden lasts until somebody opens the door.',
  }),
  family('Rime', 'owl', {
    Penguille: 'It writes long letters with its own feathers and walks them to the post.',
  }),
  family('Rime', 'serpent', {
    Sledgewyrm: 'Children ride it to school. It has the better marks.',
  }),
  beasts('Dusk', 'cat', {
    Duskit: 'It falls asleep at noon so as to be awake for the good part.',
    Umbrelynx: 'You do not see it. You merely notice the dark being tidy.',
  }),
  family('Dusk', 'sprout', {
    Nocturnip: 'It grows downwards, towards the stars on the other side.',
    Midnightshade: 'It blossoms for one person at a time, and never says which.',
  }),
  family('Dusk', 'moth', {
    Batternoon: 'Half past three with wings.',
    "Mother o'Moths": 'Every lamp was lit for her, she says, and waits to be contradicted.',
  }),
  family('Dusk', 'wisp', {
    "Will o'Wick": 'It will see you home. Whose home was never agreed.',
  }),
  family('Dusk', 'serpent', {
    Shadewyrm: 'The long part of the evening.',
  }),
  family('Dusk', 'owl', {
    Owlumbra: 'It asks who. It has a list.',
  }),
  family('Dusk', 'golem', {
    Gargoylard: 'Rain runs from its mouth and gossip into its ears.',
  }),
  family('Dawn', 'wisp', {
    Dawnling: 'The first light to get up, and the last to admit it.',
    Haloon: 'It lifts whatever is held too tightly.',
  }),
  family('Dawn', 'bird', {
    Morningale: 'Its song is finished by whoever wakes first.',
    Chanticlair: 'It does not announce the sun. It negotiates.',
  }),
  beasts('Dawn', 'stag', {
    Sunfawn: 'Stands where the light will fall and is always right.',
    Solhart: 'Its antlers hold the morning up until the hills are ready.',
  }),
  family('Dawn', 'jelly', {
    Auréole: 'It drifts above the righteous and anyone carrying cake.',
  }),
  beasts('Dawn', 'fox', {
    Seraphox: 'Its mane is combed out of first light, one promise to each hair.',
  }),
  family('Dawn', 'moth', {
    Gildmoth: 'It pays its way in gold dust and never asks for change.',
  }),
  family('Dawn', 'drake', {
    Aurorex: 'Last of the line that taught the sun to climb.',
  }),
];
