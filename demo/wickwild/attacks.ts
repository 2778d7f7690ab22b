/** What creatures can do: attacks by kind of glow, and the gifts a few are born with. */

/** An attack: its damage (a number, `30+`, `20×`, or none), its cost in glows, and what else it does. */
export interface Move {
  name: string;
  /** Scaled by the creature's age when it is a number. */
  damage: number | string | undefined;
  cost: number;
  text: string | undefined;
}

const move = (name: string, damage: Move['damage'], cost: number, text?: string): Move => ({
  name,
  damage,
  cost,
  text,
});

export const MOVES: Record<string, readonly Move[]> = {
  Ember: [
    move('Candle Snatch', 20, 1, 'Move a Glow from your opponent’s lead creature to one on their porch.'),
    move(
      'Kindle',
      undefined,
      1,
      'Search your deck for an Ember Glow and attach it to one of your creatures. Then shuffle your deck.',
    ),
    move('Hearthlight', 40, 2, 'Heal 20 damage from each of your creatures.'),
    move('Crackle and Spit', '30+', 2, 'Flip a token. If it lands bright, this attack does 30 more damage.'),
    move('Updraft', 60, 3),
    move('Furnace Breath', 110, 4, 'Discard two Glows from this creature.'),
    move('Warm Welcome', 10, 1, 'The new lead creature is Singed.'),
    move('Slow Burn', '20×', 2, 'This attack does 20 damage for each turn this creature has been in play, up to five.'),
  ],
  Tide: [
    move('Splashdown', 30, 1),
    move(
      'Undertow',
      20,
      1,
      'Your opponent chooses a creature on their porch and switches it with their lead creature.',
    ),
    move(
      'Reflect',
      '40+',
      2,
      'If this creature was damaged during your opponent’s last turn, this attack does 40 more damage.',
    ),
    move('High Water', 90, 3, 'This attack also does 10 damage to each creature on your opponent’s porch.'),
    move(
      'Message in a Bottle',
      undefined,
      1,
      'Look at the top five cards of your deck and put them back in any order.',
    ),
    move('Ebb and Flow', 50, 2, 'You may put a Glow attached to this creature into your hand.'),
    move('Drench', 20, 2, 'Your opponent’s lead creature is Soaked.'),
    move('Ninth Wave', 130, 4, 'This creature can’t attack during your next turn.'),
  ],
  Moss: [
    move('Take Root', 10, 1, 'Heal 30 damage from this creature. It can’t retreat during your next turn.'),
    move('Pollen Waltz', 20, 1, 'Your opponent’s lead creature is Drowsy.'),
    move('Bramble Hug', 40, 2, 'Your opponent’s lead creature can’t retreat during their next turn.'),
    move('Windfall', undefined, 1, 'Draw two cards.'),
    move('Overgrow', '20×', 2, 'This attack does 20 damage for each Moss Glow attached to your creatures.'),
    move('Acorn Volley', '30×', 2, 'Flip three tokens. This attack does 30 damage for each that lands bright.'),
    move('Canopy Crash', 100, 4),
    move('Leafmould', 60, 3, 'Put a creature card from your discard pile into your hand.'),
  ],
  Gale: [
    move('Whisk Away', 10, 1, 'Put this creature and all cards attached to it into your hand.'),
    move('Crosswind', 30, 1),
    move(
      'Loop the Loop',
      '30+',
      2,
      'If this creature moved from your porch this turn, this attack does 50 more damage.',
    ),
    move(
      'Hat Trick',
      undefined,
      1,
      'Take a card at random from your opponent’s hand. They shuffle it into their deck.',
    ),
    move('Tailwind', 40, 2, 'Your creatures have no retreat cost during your next turn.'),
    move('Squall', 80, 3, 'Discard a Relic attached to your opponent’s lead creature.'),
    move('Featherfall', 20, 1, 'During your opponent’s next turn this creature takes 20 less damage.'),
    move('Eye of the Storm', 120, 4, 'Flip a token. If it lands dim, this creature also takes 30 damage.'),
  ],
  Ore: [
    move('Nudge', 20, 1),
    move('Clank', 30, 2, 'During your opponent’s next turn this creature takes 20 less damage.'),
    move(
      'Overwind',
      '40+',
      2,
      'You may do 40 more damage. If you do, this creature can’t attack during your next turn.',
    ),
    move('Tremor', 30, 2, 'This attack also does 10 damage to each creature on either porch.'),
    move('Lode', undefined, 1, 'Attach a Glow from your discard pile to this creature.'),
    move('Facet Flash', 50, 2, 'Your opponent’s lead creature is Dazzled.'),
    move('Keystone Drop', 120, 4),
    move('Clockwork Chorus', '20×', 3, 'This attack does 20 damage for each Relic you have in play.'),
  ],
  Rime: [
    move('Snowball', 20, 1),
    move(
      'Black Ice',
      30,
      2,
      'If your opponent’s lead creature tries to retreat during their next turn, they flip a token. If it lands dim, it stays.',
    ),
    move('Long Winter', undefined, 1, 'Your opponent can’t play Keeper cards during their next turn.'),
    move(
      'Icicle Row',
      '20×',
      2,
      'Flip a token for each Glow attached to this creature. This attack does 20 damage for each that lands bright.',
    ),
    move('Hush', 40, 2, 'Your opponent’s lead creature is Drowsy.'),
    move('Sledge', 70, 3),
    move('Whiteout', 90, 3, 'Both lead creatures are Dazzled.'),
    move('Calving', 140, 4, 'Discard all Glows from this creature.'),
  ],
  Dusk: [
    move('Lights Out', undefined, 1, 'Your opponent’s lead creature is Drowsy.'),
    move('Borrow', 10, 1, 'Look at your opponent’s hand.'),
    move('Long Shadow', '10×', 1, 'This attack does 10 damage for each card in your opponent’s hand.'),
    move('Second Evening', 40, 2, 'Put a card from your discard pile on top of your deck.'),
    move(
      'Creak',
      30,
      2,
      'Your opponent flips a token for each creature on their porch. Each that lands dim takes 10 damage.',
    ),
    move('Tidy Dark', 70, 3),
    move('Eclipse', 100, 4, 'Damage from this attack isn’t affected by weakness or resistance.'),
    move(
      'Who Goes There',
      '30+',
      2,
      'If your opponent has more creatures in play than you, this attack does 60 more damage.',
    ),
  ],
  Dawn: [
    move('First Light', undefined, 1, 'Draw a card. If it is a Glow, you may attach it to one of your creatures.'),
    move('Gild', 20, 1),
    move('Blessing', 30, 2, 'Remove all conditions from your lead creature.'),
    move('Sunrise Verse', '20+', 2, 'This attack does 20 more damage for each creature on your porch.'),
    move('Dazzle', 40, 2, 'Your opponent’s lead creature is Dazzled.'),
    move('Lift', 50, 3, 'Switch this creature with one on your porch.'),
    move('Day Break', 90, 3, 'Heal 30 damage from one of your creatures.'),
    move('Noon', 130, 4, 'This creature is Dazzled.'),
  ],
};

