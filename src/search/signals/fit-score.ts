/** What fitting words are worth: how many fit comes first, then how much of the card they say. */

export interface Fit {
  /** How many words fit something, of how many. */
  fitted: number;
  words: number;
  /** Whether every word fits in full, none as the beginning of a word or a typo of one. */
  isExact: boolean;
  /** Share of the letters of what they fit that they cover. */
  covered: number;
  /** Where the words fit: the name and more, the name alone, a number of an expansion by its code, a number, or none of it. */
  by: 'name' | 'name alone' | 'place' | 'number' | 'neither';
}

const LEAST = 0.4;
/**
 * Some words fit; all do, but not in full; all do in full. The first two stay below what a typo of a name of 8 letters
 * scores, so that a name with typos is found before cards of which some of its letters are said too; the last begins above
 * what a name with another number scores.
 */
const PART = 0.6;
const ALL = 0.7;
const EXACT = 0.9;
const MOST = 0.98;
/** A name whose words are all typed, in another order or not all of them, and the place of a card say more. */
const MOST_ALONE = 0.99;
/** Where some words fit: a number without the name is borne by a card of each expansion. */
const NUMBER_SHARE = 0.9;
/** Without name and number it is one of hundreds: above the floor by so much less, for several words and for one. */
const NEITHER = 0.8;
const NEITHER_ONE = 0.2;

export function fitScore({ fitted, words, isExact, covered, by }: Fit): number {
  const share = Math.min(1, covered);
  if (by === 'neither' && words === 1) return LEAST + NEITHER_ONE * share;
  const part = fitted - 1 + share * (by === 'number' || by === 'place' ? NUMBER_SHARE : 1);
  const score = fitted < words ? LEAST + ((PART - LEAST) * part) / (words - 1) : allFit(isExact, share, by);
  return by === 'neither' ? LEAST + (score - LEAST) * NEITHER : score;
}

/** Where all words fit a name alone but not in full, the readings of whole names say what it is worth. */
function allFit(isExact: boolean, share: number, by: Fit['by']): number {
  if (!isExact) return by === 'name alone' ? 0 : PART + (ALL - PART) * share;
  return EXACT + ((by === 'name alone' || by === 'place' ? MOST_ALONE : MOST) - EXACT) * share;
}
