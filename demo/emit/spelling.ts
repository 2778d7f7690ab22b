/** Amounts and names as the sources spell them. */

/** Cents as decimal JSON text with two places, or `null`. Written by hand: prices are most of what the demo emits. */
export function amount(cents: number | undefined): string {
  if (cents === undefined) return 'null';
  const rest = cents % 100;
  return `${(cents - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`;
}

/** A share of a price, never under a cent. */
export const share = (cents: number, part: number): number => Math.max(1, Math.round(cents * part));

/** A name as a part of an address: `Harbour of Wicks` is `harbour-of-wicks`. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
