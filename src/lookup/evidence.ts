/** Weighs what a row says against a card: how much likelier each agreement is on the card that is meant than on another. */
import { numberNormalized } from '../catalog/collector-number.ts';
import { foldName } from '../catalog/fold.ts';
import type { DeployedGame } from '../games/game.ts';
import type { LookupRow } from '../store/catalog/lookup-rows.ts';
import type { ExpansionBook, ExpansionFits } from './expansion-book.ts';
import { type NameFit, nameFit, namesOf, wordsBeside } from './name-fit.ts';
import type { Wanted } from './wanted.ts';

/** A card that a row may mean, with what led to it. */
export interface Candidate {
  card: LookupRow;
  /** Its names in other languages, by language. */
  translated: Readonly<Record<string, string>>;
  /** How surely an id of the row is its: 0 where none is. */
  byId: number;
}

/** What a row says of a card, summed. */
export interface Weighed {
  /** A power of ten. */
  weight: number;
  /** Whether something that the row states is not so on this card, or not to be found on it: then it is never certain. */
  isContradicted: boolean;
}

/** What the candidates of a row are weighed with. */
export interface Scales {
  book: ExpansionBook;
  games: readonly DeployedGame[];
  /** Whether the row's id is some card's, whichever game is asked. */
  hasKnownId: boolean;
}

/**
 * Powers of ten, first set from how often such an agreement is chance (a name is one in thousands, a number one in a hundred,
 * an expansion one in two hundred), then moved until docs/lookup.md's figures held: bench/lookup.ts shows both. Those of names
 * stand in name-fit.ts.
 */
const WEIGHT = {
  nameBesideBetter: -2,
  numberEqual: 1.8,
  numberNear: 0.6,
  numberOther: -2,
  numberNone: -1,
  totalEqual: 1,
  totalOther: -0.7,
  expansion: 2.3,
  /** The text names another expansion; or none that is here. */
  expansionOther: -2.5,
  expansionUnknown: -0.8,
};

/** What a card that nobody has named weighs: that none of the candidates is meant. */
export const NONE_WEIGHT = 2.2;

const NUMBER_DIGITS = /[0-9]+/;
const BEHIND_CODE = /^(.+)-([^-]+)$/;

/** All that the row says, for each candidate. */
export function weigh(
  candidates: readonly Candidate[],
  wanted: Wanted,
  fits: ExpansionFits,
  scales: Scales,
): Weighed[] {
  const names = candidates.map((each) => nameFit(namesOf(each, wanted), wanted.names));
  const best = Math.max(...names.map(({ weight }) => weight));
  const isWholeThere = names.some(
    ({ kind, isPrintingAside }) => (kind === 'whole' || kind === 'mistyped') && !isPrintingAside,
  );
  return candidates.map((each, at) => {
    const name: NameFit = names[at] ?? { weight: 0, kind: 'none' };
    const { card, byId } = each;
    const number = numberWeight(card, wanted, scales.book);
    const total = totalWeight(card, wanted, scales.book);
    const expansion = saysCode(card, wanted, scales) ? WEIGHT.expansion : expansionWeight(card, wanted, fits);
    // Who wrote another card's name to the letter, or all of it, hardly meant this one's.
    const isLess = name.kind === 'part' || name.isPrintingAside;
    const isBeside = (name.kind === 'mistyped' && name.weight < best) || (isLess && isWholeThere);
    const isPlaced = number === WEIGHT.numberEqual && (expansion > 0 || total > 0);
    return {
      weight: byId + name.weight + (isBeside ? WEIGHT.nameBesideBetter : 0) + number + total + expansion,
      isContradicted:
        number < 0 ||
        // Parts of expansions print counts of their own: `15/102` in one of 25.
        (total < 0 && !(number === WEIGHT.numberEqual && byId > 0)) ||
        // An id that agrees speaks for an expansion whose spelling is not known.
        (expansion < 0 && !(expansion === WEIGHT.expansionUnknown && byId > 0)) ||
        (scales.hasKnownId && byId === 0) ||
        (byId === 0 && hasMoreToSay(each, name, wanted, isPlaced, scales)),
    };
  });
}

