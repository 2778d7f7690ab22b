/** The prices that TCGdex embeds in its cards, as rows of the two marketplaces they come from. */
import { isDay } from '../../../catalog/days.ts';
import type { EmbeddedPrices } from '../../../upstream/catalog-delivery.ts';
import {
  amountField,
  BadRow,
  byDay,
  DistinctRows,
  type EurRow,
  fields,
  idField,
  type Observed,
  type PriceDay,
  type UsdRow,
} from '../../../upstream/markets/market-rows.ts';
import { SUB_TYPES } from '../printings.ts';

/** The marketplace's sub types by the keys that TCGdex makes of them (`reverse-holofoil`). */
const subTypeByKey = new Map(SUB_TYPES.map((name) => [name.toLowerCase().replaceAll(' ', '-'), name]));

/** Gathers the prices of many cards; a block repeated on the printings that share it counts once. */
export class TcgdexPrices implements EmbeddedPrices {
  readonly #usd = new DistinctRows<Observed<UsdRow>>((row) => `${row.observed_on}/${row.product_id}/${row.sub_type}`);
  readonly #eur = new DistinctRows<Observed<EurRow>>((row) => `${row.observed_on}/${row.product_id}`);

  /** Takes the `pricing` blocks of one card, as its REST answer shows them. */
  addCard(card: unknown): void {
    const { pricing, variants_detailed } = card as { pricing?: unknown; variants_detailed?: { pricing?: unknown }[] };
    const blocks = Array.isArray(variants_detailed) ? variants_detailed.map((printing) => printing?.pricing) : [];
    for (const block of [...blocks, pricing]) this.#addBlock(block);
  }

  /** The USD rows by day, oldest first. */
  usdDays(): PriceDay<UsdRow>[] {
    return byDay(this.#usd.rows);
  }

  /** The EUR rows by day, oldest first. */
  eurDays(): PriceDay<EurRow>[] {
    return byDay(this.#eur.rows);
  }

  /** True when no card had a price. */
  get isEmpty(): boolean {
    return this.#usd.isEmpty && this.#eur.isEmpty;
  }

  get quarantined() {
    return [...this.#usd.quarantined, ...this.#eur.quarantined];
  }

  #addBlock(block: unknown): void {
    if (typeof block !== 'object' || block === null) return;
    const { cardmarket, tcgplayer } = block as { cardmarket?: unknown; tcgplayer?: unknown };
    if (cardmarket != null) this.#eur.add(cardmarket, (raw) => eurRow(fields(raw)));
    if (tcgplayer == null) return;
    for (const key of subTypeByKey.keys()) this.#usd.add(tcgplayer, (raw) => usdRow(fields(raw), key));
  }
}

/** @throws BadRow when the block is of another currency or states no date */
function blockDay({ unit, updated }: Record<string, unknown>, currency: string): string {
  if (unit !== currency) throw new BadRow(`unit is not ${currency}`);
  const day = typeof updated === 'string' ? updated.slice(0, 10) : '';
  if (!isDay(day)) throw new BadRow('updated is no date');
  return day;
}

function eurRow(block: Record<string, unknown>): Observed<EurRow> | undefined {
  return {
    observed_on: blockDay(block, 'EUR'),
    product_id: idField(block, 'idProduct'),
    avg: amountField(block, 'avg'),
    low: amountField(block, 'low'),
    trend: amountField(block, 'trend'),
    avg_holo: amountField(block, 'avg-holo'),
    low_holo: amountField(block, 'low-holo'),
    trend_holo: amountField(block, 'trend-holo'),
  };
}

function usdRow(block: Record<string, unknown>, key: string): Observed<UsdRow> | undefined {
  const entry = block[key];
  if (entry == null) return undefined;
  const row = fields(entry);
  return {
    observed_on: blockDay(block, 'USD'),
    product_id: 'productId' in row ? idField(row, 'productId') : sharedProductId(block),
    sub_type: subTypeByKey.get(key) ?? key,
    condition: 'NM',
    market: amountField(row, 'marketPrice'),
    low: amountField(row, 'lowPrice'),
    high: amountField(row, 'highPrice'),
  };
}

/** The id stands on one sub type of a block only; the others are of the same article. */
function sharedProductId(block: Record<string, unknown>): number {
  for (const entry of Object.values(block)) {
    if (typeof entry === 'object' && entry !== null && 'productId' in entry) return idField(fields(entry), 'productId');
  }
  throw new BadRow('productId is no id');
}
