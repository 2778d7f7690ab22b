/** Tells how well a row's name fits a card's, and which of its words the card does not explain. */
import { foldName, spokenOf } from '../catalog/fold.ts';
import { EDIT, typingCost, unitsOf } from '../catalog/words/edit-distance.ts';
import { remembered } from '../packed/remembered.ts';
import { foldEastern, isEastern } from '../search/scripts/fold-eastern.ts';
import { romajiOf } from '../search/scripts/romaji.ts';
import type { Reading, Wanted } from './wanted.ts';

/** Powers of ten: the best fits of the whole text, and what each lesser one comes to. */
const EQUAL = 3.2;
const BEGINS = 2.4;
const ENDS = 0.5;
/** A name amid others words of the row. */
const WITHIN = 1.6;
/** Letters of such a name. */
const WITHIN_MIN = 3;
/** Of one, two, three typos. */
const TYPOS: readonly number[] = [2.8, 2.2, 1.2];
const OTHER = -4;
/** A reading that leaves something out weighs at most as a name that begins so. */
const LEFT_OUT = EQUAL - BEGINS;

const SOUNDS_MAX = 5000;

/** Letters that a name needs for each typo that is forgiven. */
const LETTERS_PER_TYPO = 4;

/** How the row's name and a card's stand to each other. */
export interface NameFit {
  /** A power of ten; 0 for a row without a name. */
  weight: number;
  /**
   * Whether the card's name is the whole text, typos forgiven; `mistyped` with typos, `part` with something left over; `ends` is
   * who is called by the last word, which may be another one; `within` has words before it, which may make it another one; `foreign`
   * where it is written in another script, and says nothing of the row's.
   */
  kind: 'whole' | 'mistyped' | 'begins' | 'ends' | 'part' | 'within' | 'other' | 'foreign' | 'none';
  /** Whether the row's words of printings are no part of it. */
  isPrintingAside?: boolean;
  /** Letters of the row's name that are the card's, as it may be read: all of an equal one, less one where that has typos. */
  spelt?: number;
}

/** A name that fits so well needs no search. */
export const NAME_ENOUGH = BEGINS;

type Numbered = { name: string; number: string | null };
/** A card, its names in other languages, and what others that show the same are called. */
type Named = { card: Numbered; translated: Readonly<Record<string, string>>; calledSo?: readonly string[] };

/** The names of a card that the row's may be compared with, folded. */
export function namesOf(
  { card, translated, calledSo = [] }: Named,
  { lang, names: readings }: Pick<Wanted, 'lang' | 'names'>,
): string[] {
  // Lists of cards in another language mostly call them by their own names all the same. `pt` is `pt-br` too.
  const others = Object.entries(translated).flatMap(([own, name]) =>
    lang === undefined || lang === own || own.startsWith(`${lang}-`) ? [name] : [],
  );
  // As it sounds, to the letter: with a typo it may be the card's name in another language, which is not known here.
  const isSaid = (sound: string) =>
    readings.some(({ text }) => `${text} `.startsWith(`${sound} `) || sound.startsWith(`${text} `));
  const sounds = soundsOf(card.name).filter(isSaid);
  const own = [card.name, ...withoutNumber(card), ...withLetter(card)].flatMap((name) => [name, ...spokenOf(name)]);
  const names = [...own, ...sounds, ...others, ...calledSo].map(foldName);
  return [
    ...names,
    ...BASIC.flatMap((basic) => names.filter((name) => basic.test(name)).map((name) => `basic ${name}`)),
  ];
}

/** What is called basic by some catalogs and not by others. */
const BASIC = [/^\S+ energy$/];
/** Catalogs may repeat a number within the name, which lists leave out: `Brindle (003) (Parallel)` of `T1-003`. */
function withoutNumber({ name, number }: Numbered): string[] {
  const [end] = name.includes('(') ? (/[0-9]+$/.exec(number ?? '') ?? []) : [];
  const bare = end === undefined ? name : name.replace(new RegExp(`\\(0*${Number(end)}\\)`), ' ');
  return bare === name ? [] : [bare];
}

/** A letter that is the whole number stands behind the name in lists: `Runeglyph [M]`. */
const withLetter = ({ name, number }: Numbered): string[] =>
  /^\p{L}$/u.test(number ?? '') ? [`${name} ${number}`] : [];

/** Whether the name says which of several prints it is, `(Parallel)`, beside what is its number. */
export const isToldApart = (card: Numbered): boolean => (withoutNumber(card)[0] ?? card.name).includes('(');

/** The best fit of any reading with any name of the card. */
export function nameFit(names: readonly string[], readings: readonly Reading[]): NameFit {
  if (readings.length === 0) return { weight: 0, kind: 'none' };
  const isForeign = isLatin(readings[0]?.text ?? '') && !names.some(isLatin);
  let best: NameFit = isForeign ? { weight: 0, kind: 'foreign' } : { weight: OTHER, kind: 'other' };
  let most = 0;
  for (const name of names) {
    for (const reading of readings) {
      const { spelt = 0, ...fit } = fitOf(reading, name);
      most = Math.max(most, spelt);
      if (fit.weight > best.weight) best = fit;
    }
  }
  return { ...best, spelt: most };
}

