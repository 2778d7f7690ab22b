/** Reads a YGOPRODeck API: the version of its database, and where that is another the list of sets and every card. */
import type { CatalogDelivery, HeldDocuments } from '../../../upstream/catalog-delivery.ts';
import { Outage, type Read } from '../../../upstream/document.ts';
import { forEachRow, readJson } from '../../../upstream/json-rows.ts';
import { BadRecord, SeedCollector } from '../../../upstream/seed-collector.ts';
import { Expansions, SERIES } from './expansions.ts';
import { cardSeeds } from './records.ts';

/** @throws Outage */
async function databaseVersion(read: Read, address: string): Promise<string> {
  const answer = await readJson(await read(address));
  const [first] = Array.isArray(answer) ? answer : [answer];
  const { database_version: version } = (first ?? {}) as { database_version?: unknown };
  if (typeof version === 'string' || typeof version === 'number') return String(version);
  throw new Outage(`${address} states no version`);
}

export interface YgoprodeckOptions {
  url: string;
  /** Of the names and texts; undefined for English. */
  language: string | undefined;
}

/**
 * Reads the whole catalog, unless the database is of the version of the last publish. What was put aside comes again with
 * the next version: of this one it would be the same.
 * @throws Outage
 */
export async function readYgoprodeck(
  read: Read,
  { url, language }: YgoprodeckOptions,
  { known, again }: HeldDocuments,
  onProgress: (done: number) => void,
): Promise<CatalogDelivery> {
  const address = `${url}/checkDBVer.php`;
  // Before the cards: a version that comes while they are read is read the next time.
  const version = await databaseVersion(read, address);
  if (version === known.get(address) && again.size === 0) return { seed: undefined, etags: () => new Map() };

  const collector = new SeedCollector();
  const expansions = new Expansions();
  await forEachRow(await read(`${url}/cardsets.php`), null, (row) => {
    takeOrPutAside(collector, 'expansion', row, () => expansions.add(row));
  });
  let done = 0;
  // With the formats that a card may be played in.
  const cards = `${url}/cardinfo.php?misc=yes${language === undefined ? '' : `&language=${language}`}`;
  await forEachRow(await read(cards), 'data', (row) => {
    takeOrPutAside(collector, 'card', row, () => addCards(collector, expansions, row));
    done += 1;
    if (done % 1000 === 0) onProgress(done);
  });
  const delivery = { seed: collector.seed, etags: () => new Map([[address, version]]) };
  // Sets are called the same in every language.
  if (language !== undefined) return delivery;
  collector.addSeries(SERIES, () => SERIES);
  for (const seed of expansions.seedsOf(collector.seed.cards.keys())) collector.addExpansion(seed, () => seed);
  return delivery;
}

function takeOrPutAside(collector: SeedCollector, kind: 'expansion' | 'card', row: unknown, take: () => void): void {
  try {
    take();
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    collector.putAside(kind, error.message, row);
  }
}

/** @throws BadRecord */
function addCards(collector: SeedCollector, expansions: Expansions, row: unknown): void {
  const faults: string[] = [];
  const seeds = cardSeeds(row, expansions, (fault) => faults.push(fault));
  const [fault] = faults;
  if (seeds.length === 0 && fault !== undefined) throw new BadRecord(fault);
  // Cards that were printed elsewhere only have no code that could be theirs here.
  if (seeds.length === 0) collector.addUnplaced({ id: (row as { name?: unknown }).name });
  for (const seed of seeds) {
    collector.addCard({ id: `${seed.id} ${seed.name}` }, ({ leftOut }) => {
      for (const fault of faults.splice(0)) leftOut(fault);
      return seed;
    });
  }
}
