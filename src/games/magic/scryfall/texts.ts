/** Reads the texts of one further language: of the bulk file of every printing those in it, as a stream. */
import type { Image } from '../../../catalog/field-shapes.ts';
import type { CardSeed } from '../../../catalog/seeds.ts';
import type { CatalogDelivery } from '../../../upstream/catalog-delivery.ts';
import { readJson } from '../../../upstream/json-rows.ts';
import { forEachPackedRow } from '../../../upstream/packed-rows.ts';
import { stated } from '../../../upstream/record-fields.ts';
import { type Findings, SeedCollector } from '../../../upstream/seed-collector.ts';
import { usableFields } from '../../../upstream/usable-fields.ts';
import type { CatalogReading } from '../../game.ts';
import { bulkFile } from './bulk.ts';
import { cardCheck, type ScryfallCard } from './card-shape.ts';
import { type Extra, skippedAs } from './extras.ts';
import { cardSeed, frontOf } from './records.ts';

const BULK = 'all_cards';
/** The file has 300 MB packed and is made anew twice a day, for texts of which hardly one changes: once a week is polite. */
const EVERY_MS = 7 * 24 * 60 * 60 * 1000;

/** A record before it is looked at closely. */
type Row = Partial<ScryfallCard> & { digital?: boolean; set_type?: string };

/**
 * Reads the texts of the language, which is named as Scryfall does. Its record of a card is joined to the catalog's by set and number, which is its id there
 * too; a record without a printed name has no text.
 * @throws Outage
 */
export async function readScryfallTexts(
  { url, include: included = [] }: { url: string; include?: Extra[] },
  language: string,
  { read, held: { known }, clock, onProgress }: CatalogReading,
): Promise<CatalogDelivery> {
  const include = new Set(included);
  const list = `${url}/bulk-data`;
  const file = `${list}/${BULK}`;
  const bulk = bulkFile(await readJson(await read(list)), list, BULK);
  if (isRecent(known.get(file), bulk.updatedAt)) return { seed: undefined, etags: () => new Map() };

  clock.check(file, bulk.day);
  const collector = new SeedCollector();
  let done = 0;
  await forEachPackedRow(await read(bulk.address, { packed: true, bytesMax: bulk.bytesMax }), (value) => {
    done += 1;
    if (done % 1000 === 0) onProgress('cards', done, done);
    const row = (value ?? {}) as Row;
    // Of a further language no marketplace has ids: whether memorabilia are taken is known of their cards.
    const extra = skippedAs(row, include);
    if (row.lang !== language || (extra !== undefined && extra !== 'memorabilia')) return;
    const name = printedWhole(row, 'printed_name');
    if (name !== undefined) collector.addCard(value, (findings) => localizedSeed(value, name, findings));
  });
  return { seed: collector.seed, etags: () => new Map([[file, bulk.updatedAt]]) };
}

const isRecent = (last: string | undefined, updatedAt: string): boolean =>
  last !== undefined && (last === updatedAt || Date.parse(updatedAt) - Date.parse(last) < EVERY_MS);

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** What the record says of the whole card; of several faces where each says it, joined as the catalog's own is. */
function printedWhole(row: Row, field: 'printed_name' | 'printed_type_line'): string | undefined {
  const whole = row[field];
  if (isText(whole)) return whole;
  const faces = Array.isArray(row.card_faces) ? row.card_faces.map((face) => face?.[field]) : [];
  return faces.length > 0 && faces.every(isText) ? faces.join(' // ') : undefined;
}

/** The record with its texts in place of the English ones that it has, too. @throws BadRecord */
function localizedSeed(value: unknown, name: string, findings: Findings): CardSeed {
  const card = usableFields(cardCheck, value, findings.leftOut);
  const seed = cardSeed(card, findings);
  const side = frontOf(card);
  const own = (seed.metadata.attributes?.faces ?? []) as { description?: string; image?: Image }[];
  // In place of a scan that it does not have stands a card without a face.
  const hasPicture = card.image_status !== 'placeholder' && card.image_status !== 'missing';
  const faces = (card.card_faces ?? []).map((face, at) =>
    stated({
      name: face.printed_name,
      type_line: face.printed_type_line,
      text: face.printed_text,
      description: own[at]?.description,
      image: hasPicture ? own[at]?.image : null,
    }),
  );
  // Two cards back to back have no line for the whole: theirs is the front's.
  const typeLine = isText(card.type_line) ? printedWhole(card, 'printed_type_line') : side.printed_type_line;
  return {
    ...seed,
    name,
    // English, in records of every language.
    rarity: null,
    category: null,
    image: hasPicture ? seed.image : null,
    metadata: { ...seed.metadata, effect: side.printed_text || null },
    attribute_texts: stated({ type_line: typeLine, faces }),
  };
}
