/** The names by which a search has found cards that are shown under another one. */
import { foldName } from '../../../catalog/fold.ts';
import { typosBetween } from '../../../lookup/name-fit.ts';
import { foldEastern, isEastern } from '../../../search/scripts/fold-eastern.ts';
import { cardNames } from '../../../store/catalog/translations.ts';
import type { Reads } from '../../../store/store.ts';
import type { StoredSummary } from '../../../store/views/priced/card-summaries.ts';

/** A name that so many typos lie between is another one; each needs some letters. */
const TYPOS_MAX = 2;
const LETTERS_PER_TYPO = 4;

/** By card, the name in another language that more words of `q` are of than of the card's own; none where its own fits as well. */
export async function matchedNames(
  reads: Reads,
  rows: readonly StoredSummary[],
  q: string,
): Promise<Map<string, string>> {
  const names = await cardNames(reads, rows);
  const fit = fitOf(q);
  return new Map(
    rows.flatMap(({ id, text }) => {
      const own = fit((JSON.parse(text) as { name: string }).name);
      const [best] = Object.values(names.get(id) ?? {})
        .map((name) => ({ name, fit: fit(name) }))
        .sort((a, b) => b.fit - a.fit);
      return best !== undefined && best.fit > own ? [[id, best.name] as const] : [];
    }),
  );
}

/** How many words of the text a name has, whose beginnings may be typed, or all with a typo. */
function fitOf(q: string): (name: string) => number {
  if (isEastern(q)) return (name) => Number(isEastern(name) && foldEastern(name).includes(foldEastern(q)));
  const words = foldName(q)
    .split(' ')
    .filter((word) => /^\D+$/.test(word));
  const typed = words.join(' ');
  const most = Math.min(TYPOS_MAX, Math.floor(typed.length / LETTERS_PER_TYPO));
  return (name) => {
    const folded = foldName(name);
    if (typosBetween(typed, folded, most) <= most) return words.length;
    return words.filter((word) => ` ${folded}`.includes(` ${word}`)).length;
  };
}
