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

class SaidRows<Row extends Observed<UsdRow | EurRow>> extends DistinctRows<Row> {
  readonly #addressOf = new WeakMap<Row, string>();
  address = '';

  override add(raw: unknown, parse: ParseRow<Row>): void {
    super.add(raw, (given, leaveOut) => {
      const row = parse(given, leaveOut);
      if (row !== undefined) this.#addressOf.set(row, this.address);
      return row;
    });
  }

  said() {
    return this.rows.map((row) => ({
      ...{ observed_on: row.observed_on, product_id: row.product_id, address: this.#addressOf.get(row) ?? '' },
    }));
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
    const rows = [...this.usd.said(), ...this.eur.said()];
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
    // A record is one, however many of its rows cannot be taken.
    const each = [...this.usd.quarantined, ...this.eur.quarantined];
    return [...new Map(each.map((found) => [found.sample, found])).values()];
  }

  get leftOut() {
    return [...this.usd.leftOut, ...this.eur.leftOut];
  }
}
