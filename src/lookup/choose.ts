/** Says which card a row means and how sure that is: what its evidence makes of the candidates, and of none of them. */
import { type Candidate, NONE_WEIGHT, type Scales, weigh } from './evidence.ts';
import { namesOf } from './name-fit.ts';
import type { Wanted } from './wanted.ts';

export interface Choice {
  card: Candidate['card'];
  /** What the row may call it, folded. */
  names: readonly string[];
  /** Whether an id of the row led to it. */
  isById: boolean;
  /** 0 to 1 */
  confidence: number;
  /** 0 to 1, whatever the row contradicts. */
  chance: number;
  /** What the row contradicts is no surer than this. */
  most: number;
  /** Whether the card's printings and rarity may explain all that it contradicts. */
  isOpenToWords: boolean;
  /** What it is that the row states otherwise, in words for people. */
  contradicts: string | undefined;
}

/** From here on a card is told as certain: docs/lookup.md tells how often that is wrong. */
export const CERTAIN = 0.95;
/** What the row contradicts is no surer than this, however much speaks for it. */
export const CONTRADICTED_MAX = 0.6;
/** A card that has no printing of the words that the row's has is meant so much more rarely than one of its name that has. */
const OTHER_PRINTING = 0.1;
const PLACES = 10_000;

const rounded = (confidence: number): number => Math.floor(confidence * PLACES) / PLACES;

/** The likeliest cards, the best first, at most `limit`. */
export function choose(candidates: readonly Candidate[], wanted: Wanted, scales: Scales, limit: number): Choice[] {
  const fits = wanted.expansion === undefined ? new Map<string, number>() : scales.book.fits(wanted.expansion);
  const weights = weigh(candidates, wanted, fits, scales);
  const weighed = candidates
    .map((each, at) => {
      const { weight = 0, isContradicted = false, isOpenToWords = false, contradicts } = weights[at] ?? {};
      const most = isContradicted ? CONTRADICTED_MAX : 1;
      return { each, chance: 10 ** weight, most, isOpenToWords, contradicts };
    })
    .sort((a, b) => b.chance - a.chance || (a.each.card.id < b.each.card.id ? -1 : 1));
  const all = weighed.reduce((sum, { chance }) => sum + chance, 10 ** NONE_WEIGHT);
  return weighed.slice(0, limit).map(({ each, chance, most, isOpenToWords, contradicts }) => ({
    card: each.card,
    names: namesOf(each, wanted),
    isById: each.byId > 0,
    confidence: rounded(Math.min(most, chance / all)),
    chance: chance / all,
    ...{ most, isOpenToWords, contradicts },
  }));
}

/**
 * How sure a card is, of the chances before, where each rival that lacks the printing the row names speaks so much less.
 * @param isTold whether the card has all that words of the row name
 */
export function withoutRivals(
  { chance, most, isOpenToWords }: Choice,
  rivals: readonly Choice[],
  isTold: boolean,
): number {
  const freed = rivals.reduce((sum, rival) => sum + rival.confidence * (1 - OTHER_PRINTING), 0);
  return rounded(Math.min(isTold && isOpenToWords ? 1 : most, chance / (1 - freed)));
}
