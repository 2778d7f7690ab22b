/** The prices that Scryfall has in its records, as rows of the two marketplaces they come from. */
import {
  amountField,
  type EurRow,
  fields,
  idField,
  type LeaveOut,
  type UsdRow,
} from '../../../upstream/markets/market-rows.ts';
import { RecordPrices } from '../../record-prices.ts';

/** Which price of a record is which sub type of which of its products. */
const USD = [
  ['usd', 'Normal', 'tcgplayer_id'],
  ['usd_foil', 'Foil', 'tcgplayer_id'],
  ['usd_etched', 'Foil', 'tcgplayer_etched_id'],
] as const;

/** Gathers the prices of many records, all of the day on which the file was made; a product that two share counts once. */
export class ScryfallPrices extends RecordPrices {
  /** The day on which the file was made. */
  readonly stated: string;

  constructor(day: string) {
    super();
    this.stated = day;
  }

  addCard(record: unknown): void {
    const card = record as Record<string, unknown>;
    if (typeof card.prices !== 'object' || card.prices === null) return;
    // What a refused row is told by is these few fields, not the whole record.
    const { id, prices, tcgplayer_id, cardmarket_id } = card;
    // An etched card without a product of its own is sold as the foil of its card's, if that has none.
    const isFoilToo = (prices as Record<string, unknown>).usd_foil != null;
    const tcgplayer_etched_id = card.tcgplayer_etched_id ?? (isFoilToo ? null : tcgplayer_id);
    const raw = { id, tcgplayer_id, tcgplayer_etched_id, cardmarket_id, prices };
    const dated = <Row>(row: Row | undefined) => row && { observed_on: this.stated, ...row };
    for (const [amount, sub_type, product] of USD) {
      if (raw[product] == null) continue;
      this.usd.add(raw, (_, leaveOut) => dated(usdRow(raw, { amount, sub_type, product }, leaveOut)));
    }
    if (cardmarket_id != null) this.eur.add(raw, (_, leaveOut) => dated(eurRow(raw, leaveOut)));
  }
}

/** @throws BadRow */
function usdRow(
  raw: Record<string, unknown>,
  { amount, sub_type, product }: Record<'amount' | 'sub_type' | 'product', string>,
  leaveOut: LeaveOut,
): UsdRow | undefined {
  const market = amountField(fields(raw.prices), amount, leaveOut);
  if (market === null) return undefined;
  return { product_id: idField(raw, product), sub_type, condition: 'NM', market, low: null, high: null };
}

/** One number a finish: it is Cardmarket's trend. @throws BadRow */
function eurRow(raw: Record<string, unknown>, leaveOut: LeaveOut): EurRow | undefined {
  const prices = fields(raw.prices);
  const [trend, trend_holo] = [amountField(prices, 'eur', leaveOut), amountField(prices, 'eur_foil', leaveOut)];
  if (trend === null && trend_holo === null) return undefined;
  const nothing = { avg: null, low: null, avg_holo: null, low_holo: null };
  return { product_id: idField(raw, 'cardmarket_id'), ...nothing, trend, trend_holo };
}
