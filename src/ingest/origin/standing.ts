/** Where an origin stood when its files were taken, as it is kept beside their digests. */
import { documentEtags, putDocumentEtags } from '../../store/document-etags.ts';
import type { Writes } from '../../store/store.ts';
import type { OriginManifest } from './read-origin.ts';

/** Its place among the digests of the files. */
export const STANDING = 'origin:standing';

export interface Standing extends Pick<OriginManifest, 'timeline' | 'catalog_version' | 'position' | 'event_id'> {
  url: string;
}

/** Marks these parts as others than they were taken: the next run puts them anew, and takes out what the origin does not have. */
export async function forgetParts(writes: Writes, task: string, parts: ReadonlySet<string>): Promise<void> {
  // A printing that is missing beside its card's record shows in its prices alone.
  const all = new Set([...parts].flatMap((part) => [part, part.replace(/^card_prices\.(\w+)\..*/, 'cards.$1')]));
  const known = await documentEtags(writes, task);
  known.delete(STANDING);
  await putDocumentEtags(writes, task, new Map([...known, ...[...all].map((part) => [part, ''] as const)]));
}
