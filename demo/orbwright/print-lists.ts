/** The expansions of Orbwright and what each prints, a card a line: name, what it is with its figures, rule and saying. */

const FIRST_MOTION = `
Pell | Common Silver Inner World 1 1 1 | When Pell sets, wind one spring. | The first body every apprentice files round, and the last she lets go of.
Umberline | Common Copper Inner World 2 2 1 | Umberline may pass a body of its own orbit. | It rises with the rent.
Thimblemoon | Common Silver Inner World 1 0 2 | Hang Thimblemoon on another body: that body has +2 mass. | Worn smooth by tailors.
Lacquer | Common Copper Inner World 2 1 3 | Lacquer cannot be eclipsed. | Nine coats, and a tenth for the weather.
Halcyon Minor | Common Cobalt Middle World 3 3 2 | While two of your bodies stand in line, Halcyon Minor has +1 pull. | Calm on the outside. Inside, bees.
Saint Verdigris | Uncommon Copper Middle World 3 2 4 | Your engines cost one spring less to mend. | Touch it for luck. Wash your hands after.
Old Oblate | Uncommon Brass Outer World 5 3 6 | Old Oblate enters your sky two notches late. | It had an argument with roundness, long ago, and left early.
Twice-Lit Isobel | Rare Cobalt Inner World 4 4 3 | Twice-Lit Isobel counts as two bodies while a Silver world shines on it. | She has a shadow for each sun and introduces them both.
Great Marrow | Rare Brass Outer World 6 5 7 | When Great Marrow completes a turn, each player winds two springs. | Slow as a verdict.
The Quiet Giant | Meridian Silver Outer World 7 6 8 | Bodies in the inner orbit cannot pass The Quiet Giant. | Put your ear to the glass. That is not silence. That is patience.
Escapement of Hours | Common Brass Engine 2 1 | Turn one orbit a notch. Then it is the next player’s hour. | Tick is a promise. Tock is keeping it.
Hand-Cranked Tide | Common Cobalt Engine 2 2 | Spend a spring: turn the inner orbit two notches. | Left for ebb. Nobody has tried it backwards twice.
Nine-Tooth Idler | Uncommon Copper Engine 1 0 | Another engine has +1 torque. The idler takes the credit. | It does nothing, in between, indispensably.
Orrery Kiln | Rare Copper Engine 4 3 | Melt a world you own: put one from your hand into its place. | New moons, Tuesdays.
Grand Armillary | Meridian Brass Engine 6 5 | Once an hour you may turn every orbit, one after the other, as far as you dare. | It was built to show the sky how it is done.
Perihelion | Common Brass Passage 1 line | A body goes to the notch nearest the lamp. | Close enough to read by.
Slipped Gear | Common Copper Passage 1 stars | An engine turns nothing this hour. | The noise was expensive.
Wind the Spring | Common Silver Passage 0 stars | Wind three springs. | Forty turns, then one for the house.
Borrowed Night | Uncommon Cobalt Passage 2 eclipse | Take the top body of another player’s night until your next hour. | Returned with a small scratch near the pole.
First Conjunction | Rare Silver Passage 3 line | Bring two of your bodies into line. If three stand there, you win the hour. | The guild stopped work to look. It has not done so since.
`;

const GUILD_GIFTS = `
Pell | Gift Silver Inner World 1 1 1 | When Pell sets, wind one spring. | Given to whoever has filed a hundred of them.
Spare Mainspring | Gift Brass Engine 0 1 | Once in the game an engine turns again. | In the drawer with the good scissors.
Guildhall Noon | Gift Copper Passage 2 comet | Everybody looks up. Pass the hour. | It comes through the window every eighty years and is offered tea.
Visiting Star | Gift Cobalt Passage 3 comet | A body of no metal crosses your sky and takes one with it. | It will write.
`;

