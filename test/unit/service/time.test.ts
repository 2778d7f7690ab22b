/** The real time, as everything that waits is handed it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REAL_TIME } from '../../../src/time.ts';

/** One that goes on when it should end is a failure to be told. */
const MOMENTS = { timeout: 20_000 };

test('a wait is ended by its signal, before it begins and while it lasts', MOMENTS, async () => {
  await assert.rejects(REAL_TIME.sleep(3_600_000, AbortSignal.abort()), { name: 'AbortError' });
  const end = new AbortController();
  const waiting = REAL_TIME.sleep(3_600_000, end.signal);
  end.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  await REAL_TIME.sleep(0);
});
