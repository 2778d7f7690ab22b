/** How the console tells what a game prints on its cards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownFacts, unsaid } from '../../../console/src/cards/own-facts.ts';

const named = (field: string) => field.toUpperCase();

test('lists are told with commas, whatever sign their source has; a sentence keeps its own', () => {
  const facts = ownFacts(named, {
    subtypes: 'Supernovas;Straw Hat Crew',
    keywords: ['Shift', 'Evasive'],
    text: 'a; b',
  });
  assert.deepEqual(facts, [
    ['SUBTYPES', 'Supernovas, Straw Hat Crew'],
    ['KEYWORDS', 'Shift, Evasive'],
    ['TEXT', 'a; b'],
  ]);
});

test('yes and no are words; ids and what is made of parts are left out', () => {
  const facts = ownFacts(named, { inkwell: true, foil: false, oracle_id: 'x', faces: [{ name: 'a' }], empty: [] });
  assert.deepEqual(facts, [
    ['INKWELL', 'yes'],
    ['FOIL', 'no'],
  ]);
});

test('what the game says in its own word is not told twice', () => {
  const general = [
    ['Category', 'Leader'],
    ['Types', 'Red, Green'],
    ['Stage', null],
  ] as const;
  const own = ownFacts(named, { color: 'Red;Green', power: 5000 });
  assert.deepEqual(unsaid(general, own), [
    ['Category', 'Leader'],
    ['Stage', null],
  ]);
});
