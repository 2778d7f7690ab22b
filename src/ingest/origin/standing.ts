/** Where an origin stood when its files were taken, as it is kept beside their digests. */
import { documentEtags, putDocumentEtags } from '../../store/document-etags.ts';
import type { Writes } from '../../store/store.ts';
import type { OriginManifest } from './read-origin.ts';

/** Its place among the digests of the files. */
export const STANDING = 'origin:standing';

export interface Standing extends Pick<OriginManifest, 'timeline' | 'catalog_version' | 'position' | 'event_id'> {
  url: string;
}

/** Takes the memory of these parts, so that the next run puts them anew. */
export async function forgetParts(writes: Writes, task: string, parts: ReadonlySet<string>): Promise<void> {
  const known = await documentEtags(writes, task);
  await putDocumentEtags(writes, task, new Map([...known].filter(([part]) => !parts.has(part) && part !== STANDING)));
}
