/** One seed for all properties: a tree gives the same verdict each time. CARDSTOCK_SEED takes another, or draws `any`. */
import fc from 'fast-check';

const given = process.env.CARDSTOCK_SEED ?? '20261123';
// A property that fails one run in a hundred is a fault all the same: `CARDSTOCK_SEED=any npm test` looks for those.
if (given !== 'any') fc.configureGlobal({ seed: Number(given) });

export { fc };
