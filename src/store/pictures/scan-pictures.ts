/** What the scan keeps of the catalog's pictures: vectors to find a card by, thumbnails to check it by, and failures. */
import { sql } from 'kysely';
import type { Card } from '../../catalog/records.ts';
import { inBatches, inPortions, oneOf } from '../batches.ts';
import { metaValue } from '../meta.ts';
import { countOf, isAny, putRows, rowsWhere, rowWhere, setWhere } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';
import { OWN } from './card-pictures.ts';
import { presentKeys } from './deleted-pictures.ts';
import { comparedUntil } from './same-artworks.ts';

type Known = Pick<Tables['scan_pictures'], 'picture' | 'model' | 'digest' | 'etag' | 'failures' | 'tried_at'>;

export interface PicturedCard {
  key: number;
  id: string;
  /** Address of the full-sized picture at its source; null where upstream has none. */
  picture: string | null;
  /** Whether it is to be kept here. */
  isKept?: boolean;
  known:
    | (Known & {
        isDescribed: boolean;
        /** Whether its picture is not kept in full, as of those that an older release described. */
        lacksDetail: boolean;
      })
    | null;
}

/** A page of all cards by their keys. */
export async function picturedCards(reads: Reads, { after, limit }: { after: number; limit: number }) {
  const { rows } = await sql<KnownRow & { key: number; id: string; summary: string; high: string | null }>`
    select cards.key, cards.id, cards.summary, high, picture, model, scan_pictures.digest, etag, failures, tried_at,
      case when vector is not null then 1 else 0 end as is_described,
      case when exists (select 1 from scan_thumbnails where scan_thumbnails.card_key = cards.key
        and detail_of = scan_pictures.digest) then 0 else 1 end as lacks_detail
    from cards left join scan_pictures on scan_pictures.card_key = cards.key
    left join card_pictures on card_pictures.card_id = cards.id and card_pictures.language = ${OWN}
    where cards.key > ${after} order by cards.key limit ${limit}`.execute(reads);
  return rows.map(({ key, id, summary, high, ...row }) => ({
    key,
    id,
    picture: high ?? (JSON.parse(summary) as Pick<Card, 'image'>).image?.high ?? null,
    isKept: high !== null,
    known: knownOf(row),
  }));
}

/** What is known of a picture by the row that was joined for it, which may be none. */
export function knownOf(row: KnownRow): PicturedCard['known'] {
  const { picture, model, digest, etag, failures, tried_at, is_described, lacks_detail = 0 } = row;
  if (picture === null || model === null || failures === null || tried_at === null) return null;
  const isDescribed = is_described === 1;
  return { picture, model, digest, etag, failures, tried_at, isDescribed, lacksDetail: lacks_detail === 1 };
}

export type KnownRow = { [Column in keyof Known]: Known[Column] | null } & {
  is_described: number;
  lacks_detail?: number;
};

/** What a run found out of a card's picture. */
export type ScanPicture = Omit<Tables['scan_pictures'], 'seq'> & {
  thumbnail: Uint8Array | null;
  detail: Uint8Array | null;
};

/** Highest `seq`; 0 for none. */
export async function lastScanSeq(reads: Reads): Promise<number> {
  const last = reads.selectFrom('scan_pictures').select(({ fn }) => fn.max('seq').as('last'));
  return (await last.executeTakeFirst())?.last ?? 0;
}

/** Inserts or replaces rows, of cards that are still there. Whoever calls holds the lock of the scan: `seq` has the order of the commits then. */
export async function putScanPictures(writes: Writes, pictures: readonly ScanPicture[]): Promise<void> {
  // A number below those that were compared would never be: after a deletion the last one may be lower.
  let seq = Math.max(await lastScanSeq(writes), await comparedUntil(writes));
  const keys = pictures.map(({ card_key }) => card_key);
  const present = await presentKeys(writes, keys);
  for (const batch of inBatches(pictures.filter(({ card_key }) => present.has(card_key)))) {
    const rows = batch.map(({ thumbnail, detail, ...row }) => ({ ...row, seq: ++seq }));
    await putRows(writes, 'scan_pictures', ['card_key'], rows);
    const thumbnails = batch.flatMap(({ card_key, digest, thumbnail, detail }) =>
      thumbnail === null ? [] : [{ card_key, body: thumbnail, detail, detail_of: digest }],
    );
    await putRows(writes, 'scan_thumbnails', ['card_key'], thumbnails);
  }
}

export type StoredPicture = Pick<
  Tables['scan_pictures'],
  'card_key' | 'picture' | 'etag' | 'tried_at' | 'failures' | 'reason'
>;

/** Records that pictures were looked at, the cards' own or those in further languages. */
export async function keepPictures(
  writes: Writes,
  pictures: readonly (StoredPicture & { language: string | undefined })[],
): Promise<void> {
  for (const { card_key, language, ...now } of pictures) {
    if (language === undefined) await setWhere(writes, 'scan_pictures', now, { card_key });
    else await setWhere(writes, 'scan_language_pictures', now, { card_key, language });
  }
}

/** Where pictures stand: those of the cards, and those of further languages, which are numbered by themselves. */
export const PICTURE_TABLES = ['scan_pictures', 'scan_language_pictures'] as const;
export type PictureTable = (typeof PICTURE_TABLES)[number];