const LONG_ECLIPSE = `
Coal Vesper | Common Brass Inner World 2 3 1 | Coal Vesper shines only for you. | Small, black, and always the first one home.
Penumbra’s Daughter | Common Cobalt Middle World 2 1 4 | While another body eclipses it, it cannot be moved. | She waits where the dark is merely undecided.
Antiphon | Common Silver Middle World 3 2 3 | When a body sets, Antiphon may answer: it rises. | One sings. The other was about to.
Hollow Ember | Common Copper Inner World 1 2 0 | Hollow Ember burns up at the end of its second turn. | All rind, all glow.
Ashen Twin | Uncommon Silver Middle World 3 X 3 | The pull of Ashen Twin is that of the body across from it. | It never disagrees.
Ninefold | Uncommon Cobalt Outer World 5 4 5 | Ninefold has a ring for each engine you own. | Counted by daylight there are eight.
Sextant’s Rest | Rare Brass Outer World 4 2 7 | You may measure a distance twice. | Whoever lands here has been told exactly where he is.
Little Ardour | Rare Copper Inner World 3 5 2 | Little Ardour must be moved each hour, if it can. | Not a sun yet. It has been told.
The Swallowed Sun | Meridian Cobalt Middle World 7 7 7 | While The Swallowed Sun is up, no other body shines. | It went in quite willingly, they say, like a coin into a fountain.
Shadow Lathe | Common Cobalt Engine 2 1 | Turn the middle orbit until two bodies hide each other. | It cuts the dark to size.
Corona Press | Uncommon Copper Engine 3 2 | When an eclipse ends, strike a token world of 1 pull. | Gold, while it is hot.
Counterweight Choir | Rare Brass Engine 4 4 | For each body that falls, another rises a notch. | Basses first.
Dial of Missing Minutes | Meridian Silver Engine 5 3 | Skip an hour. You may use it later. | They are all in there, folded very small.
Third Contact | Common Silver Passage 1 eclipse | A hidden body shines again. | The birds begin, embarrassed.
Night Shift | Common Brass Passage 2 stars | Your bodies move in their night as well. | Same wheel, fewer questions.
A Ring of Fire, Kept | Uncommon Copper Passage 3 eclipse | An eclipse lasts for as long as you pay a spring an hour. | Lent by the sun against a signature.
Realign | Rare Cobalt Passage 4 line | Each player sets his bodies anew, the poorest first. | Somebody had leaned on the sky.
Totality | Rare Cobalt Passage 5 eclipse | All bodies of one orbit are hidden until the next passage. | Two minutes. Ask anyone how long.
`;

export type Metal = 'Brass' | 'Silver' | 'Copper' | 'Cobalt';
export type Rank = 'Common' | 'Uncommon' | 'Rare' | 'Meridian' | 'Gift';

/** A card of a list: a body of a player's sky, a machine that moves bodies, or what passes once. */
export interface Sketch {
  name: string;
  rank: Rank;
  metal: Metal;
  kind: 'World' | 'Engine' | 'Passage';
  /** Springs that it takes. */
  cost: number;
  /** Of worlds alone. A pull may be a letter. */
  orbit?: string;
  pull?: string;
  mass?: number;
  /** Of engines alone. */
  torque?: number;
  /** What a passage shows. */
  motif?: string;
  rule: string;
  saying: string;
}

function sketchOf(line: string): Sketch {
  const [name = '', words = '', rule = '', saying = ''] = line.split(' | ');
  const [rank, metal, ...rest] = words.split(' ') as [Rank, Metal, ...string[]];
  const orbit = rest[1] === 'World' ? rest.shift() : undefined;
  const [kind, cost, one, two] = rest as [Sketch['kind'], string, string, string];
  const head = { name, rank, metal, kind, cost: Number(cost), rule, saying };
  if (kind === 'Engine') return { ...head, torque: Number(one) };
  return kind === 'Passage' ? { ...head, motif: one } : { ...head, orbit: orbit ?? '', pull: one, mass: Number(two) };
}

const read = (list: string): Sketch[] => list.trim().split('\n').map(sketchOf);

/** An expansion and its print list. */
export interface OrbwrightExpansion {
  id: string;
  group: number;
  name: string;
  released: string;
  /** Before the numbers of cards that print no count. */
  prefix?: string;
  cards: readonly Sketch[];
  /** Cards that are printed again under another sky, with the same number. */
  otherSkies: readonly string[];
  /** Sealed products, and what each costs in cents. */
  sealed: Readonly<Record<string, number>>;
}

export const EXPANSIONS: readonly OrbwrightExpansion[] = [
  {
    ...{ id: 'FMO', group: 25_001, name: 'First Motion', released: '2023-02-24' },
    cards: read(FIRST_MOTION),
    otherSkies: ['Great Marrow', 'The Quiet Giant'],
    sealed: { 'Booster Pack': 420, 'Booster Box': 11_800, 'Apprentice’s Kit': 2450 },
  },
  {
    ...{ id: 'GLD', group: 25_003, name: 'Guild Gifts', released: '2023-02-24', prefix: 'G' },
    cards: read(GUILD_GIFTS),
    otherSkies: [],
    sealed: {},
  },
  {
    ...{ id: 'ECL', group: 25_002, name: 'The Long Eclipse', released: '2025-10-24' },
    cards: read(LONG_ECLIPSE),
    otherSkies: ['The Swallowed Sun', 'Little Ardour'],
    sealed: { 'Booster Pack': 399, 'Booster Box': 10_900 },
  },
];

export const PEOPLE_WHO_ENGRAVE: readonly string[] = [
  'Ambrose Tallis',
  'Ragnhild Ek',
  'C. P. Voss',
  'Mirelle Astor-Quay',
  'Workshop Third Bell',
];
