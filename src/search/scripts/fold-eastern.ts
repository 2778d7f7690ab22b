/** How names are folded in scripts that are written without spaces: kana as one, jamo by the key, all characters dropped. */
import { foldName } from '../../catalog/fold.ts';

/** The long mark is said to be of no script, since both kana have it. */
const LETTERS = '\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Thai}ー';
const EASTERN = new RegExp(`[${LETTERS}]`, 'u');
/** Of those that are ASCII most names are: they are normal, and asked for nothing else. */
const BEYOND_ASCII = /[^\0-\x7f]/;
/** NFKC makes a blank and a mark of a voiced mark that stands alone, and those go with the characters. */
const OTHERS = new RegExp(`[^${LETTERS}]+`, 'gu');

const HIRAGANA = /[ぁ-ゖゝゞ]/gu;
const TO_KATAKANA = 0x60;
/** What is typed for the long mark, behind a kana that can be long; before a letter of ours it is a hyphen. */
const LONG_MARKS = /(?<=[ァ-ヺ])(?<![ンッ])[-‐‑‒–—―−~〜─ー]+(?![a-z0-9])/gu;

const SYLLABLES = /[가-힣]/gu;
const TAILS = /[\u11a8-\u11c2]/gu;
/** The keys of each tail from U+11A8 on, as leads: a syllable that is still being typed ends with the next one's lead. */
const LEADS_OF_TAILS =
  'ᄀ ᄁ ᄀᄉ ᄂ ᄂᄌ ᄂᄒ ᄃ ᄅ ᄅᄀ ᄅᄆ ᄅᄇ ᄅᄉ ᄅᄐ ᄅᄑ ᄅᄒ ᄆ ᄇ ᄇᄉ ᄉ ᄊ ᄋ ᄌ ᄎ ᄏ ᄐ ᄑ ᄒ'.split(' ');
const FIRST_TAIL = 0x11a8;

/** Whether a text has a letter of a script that these folds are for. */
export const isEastern = (text: string): boolean => BEYOND_ASCII.test(text) && EASTERN.test(text.normalize('NFKC'));

/**
 * The folded form of a name or query with eastern letters. Hiragana is katakana, half width is full, all that is typed for the
 * long mark is that; Hangul is its jamo, tails as leads; Han and Thai are as they are. Other letters are those of `foldName`.
 * No spaces, since there are none in these names that everybody types. Idempotent.
 */
export function foldEastern(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA))
    .replace(LONG_MARKS, (marks) => 'ー'.repeat(marks.length))
    .replace(SYLLABLES, (syllable) => syllable.normalize('NFD'))
    .replace(TAILS, (tail) => LEADS_OF_TAILS[tail.charCodeAt(0) - FIRST_TAIL] ?? tail)
    .replace(OTHERS, (others) => foldName(others).replaceAll(' ', ''));
}
