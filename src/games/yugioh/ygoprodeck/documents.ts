/** Reads a YGOPRODeck API: the version of its database, and where that is another the list of sets and every card. */
import type { CatalogDelivery } from '../../../upstream/catalog-delivery.ts';
import { Outage, type Read } from '../../../upstream/document.ts';
import { forEachRow, readJson } from '../../../upstream/json-rows.ts';
import { BadRecord, SeedCollector } from '../../../upstream/seed-collector.ts';
import type { CatalogReading } from '../../game.ts';
import { Expansions, SERIES } from './expansions.ts';
import { cardSeeds } from './records.ts';

/** @throws Outage */
async function databaseVersion(read: Read, address: string): Promise<string> {
  const answer = await readJson(await read(address));
  const [first] = Array.isArray(answer) ? answer : [answer];
  const { database_version: version } = (first ?? {}) as { database_version?: unknown };
  if ((typeof version === 'string' && version !== '') || typeof version === 'number') return String(version);
  throw new Outage(`${address} states no version`);
}

/**
 * Reads the whole catalog, unless the database is of the version of the last publish. What was quarantined comes again with
 * the next version: of this one it would be the same.
 * @throws Outage
 */
export async function readYgoprodeck(
  { url }: { url: string },
  { read, held: { known, again }, scope, isTranslation, onProgress }: CatalogReading,
): Promise<CatalogDelivery> {
  // Names and texts beside English are those of the language.
  const language = isTranslation ? scope.language : undefined;
  const address = `${url}/checkDBVer.php`;
  // Before the cards: a version that comes while they are read is read the next time.
  const version = await databaseVersion(read, address);
  if (version === known.get(address) && again.size === 0) return { seed: undefined, etags: () => new Map() };

  const collector = new SeedCollector();
  const expansions = new Expansions();
  await forEachRow(await read(`${url}/cardsets.php`), null, (row) => {
    takeOrQuarantine(collector, 'expansion', row, () => expansions.add(row));
  });
  let done = 0;
  // With the formats that a card may be played in.
  const cards = `${url}/cardinfo.php?misc=yes${language === undefined ? '' : `&language=${language}`}`;
  await forEachRow(await read(cards), 'data', (row) => {
    takeOrQuarantine(collector, 'card', row, () => addCards(collector, expansions, row));
    done += 1;
    if (done % 1000 === 0) onProgress('cards', done, done);
  });
  const delivery = { seed: collector.seed, etags: () => new Map([[address, version]]) };
  // Sets are called the same in every language.
  if (language !== undefined) return delivery;
  collector.addSeries(SERIES, () => SERIES);
  for (const seed of expansions.seedsOf(collector.seed.cards.keys())) {
    collector.addExpansion(seed, ({ leftOut }) => {
      for (const fault of expansions.faultsOf(seed.id)) leftOut(fault);
      return seed;
    });
  }
  return delivery;
}

function takeOrQuarantine(collector: SeedCollector, kind: 'expansion' | 'card', row: unknown, take: () => void): void {
  try {
    take();
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    collector.quarantine(kind, error.message, row);
  }
}

/** @throws BadRecord */
function addCards(collector: SeedCollector, expansions: Expansions, row: unknown): void {
  const faults: string[] = [];
  const words: string[] = [];
  const seeds = cardSeeds(row, expansions, {
    leftOut: (fault) => faults.push(fault),
    unknownWord: (word) => words.push(word),
  });
  const [fault] = faults;
  if (seeds.length === 0 && fault !== undefined) throw new BadRecord(fault);
  // Cards that were printed elsewhere only have no code that could be theirs here.
  if (seeds.length === 0) collector.addUnplaced({ id: (row as { name?: unknown }).name });
  for (const seed of seeds) {
    collector.addCard({ id: `${seed.id} ${seed.name}` }, ({ leftOut, unknownWord }) => {
      for (const fault of faults.splice(0)) leftOut(fault);
      for (const word of words.splice(0)) unknownWord(word);
      return seed;
    });
  }
}
