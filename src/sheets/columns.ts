/** Which column of a file says what: by the app that wrote it, else by what the columns are called. */
import { DIALECTS, type Dialect } from './dialects.ts';
import { COMMON_HEADS, type Field, finishCounted, headKey, headsIn, isWeighty } from './heads.ts';

/** Whoever writes the file: what such a copy costs is none of the card's prices. */
const COPIES = {
  ...{ proxy: 'proxy', 'playtest card': 'proxy', signed: 'signed', 'is signed': 'signed', misprint: 'misprint' },
  ...{ alter: 'altered', altered: 'altered', 'is altered': 'altered', 'altered art': 'altered' },
  'artist proof': 'artist proof',
};
const IDS: readonly Field[] = ['tcgplayer', 'cardmarket', 'catalog', 'card'];
const FIELDS = Object.keys(COMMON_HEADS) as Field[];

/** The columns of a file, by their places. */
export interface Columns {
  dialect: Dialect;
  /** Where each field stands, the first that says something counting. */
  fields: Readonly<Record<Field, readonly number[]>>;
  /** The edition beside a set: of the printing, where both say something. */
  edition: number | undefined;
  flags: readonly { at: number; says: string }[];
  fourfold: number | undefined;
  /** The column of whole lines, each a row. */
  lines: number | undefined;
  /** Columns that count the copies of one finish each; empty where none does, or a single one. */
  counts: readonly { at: number; finish: string }[];
  /** The column that counts all copies, those of other finishes too. */
  total: number | undefined;
  /** The heads that were not read, as they are written. */
  unread: readonly string[];
  /** Whether one of those may tell another card: then no row of the file is certain. */
  isUnsure: boolean;
}

/** Undefined where nothing in the head line says a card. @param cells those of a column, below its head */
export function columnsOf(head: readonly string[], cells: (at: number) => Iterable<string>): Columns | undefined {
  const keys = head.map(headKey);
  const placeOf = new Map(keys.map((key, at): [string, number] => [key, at]).reverse());
  placeOf.delete('');
  const dialect = DIALECTS.find((each) => headsIn(each.head).every((name) => placeOf.has(headKey(name))));
  if (dialect === undefined) return undefined;
  const read = new Set<number>();
  const take = (names: string): number[] => {
    const places = headsIn(names)
      .map((name) => placeOf.get(headKey(name)) ?? -1)
      .filter((at) => at >= 0 && !read.has(at));
    for (const at of places) read.add(at);
    return [...new Set(places)];
  };
  /** `market price (as of *`: a head may end in a day. */
  const takeAside = (name: string) => {
    if (!name.includes('*')) return take(name);
    const [begin = '', end = ''] = name.split('*').map(headKey);
    for (const [at, key] of keys.entries()) if (key.startsWith(begin) && key.endsWith(end)) read.add(at);
  };
  const flags = Object.entries({ ...COPIES, ...dialect.flags }).flatMap(([name, says]) =>
    take(name).map((at) => ({ at, says })),
  );
  const fourfold = take(dialect.fourfold ?? '')[0];
  const total = take(dialect.total ?? '')[0];
  const lines = take(dialect.lines ?? '')[0];
  const own = Object.fromEntries(FIELDS.map((field) => [field, take(dialect.columns?.[field] ?? '')]));
  for (const name of headsIn(dialect.aside ?? '')) takeAside(name);
  const common = (field: Field) => [...(own[field] ?? []), ...take(COMMON_HEADS[field])];
  const quantity = common('quantity');
  const told = finishesIn(keys, cells, quantity.length > 0).filter(({ at }) => !read.has(at));
  for (const { at } of told) read.add(at);
  const counts = told.filter(({ isCount }) => isCount);
  flags.push(...told.flatMap(({ at, finish, isCount }) => (isCount ? [] : [{ at, says: finish }])));
  const fields = Object.fromEntries(
    FIELDS.map((field) => [field, field === 'quantity' ? quantity : common(field)]),
  ) as Record<Field, number[]>;
  const has = (field: Field) => fields[field].length > 0;
  const coded = has('number') ? undefined : fields.expansion.find((at) => areNumbers([...cells(at)]));
  if (coded !== undefined) {
    fields.number = [coded];
    fields.expansion = fields.expansion.filter((at) => at !== coded);
  }
  const isUsable =
    lines !== undefined || has('name') || coded !== undefined || (has('number') && has('expansion')) || IDS.some(has);
  if (!isUsable) return undefined;
  // Spreadsheets end their rows with columns that have neither head nor cells.
  const isThere = (at: number) => keys[at] !== '' || [...cells(at)].some((cell) => cell.trim() !== '');
  const unread = head.filter((_, at) => !read.has(at) && isThere(at));
  const [set, ...further] = fields.expansion;
  const edition = further.find((at) => set !== undefined && keys[at] === 'edition');
  return { dialect, fields, edition, flags, fourfold, lines, counts, total, unread, isUnsure: unread.some(isWeighty) };
}

