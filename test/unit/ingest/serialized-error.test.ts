/** Errors between processes: what a run's reason is read from comes through. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { deserializedError, reasonOf, serializedError } from '../../../src/ingest/runs/reasons.ts';
import { Outage } from '../../../src/upstream/document.ts';

const sent = (error: unknown) => deserializedError(deserialize(serialize(serializedError(error))));

test('an error keeps its name, its code and its causes on the way to another process', () => {
  const full = Object.assign(new Error('no room'), { code: 'ENOSPC' });
  const heard = sent(new Error('could not publish', { cause: full }));
  assert.equal(heard.message, 'could not publish');
  assert.equal((heard.cause as NodeJS.ErrnoException | undefined)?.code, 'ENOSPC');
  for (const error of [full, new Error('outer', { cause: full }), new Outage('the source is away'), 'a text']) {
    assert.equal(reasonOf(sent(error)), reasonOf(error));
  }
  const own = new Error('its own cause');
  own.cause = own;
  assert.equal(sent(own).message, 'its own cause');
  assert.equal(sent(new Error('none', { cause: null })).cause, undefined);
});
