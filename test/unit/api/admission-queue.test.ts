/** Holds how work is let into the router: in order, a little at a time, and not what waited too long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { admissionQueueOf } from '../../../src/api/front/admission-queue.ts';

/** A admission queue whose entrants take `costMs` each, on a clock that only they move. */
function turnstileOf(costMs: number) {
  const clock = { nowMs: 1 };
  const admissionQueue = admissionQueueOf(() => clock.nowMs);
  const entered: number[] = [];
  const refused: number[] = [];
  const pass = (id: number) =>
    admissionQueue.pass({
      enter: () => {
        entered.push(id);
        clock.nowMs += costMs;
      },
      refuse: () => refused.push(id),
    });
  return { clock, admissionQueue, entered, refused, pass };
}

test('a request alone enters at once', () => {
  const { entered, pass } = turnstileOf(0.1);
  pass(1);
  assert.deepEqual(entered, [1]);
});

test('a crowd enters in its order, a little in each turn of the event loop', async () => {
  const { entered, pass } = turnstileOf(0.5);
  for (let id = 0; id < 20; id += 1) pass(id);
  const sizes = [entered.length];
  while (entered.length < 20) {
    await turn();
    sizes.push(entered.length);
  }
  assert.deepEqual(
    entered,
    Array.from({ length: 20 }, (_, id) => id),
  );
  assert.ok(sizes.length >= 10, `entered by turns: ${sizes}`);
});

test('who has waited too long is refused, and who came later enters', async () => {
  const { clock, entered, refused, pass } = turnstileOf(2);
  pass(1);
  pass(2);
  clock.nowMs += 1000;
  pass(3);
  while (entered.length + refused.length < 3) await turn();
  assert.deepEqual([entered, refused], [[1, 3], [2]]);
});

test('a crowd beyond measure is refused at once', async () => {
  const { admissionQueue, entered, refused, pass } = turnstileOf(0.1);
  for (let id = 0; id < 5000; id += 1) pass(id);
  assert.ok(refused.length > 0);
  let left = 0;
  while (entered.length + refused.length < 5000) {
    for (; left < entered.length; left += 1) admissionQueue.leave();
    await turn();
  }
  assert.ok(entered.length >= 2048);
});

test('while as many are unfinished as may be, others are refused', () => {
  const { admissionQueue, entered, refused, pass } = turnstileOf(0);
  for (let id = 0; id < 513; id += 1) pass(id);
  assert.deepEqual([entered.length, refused.length], [512, 1]);
  admissionQueue.leave();
  pass(513);
  assert.equal(entered.length, 513);
});
