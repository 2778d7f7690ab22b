/** Weighs what a row says against a card: how much likelier each agreement is on the card that is meant than on another. */
import { foldName } from '../catalog/fold.ts';
import type { LookupRow } from '../store/catalog/lookup-rows.ts';
import type { ExpansionBook, ExpansionFits } from './expansion-book.ts';
import { slipsBetween } from './slips.ts';
import type { Wanted } from './wanted.ts';

/** A card that a row may mean, with what led to it. */
export interface Candidate {
  card: LookupRow;
  /** Its names in other languages, by language. */
  translated: Readonly<Record<string, string>>;
  /** How surely an id of the row is its: 0 where none is. */
  byId: number;
}

/**
 * Powers of ten, first set from how often such an agreement is chance (a name is one in thousands, a number one in a hundred,
 * an expansion one in two hundred), then moved until docs/lookup.md's figures held: bench/lookup.ts shows both.
 */
const WEIGHT = {
  nameEqual: 3.2,
  nameBegins: 2.4,
  /** Of one, two, three slips. */
  nameEdits: [2.8, 2.2, 1.2],
  nameEditsBesideBetter: -2,
  nameOther: -4,
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

/** Letters that a name needs for each slip that is forgiven. */
const LETTERS_A_SLIP = 4;
const NUMBER_DIGITS = /[0-9]+/;

/** The powers of ten of all that the row says, summed, for each candidate. */
export function weigh(
  candidates: readonly Candidate[],
  wanted: Wanted,
  book: ExpansionBook,
  fits: ExpansionFits,
): number[] {
  const names = candidates.map((each) => nameWeight(each, wanted));
  const best = Math.max(...names);
  return candidates.map(({ card, byId }, at) => {
    const name = names[at] ?? 0;
    // Who wrote another card's name to the letter hardly mistyped this one's.
    const beside = name < best && WEIGHT.nameEdits.includes(name) ? WEIGHT.nameEditsBesideBetter : 0;
    return (
      byId +
      name +
      beside +
      numberWeight(card, wanted) +
      totalWeight(card, wanted, book) +
      expansionWeight(card, wanted, fits)
    );
  });
}

/** The best fit of any reading with any name of the card. */
export function nameWeight({ card, translated }: Candidate, { names, lang }: Wanted): number {
  if (names.length === 0) return 0;
  let best = WEIGHT.nameOther;
  // Lists of cards in another language mostly call them by their own names all the same.
  const others = Object.entries(translated).flatMap(([own, name]) =>
    lang === undefined || lang === own ? [name] : [],
  );
  for (const own of [card.name, ...others]) {
    const name = foldName(own);
    for (const reading of names) best = Math.max(best, nameFit(reading, name));
  }
  return best;
}

function nameFit(reading: string, name: string): number {
  if (reading === name) return WEIGHT.nameEqual;
  // A base name stands for its suffixed cards, and shops put more behind a name than is printed.
  if (name.startsWith(`${reading} `) || reading.startsWith(`${name} `)) return WEIGHT.nameBegins;
  const forgiven = Math.min(WEIGHT.nameEdits.length, Math.floor(name.length / LETTERS_A_SLIP));
  if (forgiven === 0) return WEIGHT.nameOther;
  return WEIGHT.nameEdits[Math.ceil(slipsBetween(reading, name, forgiven)) - 1] ?? WEIGHT.nameOther;
}

function numberWeight({ number, number_sort }: LookupRow, wanted: Wanted): number {
  if (wanted.number === undefined) return 0;
  if (number === null) return WEIGHT.numberNone;
  if (number_sort === wanted.number) return WEIGHT.numberEqual;
  // `020` for `SWSH020`, and the other way round.
  const [own] = NUMBER_DIGITS.exec(number_sort) ?? [];
  const [asked] = NUMBER_DIGITS.exec(wanted.number) ?? [];
  const isBare = wanted.bareNumber !== undefined || /^[0-9]+$/.test(number_sort);
  return isBare && own !== undefined && own === asked ? WEIGHT.numberNear : WEIGHT.numberOther;
}

function totalWeight({ expansion_id }: LookupRow, { total }: Wanted, book: ExpansionBook): number {
  const official = book.officialOf(expansion_id);
  if (total === undefined || official === 0) return 0;
  return official === total ? WEIGHT.totalEqual : WEIGHT.totalOther;
}

function expansionWeight({ expansion_id }: LookupRow, { expansion }: Wanted, fits: ExpansionFits): number {
  if (expansion === undefined) return 0;
  const fit = fits.get(expansion_id);
  if (fit !== undefined) return WEIGHT.expansion * fit;
  const best = Math.max(0, ...fits.values());
  return best === 0 ? WEIGHT.expansionUnknown : WEIGHT.expansionOther * best;
}
