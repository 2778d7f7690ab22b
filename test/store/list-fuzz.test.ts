/** Made-up files of lists over a catalog of names and numbers that repeat: never certain and wrong, every unread column named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzLists } from '../support/made/list-fuzz.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { GAME } from '../support/stages/game.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { searchNow } from '../support/stages/search.ts';
import { newStore } from '../support/stages/stores.ts';

/** `node scripts/node24.mjs scripts/fuzz-lists.ts` draws more, from a store of its caller's. */
const FILES = 40;

test('lists whose heads and cells are shuffled, renamed, translated, emptied: never certain and wrong', async () => {
  const catalog = tinyCatalog();
  // The same card in every set, names that begin another, that begin with a number or are a set's, twins in one set.
  const names = [
    'Quillback',
    'Quillback ex',
    'Quillback ex Prime',
    'Ember Dawn',
    'Frost',
    '7 Engines',
    'Twin',
    'Twin',
    'Marsh',
  ];
  for (const [at, card] of catalog.cards.entries()) {
    card.name = names[at % 12] ?? card.name;
    if (at % 12 === 8) card.name += ` of ${card.set.id}`;
  }
  await using folder = await catalogFolder(catalog);
  await using place = await newStore('sqlite');
  assert.equal((await runCatalog(place.store, folder.files)).outcome, 'succeeded');
  const index = await searchNow(place.store).index();
  const { rows, certain, refused } = await fuzzLists({ reads: place.store.reads, index, games: [GAME] }, FILES);
  assert.ok(certain > rows / 10 && refused < FILES / 2, `${certain} of ${rows} rows, ${refused} of ${FILES} refused`);
});
