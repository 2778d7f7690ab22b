/** Reads what a list is filtered and sorted by. What matches nothing is no fault; what cannot be read is. */
import Type, { type TSchema } from 'typebox';
import { isDay } from '../../../catalog/days.ts';
import { doc, optionalText } from '../../../catalog/field-shapes.ts';
import { CARD_FIELDS, foldValue } from '../../../catalog/listing/card-fields.ts';
import { Failure } from '../../../failure.ts';
import { numberWanted } from '../../../search/query.ts';
import type { ListFilter, Range } from '../../../store/views/listing/list-filter.ts';
import { SORTS, type Sort } from '../../../store/views/listing/list-order.ts';
import { oneOf, type Query, readFilter } from '../../parameters.ts';

const asked = (description: string, example: string) => optionalText(description, example);
const cents = (description: string, example: number) =>
  Type.Optional(Type.Integer({ minimum: 0, ...doc(description, example) }));
const values = (what: string, example: string) => asked(`Only ${what}; several by commas mean any of them.`, example);

const sortParameter = (sorts: readonly Sort[]) => ({
  sort: optionalText(
    'Order of the rows, descending with a minus. Equal ones in catalog order, those without a value last.',
    undefined,
    { enum: [...sorts] },
  ),
});

const releaseParameters = {
  released_from: asked('Only what was released on this day or later.', '2026-01-01'),
  released_to: asked('Only what was released on this day or before.', '2026-12-31'),
};

const priceParameters = {
  priced: asked('Only what has a price in this currency: usd, eur, or any of both by a comma.', 'usd'),
  usd_min: cents('Only what costs at least so many cents: the cheapest printing, by its market price.', 500),
  usd_max: cents('Only what costs at most so many cents.', 2000),
  eur_min: cents('The same in EUR, by the trend.', 500),
  eur_max: cents('The same in EUR, by the trend.', 2000),
};

/** Beside those that every list takes. */
export const cardFilterParameters = {
  series_id: values('cards of this series', 'fl'),
  rarity: values('cards of this rarity', 'Luminous Rare'),
  category: values('cards of this kind', 'Creature'),
  type: values('cards of this type', 'Ember'),
  illustrator: values('cards that this person drew', 'J. R. Penhallow'),
  number: values('cards with this collector number, in any printed form: 2/38 in expansions of 38 cards', '2'),
  variant: values('cards with a printing of this finish', 'holo'),
  stamp: values('cards with a printing that bears this stamp', '1st-edition'),
  legality: values('cards that may be played in this format', 'standard'),
  ...releaseParameters,
  ...priceParameters,
  changed_since: asked(
    'Only cards whose record, prices aside, changed on this day or at this moment, or later.',
    '2026-11-01',
  ),
  filter: asked('Field terms that cards must fit, as docs/fields.md has them; /v1/fields lists the fields.', 'hp>=100'),
  sort: asked(
    `Order of the rows, descending with a minus: ${SORTS.slice(0, 5).join(', ')}, or a field of numbers. Equal ones in catalog order, those without a value last.`,
    '-usd',
  ),
};

export const productFilterParameters = {
  type: values('products of this kind', 'booster box'),
  ...releaseParameters,
  ...priceParameters,
  ...sortParameter(SORTS),
};

export const EXPANSION_SORTS = ['catalog', 'name', 'released', '-name', '-released'] as const satisfies readonly Sort[];

export const expansionFilterParameters = { ...releaseParameters, ...sortParameter(EXPANSION_SORTS) };

/** What a list is asked for beside its words, its game and its expansion. */
export interface ListQuery {
  filter: ListFilter;
  /** The printed counts that each number was asked with; those also asked without one are left out. */
  totals: ReadonlyMap<string, readonly number[]>;
  sort: Sort | undefined;
  /** Field terms, not yet read. */
  terms: string | undefined;
  /** Names it in a cursor: one of another filter or sort gives the first page. */
  scope: string;
}

/**
 * What is asked by `parameters`; undefined where nothing is, so that the list is what it is without them.
 * @throws Failure bad_request, naming the parameter
 */