/** Whether words of the row's name tell of another card than this one, as far as can be seen. */
function hasMoreToSay(each: Candidate, { kind }: NameFit, wanted: Wanted, isPlaced: boolean, scales: Scales): boolean {
  if (kind === 'none' || kind === 'other' || kind === 'whole') return false;
  const lists = scales.games.find(({ name }) => name === each.card.game)?.lists;
  // Where a number is one card's, what shops put behind the name tells no other one.
  if (isPlaced && lists?.isNumberOneCards) return false;
  const whole = wanted.names.findLast(({ isWhole }) => isWhole)?.text ?? '';
  const names = namesOf(each, wanted);
  const number = foldName(each.card.number ?? '');
  const expansion = foldName(scales.book.get(each.card.expansion_id)?.name ?? '');
  const known = [number, ...endOf(number), expansion];
  // A slip makes a word another one; numbers tell cards apart, mistyped or not: `(p2)`, `(p3)`.
  const isTold = (word: string) => kind !== 'mistyped' || NUMBER_DIGITS.test(word);
  const rowSays = wordsBeside(whole, [...names, ...known])
    .filter(isTold)
    .join(' ');
  if ((lists?.printings ?? []).reduce((rest, [words]) => rest.replace(words, ''), rowSays).trim() !== '') return true;
  const cardSays = wordsBeside(names[0] ?? '', [whole, ...known]).filter(isTold);
  return isPlaced && cardSays.length > 0;
}

/** The last digits of a number, as names repeat them: `001` of `ST01-001`. */
const endOf = (number: string): string[] => {
  const [end] = /[0-9]+$/.exec(number) ?? [];
  return end === undefined ? [] : [end, end.replace(/^0+/, ''), end.padStart(3, '0')];
};

function numberWeight({ number, number_sort, expansion_id }: LookupRow, wanted: Wanted, book: ExpansionBook): number {
  if (wanted.number === undefined) return 0;
  if (number === null) return WEIGHT.numberNone;
  const [, code = '', end = ''] = BEHIND_CODE.exec(number) ?? [];
  // `096` for `OP01-096`, in the expansion of that code.
  const behindCode = book.isCalled(expansion_id, code) ? numberNormalized(end) : null;
  const isWritten = signless(number) === signless(wanted.writtenNumber);
  if (number_sort === wanted.number || behindCode === wanted.number || isWritten) return WEIGHT.numberEqual;
  // `020` for `SWSH020`, and the other way round.
  const [own] = NUMBER_DIGITS.exec(behindCode ?? number_sort) ?? [];
  const [asked] = NUMBER_DIGITS.exec(wanted.number) ?? [];
  const isBare = wanted.bareNumber !== undefined || /^[0-9]+$/.test(number_sort);
  return isBare && own !== undefined && own === asked ? WEIGHT.numberNear : WEIGHT.numberOther;
}

/** Numbers with codes are written with and without their dash: `LOB-EN005`, `LOBEN005`. */
const signless = (number: string): string => number.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/** Whether the row's number is the card's with the code of its expansion, and no other word of the row names one. */
function saysCode({ game, number, expansion_id }: LookupRow, wanted: Wanted, { book, games }: Scales): boolean {
  // Where promos of other expansions bear the number too, its code tells none of them.
  const isOneCards = games.some(({ name, lists }) => name === game && lists.isNumberOneCards);
  if (number === null || wanted.expansion !== undefined || !isOneCards) return false;
  const [, code = ''] = BEHIND_CODE.exec(number) ?? [];
  return code !== '' && signless(number) === signless(wanted.writtenNumber) && book.isCalled(expansion_id, code);
}

function totalWeight({ expansion_id }: LookupRow, { total, isPartCount }: Wanted, book: ExpansionBook): number {
  const official = book.officialOf(expansion_id);
  if (total === undefined || official === 0) return 0;
  if (official === total) return WEIGHT.totalEqual;
  // What part of an expansion counts for itself says nothing of the count that is known.
  return isPartCount ? 0 : WEIGHT.totalOther;
}

function expansionWeight({ expansion_id }: LookupRow, { expansion }: Wanted, fits: ExpansionFits): number {
  if (expansion === undefined) return 0;
  const fit = fits.get(expansion_id);
  if (fit !== undefined) return WEIGHT.expansion * fit;
  const best = Math.max(0, ...fits.values());
  return best === 0 ? WEIGHT.expansionUnknown : WEIGHT.expansionOther * best;
}
