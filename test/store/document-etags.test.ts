/** Holds what is kept of the addresses of documents: the validators, and no name or password. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { documentEtags, putDocumentEtags } from '../../src/store/document-etags.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const ADDRESS = 'https://me:open-sesame@prices.example/guide.json';

for (const [engine, skip] of ENGINES) {
  suite(`validators on ${engine}`, { skip }, () => {
    test('the credentials of an address are never written, and its document is known all the same', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      // As a release before wrote it.
      await store.write((writes) =>
        writes.insertInto('documents').values({ task: 'eur', url: ADDRESS, etag: 'old' }).execute(),
      );
      assert.equal((await documentEtags(store.reads, 'eur')).get(ADDRESS), 'old');
      await store.write((writes) => putDocumentEtags(writes, 'eur', new Map([[ADDRESS, 'new']])));
      assert.equal((await documentEtags(store.reads, 'eur')).get(ADDRESS), 'new');
      const kept = await store.reads.selectFrom('documents').select('url').execute();
      assert.deepEqual(kept, [{ url: 'https://prices.example/guide.json' }]);
    });
  });
}
