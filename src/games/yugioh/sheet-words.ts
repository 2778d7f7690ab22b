/** What files of collectors hold that only Yu-Gi-Oh!'s have. */
import type { SheetWords } from '../game.ts';

export const sheets: SheetWords = {
  numbersOfRarities: /^(?:[A-Z0-9]{3,4}-[A-Z]{1,3}\d{2,3}|[A-Z]{3}-\d{3})$/i,
  deckOfIds: { name: 'YDK', source: 'passcode', mark: /^#(?:main|extra)$|^!side$/i },
};
