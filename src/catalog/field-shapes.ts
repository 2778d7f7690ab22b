/** Shapes of fields that records of many kinds share, each told in the reference where it stands. */
import Type, { type Static, type TSchema, type TSchemaOptions } from 'typebox';

/** What the reference says of a field: its meaning with unit and null, and examples where its type shows none. */
export const doc = (description: string, ...examples: readonly unknown[]): TSchemaOptions =>
  examples.length === 0 ? { description } : { description, examples: [...examples] };

export const nullable = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

export const text = (description: string, example: string) => Type.String(doc(description, example));
export const textOrNull = (description: string, example: string) =>
  nullable(Type.String(), doc(`${description}; null where the source names none`, example));
export const whole = (description: string, example: number) => Type.Integer(doc(description, example));
export const flag = (description: string) => Type.Boolean(doc(description));

/** An amount of money. */
export const centsOrNull = (description: string, example: number) =>
  nullable(Type.Integer({ minimum: 0 }), doc(`${description}, in cents; null where the source has none`, example));

export const day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', ...doc(`${description}, as YYYY-MM-DD`, '2026-05-01') });

/** Two renditions of one picture; `low` may equal `high`. */
export const Image = Type.Object({
  low: text('Address of the thumbnail; may equal high', 'https://pictures.example/fl1/2/low.webp'),
  high: text('Address of the picture in full; may equal low', 'https://pictures.example/fl1/2/high.webp'),
});
export type Image = Static<typeof Image>;
export const imageOrNull = (description: string) =>
  nullable(Image, doc(`${description}; null where the source has none`));
