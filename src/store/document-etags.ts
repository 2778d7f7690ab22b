/** Validators of upstream documents already published: what is asked for again only if it changed. */
import { withoutCredentials } from '../failure.ts';
import { putRows } from './put-rows.ts';
import { deleteWhere, isAny, rowsWhere } from './rows-where.ts';
import type { Reads, Writes } from './store.ts';

/** By addresses as they are configured, kept without the credentials in them. */
class Validators extends Map<string, string> {
  override get(url: string): string | undefined {
    return super.get(withoutCredentials(url));
  }
}

const documentsOf = (reads: Reads | Writes, task: string) => rowsWhere(reads, 'documents', { task }, ['url', 'etag']);

/** Validators of the documents behind the last publish of `task`, by address. */
export async function documentEtags(reads: Reads | Writes, task: string): Promise<Map<string, string>> {
  return new Validators((await documentsOf(reads, task)).map(({ url, etag }) => [withoutCredentials(url), etag]));
}

export async function putDocumentEtags(writes: Writes, task: string, etags: ReadonlyMap<string, string>) {
  const rows = await documentsOf(writes, task);
  const known = new Map(rows.map(({ url, etag }) => [url, etag]));
  const bare = new Map([...etags].map(([url, etag]) => [withoutCredentials(url), etag]));
  const changed = [...bare].filter(([url, etag]) => known.get(url) !== etag);
  const written = changed.map(([url, etag]) => ({ task, url, etag }));
  await putRows(writes, 'documents', ['task', 'url'], written);
  // Releases before kept addresses as they were configured.
  const stale = rows.map(({ url }) => url).filter((url) => bare.has(withoutCredentials(url)) && !bare.has(url));
  await deleteWhere(writes, 'documents', { task, url: stale });
}

/** The same where a document that was not read again is to be read whole the next time, whatever its validator. */
export async function replaceDocumentEtags(writes: Writes, task: string, etags: ReadonlyMap<string, string>) {
  const bare = new Set([...etags.keys()].map(withoutCredentials));
  const urls = (await documentsOf(writes, task)).map(({ url }) => url);
  await deleteWhere(writes, 'documents', { task, url: urls.filter((url) => !bare.has(url)) });
  await putDocumentEtags(writes, task, etags);
}

/** Whether documents of the demo were published into this store, and whether others were. */
export async function publishedKinds(reads: Reads | Writes): Promise<{ demo: boolean; others: boolean }> {
  const any = (operator: 'like' | 'not like') =>
    isAny(reads.selectFrom('documents').select('url').where('url', operator, 'demo:%'));
  return { demo: await any('like'), others: await any('not like') };
}

/** Forgets the validators of all tasks that read a further language: their documents come again, unchanged or not. */
export async function forgetDocuments(writes: Writes, language: string): Promise<void> {
  await writes.deleteFrom('documents').where('task', 'like', `%.${language}`).execute();
}
