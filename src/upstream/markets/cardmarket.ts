/** Cardmarket's public files: the daily price guide and the lists of single and other products. */
import { isDay } from '../../catalog/days.ts';
import type { Quarantined } from '../../catalog/seeds.ts';
import { Outage, type Read, type UpstreamDocument } from '../document.ts';
import { type DocumentHead, forEachRow } from '../json-rows.ts';
import {
  amountField,
  DistinctRows,
  type EurRow,
  fields,
  idField,
  type MarketProduct,
  type PriceDay,
  textField,
} from './market-rows.ts';

/** The price guide of one day, or a product list. */
interface CardmarketFile<Row> {
  duplicates: number;
  quarantined: Quarantined[];
  rows: Row[];
}

/** An article of Cardmarket; its file knows neither collector numbers nor the expansion's name. */
export interface CardmarketProduct extends MarketProduct {
  /** The kind of article, in the words of the game: singles, boosters, tins … */
  category: string;
}

/** The only version whose meaning is known: amounts of another one may mean something else. */
const FORMAT_VERSION = 1;

/** The price guide of one day; `stamp` is another when the file is. */
export type CardmarketGuide = CardmarketFile<EurRow> & PriceDay<EurRow> & { stamp: string };

/**
 * The price guide, undefined when it is the one that `knownStamp` names. Its day is the calendar date written in
 * `createdAt`, whatever its offset.
 */
export async function cardmarketGuide(
  read: Read,
  url: string,
  knownStamp?: string,
): Promise<CardmarketGuide | undefined> {
  const document = await read(url, { etag: knownStamp ?? null });
  if (document.unchanged) return undefined;
  const rows = new DistinctRows<EurRow>((row) => row.product_id);
  const head = await forEachRow(document, 'priceGuides', (raw) => rows.add(raw, (value) => eurRow(fields(value))));
  const observed_on = fileDay(document, head);
  const { duplicates, quarantined } = rows;
  return { observed_on, stamp: document.etag ?? String(head.createdAt), rows: rows.rows, duplicates, quarantined };
}

/** One product list; `sealed` says which of the two files it is. */
export async function cardmarketProducts(
  read: Read,
  url: string,
  sealed: boolean,
): Promise<CardmarketFile<CardmarketProduct>> {
  const document = await read(url);
  const rows = new DistinctRows<CardmarketProduct>((product) => product.product_id);
  const head = await forEachRow(document, 'products', (raw) => {
    rows.add(raw, (value) => productOf(fields(value), sealed));
  });
  fileDay(document, head);
  return { rows: rows.rows, duplicates: rows.duplicates, quarantined: rows.quarantined };
}

function fileDay({ url }: UpstreamDocument, { version, createdAt }: DocumentHead): string {
  if (version !== FORMAT_VERSION) {
    throw new Outage(`${url} is of version ${String(version)}, this release reads version ${FORMAT_VERSION}`);
  }
  const day = typeof createdAt === 'string' ? createdAt.slice(0, 10) : '';
  if (!isDay(day)) throw new Outage(`${url} states no date: ${String(createdAt).slice(0, 40)}`);
  return day;
}

function eurRow(row: Record<string, unknown>): EurRow {
  // The six keys of the second half are wholly absent on some rows; some games' files name them by their word for holo.
  const second = (name: string) => amountField(row, `${name}-foil` in row ? `${name}-foil` : `${name}-holo`);
  return {
    product_id: idField(row, 'idProduct'),
    avg: amountField(row, 'avg'),
    low: amountField(row, 'low'),
    trend: amountField(row, 'trend'),
    avg_holo: second('avg'),
    low_holo: second('low'),
    trend_holo: second('trend'),
  };
}

function productOf(row: Record<string, unknown>, sealed: boolean): CardmarketProduct {
  return {
    product_id: idField(row, 'idProduct'),
    group_id: idField(row, 'idExpansion'),
    name: textField(row, 'name'),
    sealed,
    category: textField(row, 'categoryName'),
  };
}
