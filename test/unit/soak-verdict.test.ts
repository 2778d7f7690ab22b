/** What a soak makes of its figures: growth is told from the collector's waves, and a stall from a busy machine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findings, ownStalls, type Sample, slopeOf } from '../../bench/soak/soak-verdict.ts';

/** Ten minutes at a look a second. */
const looks = (of: (atS: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 1500 }, (_, atS) => ({
    ...{ atS, life: 0, memoryMb: 200, heapMb: 50, handles: 80, p50Ms: 1, p99Ms: 5, stallMs: 4, heldUpMs: 0 },
    ...of(atS),
  }));
/** Weighed at every tenth look, off by up to 20 kB. */
const weighing = (live: (atS: number) => number) =>
  looks((atS) => {
    if (atS % 10 > 0) return {};
    return { weight: { live: live(atS) + 0.02 * Math.sin(atS), code: 6, anonymous: 150, photos: 90 } };
  });
const held = (samples: readonly Sample[], what: RegExp) =>
  findings(samples).find((found) => what.test(found.what))?.holds;

test('what lives and stays holds, 6 MB an hour more does not, a minute is too short to tell', () => {
  const steady = weighing(() => 40);
  assert.ok(Math.abs(slopeOf(steady, ({ live }) => live).perHour) < 1);
  assert.equal(held(steady, /lives/), true);
  assert.equal(
    held(
      weighing((atS) => 40 + atS / 600),
      /lives/,
    ),
    false,
  );
  assert.equal(held(steady.slice(0, 60), /lives/), undefined);
});

test('what is warming up does not count as growth', () => {
  assert.equal(
    held(
      weighing((atS) => 40 + Math.min(60, atS / 10)),
      /lives/,
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
