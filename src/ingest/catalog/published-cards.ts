/** All cards of a game as a run compares with them: 60 bytes a card, where rows of a million took 400 MB. */

import { NumberedIds } from '../../packed/numbered-ids.ts';
import { remembered } from '../../packed/remembered.ts';
import type { CardRow } from '../../store/catalog/cards.ts';

const ROOM_FIRST = 1024;
/** Of a SHA-1. */
const DIGEST_BYTES = 20;

/** What is known of each without its record. An equal digest of what upstream gave needs no comparison. */
type PublishedCard = Pick<CardRow, 'expansion_id' | 'digest'>;

export class PublishedCards {
  readonly #ids = new NumberedIds();
  /** The expansion of each card, each id once in memory. */
  readonly #expansions: string[] = [];
  readonly #once = remembered((expansion: string) => expansion);
  #digests = Buffer.alloc(DIGEST_BYTES * ROOM_FIRST);

  get size(): number {
    return this.#ids.length;
  }

  add(id: string, { expansion_id, digest }: PublishedCard): void {
    const place = this.#ids.add(id);
    this.#expansions[place] = this.#once(expansion_id);
    if ((place + 1) * DIGEST_BYTES > this.#digests.length) {
      this.#digests = Buffer.concat([this.#digests, Buffer.alloc(this.#digests.length)]);
    }
    this.#digests.write(digest, place * DIGEST_BYTES, DIGEST_BYTES, 'base64url');
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  get(id: string): PublishedCard | undefined {
    const place = this.#ids.numberOf(id);
    if (place === undefined) return undefined;
    const start = place * DIGEST_BYTES;
    return {
      expansion_id: this.#expansions[place] ?? '',
      digest: this.#digests.toString('base64url', start, start + DIGEST_BYTES),
    };
  }

  byExpansion(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const id of this.#expansions) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  besides(ids: Iterable<string>): string[] {
    const isAmong = new Uint8Array(this.#expansions.length);
    for (const id of ids) {
      const place = this.#ids.numberOf(id);
      if (place !== undefined) isAmong[place] = 1;
    }
    const others: string[] = [];
    for (const [place, is] of isAmong.entries()) if (is === 0) others.push(this.#ids.idOf(place));
    return others;
  }
}
