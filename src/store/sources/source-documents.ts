/** The documents that prices were read from, and their bytes for as long as these are kept. */
import { deflateRawSync, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import type { DocumentName } from '../../catalog/provenance/card-explanation.ts';
import { inBatches } from '../batches.ts';
import { deleteWhere, putRows, rowsWhere, rowWhere } from '../rows.ts';
import type { Reads, Writes } from '../store.ts';

/** A source, and for how long it keeps bytes; undefined is not at all. */
export interface KeepingSource {
  name: string;
  keepMs?: number | undefined;
}

export interface SourceDocument {
  observed_on: string;
  address: string;
  sha256: string;
  read_at: string;
  /** Numbers of the marketplace products that it prices; null where it is all of its source's day. */
  products: readonly number[] | null;
  /** Its bytes as zstd, where they are to be kept. */
  packed: Uint8Array | undefined;
}

/** Groups have their products' numbers side by side: as differences they pack to some bytes a dozen. */
function stepsOf(products: readonly number[]): Uint8Array {
  const sorted = Int32Array.from(products).sort();
  return deflateRawSync(new Uint8Array(sorted.map((id, at) => id - (sorted[at - 1] ?? 0)).buffer));
}

/** Whether it prices a marketplace product, by what `source_documents` has of its products. */
export function isPricing(products: Uint8Array | null): (product: number) => boolean {
  if (products === null) return () => true;
  let id = 0;
  const ids = new Set<number>();
  for (const step of new Int32Array(Uint8Array.from(inflateRawSync(products)).buffer)) {
    id += step;
    ids.add(id);
  }
  return (product) => ids.has(product);
}

/** Notes what was read, keeps its bytes for the source's span, and deletes what is kept no longer. */
export async function putSourceDocuments(
  writes: Writes,
  { name: source, keepMs }: KeepingSource,
  documents: readonly SourceDocument[],
  now: number,
): Promise<void> {
  const rows = documents.map(({ packed: _, ...one }) => {
    return { ...one, source, products: one.products && stepsOf(one.products) };
  });
  await putRows(writes, 'source_documents', ['source', 'observed_on', 'address', 'sha256'], rows);
  if (keepMs === undefined) await deleteWhere(writes, 'kept_documents', { source });
  await writes.deleteFrom('kept_documents').where('kept_until', '<', new Date(now).toISOString()).execute();
  const kept_until = new Date(now + (keepMs ?? 0)).toISOString();
  for (const { sha256, packed: body } of documents) {
    // One by one: a guide has megabytes.
    if (body) await putRows(writes, 'kept_documents', ['source', 'sha256'], [{ source, sha256, kept_until, body }]);
  }
}

/** Deletes what is known of documents read before at these addresses, but for those whose bytes are kept. */
export async function deleteOlderDocuments(
  writes: Writes,
  { name }: KeepingSource,
  documents: readonly Pick<SourceDocument, 'address'>[],
): Promise<void> {
  for (const batch of inBatches([...new Set(documents.map(({ address }) => address))])) {
    await sql`delete from source_documents where source = ${name} and address in (${sql.join(batch)})
      and not exists (select 1 from kept_documents as kept
        where kept.source = ${name} and kept.sha256 = source_documents.sha256)`.execute(writes);
  }
}

/** The document that said what its source has of a marketplace product on a day, the newest of several; null where none is known. */
export async function documentOf(
  reads: Reads,
  { source, observed_on, product_id }: { source: string; observed_on: string; product_id: number },
): Promise<DocumentName | null> {
  const ofDay = await rowsWhere(reads, 'source_documents', { source, observed_on }, undefined, 'read_at', 'address');
  const found = ofDay.findLast(({ products }) => isPricing(products)(product_id));
  return found === undefined ? null : { day: observed_on, address: found.address, sha256: found.sha256 };
}

/** Every document whose bytes are kept with its source, of the newest day first. */
export const keptDocuments = (reads: Reads) =>
  reads
    .selectFrom('source_documents as read')
    .innerJoin('kept_documents as kept', (join) =>
      join.onRef('kept.source', '=', 'read.source').onRef('kept.sha256', '=', 'read.sha256'),
    )
    .select(['read.source', 'read.observed_on', 'read.address', 'read.sha256', 'read.products'])
    .orderBy('read.observed_on', 'desc')
    .orderBy('read.read_at', 'desc')
    .execute();

export async function keptBytes(reads: Reads, source: string, sha256: string): Promise<Uint8Array> {
  const kept = await rowWhere(reads, 'kept_documents', { source, sha256 }, ['body']);
  return kept === undefined ? new Uint8Array() : zstdDecompressSync(kept.body);
}
