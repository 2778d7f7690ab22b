/** Prices that stand in the records of a catalog, as rows of the marketplaces that they are of. */
import type { EmbeddedPrices } from '../upstream/catalog-delivery.ts';
import {
  byDay,
  DistinctRows,
  type EurRow,
  type Observed,
  type ParseRow,
  type UsdRow,
} from '../upstream/markets/market-rows.ts';

class SaidRows<Row extends object> extends DistinctRows<Row> {
  readonly addressOf = new WeakMap<Row, string>();
  address = '';

  override add(raw: unknown, parse: ParseRow<Row>): void {
    super.add(raw, (given, leaveOut) => {
      const row = parse(given, leaveOut);
      if (row !== undefined) this.addressOf.set(row, this.address);
      return row;
    });
  }
}

/** Gathers the prices of many cards; a row that several cards repeat counts once. */
export class RecordPrices implements EmbeddedPrices {
  readonly isByCard: boolean = false;
  protected readonly usd = new SaidRows<Observed<UsdRow>>(
    (row) => `${row.observed_on}/${row.product_id}/${row.sub_type}`,
  );
  protected readonly eur = new SaidRows<Observed<EurRow>>((row) => `${row.observed_on}/${row.product_id}`);

  /** What is added from now on stands in the document at this address. */
  standIn(address: string): void {
    [this.usd.address, this.eur.address] = [address, address];
  }

  documents() {
    const said = ({ observed_on, product_id }: Observed<UsdRow | EurRow>, address = '') => ({
      ...{ observed_on, product_id, address },
    });
    const rows = [
      ...this.usd.rows.map((row) => said(row, this.usd.addressOf.get(row))),
      ...this.eur.rows.map((row) => said(row, this.eur.addressOf.get(row))),
    ];
    return [...Map.groupBy(rows, ({ address, observed_on }) => `${observed_on} ${address}`).values()];
  }

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
