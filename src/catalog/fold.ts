/** How a name is folded for comparison: two spellings of one name, as people type them, become one string. */

/** Characters that stand for a word in card names, and letters that NFKD leaves whole. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  α: ' alpha ',
  β: ' beta ',
  γ: ' gamma ',
  δ: ' delta ',
  '☆': ' star ',
  '★': ' star ',
  '◇': ' prism star ',
  '♀': ' female ',
  '♂': ' male ',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  ı: 'i',
  ς: 'σ',
};
const SPELLED_OUT_CHARACTER = new RegExp(`[${Object.keys(SPELLED_OUT).join('')}]`, 'gu');

/** Dropped, not turned into spaces: `Farfetch'd` = `farfetchd`. */
const APOSTROPHE = /['`´\u2018-\u201b\u2032\u02b9-\u02bd\u055a\uff07\uff40]/gu;

/**
 * The folded form of a name or query: NFKD without marks, lower case, apostrophes dropped, card characters spelled out (`δ` →
 * `delta`), every other character a space, single spaces. Idempotent; `''` when nothing can be compared.
 */
export function foldName(name: string): string {
  if (!BEYOND_ASCII.test(name)) return foldAscii(name);
  const known = lately.get(name);
  if (known !== undefined) return known;
  const folded = foldWhole(name);
  if (lately.size >= LATELY_MAX) lately.clear();
  lately.set(name, folded);
  return folded;
}

/** A row of a list has each of its texts folded a dozen times, which was half of what the dearest look-up took. */
const LATELY_MAX = 256;
const lately = new Map<string, string>();

const foldWhole = (name: string): string =>
  name
    // Before NFKD, which tears U+00B4 into a space and a mark, and again after it, which makes others (U+0374).
    .replace(APOSTROPHE, '')
    .replace(/[™®©]/gu, ' ')
    .normalize('NFKD')
    .toLowerCase()
    // Lower case can bring marks back (İ → i + dot above), and stripping must not depend on where they came from.
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(APOSTROPHE, '')
    .replace(SPELLED_OUT_CHARACTER, (character) => SPELLED_OUT[character] ?? character)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What names hold as people and shops say it, beside what it folds to: `Nidoran F`, `Ash Blossom and Joyous Spring`, `Brindle (Alt Art)`. */
const SPOKEN: readonly (readonly [sign: string, said: string])[] = [
  ['&', ' and '],
  ['♀', ' F'],
  ['♂', ' M'],
  ['(Parallel)', '(Alternate Art)'],
  ['(Parallel)', '(Alt Art)'],
];

/** What else a name is said as: with its signs as they are said, and by one of its faces; none of most names. */
export const spokenOf = (name: string): string[] => [
  ...SPOKEN.flatMap(([sign, said]) => (name.includes(sign) ? [name.replaceAll(sign, said)] : [])),
  ...(name.includes(' // ') ? name.split(' // ') : []),
];

const BEYOND_ASCII = /[^\0-\x7f]/;

/** The same of what is ASCII, as most names are: a tenth of the work. */
const foldAscii = (name: string): string =>
  name
    .toLowerCase()
    .replace(/['`]+/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
