/** The outside judge of histories: it passes a good one, and finds each promise broken where it is. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { judge, type Operation } from '../../../scripts/proofs/history/judge.ts';

const at = (from: number, session = 'one', node = 'a') => ({ session, node, from, to: from + 10, status: 200 });
const told = (id: string, digest = id) => ({ id, digest });
const END: Operation = { op: 'end', feed: [told('e1'), told('e2')], cards: { c1: 2 }, published: 2 };
const key = 'k1';
const GOOD: readonly Operation[] = [
  { op: 'read', ...at(0), version: 1, states: [1] },
  { op: 'read', ...at(20), version: 2, states: [2] },
  { op: 'walk', ...at(0), ids: ['c1', 'c2'], whole: 2 },
  { op: 'feed', ...at(0), events: [told('e1')] },
  { op: 'feed', ...at(20), events: [told('e2')] },
  { op: 'delivered', at: 5, ...told('e2') },
  { op: 'delivered', at: 6, ...told('e1') },
  { op: 'key.made', ...at(0), status: 201, key },
  { op: 'key.used', ...at(20), key },
  { op: 'key.revoked', ...at(100), key },
  { op: 'key.used', ...at(200), status: 401, key },
  // Elsewhere it is known a while later.
  { op: 'key.used', ...at(4000, 'one', 'b'), key },
  { op: 'fault', kind: 'fail-over', from: 300, to: 400 },
  { op: 'read', ...at(350), status: 500, version: 0, states: [] },
  ...Array.from({ length: 6 }, (_, each): Operation => ({ op: 'spent', ...at(each * 30_000), key: 'p', aMinute: 2 })),
];

const BROKEN: Readonly<Record<string, Operation>> = {
  'an answer is of one version': { op: 'read', ...at(30), version: 2, states: [2, 1] },
  'a version is one state': { op: 'read', ...at(30), version: 2, states: [3] },
  'states never go back': { op: 'read', ...at(30), version: 3, states: [1] },
  'monotonic reads': { op: 'read', ...at(40), version: 1, states: [1] },
  'a version shows everywhere in time': { op: 'read', ...at(6000, 'two', 'b'), version: 1, states: [1] },
  'no answer is a fault': { op: 'walk', ...at(9000), status: 500, ids: [], whole: 2 },
  'a walk has every row once': { op: 'walk', ...at(40), ids: ['c1', 'c1'], whole: 2 },
  'the feed has no gap': { op: 'feed', ...at(0, 'two'), events: [told('e2')] },
  'nothing that was told is lost': { op: 'feed', ...at(30), events: [told('e3')] },
  'an event keeps its bytes': { op: 'feed', ...at(0, 'two'), events: [told('e1', 'other')] },
  'delivered as it is told': { op: 'delivered', at: 7, ...told('e1', 'other') },
  'nothing is delivered that is not told': { op: 'delivered', at: 7, ...told('e3') },
  'a key that was given opens': { op: 'key.used', ...at(30), status: 401, key },
  'a revoked key opens nothing': { op: 'key.used', ...at(5200, 'one', 'b'), key },
  'a budget holds over all processes': { op: 'spent', ...at(1000), key: 'q', aMinute: -1 },
};

suite('the judge of histories', () => {
  test('finds nothing in a history that keeps every promise', () => {
    assert.deepEqual(judge([...GOOD, END]), []);
  });

  for (const [promise, line] of Object.entries(BROKEN)) {
    test(`finds where it is broken: ${promise}`, () => {
      const found = judge([...GOOD, line, END]).map((anomaly) => anomaly.promise);
      assert.ok(found.includes(promise), `found: ${found}`);
    });
  }

  test('a delivery that never came, a copy that is behind, and a history without its end', () => {
    const promises = (history: readonly Operation[]) => judge(history).map(({ promise }) => promise);
    assert.deepEqual(
      promises([...GOOD.filter(({ op }) => op !== 'delivered'), END]),
      Array(2).fill('delivered at least once'),
    );
    assert.deepEqual(promises([...GOOD, { ...END, cards: { c1: 1 } }]), ['the events lead to what is read']);
    assert.deepEqual(promises(GOOD), ['the history has its end']);
    assert.deepEqual(
      promises([...GOOD, { ...END, feed: [told('e1'), told('e2'), told('e1')] }]).includes('an event is told once'),
      true,
    );
  });

  test('a budget is spent at once and regained evenly: one more is one too many', () => {
    const spend = (count: number): Operation[] =>
      Array.from({ length: count }, () => ({ op: 'spent', ...at(50), key: 'q', aMinute: 10 }));
    assert.deepEqual(judge([...GOOD, ...spend(12), END]), []);
    assert.equal(judge([...GOOD, ...spend(13), END]).length, 1);
  });
});
