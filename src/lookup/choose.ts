/** Says which card a row means and how sure that is: what its evidence makes of the candidates, and of none of them. */
import type { Candidate } from './evidence.ts';
import { NONE_WEIGHT, weigh } from './evidence.ts';
import type { ExpansionBook } from './expansion-book.ts';
import type { Wanted } from './wanted.ts';

/** A card with how sure it is that it is meant. */
export interface Choice {
  card: Candidate['card'];
  /** 0 to 1 */
  confidence: number;
}

/** From here on a card is told as certain: docs/lookup.md tells how often that is wrong. */
export const CERTAIN = 0.95;
const PLACES = 10_000;

/** The likeliest cards, the best first, at most `limit`. */
export function choose(candidates: readonly Candidate[], wanted: Wanted, book: ExpansionBook, limit: number): Choice[] {
  const fits = wanted.expansion === undefined ? new Map<string, number>() : book.fits(wanted.expansion);
  const weights = weigh(candidates, wanted, book, fits);
  const weighed = candidates
    .map(({ card }, at) => ({ card, chance: 10 ** (weights[at] ?? 0) }))
    .sort((a, b) => b.chance - a.chance || (a.card.id < b.card.id ? -1 : 1));
  const all = weighed.reduce((sum, { chance }) => sum + chance, 10 ** NONE_WEIGHT);
  return weighed
    .slice(0, limit)
    .map(({ card, chance }) => ({ card, confidence: Math.floor((chance / all) * PLACES) / PLACES }));
}
