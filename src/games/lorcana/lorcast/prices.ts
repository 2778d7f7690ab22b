/** The USD prices in Lorcast's cards, as rows of TCGplayer, from where they are. */
import { dayOf } from '../../../catalog/days.ts';
import { amountField, fields, idField } from '../../../upstream/markets/market-rows.ts';
import { RecordPrices } from '../../record-prices.ts';

/** Lorcast has no EUR prices, and its records state no day: they are of the one on which they are read. */
export class LorcastPrices extends RecordPrices {
  readonly #observedOn: string;

  constructor(now: number) {
    super();
    this.#observedOn = dayOf(now);
  }

  /** Takes the prices of one card. A foil has another sub type at TCGplayer beside a plain printing than by itself. */
  addCard(card: unknown, isFoilBesidePlain: boolean): void {
    const { tcgplayer_id, prices } = card as { tcgplayer_id?: unknown; prices?: unknown };
    if (tcgplayer_id == null || prices == null) return;
    const day = { observed_on: this.#observedOn, condition: 'NM', low: null, high: null } as const;
    const add = (name: string, sub_type: string) =>
      this.usd.add(card, (row, leaveOut) => {
        const market = amountField(fields(prices), name, leaveOut);
        const product_id = idField(row, 'tcgplayer_id');
        return market === null ? undefined : { ...day, product_id, sub_type, market };
      });
    add('usd', 'Normal');
    add('usd_foil', isFoilBesidePlain ? 'Cold Foil' : 'Holofoil');
  }
}
