/** Weighs what a row says against a card: how much likelier each agreement is on the card that is meant than on another. */
import { numberNormalized } from '../catalog/collector-number.ts';
import { foldName } from '../catalog/fold.ts';
import type { DeployedGame } from '../games/game.ts';
import { isEastern } from '../search/scripts/fold-eastern.ts';
import type { LookupRow } from '../store/views/external-ids.ts';
import { type ExpansionBook, type ExpansionFits, FIT_ENOUGH, IDLE } from './expansion-book.ts';
import { languageOf } from './languages.ts';
import { endOf, isToldApart, type NameFit, nameFit, namesOf, unexplained, wordsBeside } from './name-fit.ts';
import { areOfPrintings, gameLexicon } from './printing-words.ts';
import type { Wanted } from './wanted.ts';

export interface Candidate {
  card: LookupRow;
  /** Its names in other languages, by language. */
  translated: Readonly<Record<string, string>>;
  /** How surely an id of the row is its: 0 where none is. */
  byId: number;
  /** What other cards that show the same are called; absent where it is known by its own names. */
  calledSo?: readonly string[];
}

/** What a row says of a card, summed. */
export interface Weighed {
  /** A power of ten. */
  weight: number;
  /** Whether something that the row states is not so on this card, or not to be found on it: then it is never certain. */
  isContradicted: boolean;
  /** Whether that is words behind its name alone, which the card's printings and rarity may explain. */
  isOpenToWords: boolean;
  /** What that is, in words for people; undefined where nothing is, or no words are needed. */
  contradicts: string | undefined;
}

export interface Scales {
  book: ExpansionBook;
  games: readonly DeployedGame[];
  /** Whether the row's id is some card's, whichever game is asked. */
  hasKnownId: boolean;
}

/**
 * Powers of ten, first set from how often such an agreement is chance (a name is one in thousands, a number one in a hundred,
 * an expansion one in two hundred), then moved until docs/lookup.md's figures held: bench/lookup/lookup.ts shows both. Those of names
 * stand in name-fit.ts.
 */
const WEIGHT = {
  nameBesideBetter: -2,
  /** A name in Latin letters is hardly that of a card whose names have none, where no language is stated. */
  nameForeign: -1,
  parallelUnsaid: -1,
  /** Another card stands at its place in the language that is meant. */
  languageOther: -2.5,
  numberEqual: 1.8,
  numberNear: 0.6,
  numberOther: -2,
  numberNone: -1,
  totalEqual: 1,
  totalOther: -0.7,
  expansion: 2.3,
  /** The text names another expansion, which has a card of the name; or none that is here. */
  expansionOther: -2.5,
  expansionOtherHasIt: -2,
  expansionUnknown: -0.8,
};

/** So much do parts weigh of the expansion that is named. */
const PART_SHARE = 0.95;

/** What a card that nobody has named weighs: that none of the candidates is meant. */
export const NONE_WEIGHT = 2.2;

const NUMBER_DIGITS = /[0-9]+/;
const FIGURES = /^\d+$/;
const DIGITS_LAST = /([0-9]+)$/;
const BEHIND_CODE = /^(.+)-([^-]+)$/;

