/** Collector numbers: their sortable form, whose plain string order is the printed order. */

const DIGITS_WIDTH = 6;

/**
 * `number_normalized` of a printed number: letters before the first digit in upper case, every run of digits padded to
 * 6, letters after it in lower case (`4` → `000004`, `50a` → `000050a`, `SWSH020` → `SWSH000020`). Compared by code
 * unit, `4` < `4a` < `12` < `TG1`. Two spellings of one number (`025`, `25`; `tg1`, `TG01`) become equal. Signs stay what
 * they are (`?`, `!`, `12★`, `12Φ`): a number with one is another. Null for nothing printed.
 */
export function numberNormalized(number: string | null): string | null {
  if (number === null) return null;
  const printed = number.normalize('NFKC').trim();
  if (printed === '') return null;
  const firstDigit = printed.search(/[0-9]/);
  if (firstDigit === -1) return printed.toUpperCase();
  const prefix = printed.slice(0, firstDigit).toUpperCase();
  const rest = printed.slice(firstDigit).toLowerCase().replaceAll('φ', 'Φ');
  return prefix + rest.replace(/[0-9]+/g, (digits) => digits.replace(/^0+/, '').padStart(DIGITS_WIDTH, '0'));
}

/** How pictures of parallels are numbered: `OP01-016_p1`. */
export const PARALLEL = /_[pr]\d+$/i;

/** As cards have it printed between the code of their expansion and the number: `SVP EN 085`. */
export const PRINTED_LANGUAGE = /(?<=[A-Z0-9])[ -]?(?:EN|FR|DE|ES|IT|PT|JP)(?=\s+#?\d)/;

const REGIONAL = /(?<=^[A-Z][A-Z0-9]{2,3}-)(?:(?:DE|FR|IT|ES|SP|PT)(?=[A-Z\d]\d{2}$)|[GFISP](?=\d{3}$))/i;
const LANGUAGES: Readonly<Record<string, string>> = { g: 'de', f: 'fr', i: 'it', s: 'es', sp: 'es', p: 'pt' };

/** As some games number their prints: `HOW-DE001` of `HOW-EN001`, which catalogs have, and long ago `HOW-G001` of `HOW-001`. */
export function regionalPrint(number: string): { english: string; lang: string } | undefined {
  const letters = REGIONAL.exec(number)?.[0].toLowerCase();
  if (letters === undefined) return undefined;
  return { english: number.replace(REGIONAL, letters.length > 1 ? 'EN' : ''), lang: LANGUAGES[letters] ?? letters };
}
