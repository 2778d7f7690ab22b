/** Reads an amount of money as upstreams write it, from its decimal digits: 0.29 times 100 is 28.999… in floating point. */

/** Highest amount taken: what 31 bits of cents hold, 21 million. */
const CENTS_MAX = 2_147_483_647;

/**
 * Cents of a decimal number or text (`12.5`, `"12.50"`); a third decimal rounds, half up.
 * Null where there is no price: absent, null, or 0, which upstreams write for "none".
 * Undefined where the value is no amount: negative, of another form, or above 21 million.
 */
export function centsOf(value: unknown): number | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  // A number's shortest decimal text is the text it was parsed from, up to 15 digits.
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(String(value).trim());
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  const rounding = Number(fraction[2] ?? '0') >= 5 ? 1 : 0;
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + rounding;
  if (cents === 0) return null;
  return cents <= CENTS_MAX ? cents : undefined;
}
