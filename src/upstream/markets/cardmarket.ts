/** Cardmarket's public files: the daily price guide and the lists of single and other products. */
import { isDay } from '../../catalog/days.ts';
import { Outage, type Read, type UpstreamDocument } from '../document.ts';
import { forEachRow } from '../json-rows.ts';
import {
  amountField,
  DistinctRows,
  type EurRow,
  idField,
  type LeaveOut,
  type MarketProduct,
  optionalText,
  type ParseRow,
  textField,
} from './market-rows.ts';

/** A product of Cardmarket; its file knows neither collector numbers nor the expansion's name. */
export interface CardmarketProduct extends MarketProduct {
  /** The kind of product, in the words of the game: singles, boosters, tins … */
  category: string;
}

/** The only version whose meaning is known: amounts of another one may mean something else. */
const FORMAT_VERSION = 1;

/**
 * The price guide, undefined when it is the one that `knownStamp` names. Its day is the calendar date written in
 * `createdAt`, whatever its offset; its `stamp` is another when the file is.
 */
export async function cardmarketGuide(read: Read, url: string, knownStamp?: string) {
  const document = await read(url, { etag: knownStamp ?? null });
  if (document.unchanged) return undefined;
  const { createdAt, ...guide } = await rowsOf(document, 'priceGuides', eurRow);
  return { ...guide, stamp: document.etag ?? String(createdAt) };
}

/** One product list; `sealed` says which of the two files it is. */
export const cardmarketProducts = async (read: Read, url: string, sealed: boolean) =>
  rowsOf(await read(url), 'products', (row, leaveOut) => productOf(row, sealed, leaveOut));

/** The rows of a file, and the day that it states. */
async function rowsOf<Row extends { product_id: number }>(
  document: UpstreamDocument,
  key: string,
  parse: ParseRow<Row>,
) {
  const { url } = document;
  const rows = new DistinctRows<Row>((row) => row.product_id);
  const { version, createdAt } = await forEachRow(document, key, (raw) => rows.add(raw, parse));
  if (version !== FORMAT_VERSION) {
    throw new Outage(`${url} is of version ${JSON.stringify(version)}, this release reads version ${FORMAT_VERSION}`);
  }
  const observed_on = typeof createdAt === 'string' ? createdAt.slice(0, 10) : '';
  if (!isDay(observed_on)) throw new Outage(`${url} states no date: ${String(createdAt).slice(0, 40)}`);
  return { createdAt, observed_on, ...rows.taken };
}

function eurRow(row: Record<string, unknown>, leaveOut: LeaveOut): EurRow {
  // The six keys of the second side are wholly absent on some rows; some games' files name them by their word for holo.
  const second = (name: string) => amountField(row, `${name}-foil` in row ? `${name}-foil` : `${name}-holo`, leaveOut);
  return {
    product_id: idField(row, 'idProduct'),
    avg: amountField(row, 'avg', leaveOut),
    low: amountField(row, 'low', leaveOut),
    trend: amountField(row, 'trend', leaveOut),
    avg_holo: second('avg'),
    low_holo: second('low'),
    trend_holo: second('trend'),
  };
}

function productOf(row: Record<string, unknown>, sealed: boolean, leaveOut: LeaveOut): CardmarketProduct {
  return {
    product_id: idField(row, 'idProduct'),
    group_id: idField(row, 'idExpansion'),
    name: textField(row, 'name'),
    sealed,
    category: optionalText(row, 'categoryName', leaveOut) ?? '',
  };
}
