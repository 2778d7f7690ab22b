/** Shapes of fields that records of many kinds share. */
import Type, { type Static, type TSchema } from 'typebox';

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const NullableString = nullable(Type.String());
export const NullableCents = nullable(Type.Integer({ minimum: 0, description: 'cents' }));
export const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD' });

/** Two renditions of one picture; `low` may equal `high`. */
export const Image = Type.Object({ low: Type.String(), high: Type.String() });
export type Image = Static<typeof Image>;
export const NullableImage = nullable(Image);
