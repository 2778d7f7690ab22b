/** Codes of expansions as they are compared: printed, typed and in ids they are written in many ways. */

/** `SV03.5`, `sv3.5` and `sv035` are one: case, characters and the zeros before a number say nothing. */
export function codeKey(code: string): string {
  return code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/0+(?=[0-9])/g, (zeros, at: number, whole: string) => (/[0-9]/.test(whole[at - 1] ?? '') ? zeros : ''))
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** What a word may say at once: the code of an expansion and a number in it, `PAL-269`, `pal269`, `sv03.5-199`. */
export interface TypedPlace {
  code: string;
  number: string;
  /** Both as some games print them, for the number: `OP01-096`. */
  printed: string;
}

/**
 * What is divided by nothing: letters and a number, or a code with digits and a number of three, as those are printed; or a
 * code and a number with one or two letters of its own, as those of its language: `LOBE003`, `LOBEN005`.
 */
const JOINED = [
  /^(\p{L}+)([0-9]+[a-z]?)$/iu,
  /^([\p{L}0-9]{3,}?)(\p{L}[0-9]{3})$/iu,
  /^([\p{L}0-9]{3,}?)(\p{L}{2}[0-9]{3})$/iu,
  /^(\p{L}+[0-9]+)([0-9]{3}[a-z]?)$/iu,
];

/** The ways in which `word` can be parted into a code and a number; most words in none. */
export function placesIn(word: string): TypedPlace[] {
  const text = word.normalize('NFKC');
  const dash = Math.max(text.lastIndexOf('-'), text.lastIndexOf(':'));
  const parts = dash > 0 ? [[text.slice(0, dash), text.slice(dash + 1)]] : [];
  for (const joined of JOINED) parts.push(joined.exec(text)?.slice(1) ?? []);
  return parts.flatMap(([code = '', number = '']) =>
    number === '' || codeKey(code) === '' ? [] : [{ code: codeKey(code), number, printed: `${code}-${number}` }],
  );
}
