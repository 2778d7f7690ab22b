/** What lets shared caches in front of the service keep catalog answers, where the operator allows it. */
import type { AnswerForm } from './answer.ts';

const RECORD_PATH = /^\/v1\/(card|expansion|product)s\/:id/;

/** Of a catalog answer, what it is found by when something changed. */
export interface TaggedRead {
  path: string;
  id: string | undefined;
  expansionId: string | undefined;
  /** Undefined where the answer hangs on more than one. */
  game: string | undefined;
}

/**
 * The headers of an answer that caches may keep for `seconds`: callers ask each time (RFC 9111 5.2), and tags name what a
 * purge is for, in the headers of Cloudflare and of Fastly and Varnish.
 */
export function sharedForm(seconds: number, { path, id, expansionId, game }: TaggedRead): AnswerForm {
  const record = RECORD_PATH.exec(path)?.[1];
  const tags = [
    game === undefined ? 'catalog' : `game-${game}`,
    ...(record && id !== undefined ? [`${record}-${encodeURIComponent(id)}`] : []),
    ...(expansionId === undefined ? [] : [`expansion-${encodeURIComponent(expansionId)}`]),
  ];
  return {
    cacheControl: `public, max-age=0, s-maxage=${seconds}, must-revalidate`,
    // RFC 9213: it wins over Cache-Control where it is known.
    headers: ['CDN-Cache-Control', `max-age=${seconds}`, 'Cache-Tag', tags.join(), 'Surrogate-Key', tags.join(' ')],
  };
}
