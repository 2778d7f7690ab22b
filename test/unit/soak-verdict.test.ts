/** What a soak makes of its figures: growth is told from the collector's waves, and a stall from a busy machine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findings, memorySlope, ownStalls, type Sample } from '../../bench/soak-verdict.ts';

/** Ten minutes at a look a second. */
const looks = (of: (atS: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 1500 }, (_, atS) => ({
    ...{ atS, life: 0, memoryMb: 200, heapMb: 50, handles: 80, p50Ms: 1, p99Ms: 5, stallMs: 4, heldUpMs: 0 },
    ...of(atS),
  }));
/** Memory rises by 30 MB and falls back every 7 s, as it does between two collections. */
const wave = (atS: number) => 30 * ((atS % 7) / 7);
const held = (samples: readonly Sample[], what: RegExp) =>
  findings(samples).find((found) => what.test(found.what))?.holds;

test('memory that comes and goes holds, 60 MB an hour more does not, a minute is too short to tell', () => {
  const steady = looks((atS) => ({ memoryMb: 200 + wave(atS) }));
  assert.ok(Math.abs(memorySlope(steady).perHour) < 1);
  assert.equal(held(steady, /memory/), true);
  assert.equal(
    held(
      looks((atS) => ({ memoryMb: 200 + wave(atS) + atS / 60 })),
      /memory/,
    ),
    false,
  );
  assert.equal(held(steady.slice(0, 60), /memory/), undefined);
});

test('what is warming up does not count as growth', () => {
  assert.equal(
    held(
      looks((atS) => ({ memoryMb: 200 + Math.min(100, atS) })),
      /memory/,
    ),
    true,
  );
});

test('handles that pile up do not hold', () => {
  assert.equal(
    held(
      looks(() => ({})),
      /handles/,
    ),
    true,
  );
  assert.equal(
    held(
      looks((atS) => ({ handles: 80 + atS / 10 })),
      /handles/,
    ),
    false,
  );
});

test('a stall counts where the thread had its core', () => {
  const stalled = (heldUpMs: number) => looks((atS) => (atS === 1200 ? { stallMs: 80, heldUpMs } : {}));
  assert.equal(ownStalls(stalled(0)).length, 1);
  assert.equal(held(stalled(0), /stalls/), false);
  assert.equal(held(stalled(60), /stalls/), true);
});