/** Gifts: abilities that work from play. */
export const GIFTS: readonly (readonly [name: string, text: string])[] = [
  ['Carry the Flame', 'When this creature is snuffed, move up to two Glows from it to your other creatures.'],
  ['Lamplit Welcome', 'Once during your turn, you may look at the top card of your deck and put it on the bottom.'],
  ['Nightlight', 'Your Spark creatures can’t be Drowsy.'],
  ['Open House', 'Your porch has room for one more creature.'],
  ['Thick Wax', 'This creature takes 20 less damage from attacks.'],
  ['Harbour Rights', 'Your Tide creatures have no retreat cost.'],
  ['Second Helping', 'Once during your turn, you may heal 10 damage from each of your creatures.'],
  ['Sleight of Wing', 'Once during your turn, you may switch this creature with your lead creature.'],
  ['Old Friend', 'If you played a Keeper this turn, this creature’s attacks do 20 more damage.'],
  ['Moth to a Flame', 'While this creature leads, your opponent’s attacks can only be aimed at it.'],
  ['Well Wound', 'Once during your turn, you may attach a Glow from your hand to this creature as an extra.'],
  ['Thin Ice', 'Creatures with a retreat cost of three or more can’t attack this creature.'],
  ['Tidings', 'When you play this creature from your hand, draw a card.'],
  ['Keeps Its Own Hours', 'Attacks of your opponent’s Keepers and Relics have no effect on this creature.'],
];
