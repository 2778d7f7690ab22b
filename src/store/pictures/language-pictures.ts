/** Pictures of cards in further languages, which the scan finds the same cards by: what it keeps of them. */
import { sql } from 'kysely';
import type { CardText } from '../../catalog/languages/texts.ts';
import type { CardSummary } from '../../catalog/records.ts';
import { inBatches } from '../batches.ts';
import { countOf, putRows } from '../rows.ts';
import type { Reads, Writes } from '../store.ts';
import { OWN } from './card-pictures.ts';
import { noteScanDeletion, presentKeys } from './deleted-pictures.ts';
import { type KnownRow, knownOf, type ScanPicture } from './scan-pictures.ts';

/** The pictures of the cards whose keys are beyond `after`, up to `until`: null where a card has no other one in the language. */
export async function languagePictures(reads: Reads, { after, until }: { after: number; until: number }) {
  const { rows } = await sql<FurtherRow>`select cards.key, cards.id, cards.summary, translations.language,
      translations.body, kept.high as high, kept_own.high as own_high, picture, model, known.digest, etag, failures,
      tried_at, case when vector is not null then 1 else 0 end as is_described
    from cards
    join translations on translations.id = cards.id and translations.game = cards.game and translations.kind = 'card'
    left join scan_language_pictures as known
      on known.card_key = cards.key and known.language = translations.language
    left join card_pictures as kept on kept.card_id = cards.id and kept.language = translations.language
    left join card_pictures as kept_own on kept_own.card_id = cards.id and kept_own.language = ${OWN}
    where cards.key > ${after} and cards.key <= ${until} and withheld is null
    order by cards.key, translations.language`.execute(reads);
  // Languages often name the card's own picture, or one another's.
  const named = new Set<string>();
  return rows.map(({ key, id, language, summary, body, high, own_high, ...row }) => {
    const own = own_high ?? (JSON.parse(summary) as Pick<CardSummary, 'image'>).image?.high;
    const address = high ?? (JSON.parse(body) as CardText).image?.high;
    const place = `${key} ${address}`;
    const isAnother = address !== undefined && address !== own && !named.has(place);
    named.add(place);
    return { key, id, language, picture: isAnother ? address : null, isKept: high !== null, known: knownOf(row) };
  });
}

type FurtherRow = KnownRow & { key: number; id: string; summary: string; language: string; body: string } & {
  high: string | null;
  own_high: string | null;
};

/** What a run found out of a card's picture in a further language. */
export type LocalizedScanPicture = ScanPicture & { language: string };

/** Inserts or replaces rows, as `putScanPictures`; one of the very bytes that the card is found by already is kept without a vector. */
export async function putLanguagePictures(writes: Writes, pictures: readonly LocalizedScanPicture[]): Promise<void> {
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
      const { detail: _, ...kept } = picture;
      const { card_key, language, digest, vector } = kept;
      const others = digests.get(card_key) ?? new Map<string, string | null>();
      others.delete(language);
      const isKnown = digest !== null && [...others.values()].includes(digest);
      if (vector !== null && !isKnown) digests.set(card_key, others.set(language, digest));
      return { ...kept, ...(isKnown && { vector: null, thumbnail: null }), id: ++id, seq: ++seq };
    });
    await putRows(writes, 'scan_language_pictures', ['card_key', 'language'], rows, replacedOf(rows));
  }
}

/** A row that is there keeps its id. */
const replacedOf = ([row = {}]: readonly object[]) =>
  Object.keys(row).filter((name) => !['id', 'card_key', 'language'].includes(name));

/** The digests of the pictures that cards are found by, by card and language; the card's own has none. */
async function describedDigests(writes: Writes, keys: readonly number[]) {
  const digests = new Map<number, Map<string, string | null>>();
  for (const batch of inBatches([...new Set(keys)])) {
    const own = writes.selectFrom('scan_pictures').select(['card_key', 'digest', sql<string>`''`.as('language')]);
    const further = writes.selectFrom('scan_language_pictures').select(['card_key', 'digest', 'language']);
    for (const pictures of [own, further] as (typeof own)[]) {
      const rows = await pictures.where('card_key', 'in', batch).where('vector', 'is not', null).execute();
      for (const { card_key, language, digest } of rows) {
        digests.set(card_key, (digests.get(card_key) ?? new Map()).set(language, digest));
      }
    }
  }
  return digests;
}

/** By how many pictures of further languages cards are found. */
export const languagePictureCount = (reads: Reads): Promise<number> =>
  countOf(reads.selectFrom('scan_language_pictures').where('vector', 'is not', null));

/** Deletes what is kept of languages that a card is shown in no longer: taken out of the configuration, or withheld. */
export async function deleteUnusedPictures(writes: Writes): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from scan_language_pictures where not exists (
      select 1 from cards join translations on translations.id = cards.id and translations.game = cards.game
      where cards.key = scan_language_pictures.card_key and translations.kind = 'card'
        and translations.language = scan_language_pictures.language and translations.withheld is null)`.execute(writes);
  if (numAffectedRows) await noteScanDeletion(writes);
}
