/** Which marketplace ids a printing keeps where the catalog that comes names none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_METADATA } from '../../../src/catalog/card-metadata.ts';
import { printingIdentity } from '../../../src/catalog/changes.ts';
import type { CardSeed } from '../../../src/catalog/seeds.ts';
import { NO_PRICES } from '../../../src/catalog/served-prices.ts';
import { planCard } from '../../../src/ingest/catalog/card-plan.ts';

const PRINTING = { type: 'normal', subtype: null, size: 'standard', stamps: [], foil: null };
const NO_IDS = { tcgplayer: null, cardmarket: null };
const CARD = {
  id: 'a-1',
  expansion_id: 'a',
  number: '1',
  name: 'Bell',
  rarity: null,
  illustrator: null,
  image: null,
  category: null,
  metadata: NO_METADATA,
};

/** The ids after a record without any, of a printing that had 7 at TCGplayer and 8 at Cardmarket. */
function idsAfter(ids_complete: CardSeed['ids_complete']) {
  const seed = { ...CARD, variants: [{ ...PRINTING, external_ids: NO_IDS }], external_ids: NO_IDS, ids_complete };
  const was = {
    game: 'game',
    ...CARD,
    variants: [{ id: 5, ...PRINTING, external_ids: { tcgplayer: 7, cardmarket: 8 }, ...NO_PRICES }],
  };
  const stored = { id: 5, card_id: 'a-1', identity: printingIdentity(PRINTING), ordinal: 1, missing_runs: 0 };
  return planCard('game', seed, was, [stored]).card.variants[0]?.external_ids;
}

test('an id that a complete source no longer names is given up, one of a source that shows few is kept', () => {
  assert.deepEqual(idsAfter(true), NO_IDS);
  assert.deepEqual(idsAfter(false), { tcgplayer: 7, cardmarket: 8 });
});

test('a source that names the ids of one marketplace takes those back, and leaves what was found at the other', () => {
  assert.deepEqual(idsAfter({ tcgplayer: true, cardmarket: false }), { tcgplayer: null, cardmarket: 8 });
});
