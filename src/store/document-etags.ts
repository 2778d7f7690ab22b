/** Validators of upstream documents already published: what is asked for again only if it changed. */
import { withoutCredentials } from '../failure.ts';
import { deleteWhere, isAny, putRows, rowsWhere } from './rows.ts';
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

/**
 * Puts them in the place of those of before: a document that was not read now, or not taken as a whole, is to come the next time,
 * whatever its validator. One that is as it was before the last publish would else be taken for the one behind it.
 */
export async function putDocumentEtags(writes: Writes, task: string, etags: ReadonlyMap<string, string>) {
  const rows = await documentsOf(writes, task);
  const known = new Map(rows.map(({ url, etag }) => [url, etag]));
  const bare = new Map([...etags].map(([url, etag]) => [withoutCredentials(url), etag]));
  await deleteWhere(writes, 'documents', { task, url: rows.map(({ url }) => url).filter((url) => !bare.has(url)) });
  const changed = [...bare].filter(([url, etag]) => known.get(url) !== etag);
  const written = changed.map(([url, etag]) => ({ task, url, etag }));
  await putRows(writes, 'documents', ['task', 'url'], written);
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
