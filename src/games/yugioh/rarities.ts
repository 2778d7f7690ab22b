/** Rarities and editions of Yu-Gi-Oh! in one spelling: the catalog and the marketplaces write them differently. */
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

/** What no rarity looks like: no letter at all, an address, a field of something else, a remark in brackets, that none is known. */
const NO_RARITY =
  /^[^\p{L}]*$|[|=<>]|:\/\/|^\s*www\.|^\s*\(.*\)\s*$|^\s*(?:n\/?a|none|null|undefined|unknown|new|tb[ad])\s*$/iu;

/** Whether the text has the form of a rarity, known or not. */
export const isRarity = (text: string): boolean => !NO_RARITY.test(text);

/** How rarities end; another word stays, and is told. */
export const isKnownRarity = (text: string): boolean =>
  /(?:^|-)(?:rare|common|print|secret)$/.test(settledRarity(text));

/**
 * The stamp of a printing from the set `setName` in the expansion `expansionName`; undefined where they are the same set. What
 * follows the expansion's name tells it: `Harbour (25th Anniversary Edition)` is `25th-anniversary-edition`.
 */
export function editionStamp(setName: string, expansionName: string): string | undefined {
  // A remark that says nothing: `King's Court (set)` is that set.
  const set = foldName(setName.replace(/\s*\(set\)$/i, ''));
  const expansion = foldName(expansionName);
  if (set === expansion) return undefined;
  const rest = set.startsWith(`${expansion} `) ? set.slice(expansion.length + 1) : set;
  return rest.replaceAll(' ', '-');
}
