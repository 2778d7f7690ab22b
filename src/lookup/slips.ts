/** How many slips of the keyboard lie between a folded text and a folded name. */
import { EDIT, typingCost } from '../search/names/edit-distance.ts';

const unitsOf = (text: string): Uint16Array => Uint16Array.from(text, (letter) => letter.charCodeAt(0));

/** Slips, the likelier ones a little less than one; `Infinity` for more than `most`, which is 8 or less. */
export const slipsBetween = (typed: string, name: string, most: number): number =>
  Math.abs(typed.length - name.length) > most
    ? Number.POSITIVE_INFINITY
    : typingCost(unitsOf(typed), unitsOf(name), 0, name.length, most) / EDIT;