export function weigh(
  candidates: readonly Candidate[],
  wanted: Wanted,
  fits: ExpansionFits,
  scales: Scales,
): Weighed[] {
  const called = candidates.map((each) => namesOf(each, wanted));
  const names = called.map((each) => nameFit(each, wanted.names));
  const isOthers = spelledByOthers(candidates, names, ({ card }) => numberWeight(card, wanted, scales.book) > 0);
  const best = Math.max(...names.map(({ weight }) => weight));
  const isWholeThere = names.some((each) => isNamed(each) && !each.isPrintingAside);
  const isRead = readAloud(candidates, names, wanted);
  const isIn = (isPlace: (id: string) => boolean) =>
    candidates.some(({ card }, at) => isPlace(card.expansion_id) && isNamed(names[at] ?? NONE));
  const parts = partsMeant(wanted, fits, scales, isIn);
  const isInNamed = isIn((id) => fits.get(id) === 1 || parts.has(id));
  // Expansions where another card bears the number as it is written: `11` is not `H11` there.
  const borne = new Set(candidates.flatMap(({ card }) => (isNumbered(card, wanted) ? [card.expansion_id] : [])));
  const isPrintedOtherwise = languagesOf(candidates, wanted);
  const isOnly = candidates.filter((each) => bearsLettered(each, wanted, scales)).length === 1;
  return candidates.map((each, at) => {
    const name: NameFit = names[at] ?? NONE;
    const { card, byId } = each;
    const agreed = numberWeight(card, wanted, scales.book);
    const number = agreed === WEIGHT.numberNear && borne.has(card.expansion_id) ? WEIGHT.numberOther : agreed;
    const total = totalWeight(card, wanted, scales.book);
    const isElsewhere = isInNamed && byId === 0 && !fits.has(card.expansion_id);
    const isPlaced = saysCode(card, wanted, scales) || (isOnly && bearsLettered(each, wanted, scales));
    const expansion = isPlaced ? WEIGHT.expansion : expansionWeight(card, wanted, fits, parts);
    // Who wrote another card's name to the letter, or all of it, hardly meant this one's.
    const isLess = name.kind === 'part' || name.kind === 'within' || name.isPrintingAside;
    const isBeside = (name.kind === 'mistyped' && name.weight < best) || (isLess && isWholeThere);
    const lesser = [
      isBeside ? WEIGHT.nameBesideBetter : 0,
      isElsewhere && expansion < 0 ? WEIGHT.expansionOtherHasIt : 0,
      isParallelOf(card, wanted, scales) ? WEIGHT.parallelUnsaid : 0,
      isPrintedOtherwise(card.id) ? WEIGHT.languageOther : 0,
      (name.kind === 'foreign' || isRead(at)) && wanted.lang === undefined ? WEIGHT.nameForeign : 0,
      isRead(at) && names.some((other, place) => isNamed(other) && !isRead(place)) ? WEIGHT.nameBesideBetter : 0,
    ].reduce((sum, weight) => sum + weight);
    const fit = parts.has(card.expansion_id) ? 1 : (fits.get(card.expansion_id) ?? 1);
    const said = { name: { ...name, names: called[at] ?? [] }, number, total, expansion, fit };
    const contradicts =
      (isOfOtherLine(card, wanted, scales) && 'Its language is not printed where this card is.') ||
      (isWholeThere &&
        (name.kind === 'other' || name.kind === 'ends' || isOthers(at)) &&
        "Its name is another card's.") ||
      (isOthers(at) && "Another card's name is nearer to its own.") ||
      statedOtherwise(said, each, wanted, scales) ||
      undefined;
    const isOtherwise = contradicts !== undefined || wanted.isParallel || wanted.isGuessed;
    const unsettled = byId === 0 && isUnsettled(each, said, wanted, scales);
    return {
      weight: byId + name.weight + number + total + expansion + lesser,
      isContradicted: isOtherwise || unsettled !== false,
      isOpenToWords: !isOtherwise && unsettled === 'words',
      contradicts,
    };
  });
}

/** Whether cards share a name in another language: then one name is spelt in two ways, `Impostor` and `Imposter`. */
const isCalledAlike = (names: Candidate['translated'], { translated }: Candidate): boolean =>
  Object.entries(names).some(([language, name]) => translated[language] === name);

/**
 * Where another card bears more of the name to the letter, a typo is none, `Embers` no `Ember`, and words behind are that card's; nor
 * is the name short for one of the expansion that has another of just that name, nor, without a number, where any is called so.
 */
function spelledByOthers(
  candidates: readonly Candidate[],
  names: readonly NameFit[],
  bearsNumber: (candidate: Candidate) => boolean,
): (at: number) => boolean {
  return (at) => {
    const [candidate, { kind, spelt = 0 } = NONE] = [candidates[at], names[at]];
    if (candidate === undefined || !['mistyped', 'part', 'within', 'begins'].includes(kind)) return false;
    const { card, translated } = candidate;
    return candidates.some((other, place) => {
      const its = names[place] ?? NONE;
      const isOfPlace = other.card.expansion_id === card.expansion_id || !bearsNumber(candidate);
      const isRival = kind !== 'begins' || (its.kind === 'whole' && isOfPlace);
      const isOfGame = isRival && other.card.game === card.game;
      return isOfGame && (its.spelt ?? 0) > spelt && !isCalledAlike(translated, other);
    });
  };
}

const isNamed = ({ kind }: NameFit): boolean => kind === 'whole' || kind === 'mistyped';

/** Whether the name in the row's letters is how that of a card sounds; another card may be called so. */
const readAloud =
  (candidates: readonly Candidate[], names: readonly NameFit[], wanted: Wanted) =>
  (at: number): boolean =>
    isNamed(names[at] ?? NONE) && isEastern(candidates[at]?.card.name ?? '') && !isEastern(wanted.names[0]?.text ?? '');

