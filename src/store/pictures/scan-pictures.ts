/** What the scan keeps of the catalog's pictures: vectors to find a card by, thumbnails to check it by, and failures. */
import { sql } from 'kysely';
import type { Card } from '../../catalog/records.ts';
import { inBatches } from '../batches.ts';
import { presentKeys } from '../catalog/deleted-cards.ts';
import { metaValue } from '../meta.ts';
import type { ScanPictureTable } from '../schema/scan-tables.ts';
import type { Reads, Writes } from '../store.ts';
import { comparedUntil } from './same-artworks.ts';

/** A card with its picture and what is known of it. */
export interface PicturedCard {
  key: number;
  id: string;
  /** Address of the full-sized picture; null where upstream has none. */
  picture: string | null;
  known:
    | (Pick<ScanPictureTable, 'picture' | 'model' | 'digest' | 'etag' | 'failures' | 'tried_at'> & {
        isDescribed: boolean;
        /** Whether its picture is not kept in full, as of those that an older release described. */
        lacksDetail: boolean;
      })
    | null;
}

const LACKS_DETAIL = sql<number>`case when exists (select 1 from scan_thumbnails
  where card_key = cards.key and detail_of = scan_pictures.digest) then 0 else 1 end`;

/** A page of all cards by their keys. */
export async function picturedCards(
  reads: Reads,
  { after, limit }: { after: number; limit: number },
): Promise<PicturedCard[]> {
  const rows = await reads
    .selectFrom('cards')
    .leftJoin('scan_pictures', 'scan_pictures.card_key', 'cards.key')
    .select(['cards.key', 'cards.id', 'cards.summary'])
    .select(['picture', 'model', 'scan_pictures.digest', 'etag', 'failures', 'tried_at'])
    .select(({ eb }) => eb.case().when('vector', 'is not', null).then(1).else(0).end().as('is_described'))
    .select(LACKS_DETAIL.as('lacks_detail'))
    .where('cards.key', '>', after)
    .orderBy('cards.key')
    .limit(limit)
    .execute();
  return rows.map(({ key, id, summary, picture, model, digest, etag, failures, tried_at, ...row }) => ({
    key,
    id,
    picture: (JSON.parse(summary) as Pick<Card, 'image'>).image?.high ?? null,
    known:
      picture === null || model === null || failures === null || tried_at === null
        ? null
        : {
            ...{ picture, model, digest, etag, failures, tried_at },
            isDescribed: row.is_described === 1,
            lacksDetail: row.lacks_detail === 1,
          },
  }));
}

/** What a run found out of a card's picture. */
export type ScanPicture = Omit<ScanPictureTable, 'seq'> & { thumbnail: Uint8Array | null; detail: Uint8Array | null };

/** Highest `seq`; 0 for none. */
export async function lastScanSeq(reads: Reads | Writes): Promise<number> {
  const row = await reads
    .selectFrom('scan_pictures')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Inserts or replaces rows, of cards that are still there. Whoever calls holds the lock of the scan: `seq` has the order of the commits then. */
export async function putScanPictures(writes: Writes, pictures: readonly ScanPicture[]): Promise<void> {
  // A number below those that were compared would never be: after a deletion the last one may be lower.
  let seq = Math.max(await lastScanSeq(writes), await comparedUntil(writes));
  const present = await presentKeys(
    writes,
    pictures.map(({ card_key }) => card_key),
  );
  for (const batch of inBatches(pictures.filter(({ card_key }) => present.has(card_key)))) {
    const rows = batch.map(({ thumbnail, detail, ...row }) => ({ ...row, seq: ++seq }));
    await writes
      .insertInto('scan_pictures')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('card_key').doUpdateSet(({ ref }) => ({
          picture: ref('excluded.picture'),
          model: ref('excluded.model'),
          digest: ref('excluded.digest'),
          etag: ref('excluded.etag'),
          vector: ref('excluded.vector'),
          seq: ref('excluded.seq'),
          failures: ref('excluded.failures'),
          reason: ref('excluded.reason'),
          tried_at: ref('excluded.tried_at'),
        })),
      )
      .execute();
    const thumbnails = batch.flatMap(({ card_key, digest, thumbnail, detail }) =>
      thumbnail === null ? [] : [{ card_key, body: thumbnail, detail, detail_of: digest }],
    );
    if (thumbnails.length === 0) continue;
    await writes
      .insertInto('scan_thumbnails')
      .values(thumbnails)
      .onConflict((conflict) =>
        conflict.column('card_key').doUpdateSet(({ ref }) => ({
          body: ref('excluded.body'),
          detail: ref('excluded.detail'),
          detail_of: ref('excluded.detail_of'),
        })),
      )
      .execute();
  }
}

