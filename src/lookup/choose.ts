/** Says which card a row means and how sure that is: what its evidence makes of the candidates, and of none of them. */
import { type Candidate, NONE_WEIGHT, type Scales, weigh } from './evidence.ts';
import { namesOf } from './name-fit.ts';
import type { Wanted } from './wanted.ts';

/** A card with how sure it is that it is meant. */
export interface Choice {
  card: Candidate['card'];
  /** What the row may call it, folded. */
  names: readonly string[];
  /** Whether an id of the row led to it. */
  isById: boolean;
  /** 0 to 1 */
  confidence: number;
}

/** From here on a card is told as certain: docs/lookup.md tells how often that is wrong. */
export const CERTAIN = 0.95;
/** What the row contradicts is no surer than this, however much speaks for it. */
const CONTRADICTED_MAX = 0.6;
const PLACES = 10_000;

/** The likeliest cards, the best first, at most `limit`. */
export function choose(candidates: readonly Candidate[], wanted: Wanted, scales: Scales, limit: number): Choice[] {
  const fits = wanted.expansion === undefined ? new Map<string, number>() : scales.book.fits(wanted.expansion);
  const weights = weigh(candidates, wanted, fits, scales);
  const weighed = candidates
    .map((each, at) => {
      const { weight = 0, isContradicted = false } = weights[at] ?? {};
      return { each, chance: 10 ** weight, most: isContradicted ? CONTRADICTED_MAX : 1 };
    })
    .sort((a, b) => b.chance - a.chance || (a.each.card.id < b.each.card.id ? -1 : 1));
  const all = weighed.reduce((sum, { chance }) => sum + chance, 10 ** NONE_WEIGHT);
  return weighed.slice(0, limit).map(({ each, chance, most }) => ({
    card: each.card,
    names: namesOf(each, wanted),
    isById: each.byId > 0,
    confidence: Math.floor(Math.min(most, chance / all) * PLACES) / PLACES,
  }));
}
