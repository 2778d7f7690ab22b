/** How Lorcast names the cards that we name as it does: the places where such an id may stand here. */
import type { CardPlace } from '../game.ts';

/** `1-12`, `P1-3`, and the same as addresses have it (`1/12`), in any case. */
export function placesOfLorcast(id: string): CardPlace[] {
  const [, set, number] = /^([^/-]+)[/-](.+)$/.exec(id.trim()) ?? [];
  if (set === undefined || number === undefined) return [];
  return [...new Set([set, set.toUpperCase(), set.toLowerCase()])].map((expansion_id) => ({ expansion_id, number }));
}
