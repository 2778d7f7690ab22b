/** Validators of upstream documents already published: what is asked for again only if it changed. */
import { inBatches } from './batches.ts';
import type { Reads, Writes } from './store.ts';

/** A name and password in an address, which a source's may hold. */
const CREDENTIALS = /(?<=\w:\/\/)[^\s/@]+@/g;

/** What may be written or told of an address, or of a text that names some. */
export const withoutCredentials = (text: string): string => text.replaceAll(CREDENTIALS, '');

/** By addresses as they are configured, kept without the credentials in them. */
class Validators extends Map<string, string> {
  override get(url: string): string | undefined {
    return super.get(withoutCredentials(url));
  }
}

const documentsOf = (reads: Reads | Writes, task: string) =>
  reads.selectFrom('documents').select(['url', 'etag']).where('task', '=', task).execute();

/** Validators of the documents behind the last publish of `task`, by address. */
export async function documentEtags(reads: Reads | Writes, task: string): Promise<Map<string, string>> {
  return new Validators((await documentsOf(reads, task)).map(({ url, etag }) => [withoutCredentials(url), etag]));
}

export async function putDocumentEtags(
  writes: Writes,
  task: string,
  etags: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = await documentsOf(writes, task);
  const known = new Map(rows.map(({ url, etag }) => [url, etag]));
  const bare = new Map([...etags].map(([url, etag]) => [withoutCredentials(url), etag]));
  const changed = [...bare].filter(([url, etag]) => known.get(url) !== etag);
  for (const batch of inBatches(changed)) {
    await writes
      .insertInto('documents')
      .values(batch.map(([url, etag]) => ({ task, url, etag })))
      .onConflict((conflict) =>
        conflict.columns(['task', 'url']).doUpdateSet(({ ref }) => ({ etag: ref('excluded.etag') })),
      )
      .execute();
  }
  // Releases before kept addresses as they were configured.
  await forget(
    writes,
    task,
    rows.map(({ url }) => url).filter((url) => bare.has(withoutCredentials(url)) && !bare.has(url)),
  );
}

async function forget(writes: Writes, task: string, urls: readonly string[]): Promise<void> {
  for (const batch of inBatches(urls)) {
    await writes.deleteFrom('documents').where('task', '=', task).where('url', 'in', batch).execute();
  }
}

/** The same where a document that was not read again is to be read whole the next time, whatever its validator. */
export async function replaceDocumentEtags(
  writes: Writes,
  task: string,
  etags: ReadonlyMap<string, string>,
): Promise<void> {
  const bare = new Set([...etags.keys()].map(withoutCredentials));
  const rows = await documentsOf(writes, task);
  await forget(
    writes,
    task,
    rows.map(({ url }) => url).filter((url) => !bare.has(url)),
  );
  await putDocumentEtags(writes, task, etags);
}

/** Whether documents of the demo were published into this store, and whether others were. */
export async function publishedKinds(reads: Reads | Writes): Promise<{ demo: boolean; others: boolean }> {
  const any = async (operator: 'like' | 'not like') =>
    (await reads.selectFrom('documents').select('url').where('url', operator, 'demo:%').limit(1).execute()).length > 0;
  return { demo: await any('like'), others: await any('not like') };
}
