/** The crawl of a TCGdex REST API: lists, then each set, then each card, asked for only if it changed, new cards first. */
import { Outage, type Read } from './document.ts';
import { readJson } from './json-rows.ts';
import { SeedCollector } from './seed-collector.ts';
import type { CatalogDelivery } from './tcgdex-files.ts';
import { TcgdexPrices } from './tcgdex-prices.ts';
import { cardSeed, expansionSeed, type PictureFormat, seriesSeed } from './tcgdex-records.ts';

export interface TcgdexCrawlOptions {
  /** The API's address with its version, e.g. `https://api.example.com/v2`. */
  url: string;
  language: string;
  pictures: PictureFormat;
  /** Requests in flight at once. */
  connections: number;
}

/** Called as cards come in. */
export type OnProgress = (done: number, total: number) => void;

/** Runs `work` over `items`, `width` at a time; the first failure ends it. */
async function inParallel<Item>(items: Item[], width: number, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const lane = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

const rowsOf = (value: unknown, url: string): unknown[] => {
  if (!Array.isArray(value)) throw new Outage(`${url} holds no list of rows`);
  return value;
};

const idOf = (row: unknown): string | undefined =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string' ? row.id : undefined;

/**
 * Crawls the whole catalog. `known` are the validators of the last publish by address: cards that still have theirs are
 * reported as unchanged.
 * @throws Outage
 */
export async function crawlTcgdex(
  read: Read,
  { url, language, pictures, connections }: TcgdexCrawlOptions,
  known: ReadonlyMap<string, string>,
  onProgress: OnProgress,
): Promise<CatalogDelivery> {
  const base = `${url}/${encodeURIComponent(language)}`;
  const collector = new SeedCollector();
  const etags = new Map<string, string>();
  const prices = new TcgdexPrices();
  const readRows = async (address: string) => rowsOf(await readJson(await read(address)), address);

  for (const row of await readRows(`${base}/series`)) collector.addSeries(row, () => seriesSeed(row, pictures));

  const cardIds: string[] = [];
  const sets = await readRows(`${base}/sets`);
  await inParallel(sets, connections, async (brief) => {
    const id = idOf(brief);
    if (id === undefined) return collector.quarantine('set without an id', brief);
    const address = `${base}/sets/${encodeURIComponent(id)}`;
    const set = await readJson(await read(address));
    collector.addExpansion(set, () => expansionSeed(set, pictures));
    const cards = typeof set === 'object' && set !== null && 'cards' in set ? set.cards : undefined;
    for (const card of rowsOf(cards, address)) {
      const cardId = idOf(card);
      if (cardId === undefined) collector.quarantine('card without an id', card);
      else cardIds.push(cardId);
    }
  });

  const addressOf = (id: string) => `${base}/cards/${encodeURIComponent(id)}`;
  const isKnown = (id: string) => known.has(addressOf(id));
  const ordered = [...cardIds.filter((id) => !isKnown(id)), ...cardIds.filter(isKnown)];
  let done = 0;
  await inParallel(ordered, connections, async (id) => {
    const address = addressOf(id);
    const document = await readCard(read, address, known.get(address) ?? null);
    onProgress(++done, ordered.length);
    if (document === undefined) return collector.quarantine('card listed by its set but not there', { id });
    if (document.etag !== null) etags.set(address, document.etag);
    if (document.unchanged) return collector.addUnchanged(id);
    const card = await readJson(document);
    collector.addCard(card, () => cardSeed(card, pictures, false));
    prices.addCard(card);
  });
  return { seed: collector.seed, etags, prices };
}

async function readCard(read: Read, address: string, etag: string | null) {
  try {
    return await read(address, { etag });
  } catch (error) {
    if (error instanceof Outage && error.status === 404) return undefined;
    throw error;
  }
}
