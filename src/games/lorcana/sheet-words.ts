/** What files of collectors hold that only Lorcana's have. */
import type { SheetWords } from '../game.ts';

export const sheets: SheetWords = { countedFinishes: { coldfoil: 'cold foil' } };
