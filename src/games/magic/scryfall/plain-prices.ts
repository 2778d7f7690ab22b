/** What a card's record says of prices, by the plain rules of its format: one number a finish, of the file's day. */
import { cents, type Fields, type PlainRow } from '../../../upstream/markets/plain-rows.ts';

export function plainPrices({ object, tcgplayer_id, tcgplayer_etched_id, cardmarket_id, ...card }: Fields): PlainRow[] {
  if (object !== 'card') return [];
  const prices = (card.prices ?? {}) as Fields;
  const etched = tcgplayer_etched_id ?? (prices.usd_foil ? null : tcgplayer_id);
  const usd = (product: unknown, sub_type: string, amount: unknown): PlainRow => ({
    ...{ currency: 'USD', product: Number(product), sub_type, condition: 'NM' },
    amounts: { market: cents(amount), low: null, high: null },
  });
  const none = { avg: null, low: null, avg_holo: null, low_holo: null };
  const eur = { ...none, trend: cents(prices.eur), trend_holo: cents(prices.eur_foil) };
  return [
    usd(tcgplayer_id, 'Normal', prices.usd),
    usd(tcgplayer_id, 'Foil', prices.usd_foil),
    usd(etched, 'Foil', prices.usd_etched),
    { currency: 'EUR', product: Number(cardmarket_id), sub_type: '', condition: null, amounts: eur },
  ];
}
