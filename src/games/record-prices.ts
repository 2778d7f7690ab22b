/** Prices that stand in the records of a catalog, as rows of the marketplaces that they are of. */
import type { EmbeddedPrices } from '../upstream/catalog-delivery.ts';
import { byDay, DistinctRows, type EurRow, type Observed, type UsdRow } from '../upstream/markets/market-rows.ts';

/** Gathers the prices of many cards; a row that several cards repeat counts once. */
export class RecordPrices implements EmbeddedPrices {
  protected readonly usd = new DistinctRows<Observed<UsdRow>>(
    (row) => `${row.observed_on}/${row.product_id}/${row.sub_type}`,
  );
  protected readonly eur = new DistinctRows<Observed<EurRow>>((row) => `${row.observed_on}/${row.product_id}`);

  usdDays() {
    return byDay<UsdRow>(this.usd.rows);
  }

  eurDays() {
    return byDay<EurRow>(this.eur.rows);
  }

  get isEmpty(): boolean {
    return this.usd.isEmpty && this.eur.isEmpty;
  }

  get quarantined() {
    return [...this.usd.quarantined, ...this.eur.quarantined];
  }

  get leftOut() {
    return [...this.usd.leftOut, ...this.eur.leftOut];
  }
}
