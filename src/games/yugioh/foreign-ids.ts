/** How cards are named by what is printed on them: the places where such a code may stand here. */
import type { CardPlace } from '../game.ts';

/** `MP24-EN269` in any case: the letters before the dash are the expansion, the whole is the number. */
export function placesOfSetCode(id: string): CardPlace[] {
  const code = id.trim().toUpperCase();
  const [, expansion_id] = /^([^-]+)-.+$/.exec(code) ?? [];
  return expansion_id === undefined ? [] : [{ expansion_id, number: code }];
}