const NONE: NameFit = { weight: 0, kind: 'none' };

/** What the row's name, number, count and expansion come to. */
interface Said {
  name: NameFit & { names: readonly string[] };
  number: number;
  total: number;
  expansion: number;
  /** How well the row's expansion fits. */
  fit: number;
}

function statedOtherwise(said: Said, { card, byId }: Candidate, wanted: Wanted, scales: Scales): string | false {
  const { number, total, expansion } = said;
  const isById = byId > 0;
  // The letters that a number is written with are another card's than one that has none: `TG12` is not `12`.
  const isNear = number === WEIGHT.numberNear && wanted.bareNumber === undefined;
  if (number < 0 || isNear) return "Its number is not this card's.";
  const { otherNumber, placeInName } = wanted;
  const { kind, names } = said.name;
  if (otherNumber !== undefined && !names.some((name) => name.includes(otherNumber)))
    return 'Its name tells another number than its own.';
  if (placeInName !== undefined && kind !== 'whole' && !isPlacedIn(card.expansion_id, placeInName, scales))
    return "Its name tells another expansion than this card's.";
  if (isNumberedOtherwise(names, wanted)) return "Its name tells another number than this card's.";
  // Parts of expansions print counts of their own: `15/102` in one of 25.
  if (total < 0 && !(number === WEIGHT.numberEqual && isById))
    return "Its printed count is not that of this card's expansion.";
  if (isLikeAlone(said, card, wanted, scales) && !isById) return "Its expansion is only like this card's.";
  if (expansion >= 0) return false;
  if (expansion !== WEIGHT.expansionUnknown) return "Its expansion is not this card's.";
  // An id that agrees speaks for an expansion whose spelling is not known.
  return !isById && 'Its expansion is not known here.';
}

/** Whether the text is what the expansion is called, or what it is part of. */
const isPlacedIn = (expansion: string, text: string, { book }: Scales): boolean =>
  [...book.fits(text).keys()].some((id) => id === expansion || book.partsOf(id).includes(expansion));

/** Whether the row's name and the card's each have a number that the other lacks: `Wick 38: Tide` is no `Wick 39: Tide`. */
function isNumberedOtherwise(names: readonly string[], { names: readings }: Wanted): boolean {
  const whole = readings.findLast(({ isWhole }) => isWhole)?.text ?? '';
  const [own, its] = [wordsBeside(whole, names), wordsBeside(names[0] ?? '', [whole])];
  return [own, its].every((words) => words.some((word) => FIGURES.test(word)));
}

/** What stands beside an expansion under its name, with cards and numbers of its own; and what lists put before names, but no `IV`. */
const BESIDE_SETS = /\b(?:promos?|tokens?|art series)\b/;
const SERIES_CODE = /^(?![ivx]+$)[a-z]{2,3}$/;

/**
 * Whether the row's expansion is only like the card's: a number alone is as sure as it, and words that are none of the card's may be
 * another one's, unless the number's count or code bears them out; other figures, of years, are another's for all that.
 */
function isLikeAlone({ number, total, fit }: Said, card: LookupRow, wanted: Wanted, { book, games }: Scales): boolean {
  if (fit === 1) return false;
  const names = book.calledOf(card.expansion_id);
  const text = foldName(wanted.expansion ?? '');
  const said = [{ text, isWhole: true, isPrintingAside: false }];
  const left = unexplained({ names: said }, { names, beside: [IDLE] });
  const game = games.find(({ name }) => name === card.game);
  if ([BESIDE_SETS, game?.lists.besideSets].some((others) => others?.test(left.join(' ')))) return true;
  if (fit >= FIT_ENOUGH || wanted.names.length === 0) return fit < FIT_ENOUGH;
  if (wordsBeside(text, names).some((word) => FIGURES.test(word))) return true;
  const hasOwnCount = total > 0 || wanted.isPartCount || BEHIND_CODE.test(card.number ?? '');
  if (number === WEIGHT.numberEqual && hasOwnCount) return false;
  const words = left.filter((word) => !SERIES_CODE.test(word));
  return !areOfPrintings(words, gameLexicon(game));
}

