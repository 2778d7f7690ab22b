/** How Scryfall names a card by its place: `mh2/408` in its addresses, `mh2-408` here. */
import type { CardPlace } from '../game.ts';

/** Where a card may stand whose place is written in any case; a set's code holds neither dash nor slash, a number may. */
export function placesOfScryfall(id: string): CardPlace[] {
  const [, set, number] = /^([a-z0-9]+)[-/ ]+(.+)$/i.exec(id.trim()) ?? [];
  return set === undefined || number === undefined ? [] : [{ expansion_id: set.toLowerCase(), number }];
}
