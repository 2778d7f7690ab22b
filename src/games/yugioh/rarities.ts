/** Rarities of Yu-Gi-Oh! in one spelling: the catalog and the marketplaces write them differently. */
import { foldName } from '../../catalog/fold.ts';

/** What is called otherwise somewhere. */
const SYNONYMS: Readonly<Record<string, string>> = {
  'extra-secret': 'extra-secret-rare',
  'normal-rare': 'rare',
  'ultra-pharaohs-rare': 'ultra-rare-pharaohs-rare',
};

/** TCGplayer sells these as one, `Common / Short Print`. */
const COMMON: ReadonlySet<string> = new Set(['common', 'short-print', 'super-short-print', 'common-short-print']);

/** The settled spelling: `Collector's Rare` is `collectors-rare`. */
export function settledRarity(text: string): string {
  const word = foldName(text).replaceAll(' ', '-');
  return SYNONYMS[word] ?? word;
}

/** Whether two rarities in settled spelling may be one at a marketplace. */
export const isOneRarity = (a: string, b: string): boolean => a === b || (COMMON.has(a) && COMMON.has(b));
