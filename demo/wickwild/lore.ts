/** Lore cards: the keepers, relics and havens of the isles, and the glows that feed every flame. */

export type LoreKind = 'Keeper' | 'Relic' | 'Haven';

/** A lore card: its picture's motif (unused for keepers, who are drawn from their name) and its rule. */
export interface Lore {
  name: string;
  kind: LoreKind;
  motif: string;
  text: string;
}

const keeper = (name: string, text: string): Lore => ({ name, kind: 'Keeper', motif: 'keeper', text });
const relic = (name: string, motif: string, text: string): Lore => ({ name, kind: 'Relic', motif, text });
const haven = (name: string, motif: string, text: string): Lore => ({ name, kind: 'Haven', motif, text });

const LORE: readonly Lore[] = [
  keeper('Marigold Fenn', 'Draw cards until you have six in your hand.'),
  keeper(
    'Old Tomas of the Tenth Lamp',
    'Search your deck for a Spark creature and put it on your porch. Then shuffle your deck.',
  ),
  keeper("Bo'sun Hatch", 'Switch your lead creature with one on your porch. If you do, heal 30 damage from it.'),
  keeper('Aunt Nettle', 'Heal 60 damage from one of your Moss creatures, or 30 from any other.'),
  keeper('Doctor Séverine Pluie', 'Remove all conditions from your creatures. Draw a card for each one removed.'),
  keeper('Ferryman Jørn', 'Your opponent switches their lead creature with one on their porch of your choice.'),
  keeper(
    'The Amberley Sisters',
    'Each player shuffles their hand into their deck and draws five cards. You draw one more.',
  ),
  keeper('Postmistress Wren', 'Look at the top seven cards of your deck. Take a Keeper you find there into your hand.'),
  keeper('Quill & Cordelia', 'Search your deck for up to two different Relics and take them into your hand.'),
  keeper('Ticket-Taker Íñigo', 'Until the end of your next turn, your opponent pays one card from hand to attack.'),
  keeper(
    'Admiral Kettleblack',
    'Your creatures’ attacks do 30 more damage to your opponent’s lead creature this turn.',
  ),
  keeper("Lampwright's Apprentice", 'Attach a basic Glow from your discard pile to one of your creatures.'),
  keeper('Sister Candlemas', 'Choose a creature of yours that was snuffed this game. Put it into your hand.'),
  keeper('Ruadhán the Bell-Founder', 'Until your next turn, no creature can be Drowsy or Dazzled.'),
  keeper('Madame Zéphyrine', 'Look at your opponent’s hand and set one Relic from it aside until your next turn.'),
  keeper('Clerk of the Night Market', 'Discard any number of cards. Draw as many, and one more.'),
  relic(
    'Spare Wick',
    'wick',
    'Attach to a creature. When it would be snuffed, flip a token. If it lands bright, it stays with 10 health left.',
  ),
  relic('Brass Kettle', 'kettle', 'Heal 30 damage from one of your creatures.'),
  relic(
    'Moth-Eaten Map',
    'map',
    'Look at the top three cards of your deck. Take one into your hand and put the others on the bottom.',
  ),
  relic('Harbour Bell', 'bell', 'Each player returns a creature from their porch to their hand.'),
  relic('Left-Hand Lantern', 'lantern', 'The creature this is attached to has 30 more health.'),
  relic('Bottled Gale', 'bottle', 'Your lead creature retreats for nothing this turn.'),
  relic('The Ninth Key', 'key', 'Search your deck for a Haven and take it into your hand. Then shuffle your deck.'),
  relic('Thimble Crown', 'crown', 'The Spark creature this is attached to does 20 more damage.'),
  relic("Snuffer's Gloves", 'gloves', 'Discard a Glow from your opponent’s lead creature.'),
  relic('Paper Moon', 'moon', 'Until your next turn, Dusk creatures have no weakness.'),
  relic(
    'Wrong-Way Compass',
    'compass',
    'Flip a token. If it lands bright, draw three cards. If it lands dim, your opponent draws one.',
  ),
  relic(
    'Umbrella of Doubtful Size',
    'umbrella',
    'Prevent all damage done to creatures on your porch until your next turn.',
  ),
  relic(
    'Almanac of Small Hours',
    'book',
    'Put two Keepers from your discard pile on the bottom of your deck. Draw two cards.',
  ),
  relic('Half an Hourglass', 'hourglass', 'Take back the last card you played this turn.'),
  relic('Seven-Yard Boots', 'boots', 'The creature this is attached to may attack from the porch.'),
  relic('Quill of a Far Bird', 'feather', 'Name a card. If your opponent holds it, they show it and you draw a card.'),
  haven('Lighthouse No. 9', 'lighthouse', 'Each player’s Beacon creatures have 20 more health.'),
  haven(
    'Mosslight Teahouse',
    'teahouse',
    'Once during their turn, each player may heal 10 damage from their lead creature.',
  ),
  haven('Saltglass Arcade', 'arcade', 'Damage from attacks can’t be reduced.'),
  haven('Bellwether Cloister', 'belfry', 'Keepers that make a player draw let them draw one card more.'),
  haven(
    'The Upside-Down Market',
    'arcade',
    'Once during their turn, each player may swap a card from hand with the top of their discard pile.',
  ),
  haven('Aurora Observatory', 'observatory', 'Each player plays with the top card of their deck face up.'),
  haven('Clockwork Reef Station', 'clockhall', 'A Relic may be moved from one creature to another once a turn.'),
  haven(
    "Wheel at World's End",
    'wheel',
    'At the end of each turn the lead creature and the first on the porch change places.',
  ),
  haven('Hall of the Winter Parliament', 'belfry', 'Rime and Dusk creatures can’t be Singed.'),
  haven('The Drowned Treehouse', 'treehouse', 'Moss and Tide creatures take 10 less damage from attacks.'),
  haven('S.S. Perhaps', 'ship', 'Once during their turn, each player may return a Spark creature from play to hand.'),
];

const byName = new Map(LORE.map((lore) => [lore.name, lore]));

export function loreOf(name: string): Lore {
  const lore = byName.get(name);
  if (lore === undefined) throw new RangeError(`no such lore card: ${name}`);
  return lore;
}

/** Glows with a rule of their own: name, kind of glow, rule. Basic glows are `<type> Glow`. */
export const SPECIAL_GLOWS: Record<string, { type: string; text: string }> = {
  'Twice-Lit Glow': { type: 'Plain', text: 'Counts as two Glows of any kind. At the end of your turn discard it.' },
  'Harbour Glow': { type: 'Tide', text: 'The creature this is attached to retreats for one Glow less.' },
  'Fool’s Glow': { type: 'Dusk', text: 'Looks like every kind of Glow until it is counted.' },
};
