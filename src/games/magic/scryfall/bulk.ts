/** Reads Scryfall: the description of its bulk file first, and only where that is new its sets, migrations and the file. */
import { isDay } from '../../../catalog/days.ts';
import type { CatalogDelivery, HeldDocuments } from '../../../upstream/catalog-delivery.ts';
import { Outage, type Read } from '../../../upstream/document.ts';
import { readJson } from '../../../upstream/json-rows.ts';
import { forEachPackedRow } from '../../../upstream/packed-rows.ts';
import { BulkCards } from './bulk-cards.ts';
import { addSets } from './expansions.ts';
import type { Extra } from './extras.ts';
import { mergedIds } from './migrations.ts';
import { ScryfallPrices } from './prices.ts';

export interface ScryfallOptions {
  /** The API's address, e.g. `https://api.example.com`. */
  url: string;
  /** What is taken beside the cards that are played with on paper. */
  include: ReadonlySet<Extra>;
  /** Whether the prices in the records are wanted. */
  prices: boolean;
}

/** A bulk file as the API describes it. */
export interface BulkFile {
  address: string;
  /** When it was made. */
  updatedAt: string;
  /** Changes when the file does. */
  stamp: string;
  /** The day on which it was made. */
  day: string;
  bytesMax: number;
}

const BULK = 'default_cards';
/** What the file may have beyond the size that its description names: that one is a few minutes older at times. */
const ROOM_BYTES = 1024 * 1024;
/** Where no size is named: ten times what the file has in 2026. */
const BYTES_MAX = 1024 * 1024 * 1024;
const PAGES_MAX = 1000;

/**
 * Reads the whole catalog. `known` are the validators of the last publish: a bulk file that is still the same costs one
 * small request. It is made anew twice a day, so that a card that must come again does with the next one.
 * @throws Outage
 */
export async function readScryfall(
  read: Read,
  { url, include, prices: withPrices }: ScryfallOptions,
  { known }: HeldDocuments,
  onProgress: (done: number) => void,
): Promise<CatalogDelivery> {
  const list = `${url}/bulk-data`;
  const file = `${list}/${BULK}`;
  const description = await read(list, { etag: known.get(list) ?? null });
  if (description.unchanged) return { seed: undefined, etags: () => new Map() };
  const bulk = bulkFile(await readJson(description), list, BULK);
  if (known.get(file) === bulk.stamp) return { seed: undefined, etags: () => new Map() };

  const sets = await listed(read, `${url}/sets`);
  const migrations = await listed(read, `${url}/migrations`);
  const prices = withPrices ? new ScryfallPrices(bulk.day) : undefined;
  const cards = new BulkCards({ sets, include, prices });
  const document = await read(bulk.address, { packed: true, bytesMax: bulk.bytesMax });
  let done = 0;
  await forEachPackedRow(document, (row) => {
    cards.add(row);
    done += 1;
    if (done % 1000 === 0) onProgress(done);
  });
  const { collector, lastingIds } = cards.end();
  addSets(collector, sets, cards.expansions, include);
  const { seed } = collector;
  seed.aliases = new Map([...mergedIds(migrations, (id) => lastingIds.get(id)), ...lastingIds]);
  seed.passed_over = cards.passedOver;
  const tags: [string, string][] = [[file, bulk.stamp]];
  if (description.etag !== null) tags.push([list, description.etag]);
  // Records that are put aside today are so in the same file tomorrow, and another file comes within twelve hours.
  return { seed, etags: () => new Map(tags), ...(prices && { prices }) };
}

/** @throws Outage when there is no such file */
export function bulkFile(value: unknown, list: string, type: string): BulkFile {
  const files = rowsOf(value, list) as Record<string, unknown>[];
  const found = files.find((file) => file?.type === type);
  const { updated_at, jsonl_download_uri, download_uri, compressed_size, size } = found ?? {};
  // Since July 2026 the file is offered as JSON lines alone; mirrors still hold the array.
  const address = jsonl_download_uri ?? download_uri;
  const day = String(updated_at).slice(0, 10);
  if (typeof address !== 'string') throw new Outage(`${list} names no file of ${type}`);
  if (!isDay(day)) throw new Outage(`${list} says no day of ${type}: ${String(updated_at).slice(0, 40)}`);
  const bytes = [compressed_size, size].filter((count) => Number.isSafeInteger(count)).map(Number);
  return {
    address: placeFrom(list, address),
    updatedAt: String(updated_at),
    stamp: JSON.stringify([updated_at, address, ...bytes]),
    day,
    bytesMax: bytes.length > 0 ? Math.max(...bytes) * 2 + ROOM_BYTES : BYTES_MAX,
  };
}

/** Every row of a list, however many pages it has. @throws Outage */
async function listed(read: Read, first: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  let address = first;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const value = await readJson(await read(address));
    rows.push(...rowsOf(value, address));
    const { has_more, next_page } = value as { has_more?: unknown; next_page?: unknown };
    if (has_more !== true) return rows;
    if (typeof next_page !== 'string') throw new Outage(`${address} says that there is more, and not where`);
    address = placeFrom(first, next_page);
  }
  throw new Outage(`${first} has more than ${PAGES_MAX} pages`);
}

/** An address that a document names: of the web, or of the scheme that the document itself came by. @throws Outage */
function placeFrom(document: string, address: string): string {
  const scheme = /^[a-z]+:/.exec(document)?.[0] ?? '';
  if (/^https?:/.test(address) || address.startsWith(scheme)) return address;
  throw new Outage(`${document} names an address that is not read: ${address.slice(0, 160)}`);
}

/** @throws Outage */
function rowsOf(value: unknown, address: string): unknown[] {
  const { data } = (value ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) throw new Outage(`${address} holds no list "data"`);
  return data;
}
