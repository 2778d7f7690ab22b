/** Amounts as people read them. */

const formats = {
  USD: new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }),
  EUR: new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }),
};

export type Currency = keyof typeof formats;

/** Cents as an amount; a dash where there is none. */
export const amount = (cents: number | null, currency: Currency): string =>
  cents === null ? '–' : formats[currency].format(cents / 100);
