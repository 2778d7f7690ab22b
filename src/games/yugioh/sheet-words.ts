/** What files of collectors hold that only Yu-Gi-Oh!'s have. */
import type { SheetWords } from '../game.ts';

export const sheets: SheetWords = {
  deckOfIds: { name: 'YDK', source: 'passcode', mark: /^#(?:main|extra)$|^!side$/i },
};
