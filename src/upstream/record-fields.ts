/** Shapes of fields that catalogs of every game have. */
import Type, { type TSchema } from 'typebox';

/** Text that can be stored and shown: PostgreSQL takes no NUL, and UTF-8 no half of a surrogate pair. */
const TEXT = '[^\\u0000\\ud800-\\udfff]*$';
export const Text = Type.String({ pattern: `^${TEXT}` });
export const Name = Type.String({ minLength: 1, maxLength: 500, pattern: `^(?!\\s*$)${TEXT}` });
/** The same of one value. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** A text of a web page with the signs that it spells there: sources have `Kiwi &amp; Mozu` among their names too. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
  });

export const MarketplaceId = Type.Integer({ minimum: 1, maximum: 2147483647 });
/** A field that may be absent or null, which say the same. */
export const maybe = <Shape extends TSchema>(shape: Shape) => Type.Optional(Type.Union([shape, Type.Null()]));

/** Fields of one shape, named with spaces between them. */
export const alike = <Names extends string, Shape extends TSchema>(names: Names, shape: Shape) =>
  Object.fromEntries(names.split(' ').map((name) => [name, shape])) as Record<Words<Names>, Shape>;
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

const saysNothing = (value: unknown) => value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** Fields without those that say nothing: nulls, empty texts and lists. */
export const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !saysNothing(value)));

/** The same without false, where a field is left out that does not hold. */
export const stated = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(present(fields)).filter(([, value]) => value !== false));

/** Those of the record's fields, under their own names. */
export const only = <Row extends object, Name extends keyof Row>(record: Row, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<Row, Name>;

const isPlain = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every((each) => typeof each !== 'object' && isPlain(each))
    : ['number', 'boolean'].includes(typeof value) || isText(value);

/** Those of the fields named, divided by spaces, that are there: numbers, texts, flags and lists of these, as they came. */
export function furtherFields(record: unknown, names: string, leftOut: (fault: string) => void) {
  const fields = present(Object.fromEntries(names.split(' ').map((name) => [name, (record as never)?.[name]])));
  const odd = Object.keys(fields).filter((name) => !isPlain(fields[name]));
  for (const name of odd) {
    leftOut(`/${name} is no plain value`);
    delete fields[name];
  }
  return fields;
}

/** What a record has beside the fields of every game; absent where that is nothing. */
export function attributesOf(fields: Record<string, unknown>): { attributes?: Record<string, unknown> } {
  const attributes = stated(fields);
  return Object.keys(attributes).length === 0 ? {} : { attributes };
}
