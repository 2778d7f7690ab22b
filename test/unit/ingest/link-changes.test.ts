/** What a new matching does to the links between printings and marketplace rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkChanges } from '../../../src/ingest/prices/link-changes.ts';
import type { PriceLink } from '../../../src/store/prices/market-knowledge.ts';

const link = (variant_id: number, more: Partial<PriceLink> = {}): PriceLink => ({
  ...{ variant_id, market: 'usd', card_id: 'c', product_id: 7, part: 'Normal', rule: 'id' },
  ...more,
});

test('a link that stands stays; one under another rule is stored anew, and its prices stay', () => {
  const stored = [link(1), link(2)];
  const wanted = [link(1), link(2, { rule: 'other' })];
  assert.deepEqual(linkChanges(stored, wanted), { removed: [link(2)], added: [wanted[1]], withdrawn: [] });
});

test('what was published is withdrawn where a printing reads another article, another row of it, or none', () => {
  const stored = [link(1), link(2), link(3)];
  const wanted = [link(1, { product_id: 8 }), link(2, { part: 'Holofoil' })];
  assert.deepEqual(linkChanges(stored, wanted), { removed: stored, added: wanted, withdrawn: stored });
});

test('a new link is stored and takes nothing away', () => {
  assert.deepEqual(linkChanges([], [link(1)]), { removed: [], added: [link(1)], withdrawn: [] });
});
