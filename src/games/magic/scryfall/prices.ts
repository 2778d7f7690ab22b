/** The prices that Scryfall has in its records, as rows of the two marketplaces they come from. */
import type { EmbeddedPrices } from '../../../upstream/catalog-delivery.ts';
import {
  amountField,
  DistinctRows,
  type EurRow,
  fields,
  idField,
  type PriceDay,
  type UsdRow,
} from '../../../upstream/markets/market-rows.ts';

/** Which price of a record is which sub type of which of its articles. */
const USD = [
  ['usd', 'Normal', 'tcgplayer_id'],
  ['usd_foil', 'Foil', 'tcgplayer_id'],
  ['usd_etched', 'Foil', 'tcgplayer_etched_id'],
] as const;

/** Gathers the prices of many records, all of the day on which the file was made; an article that two share counts once. */
export class ScryfallPrices implements EmbeddedPrices {
  readonly #usd = new DistinctRows<UsdRow>((row) => `${row.product_id}/${row.sub_type}`);
  readonly #eur = new DistinctRows<EurRow>((row) => row.product_id);
  readonly #day: string;

  constructor(day: string) {
    this.#day = day;
  }

  addCard(record: unknown): void {
    const card = record as Record<string, unknown>;
    if (typeof card.prices !== 'object' || card.prices === null) return;
    // What a refused row is told by is these few fields, not the whole record.
    const { id, prices, tcgplayer_id, cardmarket_id } = card;
    // An etched card without an article of its own is sold as the foil of its card's, if that has none.
    const isFoilToo = (prices as Record<string, unknown>).usd_foil != null;
    const tcgplayer_etched_id = card.tcgplayer_etched_id ?? (isFoilToo ? null : tcgplayer_id);
    const raw = { id, tcgplayer_id, tcgplayer_etched_id, cardmarket_id, prices };
    for (const [amount, sub_type, article] of USD) {
      if (raw[article] != null) this.#usd.add(raw, () => usdRow(raw, amount, sub_type, article));
    }
    if (cardmarket_id != null) this.#eur.add(raw, () => eurRow(raw));
  }

  usdDays(): PriceDay<UsdRow>[] {
    return this.#days(this.#usd);
  }

  eurDays(): PriceDay<EurRow>[] {
    return this.#days(this.#eur);
  }

  get isEmpty(): boolean {
    return this.#usd.isEmpty && this.#eur.isEmpty;
  }

  get quarantined() {
    return [...this.#usd.quarantined, ...this.#eur.quarantined];
  }

  #days<Row extends object>(rows: DistinctRows<Row>): PriceDay<Row>[] {
    return rows.isEmpty ? [] : [{ observed_on: this.#day, rows: rows.rows }];
  }
}

/** @throws BadRow */
function usdRow(raw: Record<string, unknown>, amount: string, sub_type: string, article: string): UsdRow | undefined {
  const market = amountField(fields(raw.prices), amount);
  if (market === null) return undefined;
  return { product_id: idField(raw, article), sub_type, condition: 'NM', market, low: null, high: null };
}

/** One number a finish: it is Cardmarket's trend. @throws BadRow */
function eurRow(raw: Record<string, unknown>): EurRow | undefined {
  const prices = fields(raw.prices);
  const [trend, trend_holo] = [amountField(prices, 'eur'), amountField(prices, 'eur_foil')];
  if (trend === null && trend_holo === null) return undefined;
  const nothing = { avg: null, low: null, avg_holo: null, low_holo: null };
  return { product_id: idField(raw, 'cardmarket_id'), ...nothing, trend, trend_holo };
}
