/** Holds the bytes that answers are written in: nobody's are written over while they are lent, and little is held for little. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finished, grown, takeDraft } from '../../../src/api/answer/drafts.ts';

test('what is lent is given to nobody else until it is given back, and then it is used again', () => {
  const draft = takeDraft();
  const { bytes, giveBack } = finished(draft, draft.bytes.length);
  assert.notEqual(takeDraft(), draft);
  giveBack?.();
  assert.equal(takeDraft(), draft);
  assert.equal(bytes.length, draft.bytes.length);
});

test('an answer that is small beside its draft has bytes of its own, and the draft is free at once', () => {
  const draft = takeDraft();
  draft.bytes.write('small');
  const { bytes, giveBack } = finished(draft, 5);
  assert.equal(giveBack, undefined);
  assert.equal(takeDraft(), draft);
  draft.bytes.write('other');
  assert.equal(bytes.toString(), 'small');
});

test('a draft grows with what was written, and the large one is for the next that needs as much', () => {
  const draft = takeDraft();
  draft.bytes.write('begun');
  const size = draft.bytes.length * 3;
  const larger = grown(draft, size, 5);
  assert.ok(larger.bytes.length >= size);
  assert.equal(larger.bytes.toString('latin1', 0, 5), 'begun');
  finished(larger, size).giveBack?.();
  assert.notEqual(takeDraft(), larger);
  assert.equal(grown(takeDraft(), size, 0), larger);
});
