/** When a rule of a watch is true: each bound with the last amount inside it and the first one outside. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireShape } from '../../../src/catalog/words/required-shape.ts';
import { checkRules, isTrue, speaks, WatchRule } from '../../../src/events/watches/watch-rules.ts';
import { fields as lorcanaFields } from '../../../src/games/lorcana/fields.ts';
import { fields as pokemonFields } from '../../../src/games/pokemon/fields.ts';
import { GAME } from '../../support/stages/game.ts';

/** Amounts by day; the days of a series need not follow on each other. */
const series = (amounts: Record<number, number>) => ({
  days: Int32Array.from(Object.keys(amounts).map(Number)),
  cents: Int32Array.from(Object.values(amounts)),
});
const when = (rule: Partial<WatchRule>): WatchRule => ({ cards: ['a'], ...rule });
const truths = (rule: Partial<WatchRule>, ...all: Record<number, number>[]) =>
  all.map((amounts) => isTrue(when(rule), series(amounts)));

test('the id of a product is one that a store has a number for', () => {
  for (const products of [[2 ** 31], [1e20], [0], [-1]]) {
    assert.throws(
      () => requireShape(WatchRule, { products, above: 1 }),
      /products\.0 must be [<>]= \d+/,
      `${products}`,
    );
  }
  requireShape(WatchRule, { products: [1, 2 ** 31 - 1], above: 1 });
});

test('above and below are true beyond so many cents, not at them', () => {
  assert.deepEqual(truths({ above: 500 }, { 1: 500 }, { 1: 501 }), [false, true]);
  assert.deepEqual(truths({ below: 500 }, { 1: 500 }, { 1: 499 }), [false, true]);
});

test('moved is true from so many percent or cents on, up or down', () => {
  const percent = { moved: { percent: 20, days: 7 } };
  assert.deepEqual(truths(percent, { 1: 100, 2: 119 }, { 1: 100, 2: 120 }, { 1: 100, 2: 81 }, { 1: 100, 2: 80 }), [
    ...[false, true],
    ...[false, true],
  ]);
  const amount = { moved: { amount: 20, days: 7 } };
  assert.deepEqual(truths(amount, { 1: 100, 2: 119 }, { 1: 100, 2: 120 }, { 1: 100, 2: 81 }, { 1: 100, 2: 80 }), [
    ...[false, true],
    ...[false, true],
  ]);
});

test('days count up to and with the newest amount, and 1 means against the day before', () => {
  const within = (days: number) => ({ moved: { amount: 50, days } });
  // The first of seven days is the second of these eight.
  assert.deepEqual(truths(within(7), { 2: 100, 8: 150 }, { 1: 100, 2: 150, 8: 150 }), [true, false]);
  assert.deepEqual(truths(within(1), { 7: 100, 8: 150 }, { 6: 100, 8: 150 }), [true, false]);
});

test('a new low lies below all others of so many days, not at the lowest; a high above all', () => {
  assert.deepEqual(truths({ new_low: 3 }, { 2: 100, 3: 120, 4: 100 }, { 2: 100, 3: 120, 4: 99 }), [false, true]);
  assert.deepEqual(truths({ new_high: 3 }, { 2: 120, 3: 100, 4: 120 }, { 2: 120, 3: 100, 4: 121 }), [false, true]);
  // What lies further back says nothing, and an amount without others is no low.
  assert.deepEqual(truths({ new_low: 3 }, { 1: 90, 3: 120, 4: 99 }, { 1: 90, 4: 89 }), [true, false]);
});

test('a rule speaks when it becomes true, of an amount that is another, and never of the first', () => {
  const says = (...amounts: number[]) => speaks(when({ above: 500 }), series({ ...amounts }));
  assert.deepEqual([says(600), says(500, 501), says(501, 502), says(400, 500)], [false, true, false, false]);
  const low = (...amounts: number[]) => speaks(when({ new_low: 9 }), series({ ...amounts }));
  assert.deepEqual([low(9, 8), low(9, 8, 7), low(9, 9)], [true, false, false]);
});

test('a filter in a field that games mean otherwise is one of the game whose run asks it', async () => {
  const games = [
    { ...GAME, name: 'pokemon', fields: pokemonFields },
    { ...GAME, name: 'lorcana', fields: lorcanaFields },
  ];
  for (const filter of ['hp>=100 type:fire', 'ink:amber type:song', 'hp>=100']) {
    await checkRules([{ filter, above: 1 }], games);
  }
  await assert.rejects(checkRules([{ filter: 'loree>1', above: 1 }], games), /loree is no field here \(lore is\)/);
});
