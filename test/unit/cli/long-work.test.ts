/** Long work of a command: who watches it sees a bar from the first step on, others a line once it takes long. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { longWork } from '../../../src/cli/long-work.ts';

/** What is written to standard error of one step after so many milliseconds. */
async function toldAfter(t: TestContext, ms: number, isTTY: boolean): Promise<string> {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const was = process.stderr.isTTY;
  Object.assign(process.stderr, { isTTY });
  let told = '';
  const write = t.mock.method(process.stderr, 'write', (text: string) => {
    told += text;
    return true;
  });
  try {
    await longWork('backup', { left: () => 'nothing' }, async (show) => {
      t.mock.timers.setTime(1_000_000 + ms);
      show('cards', 1, 2);
    });
  } finally {
    write.mock.restore();
    Object.assign(process.stderr, { isTTY: was });
    t.mock.timers.reset();
  }
  return told;
}

test('on a terminal a step is shown at once, elsewhere from five seconds on', async (t) => {
  assert.match(await toldAfter(t, 0, true), /backup: cards 1 of 2/);
  assert.equal(await toldAfter(t, 4999, false), '');
  assert.match(await toldAfter(t, 5000, false), /backup: cards 1 of 2/);
});
