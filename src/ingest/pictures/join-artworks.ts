/** Finds the cards that show one artwork: those whose pictures are new are compared with all others of their game. */
import { setImmediate } from 'node:timers/promises';
import type { ScanModel } from '../../scan/describe/model.ts';
import { VectorIndex } from '../../scan/describe/vector-index.ts';
import { bumpCatalogVersion } from '../../store/catalog/game-versions.ts';
import { comparedUntil, putSameArtworks, SAME_ARTWORK_MAX } from '../../store/pictures/same-artworks.ts';
import { lastScanSeq, type VectorChange, vectorChanges } from '../../store/pictures/scan-pictures.ts';
import { NOTHING_NEW, type Publication, type RunContext } from '../source.ts';

/**
 * Of the demo's 347 pictures 24 of the 28 pairs that show one artwork are so alike, and no other pair: two energies of one
 * drawing in other colours have .967. A scan takes less, since it looks at the light of its few candidates too.
 */
const ALIKE_MIN = 0.97;

/** Compares the vectors that came since the last time; what a run that was killed left is compared by the next one. */
export async function joinArtworks(
  { store, onProgress }: Pick<RunContext, 'store' | 'onProgress'>,
  model: ScanModel,
): Promise<Publication> {
  const from = await comparedUntil(store.reads);
  const until = await lastScanSeq(store.reads);
  if (until <= from) return NOTHING_NEW;
  const index = new VectorIndex(model.dimensions);
  const changed: Pick<VectorChange, 'card_key' | 'game'>[] = [];
  for await (const { card_key, seq, vector, game } of vectorChanges(store.reads, { after: 0, model: model.version })) {
    if (vector !== null) index.upsert(card_key, vector, game);
    if (seq > from) changed.push({ card_key, game });
  }
  const pairs = new Map<string, [number, number]>();
  for (const [done, { card_key, game }] of changed.entries()) {
    for (const other of alike(index, card_key, game)) {
      const pair: [number, number] = card_key < other ? [card_key, other] : [other, card_key];
      pairs.set(pair.join(' '), pair);
    }
    onProgress({ step: 'artworks', done: done + 1, total: changed.length });
    // A search takes half a millisecond, and requests may wait on this thread.
    await setImmediate();
  }
  return {
    rows: undefined,
    publish: async (writes) => {
      const keys = changed.map(({ card_key }) => card_key);
      const games = await putSameArtworks(writes, { keys, pairs: [...pairs.values()], until });
      if (games.length > 0) await bumpCatalogVersion(writes, { games, names: false });
      return { counts: pairs.size === 0 ? {} : { artworks_joined: pairs.size }, notice: null };
    },
  };
}

/** The other cards of its game whose pictures show the card's artwork, by their vectors alone. */
function alike(index: VectorIndex, card: number, game: string): number[] {
  const vector = index.vectorOf(card);
  if (vector === undefined) return [];
  const found = index.search(vector, SAME_ARTWORK_MAX + 1, game);
  return found.filter(({ row, similarity }) => row !== card && similarity >= ALIKE_MIN).map(({ row }) => row);
}