/** Letters that are printed beside other scripts say nothing: `リザードンex SAR`. */
const isLatin = (text: string): boolean => /\p{Script=Latin}{3}/u.test(text) && !isEastern(text);

/** Names in kana as they are read in Latin letters: `Lizardon`. */
const soundsOf = remembered(
  (name: string): string[] => (isEastern(name) ? romajiOf(foldEastern(name)) : []),
  SOUNDS_MAX,
);

function fitOf({ text, isWhole, isPrintingAside }: Reading, name: string): NameFit {
  const plain = textFit(text, name);
  const spelt = text === name ? text.length : plain.kind === 'mistyped' ? text.length - 1 : 0;
  const fit = { ...plain, spelt };
  if (isWhole || fit.kind === 'other') return fit;
  if (isPrintingAside) return { ...fit, isPrintingAside };
  return fit.kind === 'within' ? fit : { ...fit, weight: fit.weight - LEFT_OUT, kind: 'part' };
}

function textFit(text: string, name: string): NameFit {
  if (text === name) return { weight: EQUAL, kind: 'whole' };
  // A base name stands for its suffixed cards, and shops put more behind a name than is printed.
  if (name.startsWith(`${text} `)) return { weight: BEGINS, kind: 'begins' };
  if (text.startsWith(`${name} `)) return { weight: BEGINS, kind: 'part' };
  const forgiven = Math.min(TYPOS.length, Math.floor(name.length / LETTERS_PER_TYPO));
  if (name.endsWith(` ${text}`)) return { weight: ENDS, kind: 'ends' };
  const weight = forgiven === 0 ? undefined : TYPOS[Math.ceil(typosBetween(text, name, forgiven)) - 1];
  if (weight !== undefined) return { weight, kind: 'mistyped' };
  const isWithin = name.length >= WITHIN_MIN && `${text} `.includes(` ${name} `);
  return isWithin ? { weight: WITHIN, kind: 'within' } : { weight: OTHER, kind: 'other' };
}

/** The words of `text` that are none of `known`. */
export function wordsBeside(text: string, known: Iterable<string>): string[] {
  const all = new Set([...known].flatMap((each) => each.split(' ')));
  return text.split(' ').filter((word) => word !== '' && !all.has(word));
}

/** What a card is called, folded: beside its own names what else a list may write within its name. */
export interface Called {
  names: readonly string[];
  /** The number, the printed count, the names and codes of the expansion. */
  beside: readonly string[];
}

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** The words of the row's name that the card does not explain, misspelt ones of its own name aside. */
export function unexplained({ names: readings }: Pick<Wanted, 'names'>, { names, beside }: Called): string[] {
  const said = wordsOf(readings.findLast(({ isWhole }) => isWhole)?.text ?? '');
  const known = new Set(beside.flatMap(wordsOf));
  let fewest = said;
  for (const name of names) {
    const left = besideName(said, wordsOf(name)).filter((word) => !known.has(word));
    if (left.length < fewest.length) fewest = left;
  }
  return fewest;
}

/** The words that are none of the name's, each of which stands for one; nor one of them with a typo. */
function besideName(said: readonly string[], name: readonly string[]): string[] {
  const unsaid = [...name];
  const left = said.filter((word) => {
    const at = unsaid.indexOf(word);
    if (at >= 0) unsaid.splice(at, 1);
    return at < 0;
  });
  // `Far fetchd`: parted or joined, it is the name all the same.
  if (left.join('') === unsaid.join('')) return [];
  return left.filter((word) => {
    const at = unsaid.findIndex((own) => typosBetween(word, own, typosOf(own)) <= typosOf(own));
    if (at >= 0) unsaid.splice(at, 1);
    return at < 0;
  });
}

/** A word of one or two letters is that word or another one: `C` is not `G`, nor `GX` an `EX`. */
const typosOf = (word: string): number =>
  word.length < 3 ? 0 : Math.min(TYPOS.length, Math.ceil(word.length / LETTERS_PER_TYPO));

/** The last digits of a number, as names repeat them: `001` of `ST01-001`. */
export const endOf = (number: string): string[] => {
  const [end] = /[0-9]+$/.exec(number) ?? [];
  return end === undefined ? [] : [end, end.replace(/^0+/, ''), end.padStart(3, '0')];
};

/** Typos, the likelier ones a little less than one; `Infinity` for more than `most`, which is 8 or less. */
export const typosBetween = (typed: string, name: string, most: number): number =>
  Math.abs(typed.length - name.length) > most
    ? Number.POSITIVE_INFINITY
    : typingCost(unitsOf(typed), unitsOf(name), 0, name.length, most) / EDIT;
