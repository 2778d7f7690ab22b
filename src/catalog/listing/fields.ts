/** Fields that cards are asked for: what each is called, where its values stand, and which values fit what is asked. */
import { isDay } from '../days.ts';
import { foldName } from '../fold.ts';
import { foldValue } from './card-fields.ts';
import { refused, type Term, type TermRange } from './filter-terms.ts';

export const FIELD_TYPES = ['number', 'word', 'text', 'date', 'flag'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** A field of a game. Two games mean the same by a name where title and columns are the same. */
export interface Field {
  /** A flag is asked as `is:name`. */
  name: string;
  /** Other names that its collectors know. */
  aliases: readonly string[];
  type: FieldType;
  /** Where its values stand, by their paths in the record as `cardValues` names them. */
  columns: readonly string[];
  title: string;
  /** A filter that asks for it. */
  example: string;
  /** Of a flag, the value that raises it. */
  value: string;
  /** What each value looks like, where that is known. */
  form?: RegExp;
}

/**
 * Declares a field, names divided by `|`: `field('number', 'mv|cmc', ['attributes.cmc'], 'mv<=2', 'Mana value')`.
 * @param more the value that raises a flag, or what values look like
 */
export function field(
  type: FieldType,
  names: string,
  columns: readonly string[],
  example: string,
  title: string,
  more: string | RegExp = 'true',
): Field {
  const [name = '', ...aliases] = names.split('|');
  const told = typeof more === 'string' ? { value: more } : { value: 'true', form: more };
  return { name, aliases, type, columns, title, example, ...told };
}

/** `japanese` is none. */
export const LANGUAGE_CODE = /^[a-z]{2}(?:-[a-z]+)?$/i;

export const COMMON_FIELDS: readonly Field[] = [
  field('word', 'name', ['card.name'], 'name:vultwick', 'Name'),
  field('number', 'number|cn', ['card.number'], 'number<=20', 'Collector number'),
  field('word', 'rarity|r', ['rarity'], 'rarity:"luminous rare"', 'Rarity'),
  field('word', 'category', ['category'], 'category:creature', 'Kind of card'),
  field('word', 'illustrator|artist|a', ['illustrator'], 'illustrator:penhallow', 'Illustrator'),
  field('word', 'set|e|s', ['card.set'], 'set:fl1', 'Expansion, by id, name or code'),
  field('word', 'series', ['card.series'], 'series:fl', 'Series, by id or name'),
  field('date', 'released|date|year', ['released'], 'released>=2025', 'Release date'),
  field('number', 'usd', ['usd'], 'usd<500', 'Market price of the cheapest printing, in cents'),
  field('number', 'eur', ['eur'], 'eur>=10000', 'Trend of the cheapest printing, in cents'),
  field('word', 'variant|finish', ['variant'], 'variant:reverse', 'Finish of a printing'),
  field('word', 'subtype', ['variants.subtype'], 'subtype:*', 'What sets a printing apart from others of its finish'),
  field('word', 'stamp|st', ['stamp'], 'stamp:staff', 'Stamp on a printing'),
  field('word', 'foil', ['variants.foil'], 'foil:*', 'Pattern of the foil'),
  field('word', 'size', ['variants.size'], 'size:jumbo', 'Size of a printing'),
  field('word', 'legal|f|format', ['legality'], 'legal:standard', 'Format that it may be played in'),
  field('word', 'lang', ['card.lang'], 'lang:en', 'Language that its record stands in', LANGUAGE_CODE),
];

export interface ValueTest {
  columns: readonly string[];
  /** Of a value that is a number. */
  number?: (number: number) => boolean;
  /** Of a value as it stands and as it is compared; of a number too where `number` is absent. */
  text?: (raw: string, folded: string) => boolean;
  /** Whether a row has a value and none fits. */
  isNone: boolean;
  /** Words that a value which fits has, each of them, as it is compared: others need not be looked at. */
  words?: readonly string[];
  /** About how dear a value is to look at. */
  weight: number;
}

/** A text of 140 letters is searched in so many times the time that a word takes, and by a pattern in more. */
const TEXT_WEIGHT = 3;
const PATTERN_WEIGHT = 2;

/** Signs behind a damage: `40+`, `30×`. */
const NUMBER = /^(-?\d+(?:\.\d+)?)[+×x-]?$/;

/** Undefined for a text such as `*`. */
export const numberOf = (raw: string): number | undefined => {
  const [, digits] = NUMBER.exec(raw) ?? [];
  return digits === undefined ? undefined : Number(digits);
};
const isAmount = ({ columns }: Field): boolean => columns.includes('usd') || columns.includes('eur');
/** A part of a cent is none: who writes `5.00` means dollars. */
const askedNumber = (field: Field, text: string): number | undefined =>
  (isAmount(field) ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/).test(text) ? Number(text) : undefined;
const noNumber = (field: Field, text: string): string =>
  isAmount(field)
    ? `${field.name} counts whole cents, and ${text} is no such number: 500 are five of its currency`
    : `${field.name} is a number, and ${text} is none`;

/** A value as it stands, but for case and accents. */
const whole = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u2018\u2019`]/g, "'")
    .trim();

const isWhole = (value: string, type: FieldType) => {
  const [folded, standing] = [foldValue(value), whole(value)];
  // Of texts nothing but the folded form is kept.
  return (raw: string, other: string) => other === folded && (type === 'text' || whole(raw) === standing);
};

/** Whether words stand in a row in a folded text; the first may end so, the last begin so, where that is open. */
function hasWords(text: string, words: string, isOpenBefore = false, isOpenBehind = false): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const begins = isOpenBefore || at === 0 || text[at - 1] === ' ';
    if (begins && (isOpenBehind || end === text.length || text[end] === ' ')) return true;
  }
  return false;
}

/**
 * A `*` stands for any letters of a word. What stands between two is taken where it comes first, and never tried again: a
 * pattern of many would take for ever.
 */
function patternOf(value: string): (folded: string) => boolean {
  const parts = value.split(/\*+/).map((part) => foldName(part));
  const isOpen = [parts.at(0) === '', parts.at(-1) === ''] as const;
  const [first = '', ...others] = parts.filter(Boolean);
  const last = others.at(-1);
  if (last === undefined) return (folded) => hasWords(folded, first, ...isOpen);
  const between = (isOpen[1] ? others : others.slice(0, -1)).map((part, at) => `(?=([^ ]*?${part}))\\${at + 1}`);
  const [before, behind] = [isOpen[0] ? '' : '(?:^| )', isOpen[1] ? '' : `[^ ]*${last}(?: |$)`];
  const pattern = new RegExp(`${before}${first}${between.join('')}${behind}`, 'u');
  return (folded) => folded.includes(last) && pattern.test(folded);
}

const weightOf = (type: FieldType): number => (type === 'text' ? TEXT_WEIGHT : 1);

/** What other services have and a value of a card has not, and what is written for it; the last two are of numbers. */
const FOREIGN: readonly (readonly [form: RegExp, what: (field: string) => string, type?: FieldType])[] = [
  [/^(?=.*\d)[\d*]*\.\.+[\d*]*$/, () => 'is no range: write [1 TO 5]'],
  [/[^|,][|,](?!\d{3}\b)[^|,]|;/, (name) => `is no list: write ${name}:(a OR b), or quotes around one value`],
  [/^\/.*\/$/, (name) => `is a regular expression: write a pattern such as ${name}:char*`],
  [/^%|%$|[\p{L}\d]\?[\p{L}\d]|\^\d/u, (name) => `is no pattern: write * for letters, as in ${name}:char*`],
  [/[<>=]/, () => 'holds an operator: write a space between two terms, or quotes around a value'],
  [/^\d+[-–—~]\d+$/, (name) => `is no range: write ${name}:[1 TO 5]`, 'number'],
  [/^#?\d+[a-z]*\//i, (name) => `holds a count: write ${name}:4, and the set`, 'number'],
];
/** Where nothing but numbers stands; other fields of numbers have texts such as `*` too. */
const NUMBERS_ALONE = ['hp', 'retreat', 'dex_numbers', 'attacks.cost.count', 'usd', 'eur'];

const PRESENT = { text: () => true, isNone: false, weight: 1 };

/**
 * What a term asks of the field's values.
 * @param takesQuotedPatterns whether a `*` in quotes stands for letters too
 * @throws Failure bad_request where the field cannot be asked so
 */
export function valueTest(field: Field, term: Term, takesQuotedPatterns = false): ValueTest {
  const { columns, type, name } = field;
  const { op, value, isQuoted, at } = term;
  const fault = (what: string) => refused(`at ${at}: ${what}`);
  const told = { columns, isNone: op === '!=', weight: 1 };
  if (typeof value === 'string' && /^\*+$/.test(value) && !isQuoted && op === ':') return { columns, ...PRESENT };
  const isCompared = typeof value !== 'string' || /[<>]/.test(op);
  if (!isCompared && !isQuoted && type !== 'date') {
    const foreign = FOREIGN.find(([form, , only = type]) => only === type && form.test(value));
    if (foreign !== undefined) throw fault(`${value} ${foreign[1](name)}`);
    if (field.form?.test(value) === false && !value.includes('*'))
      throw fault(`${value} is no value of ${name}: it is written as in ${field.example}`);
  }
  if (type === 'date') return { ...told, text: dateTest(term, fault) };
  if (isCompared && type !== 'number') throw fault(`${name} is no number or date: it takes : = and !=`);
  if (isCompared) return { ...told, number: rangeTest(field, term, fault) };
  const number = type === 'number' ? askedNumber(field, value.replace(/^#/, '')) : undefined;
  const isAlone = type === 'number' && !isQuoted && columns.some((path) => NUMBERS_ALONE.includes(path));
  if (number === undefined && isAlone && !/^\d+\*$|^\*\d+$/.test(value)) throw fault(noNumber(field, value));
  if (number !== undefined) return { ...told, number: (other) => other === number };
  const mayBePattern = op === ':' && (!isQuoted || takesQuotedPatterns);
  if (mayBePattern && value.includes('*')) {
    if (foldName(value) === '') throw fault(`${value} holds no letter and no digit`);
    return { ...told, ...patternTest(value, type) };
  }
  return { ...told, ...wordsTest(value, type, op) };
}

function patternTest(value: string, type: FieldType) {
  const fits = patternOf(value);
  return { text: (_: string, folded: string) => fits(folded), weight: weightOf(type) * PATTERN_WEIGHT };
}

function wordsTest(value: string, type: FieldType, op: string) {
  const folded = foldName(value);
  const isWords = op === ':' && folded !== '' && type !== 'number';
  return {
    text: isWords ? (_: string, other: string) => hasWords(other, folded) : isWhole(value, type),
    weight: weightOf(type),
    ...(type !== 'text' && { words: foldValue(value).split(' ') }),
  };
}

type Fault = (what: string) => Error;

function rangeOf({ op, value }: Term): TermRange {
  if (typeof value !== 'string') return value;
  const isFrom = op.startsWith('>');
  return {
    from: isFrom ? value : undefined,
    to: isFrom ? undefined : value,
    hasFrom: op === '>=',
    hasTo: op === '<=',
  };
}

function rangeTest(field: Field, term: Term, fault: Fault): (number: number) => boolean {
  if (typeof term.value !== 'string' && term.op !== ':' && term.op !== '=') throw fault(`a range stands behind a :`);
  const { from, to, hasFrom, hasTo } = rangeOf(term);
  const [low, high] = [from, to].map((text) => {
    const number = text === undefined ? undefined : askedNumber(field, text);
    if (text !== undefined && number === undefined) throw fault(noNumber(field, text));
    return number;
  });
  return (number) =>
    (low === undefined || number > low || (hasFrom && number === low)) &&
    (high === undefined || number < high || (hasTo && number === high));
}

const DAY = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/;

/** A year or month means all its days. */
function dateTest(term: Term, fault: Fault): (raw: string) => boolean {
  const { op, value } = term;
  const read = (text: string | undefined) => {
    const day = text?.replaceAll('/', '-');
    if (day === undefined || (DAY.test(day) && (day.length < 10 || isDay(day)))) return day;
    throw fault(`${term.field} is a date, and ${text} is none: write 2025, 2025-03 or 2025-03-28`);
  };
  if (typeof value === 'string' && !/[<>]/.test(op)) {
    const wanted = read(value) ?? '';
    return (day) => day.startsWith(wanted);
  }
  const { from, to, hasFrom, hasTo } = rangeOf(term);
  const [first, last] = [read(from), read(to)];
  const isFrom = (day: string) => first === undefined || (day >= first && (hasFrom || !day.startsWith(first)));
  const isTo = (day: string) => last === undefined || day < last || (hasTo && day.startsWith(last));
  return (day) => /^\d/.test(day) && isFrom(day) && isTo(day);
}
