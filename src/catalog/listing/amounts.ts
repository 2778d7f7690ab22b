/** Amounts as people read them, and as tables hold them. */

const formats = {
  USD: new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }),
  EUR: new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }),
};

export type Currency = keyof typeof formats;

/** Cents as an amount; a dash where there is none. */
export const amount = (cents: number | null | undefined, currency: Currency): string =>
  cents == null ? '–' : formats[currency].format(cents / 100);

/** Cents in units of their currency, for spreadsheets; empty where there are none. */
export const inUnits = (cents: number | null | undefined): string => (cents == null ? '' : (cents / 100).toFixed(2));
