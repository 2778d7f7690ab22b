/** Pictures of cards in further languages, which the scan finds the same cards by: what it keeps of them. */
import { sql } from 'kysely';
import type { CardText } from '../../catalog/languages/texts.ts';
import type { CardSummary } from '../../catalog/records.ts';
import { inBatches } from '../batches.ts';
import { noteScanDeletion, presentKeys } from '../catalog/deleted-cards.ts';
import type { Reads, Writes } from '../store.ts';
import { asChange, type KeptPicture, type PicturedCard, type ScanPicture, type VectorChange } from './scan-pictures.ts';

/** A card with its picture in a further language. */
export interface SpokenPicture extends PicturedCard {
  language: string;
}

/** The pictures of the cards whose keys are beyond `after`, up to `until`: null where a card has no other one in the language. */
export async function languagePictures(
  reads: Reads,
  { after, until }: { after: number; until: number },
): Promise<SpokenPicture[]> {
  const rows = await reads
    .selectFrom('cards')
    .innerJoin('translations', (join) =>
      join
        .onRef('translations.id', '=', 'cards.id')
        .onRef('translations.game', '=', 'cards.game')
        .on('translations.kind', '=', 'card'),
    )
    .leftJoin('scan_language_pictures as known', (join) =>
      join.onRef('known.card_key', '=', 'cards.key').onRef('known.language', '=', 'translations.language'),
    )
    .select(['cards.key', 'cards.id', 'cards.summary', 'translations.language', 'translations.body'])
    .select(['picture', 'model', 'known.digest', 'etag', 'failures', 'tried_at'])
    .select(({ eb }) => eb.case().when('vector', 'is not', null).then(1).else(0).end().as('is_described'))
    .where('cards.key', '>', after)
    .where('cards.key', '<=', until)
    .where('withheld', 'is', null)
    .orderBy('cards.key')
    .orderBy('translations.language')
    .execute();
  // Languages often name the card's own picture, or one another's.
  const named = new Set<string>();
  return rows.map(({ key, id, language, summary, body, picture, model, digest, etag, failures, tried_at, ...row }) => {
    const own = (JSON.parse(summary) as Pick<CardSummary, 'image'>).image?.high;
    const address = (JSON.parse(body) as CardText).image?.high;
    const place = `${key} ${address}`;
    const isAnother = address !== undefined && address !== own && !named.has(place);
    named.add(place);
    const isKnown = picture !== null && model !== null && failures !== null && tried_at !== null;
    const known = isKnown
      ? { picture, model, digest, etag, failures, tried_at, isDescribed: row.is_described === 1, lacksDetail: false }
      : null;
    return { key, id, language, picture: isAnother ? address : null, known };
  });
}

/** What a run found out of a card's picture in a further language. */
export type SpokenScanPicture = ScanPicture & { language: string };

/** Inserts or replaces rows, as `putScanPictures`; one of the very bytes that the card is found by already is kept without a vector. */
export async function putLanguagePictures(writes: Writes, pictures: readonly SpokenScanPicture[]): Promise<void> {
  if (pictures.length === 0) return;
  const keys = pictures.map(({ card_key }) => card_key);
  const present = await presentKeys(writes, keys);
  const digests = await describedDigests(writes, keys);
  const last = await writes
    .selectFrom('scan_language_pictures')
    .select(({ fn }) => [fn.max('id').as('id'), fn.max('seq').as('seq')])
    .executeTakeFirst();
  let [id, seq] = [last?.id ?? 0, last?.seq ?? 0];
  for (const batch of inBatches(pictures.filter(({ card_key }) => present.has(card_key)))) {
    const rows = batch.map((picture) => {
      const { card_key, language, digest, vector, detail: _, ...kept } = picture;
      const others = digests.get(card_key) ?? new Map<string, string | null>();
      others.delete(language);
      const isKnown = digest !== null && [...others.values()].includes(digest);
      if (vector !== null && !isKnown) digests.set(card_key, others.set(language, digest));
      return {
        ...kept,
        card_key,
        language,
        digest,
        vector,
        ...(isKnown && { vector: null, thumbnail: null }),
        id: ++id,
        seq: ++seq,
      };
    });
    await writes
      .insertInto('scan_language_pictures')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['card_key', 'language']).doUpdateSet(({ ref }) => ({
          picture: ref('excluded.picture'),
          model: ref('excluded.model'),
          digest: ref('excluded.digest'),
          etag: ref('excluded.etag'),
          vector: ref('excluded.vector'),
          seq: ref('excluded.seq'),
          failures: ref('excluded.failures'),
          reason: ref('excluded.reason'),
          tried_at: ref('excluded.tried_at'),
          thumbnail: ref('excluded.thumbnail'),
        })),
      )
      .execute();
  }
}