/** A vector that was set, or taken away (null), since some `seq`. */
export interface VectorChange {
  /** What the picture is called beside all others: the card's key, of one in a further language its number below zero. */
  reference: number;
  card_key: number;
  seq: number;
  vector: Uint8Array | null;
  /** The card's game; none of a card that is gone. */
  game: string;
}

/** Rows read in one go: 5,000 of 300 bytes are 1.5 MB. */
const CHANGES_AT_ONCE = 5000;

/** Changes after `after` in their order; vectors of another model than `model` are none. */
export async function* vectorChanges(
  reads: Reads,
  { after, model: now, of = 'scan_pictures' }: { after: number; model: string; of?: PictureTable },
): AsyncGenerator<VectorChange> {
  const table = of as 'scan_language_pictures';
  const reference = of === 'scan_pictures' ? sql<number>`card_key` : sql<number>`-scan_language_pictures.id`;
  const changes = reads
    .selectFrom(table)
    .leftJoin('cards', 'cards.key', 'card_key')
    .select([reference.as('reference'), 'card_key', 'seq', 'vector', 'model', 'game'])
    .orderBy('seq')
    .limit(CHANGES_AT_ONCE);
  const next = (last?: { seq: number }) => changes.where('seq', '>', last?.seq ?? after).execute();
  for await (const rows of inPortions(next)) {
    for (const { model, game, vector, ...row } of rows) {
      yield { ...row, vector: model === now ? vector : null, game: game ?? '' };
    }
  }
}

/** Names the last deletion of pictures: rows that went leave no change behind, and their numbers are given again. */
export const scanDeletion = (reads: Reads): Promise<string | undefined> => metaValue(reads, 'scan_deletion');

/** Whether any card can be found at all. */
export const hasVectors = (reads: Reads): Promise<boolean> =>
  isAny(reads.selectFrom('scan_pictures').select('seq').where('vector', 'is not', null));

/** How many cards the scan can find, and how many pictures it could not take. */
export async function scanCounts(reads: Reads): Promise<{ indexed: number; quarantined: number }> {
  const count = (is: 'is' | 'is not') => countOf(reads.selectFrom('scan_pictures').where('vector', is, null));
  return { indexed: await count('is not'), quarantined: await count('is') };
}

/** The pictures that cards are found by, in the order of the cards. */
export async function describedPictures(reads: Reads) {
  const found = sql<{ picture: string; expansion_id: string }>`select picture, expansion_id from scan_pictures
    join cards on cards.key = card_key where vector is not null order by card_key`;
  return (await found.execute(reads)).rows;
}

/** Thumbnails in the order of the references; undefined where there is none. */
export async function thumbnailsOf(reads: Reads, references: readonly number[]): Promise<(Uint8Array | undefined)[]> {
  const card_key = references.filter((each) => each > 0);
  const own = await rowsWhere(reads, 'scan_thumbnails', { card_key }, ['card_key', 'body']);
  const id = references.filter((each) => each < 0).map((each) => -each);
  const further = await rowsWhere(reads, 'scan_language_pictures', { id }, ['id', 'thumbnail']);
  const bodies = new Map<number, Uint8Array | null>([
    ...own.map(({ card_key, body }) => [card_key, body] as const),
    ...further.map((picture) => [-picture.id, picture.thumbnail] as const),
  ]);
  return references.map((each) => bodies.get(each) ?? undefined);
}

/** Pictures in full in the order asked; undefined where none is kept of the picture that the card is found by. */
export async function detailsOf(reads: Reads, keys: readonly number[]): Promise<(Uint8Array | undefined)[]> {
  const rows = await reads
    .selectFrom('scan_thumbnails')
    .innerJoin('scan_pictures', 'scan_pictures.card_key', 'scan_thumbnails.card_key')
    .select(['scan_thumbnails.card_key', 'detail'])
    .where('scan_thumbnails.card_key', 'in', oneOf(keys))
    .whereRef('detail_of', '=', 'digest')
    .execute();
  const details = new Map(rows.map(({ card_key, detail }) => [card_key, detail ?? undefined]));
  return keys.map((key) => details.get(key));
}

/** A card that a scan found: its record, and the name of its expansion. */
export interface ScannedCard {
  card: Card;
  expansion: string;
}

/** Cards by their keys; one that is gone is left out. */
export async function scannedCards(reads: Reads, keys: readonly number[]): Promise<Map<number, ScannedCard>> {
  if (keys.length === 0) return new Map();
  const rows = await reads
    .selectFrom('cards')
    .innerJoin('expansions', 'expansions.id', 'cards.expansion_id')
    .select(['cards.key', 'cards.body', 'expansions.name'])
    .where('cards.key', 'in', oneOf(keys))
    .execute();
  return new Map(rows.map(({ key, body, name }) => [key, { card: JSON.parse(body) as Card, expansion: name }]));
}

const FITTED = 1;

/** The version of the model that an operator had fitted; undefined without one. */
export async function fittedModelVersion(reads: Reads): Promise<string | undefined> {
  return (await rowWhere(reads, 'scan_models', { id: FITTED }, ['version']))?.version;
}

export async function fittedModel(reads: Reads): Promise<Uint8Array | undefined> {
  return (await rowWhere(reads, 'scan_models', { id: FITTED }, ['body']))?.body;
}

/** Puts a fitted model to use: every picture is described again under it. */
export async function putFittedModel(writes: Writes, version: string, body: Uint8Array): Promise<void> {
  await putRows(writes, 'scan_models', ['id'], [{ id: FITTED, version, body }]);
}
