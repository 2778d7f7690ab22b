/** Conditions of cards: the five that prices are told of, and the words that lists use for them. */
import { foldName } from '../catalog/fold.ts';

/** Best first, as prices spell them. */
export const CONDITIONS = ['NM', 'LP', 'MP', 'HP', 'DMG'] as const;
export type Condition = (typeof CONDITIONS)[number];

/**
 * Folded words and what they come to. The European scale has seven steps, of which mint and near mint are one here, good and
 * light played another: its `light played` is worse than the American `lightly played`.
 */
const WORDS: ReadonlyMap<string, Condition> = new Map(
  Object.entries({
    nm: 'NM',
    m: 'NM',
    mt: 'NM',
    mint: 'NM',
    'near mint': 'NM',
    nearmint: 'NM',
    'near mint mint': 'NM',
    lp: 'LP',
    sp: 'LP',
    ex: 'LP',
    excellent: 'LP',
    'lightly played': 'LP',
    'slightly played': 'LP',
    lightlyplayed: 'LP',
    'good lightly played': 'LP',
    mp: 'MP',
    gd: 'MP',
    good: 'MP',
    'light played': 'MP',
    lightplayed: 'MP',
    'moderately played': 'MP',
    moderatelyplayed: 'MP',
    hp: 'HP',
    pl: 'HP',
    played: 'HP',
    'heavily played': 'HP',
    heavilyplayed: 'HP',
    dmg: 'DMG',
    d: 'DMG',
    po: 'DMG',
    poor: 'DMG',
    damaged: 'DMG',
  } satisfies Record<string, Condition>),
);
const WORDS_MAX = 3;

/** What a list says of a card's condition, and the words behind it: `Near Mint Foil` tells the printing too. */
export interface StatedCondition {
  condition: Condition;
  rest: string;
}

/** Reads the longest condition that the text begins with; undefined where it begins with none. */
export function readCondition(text: string): StatedCondition | undefined {
  const words = foldName(text).split(' ');
  for (let count = Math.min(WORDS_MAX, words.length); count > 0; count -= 1) {
    const condition = WORDS.get(words.slice(0, count).join(' '));
    if (condition !== undefined) return { condition, rest: words.slice(count).join(' ') };
  }
  return undefined;
}
