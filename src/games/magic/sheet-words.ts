/** What files of collectors hold that only Magic's have. */
import type { SheetWords } from '../game.ts';

export const sheets: SheetWords = {
  idHeads: ['scryfall id'],
  // Some apps count what is etched, textured, gilded together.
  countedFinishes: { etched: 'etched', specialfoil: 'foil' },
};
