/** `If-None-Match` as RFC 9110 13.1.2 has it: a list compared weakly, or `*`. */

const TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;
const CODING_SUFFIX = /-(?:gz|br)$/;

/**
 * Whether the caller holds the bytes whose plain form has the tag `etag`, in any coding: a proxy may have unpacked
 * them, and every coding of one tag unpacks to the same bytes.
 */
export function isHeld(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.slice(1, -1);
  for (const [, tag = ''] of ifNoneMatch.matchAll(TAG)) {
    if (tag === opaque || tag.replace(CODING_SUFFIX, '') === opaque) return true;
  }
  return false;
}