const OWN = '';

/** The digests of the pictures that cards are found by, by card and language. */
async function describedDigests(
  writes: Writes,
  keys: readonly number[],
): Promise<Map<number, Map<string, string | null>>> {
  const digests = new Map<number, Map<string, string | null>>();
  for (const batch of inBatches([...new Set(keys)])) {
    const own = await writes
      .selectFrom('scan_pictures')
      .select(['card_key', 'digest', sql<string>`${OWN}`.as('language')])
      .where('card_key', 'in', batch)
      .where('vector', 'is not', null)
      .execute();
    const further = await writes
      .selectFrom('scan_language_pictures')
      .select(['card_key', 'digest', 'language'])
      .where('card_key', 'in', batch)
      .where('vector', 'is not', null)
      .execute();
    for (const { card_key, language, digest } of [...own, ...further]) {
      digests.set(card_key, (digests.get(card_key) ?? new Map()).set(language, digest));
    }
  }
  return digests;
}

/** Records that pictures were looked at. */
export async function keepLanguagePictures(
  writes: Writes,
  pictures: readonly (KeptPicture & { language: string })[],
): Promise<void> {
  for (const { card_key, language, ...now } of pictures) {
    await writes
      .updateTable('scan_language_pictures')
      .set(now)
      .where('card_key', '=', card_key)
      .where('language', '=', language)
      .execute();
  }
}

/** A vector that a card is found by in a further language. */
export interface LanguageVector extends VectorChange {
  id: number;
}

/** Changes after `seq` in their order, as `vectorChanges`; their `seq` is one of their own. */
export async function languageVectors(
  reads: Reads,
  { after, limit, model }: { after: number; limit: number; model: string },
): Promise<LanguageVector[]> {
  const rows = await reads
    .selectFrom('scan_language_pictures')
    .leftJoin('cards', 'cards.key', 'card_key')
    .select(['scan_language_pictures.id', 'card_key', 'seq', 'vector', 'model', 'game'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map((row) => asChange(row, model));
}

/** Thumbnails by the ids of their rows. */
export async function languageThumbnails(reads: Reads, ids: readonly number[]): Promise<Map<number, Uint8Array>> {
  if (ids.length === 0) return new Map();
  const rows = await reads
    .selectFrom('scan_language_pictures')
    .select(['id', 'thumbnail'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.flatMap(({ id, thumbnail }) => (thumbnail === null ? [] : [[id, thumbnail] as const])));
}

/** By how many pictures of further languages cards are found. */
export async function languagePictureCount(reads: Reads | Writes): Promise<number> {
  const { count } = await reads
    .selectFrom('scan_language_pictures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vector', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes what is kept of languages that a card is shown in no longer: taken out of the configuration, or withheld. */
export async function deleteUnspokenPictures(writes: Writes): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from scan_language_pictures where not exists (
      select 1 from cards join translations on translations.id = cards.id and translations.game = cards.game
      where cards.key = scan_language_pictures.card_key and translations.kind = 'card'
        and translations.language = scan_language_pictures.language and translations.withheld is null)`.execute(writes);
  if (numAffectedRows) await noteScanDeletion(writes);
}
