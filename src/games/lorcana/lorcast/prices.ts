/** The USD prices in Lorcast's cards, as rows of TCGplayer, from where they are. */
import { dayOf } from '../../../catalog/days.ts';
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

/** Gathers the prices of many cards. The records state no day: they are of the one on which they are read. */
export class LorcastPrices implements EmbeddedPrices {
  readonly #usd = new DistinctRows<UsdRow>((row) => `${row.product_id}/${row.sub_type}`);
  readonly #observedOn: string;

  constructor(now: number) {
    this.#observedOn = dayOf(now);
  }

  /** Takes the prices of one card. A foil has another sub type at TCGplayer beside a plain printing than by itself. */
  addCard(card: unknown, isFoilBesidePlain: boolean): void {
    const { tcgplayer_id, prices } = card as { tcgplayer_id?: unknown; prices?: unknown };
    if (tcgplayer_id == null || prices == null) return;
    const add = (name: string, sub_type: string) =>
      this.#usd.add(card, (raw) => {
        const market = amountField(fields(prices), name);
        const product_id = idField(fields(raw), 'tcgplayer_id');
        return market === null ? undefined : { product_id, sub_type, condition: 'NM', market, low: null, high: null };
      });
    add('usd', 'Normal');
    add('usd_foil', isFoilBesidePlain ? 'Cold Foil' : 'Holofoil');
  }

  /** One day, or none where no card has a price. */
  usdDays(): PriceDay<UsdRow>[] {
    return this.isEmpty ? [] : [{ observed_on: this.#observedOn, rows: this.#usd.rows }];
  }

  /** Lorcast has no EUR prices. */
  eurDays(): PriceDay<EurRow>[] {
    return [];
  }

  /** True when no card had a price. */
  get isEmpty(): boolean {
    return this.#usd.isEmpty;
  }

  get quarantined() {
    return this.#usd.quarantined;
  }
}
