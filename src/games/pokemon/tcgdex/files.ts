/** The compiled files of a TCGdex build (`cards.json`, `sets.json`, `series.json`): the whole catalog in three reads. */
import type { CatalogDelivery } from '../../../upstream/catalog-delivery.ts';
import { Outage, type UpstreamDocument } from '../../../upstream/document.ts';
import { forEachRow } from '../../../upstream/json-rows.ts';
import { SeedCollector } from '../../../upstream/seed-collector.ts';
import type { CatalogReading } from '../../game.ts';
import { cardSeed, expansionSeed, type PictureFormat, seriesSeed } from './records.ts';

/**
 * Reads the three files of the folder `files`, which has no slash at its end. `known` are the validators of the last publish; the files are read unless all three still
 * have theirs, or a card must come `again`.
 * @throws Outage
 */
export async function readTcgdexFiles(
  files: string,
  pictures: PictureFormat,
  { read, held: { known, again }, isTranslation }: CatalogReading,
): Promise<CatalogDelivery> {
  const urls = ['series', 'sets', 'cards'].map((name) => `${files}/${name}.json`);
  const documents: UpstreamDocument[] = [];
  for (const url of urls) documents.push(await read(url, { etag: again.size > 0 ? null : (known.get(url) ?? null) }));
  if (documents.every((document) => document.unchanged)) return { seed: undefined, etags: () => new Map() };

  const collector = new SeedCollector();
  const [series, sets, cards] = await Promise.all(
    documents.map((document) => (document.unchanged ? read(document.url) : document)),
  );
  if (!series || !sets || !cards) throw new Outage(`${files} is incomplete`);
  await forEachRow(series, null, (row) => collector.addSeries(row, (findings) => seriesSeed(row, pictures, findings)));
  const listed = new Set<unknown>();
  await forEachRow(sets, null, (row) => {
    listed.add((row as { id?: unknown } | null)?.id);
    collector.addExpansion(row, (findings) => expansionSeed(row, pictures, findings));
  });
  await forEachRow(cards, null, (row) => {
    if (!isTranslation && isUnplaced(row, listed)) return collector.addUnplaced(row);
    collector.addCard(row, (findings) => cardSeed(row, pictures, findings, { idsComplete: true }));
  });
  const { seed } = collector;
  const etags = documents.flatMap(({ url, etag }): [string, string][] => (etag === null ? [] : [[url, etag]]));
  return { seed, etags: () => new Map(seed.quarantined.length > 0 ? [] : etags) };
}

/**
 * A build leaves out the sets whose series has no name in its language, and keeps their cards: 250 in German, whose own
 * notes of their set name no series.
 */
function isUnplaced(row: unknown, listed: ReadonlySet<unknown>): boolean {
  const { set } = (row ?? {}) as { set?: { id?: unknown } | null };
  // A set in the list that says no id may be anybody's.
  return typeof set?.id === 'string' && !listed.has(set.id) && !listed.has(undefined);
}
