/** TCGplayer by way of tcgcsv.com: groups, products and daily USD prices, as files of JSON without extension. */
import { isDay } from '../../catalog/days.ts';
import { Outage, partByPart, type Read, Unreadable, type UpstreamDocument } from '../document.ts';
import { forEachRow, readText } from '../json-rows.ts';
import { WebAddresses } from '../web-addresses.ts';
import {
  amountField,
  BadRow,
  DistinctRows,
  idField,
  type LeaveOut,
  type MarketProduct,
  optionalText,
  textField,
  type UsdRow,
} from './market-rows.ts';

/** Where the files lie: `https://tcgcsv.com/tcgplayer` and the game's category there. */
export interface TcgcsvSource {
  url: string;
  category: number;
}

export interface TcgcsvProduct extends MarketProduct {
  number: string | null;
  /** In the words of the marketplace; null where it states none. */
  rarity: string | null;
  /** What a sealed product shows beside; null of a single card, of which none of it is read: a game has 100,000 of those. */
  shown: ShownProduct | null;
}

/** What callers are shown of a sealed product alone. */
interface ShownProduct {
  clean_name: string;
  image: { low: string; high: string } | null;
  url: string | null;
}

/** For a group's files: behind tcgcsv is a store that answers 403 for what it has not. */
export const groupByGroup = () => partByPart([403, 404]);

/** A group is TCGplayer's expansion. */
export interface TcgcsvGroup {
  group_id: number;
  name: string;
}

/** What `last-updated.txt`, beside the folder, says of the files: their day, and the text that changes with them. */
export async function tcgcsvStamp(read: Read, { url }: TcgcsvSource): Promise<{ observed_on: string; stamp: string }> {
  const address = `${url.replace(/\/[^/]+\/?$/, '')}/last-updated.txt`;
  const stamp = (await readText(await read(address))).trim();
  const observed_on = stamp.slice(0, 10);
  if (!isDay(observed_on) || stamp[10] !== 'T') throw new Outage(`${address} states no date: ${stamp.slice(0, 40)}`);
  return { observed_on, stamp };
}

export async function tcgcsvGroups(read: Read, { url, category }: TcgcsvSource) {
  const rows = new DistinctRows<TcgcsvGroup>((group) => group.group_id);
  const groupOf = (row: Record<string, unknown>) => ({
    group_id: idField(row, 'groupId'),
    name: textField(row, 'name'),
  });
  await forEachResult(await read(`${url}/${category}/groups`), (raw) => rows.add(raw, groupOf));
  if (rows.isEmpty) throw new Outage(`${url} lists no groups in category ${category}`);
  return { groups: rows.rows, quarantined: rows.quarantined };
}

/** The products of one group. @throws Outage */
export async function tcgcsvProducts(read: Read, { url, category }: TcgcsvSource, groupId: number) {
  const addresses = new WebAddresses();
  const rows = new DistinctRows<TcgcsvProduct>((product) => product.product_id);
  const stated: unknown[] = [];
  await forEachResult(await read(`${url}/${category}/${groupId}/products`), (raw) => {
    stated.push((raw as { groupId?: unknown } | null)?.groupId);
    rows.add(raw, (row, leaveOut) => productOf(row, groupId, addresses, leaveOut));
  });
  requireGroup(groupId, stated);
  const { quarantined, leftOut } = rows;
  return { products: rows.rows, quarantined, leftOut, refused: addresses.refused };
}

/**
 * A file of another group would be taken for this one's.
 * @param groups those that its rows state, or their products' lists do
 * @throws Outage where most are of others
 */
export function requireGroup(groupId: number, groups: readonly unknown[]): void {
  const others = groups.filter((group) => typeof group === 'number' && group !== groupId);
  if (others.length * 2 > groups.length) throw new Unreadable(`it came with the products of group ${others[0]}`);
}

/** Of whichever groups: a product that two of them list has one price, or none that is known. */
export const distinctPrices = () => new DistinctRows<UsdRow>((row) => `${row.product_id}/${row.sub_type}`);

/**
 * The day's prices of one group; a price is keyed by product and sub type and says nothing of the condition.
 * @throws Outage
 */
export async function tcgcsvPrices(read: Read, { url, category }: TcgcsvSource, groupId: number) {
  const rows = distinctPrices();
  await forEachResult(await read(`${url}/${category}/${groupId}/prices`), (raw) => rows.add(raw, usdRow));
  return { group_id: groupId, ...rows.taken };
}

/** Calls `onRow` for each row of a file. @throws Outage */
export async function forEachResult(document: UpstreamDocument, onRow: (raw: unknown) => void): Promise<void> {
  const head = await forEachRow(document, 'results', onRow);
  if (head.success !== true) throw new Unreadable(`${document.url} reports no success`);
}

function usdRow(row: Record<string, unknown>, leaveOut: LeaveOut): UsdRow {
  return {
    product_id: idField(row, 'productId'),
    sub_type: textField(row, 'subTypeName'),
    condition: 'NM',
    market: amountField(row, 'marketPrice', leaveOut),
    low: amountField(row, 'lowPrice', leaveOut),
    high: amountField(row, 'highPrice', leaveOut),
  };
}

function productOf(row: Record<string, unknown>, groupId: number, addresses: WebAddresses, leaveOut: LeaveOut) {
  const extended = extendedData(row, leaveOut);
  const sealed = !isSingleCard(extended);
  return {
    product_id: idField(row, 'productId'),
    group_id: groupId,
    name: textField(row, 'name'),
    sealed,
    number: extended.get('Number') ?? null,
    rarity: extended.get('Rarity') ?? null,
    shown: sealed ? shownOf(row, addresses, leaveOut) : null,
  };
}

function shownOf(row: Record<string, unknown>, addresses: WebAddresses, leaveOut: LeaveOut): ShownProduct {
  const [image, url] = [optionalText(row, 'imageUrl', leaveOut), optionalText(row, 'url', leaveOut)];
  return {
    clean_name: optionalText(row, 'cleanName', leaveOut) ?? textField(row, 'name'),
    image: image === null ? null : addresses.takeImage(renditions(image)),
    url: url === null ? null : addresses.take(url),
  };
}

/** The source's own documentation gives this rule: what has a number or a rarity is a single card. */
export const isSingleCard = (extended: Pick<ReadonlySet<unknown>, 'has'>): boolean =>
  extended.has('Number') || extended.has('Rarity');

/** Both renditions of a product's picture, which is named by its small one; the large one lies beside it. */
export function renditions(low: string): { low: string; high: string } {
  return { low, high: low.replace(/_200w(?=\.\w+$)/, '_in_1000x1000') };
}

/** @throws BadRow where it is no list: whether the product is a card is not known then */
function extendedData({ extendedData: list }: Record<string, unknown>, leaveOut: LeaveOut): Map<string, string> {
  if (list == null) return new Map();
  if (!Array.isArray(list)) throw new BadRow('extendedData is no list');
  const named = list.flatMap((entry: unknown): [string, string][] => {
    const { name, value } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
    if (typeof name === 'string' && name !== '') return [[name, String(value)]];
    leaveOut('extendedData/* has no name');
    return [];
  });
  return new Map(named);
}
