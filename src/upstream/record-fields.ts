/** Shapes of fields that catalogs of every game have. */
import Type from 'typebox';

/** Text that can be stored and shown: PostgreSQL takes no NUL. */
export const Text = Type.String({ pattern: '^[^\\u0000]*$' });
/** One that is empty names nothing. */
export const Name = Type.String({ minLength: 1, maxLength: 500, pattern: '^[^\\u0000]*$' });
/** The number of an article at a marketplace. */
export const MarketplaceId = Type.Integer({ minimum: 1, maximum: 2147483647 });
