/** Whose pictures are kept without a word in the configuration, and what it may say of them. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../../../src/config/load-config.ts';
import { CATALOG_ADAPTERS } from '../../../src/games/games.ts';
import { keptImagesOf } from '../../../src/ingest/kept-images.ts';

test('pictures are kept by default of the sources that forbid or discourage links to theirs, and as a source says', () => {
  const kept = (settings: { keep_pictures?: boolean }) =>
    Object.entries(CATALOG_ADAPTERS).flatMap(([name, adapter]) => (keptImagesOf(adapter, settings, 'a') ? [name] : []));
  assert.deepEqual(kept({}).sort(), ['scryfall', 'ygoprodeck']);
  assert.deepEqual(kept({ keep_pictures: false }), []);
  assert.deepEqual(kept({ keep_pictures: true }), Object.keys(CATALOG_ADAPTERS));
});

test('the file says how much room they have: more than none, 10 GB without it; a source that is read whole keeps none', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cardstock-config-'));
  const load = async (file: object) => {
    await writeFile(join(directory, 'cardstock.config.json'), JSON.stringify(file));
    return loadConfig({ flags: {}, env: {}, directory, version: '0' });
  };
  assert.equal((await load({})).picturesGb, 10);
  assert.equal((await load({ pictures: { limit_gb: 0.5 } })).picturesGb, 0.5);
  for (const pictures of [{ limit_gb: 0 }, { limit_gb: '5' }, { limit: 5 }, 5]) {
    await assert.rejects(load({ pictures }), /"pictures"/, JSON.stringify(pictures));
  }
  const origin = { adapter: 'cardstock', url: 'https://cards.example', keep_pictures: true };
  await assert.rejects(load({ sources: { catalog: origin } }), /keep_pictures|additional/i);
  await rm(directory, { recursive: true });
});
