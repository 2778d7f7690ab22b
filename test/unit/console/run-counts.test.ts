/** What a run did is said in plain words, and every word of it stands in the glossary. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedInRun, countsText } from '../../../console/src/operator/run-counts.ts';

test('what a run counted is said figure first, without underscores and without what stayed at nothing', () => {
  const counts = { rows: 45_865, duplicates: 0, products_changed: 39, cards_new: 1, articles_asked: 2090, held: 1 };
  assert.equal(
    countsText(counts),
    '45,865 rows read, 39 changed products, 1 new card, 2,090 marketplace products asked for, 1 amount pending',
  );
  assert.equal(countsText({ rows: 0 }), 'nothing changed');
});

test('one thing is named as one, also where the word ends in more than an s', () => {
  const ones = ['series', 'addresses_refused', 'variants_missing', 'passed_over_tokens', 'texts_of_no_card', 'rows'];
  assert.deepEqual(
    ones.map((name) => countedInRun(name, 1)),
    ['1 series', '1 address refused', '1 printing missing', '1 token skipped', '1 text of no card', '1 row read'],
  );
});
