/** Tells how well a row's name fits a card's, and which of its words the card does not explain. */
import { foldName } from '../catalog/fold.ts';
import { slipsBetween } from './slips.ts';
import type { Reading, Wanted } from './wanted.ts';

/** Powers of ten: the best fits of the whole text, and what each lesser one comes to. */
const EQUAL = 3.2;
const BEGINS = 2.4;
/** Of one, two, three slips. */
const SLIPS: readonly number[] = [2.8, 2.2, 1.2];
const OTHER = -4;
/** A reading that leaves something out weighs at most as a name that begins so. */
const LEFT_OUT = EQUAL - BEGINS;

/** Letters that a name needs for each slip that is forgiven. */
const LETTERS_A_SLIP = 4;

/** How the row's name and a card's stand to each other. */
export interface NameFit {
  /** A power of ten; 0 for a row without a name. */
  weight: number;
  /** Whether the card's name is the whole text, slips forgiven; `mistyped` with slips, `part` with something left over. */
  kind: 'whole' | 'mistyped' | 'begins' | 'part' | 'other' | 'none';
  /** Whether the row's words of printings are no part of it. */
  isPrintingAside?: boolean;
}

/** A name that fits so well needs no search. */
export const NAME_ENOUGH = BEGINS;

/** The names of a card that the row's may be compared with, folded. */
export function namesOf(
  { card, translated }: { card: { name: string; number: string | null }; translated: Readonly<Record<string, string>> },
  { lang }: Pick<Wanted, 'lang'>,
): string[] {
  // Lists of cards in another language mostly call them by their own names all the same. `pt` is `pt-br` too.
  const others = Object.entries(translated).flatMap(([own, name]) =>
    lang === undefined || lang === own || own.startsWith(`${lang}-`) ? [name] : [],
  );
  const spoken = card.name.includes('&') ? [card.name.replaceAll('&', ' and ')] : [];
  return [card.name, ...withoutNumber(card), ...spoken, ...others].map(foldName);
}

/** Catalogs may repeat a number within the name, which lists leave out: `Brindle (003) (Parallel)` of `T1-003`. */
function withoutNumber({ name, number }: { name: string; number: string | null }): string[] {
  const [end] = /[0-9]+$/.exec(number ?? '') ?? [];
  const bare = end === undefined ? name : name.replace(new RegExp(`\\(0*${Number(end)}\\)`), ' ');
  return bare === name ? [] : [bare];
}

/** The best fit of any reading with any name of the card. */
export function nameFit(names: readonly string[], readings: readonly Reading[]): NameFit {
  if (readings.length === 0) return { weight: 0, kind: 'none' };
  let best: NameFit = { weight: OTHER, kind: 'other' };
  for (const name of names) {
    for (const reading of readings) {
      const fit = fitOf(reading, name);
      if (fit.weight > best.weight) best = fit;
    }
  }
  return best;
}

function fitOf({ text, isWhole, isPrintingAside }: Reading, name: string): NameFit {
  const fit = textFit(text, name);
  if (isWhole || fit.kind === 'other') return fit;
  if (isPrintingAside) return { ...fit, isPrintingAside };
  return { weight: fit.weight - LEFT_OUT, kind: 'part' };
}

function textFit(text: string, name: string): NameFit {
  if (text === name) return { weight: EQUAL, kind: 'whole' };
  // A base name stands for its suffixed cards, and shops put more behind a name than is printed.
  if (name.startsWith(`${text} `)) return { weight: BEGINS, kind: 'begins' };
  if (text.startsWith(`${name} `)) return { weight: BEGINS, kind: 'part' };
  const forgiven = Math.min(SLIPS.length, Math.floor(name.length / LETTERS_A_SLIP));
  const weight = forgiven === 0 ? undefined : SLIPS[Math.ceil(slipsBetween(text, name, forgiven)) - 1];
  return weight === undefined ? { weight: OTHER, kind: 'other' } : { weight, kind: 'mistyped' };
}

/** The words of `text` that are none of `known`. */
export function wordsBeside(text: string, known: Iterable<string>): string[] {
  const all = new Set([...known].flatMap((each) => each.split(' ')));
  return text.split(' ').filter((word) => word !== '' && !all.has(word));
}
