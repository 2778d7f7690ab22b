/** Reads Scryfall: the description of its bulk file first, and only where that is new its sets, migrations and the file. */
import { isDay } from '../../../catalog/days.ts';
import type { CatalogDelivery } from '../../../upstream/catalog-delivery.ts';
import { Outage, type Read } from '../../../upstream/document.ts';
import { readJson } from '../../../upstream/json-rows.ts';
import { forEachPackedRow } from '../../../upstream/packed-rows.ts';
import { SeedCollector } from '../../../upstream/seed-collector.ts';
import type { CatalogReading } from '../../game.ts';
import { cardId } from './card-shape.ts';
import { addSets } from './expansions.ts';
import { type Extra, skippedAs } from './extras.ts';
import { ScryfallPrices } from './prices.ts';
import { cardSeed } from './records.ts';

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
  { url, include: included = [] }: { url: string; include?: Extra[] },
  { read, held: { known }, prices: withPrices, clock, onProgress }: CatalogReading,
): Promise<CatalogDelivery> {
  const include = new Set(included);
  const list = `${url}/bulk-data`;
  const file = `${list}/${BULK}`;
  const description = await read(list, { etag: known.get(list) ?? null });
  if (description.unchanged) return { seed: undefined, etags: () => new Map() };
  const bulk = bulkFile(await readJson(description), list, BULK);
  if (known.get(file) === bulk.stamp) return { seed: undefined, etags: () => new Map() };

  clock.check(file, bulk.day);
  const sets = await listed(read, `${url}/sets`);
  const migrations = await listed(read, `${url}/migrations`);
  const prices = withPrices ? new ScryfallPrices(bulk.day) : undefined;
  const cards = bulkCards(sets, include, prices);
  const document = await read(bulk.address, { packed: true, bytesMax: bulk.bytesMax });
  prices?.standIn(document.url);
  let done = 0;
  await forEachPackedRow(document, (row) => {
    cards.add(row);
    done += 1;
    if (done % 1000 === 0) onProgress('cards', done, done);
  });
  cards.end();
  const { collector, stableIds, expansions, skipped } = cards;
  addSets(collector, sets, expansions, include);
  const { seed } = collector;
  seed.aliases = new Map([...mergedIds(migrations, (id) => stableIds.get(id)), ...stableIds]);
  seed.skipped = skipped;
  const tags: [string, string][] = [[file, bulk.stamp]];
  if (description.etag !== null) tags.push([list, description.etag]);
  // Records that are quarantined today are so in the same file tomorrow, and another file comes within twelve hours.
  return { seed, etags: () => new Map(tags), ...(prices && { prices }) };
}

/**
 * A bulk file as the API describes it, of the day on which it was made; its stamp changes when the file does.
 * @throws Outage when there is no such file
 */
export function bulkFile(value: unknown, list: string, type: string) {
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
async function listed(ask: Read, first: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  const read = new Set<string>();
  for (let address = first; !read.has(address) && read.size < PAGES_MAX; ) {
    read.add(address);
    const value = await readJson(await ask(address));
    rows.push(...rowsOf(value, address));
    const { has_more, next_page } = value as { has_more?: unknown; next_page?: unknown };
    if (has_more !== true) return rows;
    if (typeof next_page !== 'string') throw new Outage(`${address} says that there is more, and not where`);
    address = placeFrom(first, next_page);
  }
  throw new Outage(`${first} has no end: ${read.size} of its pages were read`);
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

/** An entry of the list of ids that were given up, as far as we take it. */
interface Migration {
  migration_strategy?: unknown;
  old_scryfall_id?: unknown;
  new_scryfall_id?: unknown;
  metadata?: { set_code?: unknown; collector_number?: unknown } | null;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * The ids, Scryfall's own and ours of the place where the card stood, that were merged into a card that came, each with the
 * internal id of it. A card that was merged may itself have been merged later; one that was deleted has no heir.
 * @param idOf the internal id of the card that came under an id of Scryfall's
 */
function mergedIds(migrations: readonly unknown[], idOf: (stableId: string) => string | undefined) {
  const merges = migrations.filter(
    (entry): entry is Migration & { old_scryfall_id: string; new_scryfall_id: string } => {
      const { migration_strategy, old_scryfall_id, new_scryfall_id } = (entry ?? {}) as Migration;
      return migration_strategy === 'merge' && isText(old_scryfall_id) && isText(new_scryfall_id);
    },
  );
  const next = new Map(merges.map((merge) => [merge.old_scryfall_id, merge.new_scryfall_id]));
  const heirOf = (stableId: string): string | undefined => {
    const passed = new Set<string>();
    for (let id: string | undefined = stableId; id !== undefined && !passed.has(id); id = next.get(id)) {
      passed.add(id);
      const found = idOf(id);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const ids = new Map<string, string>();
  for (const { old_scryfall_id, new_scryfall_id, metadata } of merges) {
    const heir = heirOf(new_scryfall_id);
    if (heir === undefined) continue;
    ids.set(old_scryfall_id, heir);
    const { set_code, collector_number } = metadata ?? {};
    if (isText(set_code) && isText(collector_number)) ids.set(cardId(set_code, collector_number), heir);
  }
  return ids;
}

/** What tells of a row what it is, before it is looked at closely. */
interface Row {
  id?: unknown;
  lang?: unknown;
  set?: unknown;
  collector_number?: unknown;
  digital?: boolean;
  layout?: string;
  set_type?: string;
}

/** The records of one file. @param sets as they are listed */
function bulkCards(sets: readonly unknown[], include: ReadonlySet<Extra>, prices: ScryfallPrices | undefined) {
  /** Records that are no cards of this catalog, counted by what they are. */
  const skipped = new Map<string, number>();
  /** The sets that cards were taken of. */
  const expansions = new Set<string>();
  const collector = new SeedCollector();
  const stableIds = new Map<string, string>();
  const otherLanguages: Row[] = [];
  const listed = new Set(sets.map((set) => (set as { code?: unknown } | null)?.code));

  const take = (row: Row, value: unknown, id: string | undefined): void => {
    const { cards } = collector.seed;
    const before = cards.size;
    collector.addCard(value, (findings) => cardSeed(value, findings, id));
    if (cards.size === before) return;
    expansions.add(String(row.set));
    stableIds.set(String(row.id), id ?? cardId(row.set, row.collector_number));
    prices?.addCard(value);
  };

  return {
    ...{ collector, stableIds, expansions, skipped },
    add: (value: unknown): void => {
      const row = (value ?? {}) as Row;
      const extra = skippedAs(row, include);
      if (extra !== undefined) skipped.set(extra, (skipped.get(extra) ?? 0) + 1);
      else if (typeof row.set === 'string' && !listed.has(row.set)) collector.addUnplaced(value);
      else if (typeof row.lang === 'string' && row.lang !== 'en') otherLanguages.push(row);
      else take(row, value, undefined);
    },
    /**
     * The file has one record a place, in English or else in the language that it was printed in; at the few places where
     * it has more, the English one has the place's id, and every other its language behind it.
     */
    end: (): void => {
      for (const row of otherLanguages.sort((a, b) => (String(a.lang) < String(b.lang) ? -1 : 1))) {
        const place = cardId(row.set, row.collector_number);
        take(row, row, collector.seed.cards.has(place) ? `${place}-${row.lang}` : undefined);
      }
    },
  };
}