/** Whether something is left to say that the row's id would settle, or the card's printings, where it is words. */
function isUnsettled(each: Candidate, said: Said, wanted: Wanted, scales: Scales): boolean | 'words' {
  const { name, number, total, expansion } = said;
  if (name.kind === 'foreign' || name.kind === 'ends' || each.calledSo !== undefined || scales.hasKnownId) return true;
  // Where parallels and promos of other expansions bear the number, it alone is no card's.
  if (wanted.names.length + Number(wanted.expansion !== undefined) === 0 && !isOneCards(each.card, scales)) return true;
  const isPlaced = number === WEIGHT.numberEqual && (expansion > 0 || total > 0);
  return hasMoreToSay(each, name, wanted, isPlaced, scales);
}

/** Whether the language that the row states is printed in another region than the card is of. */
function isOfOtherLine({ game, expansion_id }: LookupRow, { lang }: Wanted, { book, games }: Scales): boolean {
  if (lang === undefined) return false;
  const { catalogs = {}, languages: [own = ''] = [] } = games.find(({ name }) => name === game) ?? {};
  const regionOf = Object.values(catalogs).find((catalog) => catalog.regionOf !== undefined)?.regionOf;
  if (regionOf === undefined) return false;
  const region = regionOf(lang) === regionOf(own) ? undefined : regionOf(lang);
  return region !== book.get(expansion_id)?.region;
}

/**
 * Whether a card is the print of its place in another language than the row's, of those whose ids end in one: `ori-60-ja` beside
 * `ori-60`, which is meant where no print is in the language that the row states.
 */
function languagesOf(candidates: readonly Candidate[], { lang }: Wanted): (id: string) => boolean {
  const ids = new Set(candidates.map(({ card }) => card.id));
  const prints = [...ids].flatMap((id) => {
    const [, place = '', code = ''] = /^(.+)-([a-z]{2,3})$/.exec(id) ?? [];
    return ids.has(place) ? [{ id, place, isMeant: lang !== undefined && languageOf(code) === lang }] : [];
  });
  const others = prints.flatMap(({ id, place, isMeant }) => (isMeant ? [place] : [id]));
  return (id) => others.includes(id);
}

/** What comes with cards, under their names and numbers, and is none. */
const BESIDE_CARDS = /\b(?:token|emblem|checklist|(?:art|code|metal) card|art series|sleeves|play ?mat)\b/;

/** Whether words of the row's name tell of another card than this one, as far as can be seen. */
function hasMoreToSay(
  each: Candidate,
  { kind, names }: Said['name'],
  wanted: Wanted,
  isPlaced: boolean,
  scales: Scales,
): boolean | 'words' {
  if (kind === 'none' || kind === 'other' || kind === 'whole') return false;
  const game = scales.games.find(({ name }) => name === each.card.game);
  const whole = wanted.names.findLast(({ isWhole }) => isWhole)?.text ?? '';
  const number = foldName(each.card.number ?? '');
  const [expansion = ''] = scales.book.calledOf(each.card.expansion_id);
  const known = [number, ...endOf(number), expansion];
  // Where a number is one card's, what shops put behind the name tells no other one, but for what stands in place of its own words.
  if (kind !== 'within' && isPlaced && game?.lists.isNumberOneCards) {
    const isUnsaid = kind === 'part' && names.every((name) => wordsBeside(name, [whole, ...known]).length > 0);
    return (
      BESIDE_CARDS.test(whole) ||
      (isUnsaid && !areOfPrintings(wordsBeside(whole, [...names, ...known]), gameLexicon(game)))
    );
  }
  // A number that stands where the name belongs is no name that begins so.
  if (/^[0-9 ]*$/.test(whole)) return true;
  // A typo makes a word another one; numbers tell cards apart, mistyped or not: `(p2)`, `(p3)`.
  const isTold = (word: string) => kind !== 'mistyped' || NUMBER_DIGITS.test(word);
  const rowSays = wordsBeside(whole, [...names, ...known]).filter(isTold);
  const cardSays = wordsBeside(names[0] ?? '', [whole, ...known]).filter(isTold);
  if ((isPlaced || kind === 'mistyped') && cardSays.length > 0) return true;
  return !areOfPrintings(rowSays, gameLexicon(game)) && 'words';
}

