/** Answers kept as bytes: each of the catalog that it was read from, and never shown for another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { tinyApi } from '../support/stages/api.ts';

test('an answer read after a commit is not kept among those of the version before', async () => {
  const noon = new Date('2026-03-01T12:00:00.000Z');
  // The version is asked for once: what is committed after that is news to the cache only by the answers themselves.
  await using api = await tinyApi(tinyCatalog(), { epochTrustMs: 60_000, now: () => noon });
  const versionOf = async (path: string) => Number((await api.get(path)).headers['catalog-version']);
  const first = await versionOf('/v1/cards/ember1-1');
  await api.store.write(bumpCatalogVersion);
  assert.equal(await versionOf('/v1/cards/ember1-2'), first + 1);
  await api.store.write(bumpCatalogVersion);
  assert.equal(await versionOf('/v1/cards/ember1-2'), first + 2);
  assert.equal(await versionOf('/v1/cards/ember1-1'), first, 'what was kept is shown while its version is trusted');
});
