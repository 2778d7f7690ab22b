/** The texts of TCGplayer's products, which are pieces of a web page, as plain text, numbers and names. */
import { withoutEntities } from '../../../upstream/record-fields.ts';

/** Markup that occurs in card texts; other words in angle brackets are what the card prints: `<Blocker>`. */
const TAG = /<\/?(?:em|i|b|strong|u|p|div|span|ul|ol|li|sup|sub|font|a)(?:\s[^<>]*)?>/gi;
const LINE_BREAK = /<br\s*\/?>|<\/(?:p|li|div)>(?=.)|(?<=[^>\s])<[uo]l>/gi;

/** Plain text of what is shown on a web page; null where nothing is left. */
export function plainText(markup: string): string | null {
  const text = withoutEntities(markup.replace(/\r\n?/g, '\n').replace(LINE_BREAK, '\n').replace(TAG, '')).trim();
  return text === '' ? null : text;
}

/** A number as a number; `*`, `1+*`, `05` and what is beyond exact numbers are texts. */
export function numberOrText(text: string): string | number {
  const isNumber = /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(text) && text !== '-0';
  return isNumber ? Number(text) : text;
}

/** `CardType`, `Card Type` and `card-type` are `card_type`, `HP` is `hp`; null where nothing is left of it. */
export function attributeName(name: string): string | null {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '');
  return words === '' ? null : words;
}

/** `1/204` is number 1 of 204, `TG01/TG30` is TG01; what stands behind the slash of `001/SV-P` is no count but its set. */
export function printedNumber(text: string): { number: string; count: number | null } {
  const [, number, letters, digits] = /^(.*[^/\s])\s*\/\s*([A-Za-z]*)(\d{1,6})$/.exec(text.trim()) ?? [];
  if (number === undefined) return { number: text.trim(), count: null };
  return { number, count: letters === '' ? Number(digits) : null };
}

/** As part of an address: what has a meaning there, or none anywhere, is a dash. */
export const addressPart = (text: string): string =>
  text
    .trim()
    .replace(/[\s/\\?#%\p{C}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