function numberWeight({ number, number_sort, expansion_id }: LookupRow, wanted: Wanted, book: ExpansionBook): number {
  if (wanted.number === undefined) return 0;
  if (number === null) return WEIGHT.numberNone;
  const [, code = '', end = ''] = BEHIND_CODE.exec(number) ?? [];
  // `096` for `OP01-096`, in the expansion of that code.
  const behindCode = book.isCalled(expansion_id, code) ? numberNormalized(end) : null;
  const isCoded = wanted.coded?.number === number_sort && book.isCalled(expansion_id, wanted.coded.code);
  if (isNumbered({ number, number_sort }, wanted) || behindCode === wanted.number || isCoded) return WEIGHT.numberEqual;
  // `020` for `SWSH020`, and the other way round.
  // What stands behind the digits is another card's: `1★`.
  const [, own] = DIGITS_LAST.exec(behindCode ?? number_sort) ?? [];
  const [, asked] = DIGITS_LAST.exec(wanted.number) ?? [];
  const isBare = wanted.bareNumber !== undefined || /^[0-9]+$/.test(number_sort);
  return isBare && own !== undefined && own === asked ? WEIGHT.numberNear : WEIGHT.numberOther;
}

/** Whether the card bears the number as the row has it, dashes aside. */
function isNumbered({ number, number_sort }: Pick<LookupRow, 'number' | 'number_sort'>, wanted: Wanted): boolean {
  const written = signless(wanted.writtenNumber);
  return number_sort === wanted.number || (written !== '' && signless(number ?? '') === written);
}

/** Whether a number of its game's expansions is one card's. */
const isOneCards = ({ game }: LookupRow, { games }: Scales): boolean =>
  games.some(({ name, lists }) => name === game && lists.isNumberOneCards);

/** Who writes a number alone means the card that is called by its name alone, not what is parallel to it: `Brindle (Parallel)`. */
const isParallelOf = (card: LookupRow, { names, expansion, isParallel }: Wanted, scales: Scales): boolean =>
  names.length === 0 && expansion === undefined && !isParallel && isToldApart(card) && !isOneCards(card, scales);

/** Numbers with codes are written with and without their dash: `LOB-EN005`, `LOBEN005`. */
const signless = (number: string): string => number.replace(/[\s\-._/:]+/g, '').toLowerCase();

/** Whether the row's number is the card's with the code of its expansion, and no other word of the row names one. */
function saysCode(card: LookupRow, wanted: Wanted, scales: Scales): boolean {
  const { number, expansion_id } = card;
  if (number === null || wanted.expansion !== undefined) return false;
  // Where promos of other expansions bear the number too, a name may be one of theirs.
  if (wanted.names.length > 0 && !isOneCards(card, scales)) return false;
  const [, code = ''] = BEHIND_CODE.exec(number) ?? [];
  return code !== '' && signless(number) === signless(wanted.writtenNumber) && scales.book.isCalled(expansion_id, code);
}

function totalWeight({ expansion_id }: LookupRow, { total, isPartCount }: Wanted, book: ExpansionBook): number {
  const official = book.officialOf(expansion_id);
  if (total === undefined || official === 0) return 0;
  if (official === total) return WEIGHT.totalEqual;
  // What part of an expansion counts for itself says nothing of the count that is known.
  return isPartCount ? 0 : WEIGHT.totalOther;
}

/** Whether a number with letters, which is all that the row says, is the card's: where one card alone bears it, that is meant. */
const bearsLettered = ({ card }: Candidate, { names, number = '', expansion }: Wanted, scales: Scales): boolean =>
  names.length === 0 &&
  expansion === undefined &&
  /[A-Z].*\d/.test(number) &&
  card.number_sort === number &&
  isOneCards(card, scales);

/**
 * The galleries and vaults that stand under the name of their set: where the number has letters of their own, or no card of the
 * set bears the name.
 */
function partsMeant(
  { isPartCount }: Wanted,
  fits: ExpansionFits,
  { book }: Scales,
  isIn: (isPlace: (id: string) => boolean) => boolean,
): ReadonlySet<string> {
  const isMeant = (id: string) => (fits.get(id) ?? 0) >= FIT_ENOUGH;
  if (!isPartCount && isIn(isMeant)) return new Set();
  return new Set([...fits.keys()].filter(isMeant).flatMap((id) => book.partsOf(id)));
}

function expansionWeight(
  { expansion_id }: LookupRow,
  { expansion }: Wanted,
  fits: ExpansionFits,
  parts: ReadonlySet<string>,
): number {
  if (expansion === undefined) return 0;
  const fit = fits.get(expansion_id);
  if (fit !== undefined) return WEIGHT.expansion * fit;
  if (parts.has(expansion_id)) return WEIGHT.expansion * PART_SHARE;
  const best = Math.max(0, ...fits.values());
  return best === 0 ? WEIGHT.expansionUnknown : WEIGHT.expansionOther * best;
}
