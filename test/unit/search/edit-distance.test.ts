/** Typing cost counts Damerau's edits, the likelier typos a little cheaper, and stops at its limit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDIT, nearest, typingCost } from '../../../src/catalog/words/edit-distance.ts';
import { packWide } from '../../../src/packed/packed-texts.ts';
import { costBetween as costByLetters, typedText } from '../../../src/search/names/text-table.ts';
import { fc } from '../../support/made/properties.ts';

function costBetween(typed: string, name: string, maxEdits: number): number {
  const { units } = typedText(name);
  return typingCost(typedText(typed).units, units, 0, units.length, maxEdits);
}

/** Damerau's distance from its textbook definition (Lowrance and Wagner): a swap reaches back to the last equal letters. */
function edits(a: string, b: string): number {
  const far = a.length + b.length;
  const table = new Map<string, number>();
  const at = (i: number, j: number) =>
    i < 0 || j < 0 ? far : i === 0 || j === 0 ? i + j : (table.get(`${i},${j}`) ?? far);
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const k = a.lastIndexOf(b[j - 1] ?? '', i - 2) + 1;
      const l = b.lastIndexOf(a[i - 1] ?? '', j - 2) + 1;
      const swap = i > 1 && j > 1 && k > 0 && l > 0 ? at(k - 1, l - 1) + (i - k - 1) + 1 + (j - l - 1) : far;
      const replacement = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      table.set(`${i},${j}`, Math.min(replacement, at(i - 1, j) + 1, at(i, j - 1) + 1, swap));
    }
  }
  return at(a.length, b.length);
}

test('one edit of each kind costs one edit, and less when it is a likely typo', () => {
  assert.equal(costBetween('emberling', 'emberling', 2), 0);
  assert.equal(costBetween('embxrling', 'emberling', 2), EDIT, 'another letter');
  assert.equal(costBetween('emberlinxg', 'emberling', 2), EDIT, 'a letter too many');
  for (const likely of ['embrling', 'emebrling', 'emmberling', 'mberling']) {
    assert.ok(costBetween(likely, 'emberling', 2) < EDIT, likely);
  }
});

test('a swap around a letter too few or too many is two edits', () => {
  assert.ok(costBetween('joelon', 'jolteon', 2) < 2 * EDIT);
  assert.ok(costBetween('frosxt', 'frots', 2) < 2 * EDIT);
});

test('more edits than the limit are not a typo', () => {
  assert.equal(costBetween('ember', 'emberling', 3), Number.POSITIVE_INFINITY);
  assert.equal(costBetween('abcdef', 'fedcba', 3), Number.POSITIVE_INFINITY);
});

test('a name of which no letter is typed is not the nearest, however short it is', () => {
  assert.equal(nearest('xy', ['ab', 'xz']), 'xz');
  assert.equal(nearest('xy', ['ab']), undefined);
});

const text = fc.string({ unit: fc.constantFrom(...'abcé1 '), maxLength: 12 });
const limit = fc.integer({ min: 0, max: 3 });

test('up to two edits are counted exactly, for any texts', () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 2 }), (typed, name, maxEdits) => {
      const cost = costBetween(typed, name, maxEdits);
      const counted = edits(typed, name);
      if (counted > maxEdits) assert.equal(cost, Number.POSITIVE_INFINITY);
      else assert.equal(Math.ceil(cost / EDIT), counted);
    }),
    { numRuns: 5_000 },
  );
});

test('ruling texts out by their letters loses none, for any texts and limit', () => {
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 5 }), limit, (typed, names, maxEdits) => {
      const { units, starts } = packWide(names);
      for (const [i, name] of names.entries()) {
        const [start = 0, end = 0] = [starts[i], starts[i + 1]];
        const cost = costByLetters(units, start, end, typedText(typed), maxEdits);
        assert.equal(cost, costBetween(typed, name, maxEdits));
      }
    }),
    { numRuns: 2_000 },
  );
});
