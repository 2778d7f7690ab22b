/** Shapes of fields that records of many kinds share, each told in the reference where it stands. */
import Type, { type Static, type TProperties, type TSchema, type TSchemaOptions, type TUnsafe } from 'typebox';

/** What the reference says of a field: its meaning with unit and null, and examples where its type shows none. */
export const doc = (description: string, ...examples: readonly unknown[]): TSchemaOptions =>
  examples.length === 0 ? { description } : { description, examples: [...examples] };

export const nullable = <T extends TSchema>(schema: T, description?: string, ...examples: readonly unknown[]) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : doc(description, ...examples));

export const text = (description: string, example: string) => Type.String(doc(description, example));
/** What stands for such things in examples. */
export const EXAMPLES = {
  event: '0199b2c4-5c1e-7d3a-9f60-2b8f4a1c7e55',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

/** A field that may be null, and what it means then. */
export const textOr = (description: string, ofNull: string, example: string) =>
  nullable(Type.String(), `${description}; null ${ofNull}`, example);
export const wholeOr = (description: string, ofNull: string, example: number) =>
  nullable(Type.Integer(), `${description}; null ${ofNull}`, example);
export const textOrNull = (description: string, example: string) =>
  textOr(description, 'where the source names none', example);
/** A text that may be left out, as a parameter may, and the rules that it follows. */
export const optionalText = (description: string, example?: string, rules: TSchemaOptions = {}) =>
  Type.Optional(Type.String({ ...rules, ...(example === undefined ? doc(description) : doc(description, example)) }));
export const whole = (description: string, example: number, rules: TSchemaOptions = {}) =>
  Type.Integer({ ...rules, ...doc(description, example) });
/** Values of one kind under names. */
export const byName = <Value extends TSchema>(value: Value, description: string, example?: object) =>
  Type.Record(Type.String(), value, example === undefined ? doc(description) : doc(description, example));
export const texts = (description: string, ...example: string[]) =>
  Type.Array(Type.String(), doc(description, example));
export const flag = (description: string) => Type.Boolean(doc(description));

export const objectOf = <Fields extends TProperties>(description: string, fields: Fields) =>
  Type.Object(fields, doc(description));
export const listOf = <Fields extends TProperties>(description: string, fields: Fields) =>
  Type.Array(Type.Object(fields), doc(description));
/** What callers write: a field that is not known is refused. */
export const closedObject = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });
export function wordOf<Word extends string>(description: string, ...words: Word[]): TUnsafe<Word> {
  const schema: TSchema = Type.Union(
    words.map((word) => Type.Literal(word)),
    doc(description),
  );
  return schema as TUnsafe<Word>;
}

export const centsOrNull = (description: string, example: number) =>
  nullable(Type.Integer({ minimum: 0 }), `${description}, in cents; null where the source has none`, example);

export const day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', ...doc(`${description}, as YYYY-MM-DD`, '2026-05-01') });

/** Two renditions of one picture; `low` may equal `high`. */
export const Image = Type.Object({
  low: text('Address of the thumbnail; may equal high', 'https://pictures.example/fl1/2/low.webp'),
  high: text('Address of the picture in full; may equal low', 'https://pictures.example/fl1/2/high.webp'),
});
export type Image = Static<typeof Image>;
export const imageOrNull = (description: string) => nullable(Image, `${description}; null where the source has none`);
