/** The crawl of a TCGdex REST API: lists, then each set, then each card, asked for only if it changed, new cards first. */
import type { CatalogDelivery } from '../../../upstream/catalog-delivery.ts';
import { Outage, partByPart, type Read, Unreadable } from '../../../upstream/document.ts';
import { readJson } from '../../../upstream/json-rows.ts';
import { SeedCollector } from '../../../upstream/seed-collector.ts';
import type { CatalogReading } from '../../game.ts';
import { TcgdexPrices } from './prices.ts';
import { cardSeed, expansionSeed, type PictureFormat, seriesSeed } from './records.ts';

/** Runs `work` over `items`, `width` at a time; the first failure ends it. */
async function inParallel<Item>(items: Item[], width: number, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

const rowsOf = (value: unknown, url: string): unknown[] => {
  if (!Array.isArray(value)) throw new Unreadable(`${url} holds no list of rows`);
  return value;
};

/** The record, unless it is another one's: taken for its own, it would stand in that one's place. @throws Outage */
function ownOf(id: string, record: unknown, url: string): unknown {
  const { id: own = id } = (record ?? {}) as { id?: unknown };
  if (typeof own === 'string' && own !== id) throw new Unreadable(`${url} holds ${own.slice(0, ID_SHOWN)}`);
  return record;
}
const ID_SHOWN = 60;

/** Readers of each kind of document, and what leaves out a part by itself whose document cannot be had or read. */
function readersOf(read: Read, isTranslation: boolean) {
  const readWhole = async (address: string) => readJson(await read(address));
  const orLeftOut = partByPart();
  return {
    readRows: async (address: string) => rowsOf(await readWhole(address), address),
    readSet: async (address: string, id: string) => {
      const set = ownOf(id, await readWhole(address), address);
      const cards = typeof set === 'object' && set !== null && 'cards' in set ? set.cards : undefined;
      return { set, cards: rowsOf(cards, address) };
    },
    readCard: async (address: string, id: string, etag: string | null) => {
      const document = await read(address, { etag });
      return { document, card: document.unchanged ? undefined : ownOf(id, await readJson(document), address) };
    },
    ofPart: async <Found>(asked: Promise<Found>) => {
      const came = await orLeftOut(asked);
      // A text that does not come is one that is gone.
      if (isTranslation && came instanceof Outage && came.status !== 404) throw came;
      return came;
    },
  };
}

/**
 * Crawls the whole catalog. Cards that still have the validator of the last publish are reported as unchanged.
 * @throws Outage
 */
export async function crawlTcgdex(
  url: string,
  pictures: PictureFormat,
  {
    read,
    held: { known, again },
    scope: { language },
    connections,
    isTranslation,
    prices: withPrices,
    clock,
    onProgress,
  }: CatalogReading,
): Promise<CatalogDelivery> {
  const base = `${url}/${encodeURIComponent(language)}`;
  const collector = new SeedCollector();
  const prices = withPrices ? new TcgdexPrices() : undefined;
  const { readRows, readSet, readCard, ofPart } = readersOf(read, isTranslation);

  for (const row of await readRows(`${base}/series`)) {
    collector.addSeries(row, (findings) => seriesSeed(row, pictures, findings));
  }

  const cardIds: string[] = [];
  const setIds = (await readRows(`${base}/sets`)).flatMap((row) => collector.listed('expansion', 'id', row) ?? []);
  await inParallel(setIds, connections, async (id) => {
    const came = await ofPart(readSet(`${base}/sets/${encodeURIComponent(id)}`, id));
    if (came instanceof Outage) return collector.leaveOut(id, came.message);
    const { set, cards } = came;
    collector.addExpansion(set, (findings) => expansionSeed(set, pictures, findings));
    cardIds.push(...cards.flatMap((row) => collector.listed('card', 'id', row) ?? []));
  });

  const addressOf = (id: string) => `${base}/cards/${encodeURIComponent(id)}`;
  const isKnown = (id: string) => known.has(addressOf(id));
  const ordered = [...cardIds.filter((id) => !isKnown(id)), ...cardIds.filter(isKnown)];
  const tags: [id: string, etag: string][] = [];
  let done = 0;
  await inParallel(ordered, connections, async (id) => {
    const address = addressOf(id);
    const etag = again.has(id) ? null : (known.get(address) ?? null);
    const came = await ofPart(readCard(address, id, etag));
    onProgress('cards', ++done, ordered.length);
    if (came instanceof Outage) return collector.quarantine('card', came.message, { id });
    const { document, card } = came;
    if (document.etag !== null) tags.push([id, document.etag]);
    if (document.unchanged) return collector.addUnchanged(id);
    collector.addCard(card, (findings) => cardSeed(card, pictures, findings, { idsComplete: false }));
    prices?.standIn(document.url);
    prices?.addCard(card);
  });
  prices?.judgeDays(clock);
  const { seed } = collector;
  const isTaken = (id: string) => seed.cards.has(id) || seed.unchanged.has(id);
  const etags = () => new Map(tags.filter(([id]) => isTaken(id)).map(([id, tag]) => [addressOf(id), tag]));
  return { seed, etags, ...(prices && { prices }) };
}
