/** How far a run is: a bar that is cleared on a terminal, a line now and then where nobody watches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressDisplay } from '../../../src/cli/progress.ts';

const written: string[] = [];
const stream = (isTTY: boolean) =>
  ({ isTTY, write: (text: string) => written.push(text) > 0 }) as unknown as NodeJS.WriteStream;

const at = (done: number, total: number | undefined) => ({ task: 'catalog', step: 'cards', done, total });

test('on a terminal a bar is drawn over itself, and cleared for good at the end', () => {
  written.length = 0;
  const display = progressDisplay(stream(true));
  display.show(at(1400, 2800));
  display.show(at(7, undefined));
  display.end();
  display.show(at(2800, 2800));
  const [half = '', unknown = '', cleared, ...more] = written;
  assert.equal(half, `\r\x1b[2K  ${'█'.repeat(14)}${'░'.repeat(14)} catalog: cards 1,400 of 2,800`);
  assert.equal(unknown, `\r\x1b[2K  ${'░'.repeat(28)} catalog: cards`);
  assert.deepEqual([cleared, ...more], ['\r\x1b[2K']);
});

test('elsewhere a line is written every 5 s, and nothing is cleared', (t) => {
  written.length = 0;
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const display = progressDisplay(stream(false));
  display.show(at(1, 3));
  t.mock.timers.setTime(1_004_999);
  display.show(at(2, 3));
  t.mock.timers.setTime(1_005_000);
  display.show(at(3, 3));
  display.end();
  assert.deepEqual(written, ['catalog: cards 1 of 3\n', 'catalog: cards 3 of 3\n']);
});