export function readListQuery(query: Query, parameters: Readonly<Record<string, TSchema>>): ListQuery | undefined {
  const given = Object.keys(parameters).filter((name) => readFilter(query, name) !== undefined);
  if (given.length === 0) return undefined;
  const known = Object.fromEntries(given.map((name) => [name, query[name] ?? '']));
  const sorts = (parameters.sort as { enum?: readonly Sort[] } | undefined)?.enum;
  return {
    filter: {
      values: wantedValues(known),
      released: readRange(known, 'released', readDay),
      numbers: {
        ...numberRange(known, 'usd'),
        ...numberRange(known, 'eur'),
        ...(known.changed_since !== undefined && { changed: { from: readMoment(known.changed_since) } }),
      },
      priced: readPriced(known.priced),
    },
    totals: wantedTotals(known.number),
    sort: readSort(known.sort, sorts),
    terms: known.filter,
    scope: `asked ${JSON.stringify(known)}`,
  };
}

function wantedValues(query: Query): Record<string, ReadonlySet<string>> {
  const wanted: Record<string, ReadonlySet<string>> = {};
  for (const field of CARD_FIELDS) {
    const text = query[field];
    // A name may hold a comma itself.
    if (text !== undefined) wanted[field] = new Set([...text.split(','), text].map(foldValue).filter(Boolean));
  }
  const { number } = query;
  if (number !== undefined)
    wanted.number = new Set(numbersIn(number).flatMap((each) => numberWanted(each)?.normalized ?? []));
  return wanted;
}

/** Letters before a number or a count tell a part of an expansion, which counts for itself: `TG12/TG30`. */
const WITH_TOTAL = /^#?\d+[a-z]*\/(\d{1,9})$/i;

/** Spreadsheets and people write `4-102` for `4/102`. */
const numbersIn = (text: string): string[] =>
  text.split(',').map((each) =>
    each
      .normalize('NFKC')
      .trim()
      .replace(/^(\d{1,3}[a-z]?)-(?=\d{1,3}$)/i, '$1/'),
  );

function wantedTotals(number = ''): Map<string, number[]> {
  const totals = new Map<string, number[]>();
  const anywhere = new Set<string>();
  for (const each of numbersIn(number)) {
    const wanted = numberWanted(each)?.normalized;
    if (wanted === undefined) continue;
    const [, total] = WITH_TOTAL.exec(each) ?? [];
    if (total === undefined) anywhere.add(wanted);
    else totals.set(wanted, [...(totals.get(wanted) ?? []), Number(total)]);
  }
  for (const each of anywhere) totals.delete(each);
  return totals;
}

/** @throws Failure bad_request */
function readRange<Value>(
  query: Query,
  name: string,
  read: (name: string, text: string) => Value,
  [first, last] = ['from', 'to'],
): Range<Value> | undefined {
  const [from, to] = [`${name}_${first}`, `${name}_${last}`].map((bound) => {
    const text = query[bound];
    return text === undefined ? undefined : read(bound, text);
  });
  return from === undefined && to === undefined ? undefined : { from, to };
}

function numberRange(query: Query, currency: 'usd' | 'eur') {
  const range = readRange(query, currency, readCents, ['min', 'max']);
  return range && { [currency]: range };
}

/** @throws Failure bad_request */
export function readCents(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Failure('bad_request', `${name} must be a whole number of cents.`);
  return Number(text);
}

/** @throws Failure bad_request */
export function readDay(name: string, text: string): string {
  if (!isDay(text)) throw new Failure('bad_request', `${name} must be a day as YYYY-MM-DD.`);
  return text;
}

/** Seconds since 1970. @throws Failure bad_request */
function readMoment(text: string): number {
  const [day = '', time] = text.split('T');
  const timeMs =
    isDay(day) && (time === undefined || /^\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(time)) ? Date.parse(text) : NaN;
  if (!Number.isNaN(timeMs)) return Math.floor(timeMs / 1000);
  throw new Failure('bad_request', 'changed_since must be a day as YYYY-MM-DD or a moment as YYYY-MM-DDThh:mm:ssZ.');
}

function readPriced(text: string | undefined): ('usd' | 'eur')[] | undefined {
  return text?.split(',').map((each) => {
    const currency = each.trim().toLowerCase();
    if (currency === 'usd' || currency === 'eur') return currency;
    throw new Failure('bad_request', 'priced must be usd, eur, or both by a comma.');
  });
}

/** One that no list has may be a field of numbers, which only the games know. */
function readSort(text: string | undefined, sorts: readonly Sort[] | undefined): Sort | undefined {
  return sorts === undefined || text === undefined ? text?.toLowerCase() : oneOf({ sort: text }, 'sort', sorts);
}