/** Whether what is called the code of a set is all the number, as some games print it: `HOW-EN001`. */
const areNumbers = (texts: readonly string[]): boolean =>
  texts.join('').trim() !== '' &&
  texts.every((text) => /^\s*(?:[A-Z0-9]{2,5}-(?:\d{3}|[A-Z]{1,3}\d{2,3})(?:_[pr]\d+)?)?\s*$/i.test(text));

/** `4`, `4.0`, `4x`, `x4`, `(4)`, `+4`, `4 pcs`; thousands: `1'000`, `1 000`, `1,000`. */
const COUNT =
  /^[(x×+]? ?(\d{1,6}|\d{1,3}[' ’,]\d{3})(?:[.,]0{1,2})? ?(?:[x×)]|pcs|ex|pz|ea|cards?|cop(?:y|ies)|stk|st|stück|枚|個|張)?\.?$/i;
/** As spreadsheets shorten numbers that are wider than their column. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?0?\d$/i;
/** What may count something else: the digits behind the comma may be decimals, and those left out by a spreadsheet are lost. */
export const isDoubtful = (text: string): boolean => SHORTENED.test(text) || /^\d+,\d{3}$/.test(text);

/** A whole number; 1 where nothing stands, undefined where something else does. */
export function quantityOf(text: string): number | undefined {
  if (text === '') return 1;
  const count = SHORTENED.test(text)
    ? text.replace(',', '.')
    : COUNT.exec(text.normalize('NFKC'))?.[1]?.replace(/\D/, '');
  return count !== undefined && Number.isInteger(Number(count)) ? Number(count) : undefined;
}

export const NOTHING = /^(?:0|no?|false|-|nein|non)?$/i;
export const YES = /^(?:y|yes|true|x|1|ja|oui|sí|sì|はい)$/i;

/**
 * The columns that are called by a finish: they count its copies, where two at least are numbers or blank; or tell by yes and no
 * that the copies, which another column counts, are such. Of one that does neither nothing is known.
 */
function finishesIn(keys: readonly string[], cells: (at: number) => Iterable<string>, isCounted: boolean) {
  const called = keys.flatMap((key, at) => {
    const finish = finishCounted(key);
    return finish === undefined ? [] : [{ at, finish, texts: [...cells(at)].map((cell) => cell.trim()) }];
  });
  const isYesOrNo = (text: string) => NOTHING.test(text) || YES.test(text);
  const counting = called.filter(({ texts }) => texts.every((text) => quantityOf(text) !== undefined));
  const isNormalCounted = counting.some(({ finish }) => finish === 'normal');
  const areCounts =
    counting.length > 1 && (!isCounted || isNormalCounted || !counting.every(({ texts }) => texts.every(isYesOrNo)));
  return called.flatMap(({ at, finish, texts }) => {
    const isCount = areCounts && counting.some((each) => each.at === at);
    // `Foil` alone is a column of the printing.
    const isFlag = !isCount && finish !== 'foil' && texts.every(isYesOrNo);
    return isCount || isFlag ? [{ at, finish, isCount }] : [];
  });
}
