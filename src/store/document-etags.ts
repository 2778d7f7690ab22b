/** Validators of upstream documents already published: what is asked for again only if it changed. */
import { inBatches } from './batches.ts';
import type { Reads, Writes } from './store.ts';

/** Validators of the documents behind the last publish of `task`, by address. */
export async function documentEtags(reads: Reads | Writes, task: string): Promise<Map<string, string>> {
  const rows = await reads.selectFrom('documents').select(['url', 'etag']).where('task', '=', task).execute();
  return new Map(rows.map((row) => [row.url, row.etag]));
}

export async function putDocumentEtags(
  writes: Writes,
  task: string,
  etags: ReadonlyMap<string, string>,
): Promise<void> {
  const known = await documentEtags(writes, task);
  const changed = [...etags].filter(([url, etag]) => known.get(url) !== etag);
  for (const batch of inBatches(changed)) {
    await writes
      .insertInto('documents')
      .values(batch.map(([url, etag]) => ({ task, url, etag })))
      .onConflict((conflict) =>
        conflict.columns(['task', 'url']).doUpdateSet(({ ref }) => ({ etag: ref('excluded.etag') })),
      )
      .execute();
  }
}

/** The same where a document that was not read again is to be read whole the next time, whatever its validator. */
export async function replaceDocumentEtags(
  writes: Writes,
  task: string,
  etags: ReadonlyMap<string, string>,
): Promise<void> {
  const gone = [...(await documentEtags(writes, task)).keys()].filter((url) => !etags.has(url));
  for (const batch of inBatches(gone)) {
    await writes.deleteFrom('documents').where('task', '=', task).where('url', 'in', batch).execute();
  }
  await putDocumentEtags(writes, task, etags);
}

/** Whether documents of the demo were published into this store, and whether others were. */
export async function publishedKinds(reads: Reads | Writes): Promise<{ demo: boolean; others: boolean }> {
  const any = async (operator: 'like' | 'not like') =>
    (await reads.selectFrom('documents').select('url').where('url', operator, 'demo:%').limit(1).execute()).length > 0;
  return { demo: await any('like'), others: await any('not like') };
}
