/** What a new matching does to the links between printings and marketplace rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkChanges, NO_LINK_CHANGES } from '../../../src/ingest/prices/links.ts';
import type { PriceLink } from '../../../src/store/prices/market-knowledge.ts';

const link = (variant_id: number, more: Partial<PriceLink> = {}): PriceLink => ({
  ...{ variant_id, market: 'usd', card_id: 'c', product_id: 7, part: 'Normal', rule: 'id' },
  ...more,
});

test('a link that stands stays; one under another rule is stored anew, and its prices stay', () => {
  const stored = [link(1), link(2)];
  const wanted = [link(1), link(2, { rule: 'other' })];
  const changes = { ...NO_LINK_CHANGES, removed: [link(2)], added: [wanted[1]] };
  assert.deepEqual(linkChanges(stored, wanted), changes);
});

test('what was published is withdrawn where a printing reads another marketplace product, another row of it, or none', () => {
  const stored = [link(1), link(2), link(3)];
  const wanted = [link(1, { product_id: 8 }), link(2, { part: 'Holofoil' })];
  const changes = { removed: stored, added: wanted, withdrawn: stored, gained: wanted, shared: [] };
  assert.deepEqual(linkChanges(stored, wanted), changes);
});

test('a new link is stored and takes nothing away; who reads its row already shares what is known of it', () => {
  assert.deepEqual(linkChanges([], [link(1)]), { ...NO_LINK_CHANGES, added: [link(1)], gained: [link(1)] });
  const both = [link(1), link(2)];
  const changes = { ...NO_LINK_CHANGES, added: [link(2)], gained: [link(2)], shared: [link(1)] };
  assert.deepEqual(linkChanges([link(1)], both), changes);
  assert.deepEqual(linkChanges([link(1)], [link(1), link(2, { part: 'Holofoil' })]).shared, [], 'another row in USD');
});

test('in EUR both price sides are one row: who turns to the other side has its days at once', () => {
  const plain = link(1, { market: 'eur', part: 'plain' });
  const holo = link(2, { market: 'eur', part: 'holo' });
  const changes = { ...NO_LINK_CHANGES, added: [holo], gained: [holo], shared: [plain] };
  assert.deepEqual(linkChanges([plain], [plain, holo]), changes);
});
