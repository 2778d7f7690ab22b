/** Commits that come while something is read: each changes one value, and the catalog's version with it. */
import { bumpCatalogVersion } from '../../../src/store/catalog/game-versions.ts';
import { setMetaValue } from '../../../src/store/meta.ts';
import type { Store } from '../../../src/store/store.ts';

/** Each call commits once more; `public_url` says how many have been. */
export function commitsTo(store: Store): () => Promise<void> {
  let tick = 0;
  return () =>
    store.write(async (writes) => {
      tick += 1;
      await setMetaValue(writes, 'public_url', String(tick));
      await bumpCatalogVersion(writes);
    });
}
