/** The prices that TCGdex embeds in its cards, as rows of the two marketplaces they come from. */
import { isDay } from '../../../catalog/days.ts';
import {
  amountField,
  BadRow,
  type EurRow,
  fields,
  idField,
  type LeaveOut,
  type Observed,
  type UsdRow,
} from '../../../upstream/markets/market-rows.ts';
import type { SourceClock } from '../../../upstream/source-clock.ts';
import { RecordPrices } from '../../record-prices.ts';
import { SUB_TYPES } from '../printings.ts';

/** The marketplace's sub types by the keys that TCGdex makes of them (`reverse-holofoil`). */
const subTypeByKey = new Map(SUB_TYPES.map((name) => [name.toLowerCase().replaceAll(' ', '-'), name]));

/** Gathers the prices of many cards; a block repeated on the printings that share it counts once. */
export class TcgdexPrices extends RecordPrices {
  override readonly isByCard = true;

  /** Takes the `pricing` blocks of one card, as its REST answer shows them. */
  addCard(card: unknown): void {
    const { pricing, variants_detailed } = card as { pricing?: unknown; variants_detailed?: { pricing?: unknown }[] };
    const blocks = Array.isArray(variants_detailed) ? variants_detailed.map((printing) => printing?.pricing) : [];
    // What is wrong with a block that printings share is one fault.
    const distinct = new Map([...blocks, pricing].map((block) => [JSON.stringify(block), block]));
    for (const block of distinct.values()) this.#addBlock(block);
  }

  /** Quarantines the rows of days that lie ahead. To be called when all cards are added. */
  judgeDays(clock: SourceClock): void {
    const reasonOf = ({ observed_on }: { observed_on: string }) => clock.fault(observed_on);
    this.usd.refuseWhere(reasonOf);
    this.eur.refuseWhere(reasonOf);
  }

  #addBlock(block: unknown): void {
    if (typeof block !== 'object' || block === null) return;
    const { cardmarket, tcgplayer } = block as { cardmarket?: unknown; tcgplayer?: unknown };
    if (cardmarket != null) this.eur.add(cardmarket, eurRow);
    if (tcgplayer == null) return;
    // One that is called otherwise is no printing's, which is told.
    const others = Object.entries(tcgplayer).flatMap(([key, entry]) => (typeof entry === 'object' ? [key] : []));
    for (const key of new Set([...subTypeByKey.keys(), ...others]))
      this.usd.add(tcgplayer, (row, leaveOut) => usdRow(row, key, leaveOut));
  }
}

/** @throws BadRow when the block is of another currency or states no date */
function blockDay({ unit, updated }: Record<string, unknown>, currency: string): string {
  if (unit !== currency) throw new BadRow(`unit is not ${currency}`);
  const day = typeof updated === 'string' ? updated.slice(0, 10) : '';
  if (!isDay(day)) throw new BadRow('updated is no date');
  return day;
}

function eurRow(block: Record<string, unknown>, leaveOut: LeaveOut): Observed<EurRow> | undefined {
  const amount = (name: string) => amountField(block, name, leaveOut);
  return {
    ...{ observed_on: blockDay(block, 'EUR'), product_id: idField(block, 'idProduct') },
    ...{ avg: amount('avg'), low: amount('low'), trend: amount('trend') },
    ...{ avg_holo: amount('avg-holo'), low_holo: amount('low-holo'), trend_holo: amount('trend-holo') },
  };
}

function usdRow(block: Record<string, unknown>, key: string, leaveOut: LeaveOut): Observed<UsdRow> | undefined {
  const entry = block[key];
  if (entry == null) return undefined;
  const row = fields(entry);
  return {
    observed_on: blockDay(block, 'USD'),
    product_id: 'productId' in row ? idField(row, 'productId') : sharedProductId(block),
    sub_type: subTypeByKey.get(key) ?? key,
    condition: 'NM',
    market: amountField(row, 'marketPrice', leaveOut),
    low: amountField(row, 'lowPrice', leaveOut),
    high: amountField(row, 'highPrice', leaveOut),
  };
}

/** The id stands on one sub type of a block only; the others are of the same marketplace product. */
function sharedProductId(block: Record<string, unknown>): number {
  for (const entry of Object.values(block)) {
    if (typeof entry === 'object' && entry !== null && 'productId' in entry) return idField(fields(entry), 'productId');
  }
  throw new BadRow('productId is no id');
}
