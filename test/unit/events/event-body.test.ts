/** The text of a delivery, which is put together of its records' texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventBody } from '../../../src/events/record-events.ts';

test('an event has its records in their order, however many there are, and says of which currency and chunk they are', () => {
  const head = { id: 'e1', name: 'game.cards.updated', created_at: '2026-01-01T00:00:00.000Z' };
  for (const count of [0, 1, 2, 3, 500]) {
    const records = Array.from({ length: count }, (_, id) => ({ id, name: `é ω "${id}", ]}` }));
    const texts = records.map((record) => JSON.stringify(record));
    const chunk = { index: 1, of: 3 };
    assert.equal(
      eventBody(head, { kind: 'cards.updated', currency: 'USD' }, texts, chunk),
      JSON.stringify({ ...head, data: { currency: 'USD', cards: records }, chunk }),
    );
    assert.equal(
      eventBody(head, { kind: 'cards.updated' }, texts),
      JSON.stringify({ ...head, data: { cards: records } }),
    );
  }
});