/** A picture that was looked at, and whose description stays. */
export type KeptPicture = Pick<ScanPictureTable, 'card_key' | 'picture' | 'etag' | 'tried_at' | 'failures' | 'reason'>;

/** Records that pictures were looked at. */
export async function keepScanPictures(writes: Writes, pictures: readonly KeptPicture[]): Promise<void> {
  for (const { card_key, ...now } of pictures) {
    await writes.updateTable('scan_pictures').set(now).where('card_key', '=', card_key).execute();
  }
}

/** A vector that was set, or taken away (null), since some `seq`. */
export interface VectorChange {
  card_key: number;
  seq: number;
  vector: Uint8Array | null;
  /** The card's game; none of a card that is gone. */
  game: string;
}

/** Changes after `seq` in their order; vectors of another model than `model` are none. */
export async function vectorChanges(
  reads: Reads,
  { after, limit, model }: { after: number; limit: number; model: string },
): Promise<VectorChange[]> {
  const rows = await reads
    .selectFrom('scan_pictures')
    .leftJoin('cards', 'cards.key', 'card_key')
    .select(['card_key', 'seq', 'vector', 'model', 'game'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map((row) => asChange(row, model));
}

/** A row as it changed what is found: a vector of another model than `model` is none. */
export const asChange = <Row extends { vector: Uint8Array | null; model: string; game: string | null }>(
  { model: of, game, vector, ...row }: Row,
  model: string,
) => ({ ...row, vector: of === model ? vector : null, game: game ?? '' });

/** Names the last deletion of pictures: rows that went leave no change behind, and their numbers are given again. */
export const scanDeletion = (reads: Reads): Promise<string | undefined> => metaValue(reads, 'scan_deletion');

/** Whether any card can be found at all. */
export async function hasVectors(reads: Reads): Promise<boolean> {
  const row = await reads.selectFrom('scan_pictures').select('seq').where('vector', 'is not', null).limit(1).execute();
  return row.length > 0;
}

/** How many cards the scan can find, and how many pictures it could not take. */
export async function scanCounts(reads: Reads | Writes): Promise<{ indexed: number; quarantined: number }> {
  const count = async (isDescribed: boolean) => {
    const row = await reads
      .selectFrom('scan_pictures')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('vector', isDescribed ? 'is not' : 'is', null)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return { indexed: await count(true), quarantined: await count(false) };
}

/** The pictures that cards are found by, in the order of the cards. */
export function describedPictures(reads: Reads): Promise<{ picture: string; expansion_id: string }[]> {
  return reads
    .selectFrom('scan_pictures')
    .innerJoin('cards', 'cards.key', 'scan_pictures.card_key')
    .select(['picture', 'expansion_id'])
    .where('vector', 'is not', null)
    .orderBy('card_key')
    .execute();
}

/** Thumbnails in the order asked; undefined where there is none. */
export async function thumbnailsOf(reads: Reads, keys: readonly number[]): Promise<(Uint8Array | undefined)[]> {
  if (keys.length === 0) return [];
  const rows = await reads
    .selectFrom('scan_thumbnails')
    .select(['card_key', 'body'])
    .where('card_key', 'in', keys)
    .execute();
  const bodies = new Map(rows.map(({ card_key, body }) => [card_key, body]));
  return keys.map((key) => bodies.get(key));
}

/** Pictures in full in the order asked; undefined where none is kept of the picture that the card is found by. */
export async function detailsOf(reads: Reads, keys: readonly number[]): Promise<(Uint8Array | undefined)[]> {
  const rows = await reads
    .selectFrom('scan_thumbnails')
    .innerJoin('scan_pictures', 'scan_pictures.card_key', 'scan_thumbnails.card_key')
    .select(['scan_thumbnails.card_key', 'detail'])
    .where('scan_thumbnails.card_key', 'in', keys)
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
    .where('cards.key', 'in', keys)
    .execute();
  return new Map(rows.map(({ key, body, name }) => [key, { card: JSON.parse(body) as Card, expansion: name }]));
}

const FITTED = 1;

/** The version of the model that an operator had fitted; undefined without one. */
export async function fittedModelVersion(reads: Reads): Promise<string | undefined> {
  const row = await reads.selectFrom('scan_models').select('version').where('id', '=', FITTED).executeTakeFirst();
  return row?.version;
}

/** Its file. */
export async function fittedModel(reads: Reads): Promise<Uint8Array | undefined> {
  const row = await reads.selectFrom('scan_models').select('body').where('id', '=', FITTED).executeTakeFirst();
  return row?.body;
}

/** Puts a fitted model to use: every picture is described again under it. */
export async function putFittedModel(writes: Writes, version: string, body: Uint8Array): Promise<void> {
  await writes
    .insertInto('scan_models')
    .values({ id: FITTED, version, body })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ version, body }))
    .execute();
}
