/** Bits of what a row is known by: one a typed word, and above them whether a code or a number is among it. */

/** Something that is not true of thousands. */
export const OWN = 1 << 13;
export const CODE = 1 << 14;
export const NUMBER = 1 << 15;
/** An expansion and a number in it. */
export const PLACE = CODE | NUMBER;
/** Those of the typed words. */
export const WORDS = OWN - 1;

export function toldBy(bits: number): 'place' | 'number' | 'neither' {
  if ((bits & NUMBER) === 0) return 'neither';
  return (bits & CODE) === 0 ? 'number' : 'place';
}
