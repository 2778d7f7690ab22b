/** What is answered: the floor, one confident match, a close race of up to five, same-artwork printings that share. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceOf } from '../../../src/scan/compare/evidence.ts';
import { verdictOn } from '../../../src/scan/compare/verdict.ts';
import type { Checked } from '../../../src/scan/compare/verify.ts';
import type { ScanModel } from '../../../src/scan/describe/model.ts';

const checked = (row: number, printing = 0): Checked => ({
  row,
  reference: row,
  even: new Float32Array(96 * 132),
  quad: [
    [0, 0],
    [70, 0],
    [70, 100],
    [0, 100],
  ],
  likeness: 0.9,
  agreement: 0.9,
  coarse: new Float32Array(88).fill(0.9),
  drawn: () => ({ light: new Float32Array(24).fill(0.9), blown: new Float32Array(24), colour: 0.9 }),
  colour: 0.9,
  sharpness: 0,
  blown: 0,
  printing,
  inks: 0,
});

/** A model that gives every best artwork this probability. */
const saying = (probability: number): ScanModel => ({
  version: 'test',
  dimensions: 1,
  mean: new Float32Array(),
  projection: new Float32Array(),
  calibration: [...evidenceOf([[checked(0)]]).fill(0), Math.log(probability / (1 - probability))],
});

test('nothing that clears the confidence floor is an empty answer', () => {
  assert.deepEqual(verdictOn([], saying(0.99)).matches, []);
  assert.deepEqual(verdictOn([[checked(1)], [checked(2)]], saying(0.69)).matches, []);
});

test('a place that is white all over is no card, whatever it is like', () => {
  const white = [[{ ...checked(1), blown: 0.96 }], [checked(2)]];
  assert.deepEqual(verdictOn(white, saying(0.99)).matches, []);
  const overexposed = [[{ ...checked(1), blown: 0.9 }], [checked(2)]];
  assert.equal(verdictOn(overexposed, saying(0.99)).matches.length, 1);
});

test('a confident scan returns one match', () => {
  const { matches } = verdictOn([[checked(1)], [checked(2)], [checked(3)]], saying(0.95));
  assert.equal(matches.length, 1);
  assert.equal(matches[0]?.row, 1);
  assert.ok(Math.abs((matches[0]?.score ?? 0) - 0.95) < 1e-9);
});

test('from 0.7 on a card is answered, from 0.9 on it is answered alone', () => {
  const artworks = [[checked(1)], [checked(2)]];
  const answered = [0.699, 0.701, 0.899, 0.901].map(
    (probability) => verdictOn(artworks, saying(probability)).matches.length,
  );
  assert.deepEqual(answered, [0, 2, 2, 1]);
});

test('a printing that agrees better by 150 is e times as probable as its same-artwork printing', () => {
  const [one, other] = verdictOn([[checked(4, 150), checked(9)]], saying(0.98)).matches;
  assert.ok(Math.abs((one?.score ?? 0) / (other?.score ?? 1) - Math.E) < 1e-9);
});

test('a close race returns up to five, best first, the scores no more than 1 together', () => {
  const { matches } = verdictOn(
    [1, 2, 3, 4, 5, 6, 7].map((row) => [checked(row)]),
    saying(0.75),
  );
  assert.equal(matches.length, 5);
  assert.equal(matches[0]?.row, 1);
  const scores = matches.map(({ score }) => score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
  assert.ok(scores.reduce((sum, score) => sum + score, 0) <= 1);
});

test('same-artwork printings of one artwork come together and share its probability', () => {
  const { matches } = verdictOn([[checked(4), checked(9)], [checked(2)]], saying(0.98));
  assert.deepEqual(matches.map(({ row }) => row).sort(), [4, 9]);
  assert.ok(Math.abs(matches.reduce((sum, { score }) => sum + score, 0) - 0.98) < 1e-9);
  assert.ok(Math.abs((matches[0]?.score ?? 0) - 0.49) < 1e-9);
});

test('a confident scan returns one match though the artwork has same-artwork printings, its score the share that is its own', () => {
  const { matches } = verdictOn([[checked(4), checked(9, 1200), checked(5)], [checked(2)]], saying(0.99));
  assert.deepEqual(
    matches.map(({ row }) => row),
    [9],
  );
  assert.ok(Math.abs((matches[0]?.score ?? 0) - 0.99) < 0.001);
});

test('an artwork is sure and its printing is not: all that may be it are listed, no rival beside them', () => {
  const { matches } = verdictOn([[checked(4, 200), checked(9), checked(5, 150)], [checked(2)]], saying(0.99));
  assert.deepEqual(
    matches.map(({ row }) => row),
    [4, 5, 9],
  );
});

test('each of several matches cleared the floor of a candidate', () => {
  const twins = verdictOn([[checked(4, 3000), checked(9, 2990), checked(5)]], saying(0.95)).matches;
  assert.deepEqual(
    twins.map(({ row }) => row),
    [4, 9],
  );
  const race = verdictOn([[checked(1, 900), checked(2)], [checked(3, 900), checked(6)], [checked(7)]], saying(0.8));
  assert.deepEqual(race.matches.map(({ row }) => row).sort(), [1, 3, 7]);
});

test('the floor of a candidate keeps out no artwork of a close race, however many race', () => {
  const artworks = Array.from({ length: 8 }, (_, row) => [checked(row)]);
  assert.equal(verdictOn(artworks, saying(0.899)).matches.length, 5);
});
