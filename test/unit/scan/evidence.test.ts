/** What a score is judged by: the card's own picture more than its frame, the lead more than the likeness, and colours. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceOf } from '../../../src/scan/compare/evidence.ts';
import { BLOCKS, isPicture } from '../../../src/scan/compare/light-blocks.ts';
import { probabilityOf } from '../../../src/scan/compare/verdict.ts';
import type { Checked } from '../../../src/scan/compare/verify.ts';
import { defaultModel } from '../../../src/scan/describe/model.ts';

const model = defaultModel();

/** A card after a close look, with this agreement of its frame and of its picture. */
function looked(row: number, likeness: number, frame: number, picture: number, colour = 0.9): Checked {
  const blocks = Float32Array.from({ length: BLOCKS }, (_, block) => (isPicture(block) ? picture : frame));
  const quad = [
    [0, 0],
    [70, 0],
    [70, 100],
    [0, 100],
  ] as const;
  const agreement = Math.max(frame, picture);
  return {
    row,
    reference: row,
    even: new Float32Array(96 * 132),
    quad,
    likeness,
    agreement,
    coarse: blocks,
    drawn: () => ({ light: blocks.filter((_, block) => isPicture(block)), blown: new Float32Array(24), colour }),
    colour,
    sharpness: 0,
    blown: 0,
    printing: 0,
    inks: 0,
  };
}

test('the model that ships has a weight for each measure, and a constant', () => {
  const artworks = [[looked(1, 0.9, 0.9, 0.9)]];
  assert.equal(model.calibration.length, evidenceOf(artworks).length + 1);
  assert.deepEqual(evidenceOf([]), []);
  assert.equal(probabilityOf([], model), 0);
});

test('a card of the same frame with another picture is not accepted, however well the frame agrees', () => {
  const stranger = [[looked(1, 0.55, 0.85, 0.1)], [looked(2, 0.52, 0.85, 0.08)]];
  assert.ok(probabilityOf(stranger, model) < 0.3);
  const known = [[looked(1, 0.75, 0.85, 0.8)], [looked(2, 0.5, 0.85, 0.1)]];
  assert.ok(probabilityOf(known, model) >= 0.9);
});

test('a bad photo lowers likeness for all cards alike, and the card that leads by far is still accepted', () => {
  const bad = [[looked(1, 0.6, 0.6, 0.6)], [looked(2, 0.25, 0.2, 0.05)]];
  assert.ok(probabilityOf(bad, model) >= 0.7);
  const close = [[looked(1, 0.6, 0.6, 0.3)], [looked(2, 0.59, 0.6, 0.3)]];
  assert.ok(probabilityOf(close, model) < 0.5);
});

test('a photo that is sharper or softer than any of the fit is judged like the sharpest and the softest', () => {
  for (const sharpness of [-9, -4, -2, -0.5, 0, 3]) {
    const match = [[{ ...looked(1, 0.95, 0.9, 0.95), sharpness }], [looked(2, 0.5, 0.6, 0.1)]];
    assert.ok(probabilityOf(match, model) >= 0.9, `${sharpness}: ${probabilityOf(match, model)}`);
  }
});

test('the same drawing in other colours is not accepted, however well its light agrees', () => {
  const drawn = (colour: number) => [[looked(1, 0.75, 0.85, 0.85, colour)], [looked(2, 0.4, 0.3, 0.1)]];
  assert.ok(probabilityOf(drawn(0.9), model) >= 0.9);
  assert.ok(probabilityOf(drawn(0.1), model) < 0.7);
});

test('a print whose frame is of other colours is known by those of its drawing', () => {
  const reprint = (drawing: number) => {
    const card = looked(1, 0.85, 0.4, 0.75, 0.3);
    return [[{ ...card, drawn: () => ({ ...card.drawn(), colour: drawing }) }], [looked(2, 0.5, 0.3, 0.1)]];
  };
  assert.ok(probabilityOf(reprint(0.7), model) >= 0.7);
  assert.ok(probabilityOf(reprint(0.3), model) < 0.7);
});

test('what another drawing has by chance, each of its blocks where that fits best, counts for nothing', () => {
  const worst = (picture: number) => evidenceOf([[looked(1, 0.6, 0.5, picture)]])[2] ?? Number.NaN;
  assert.ok(Math.abs(worst(0.2)) < 1e-6);
  assert.ok(worst(0.97) > 0.99 && worst(0.1) < 0);
});

/** The measure of marks comes after the seven and their products. */
const MARKS = 35;
const marksIn = (artworks: Checked[][]): number => evidenceOf(artworks)[MARKS] ?? Number.NaN;

/** Light of a picture with something in every block, other things in those that are given. */
function pattern(seed: number, other: readonly number[] = []): Float32Array {
  const at = (x: number, y: number) => Math.floor(y / 12) * 8 + Math.floor(x / 12);
  return Float32Array.from({ length: 96 * 132 }, (_, i) => {
    const [x, y] = [i % 96, Math.floor(i / 96)];
    const own = other.includes(at(x, y)) ? seed + 1 : seed;
    return Math.sin((x + own) * (0.4 + own)) + Math.cos((y - own) * (0.3 + own));
  });
}

/** Where the drawing agrees with the photo but in the blocks given, of all of the card's. */
function agreeing(card: Checked, less: readonly number[], white: readonly number[] = []): Checked {
  const picture = [...card.coarse.keys()].filter(isPicture);
  const light = Float32Array.from(picture, (block) => (less.includes(block) ? 0.1 : 0.95));
  const blown = Float32Array.from(picture, (block) => (white.includes(block) ? 1 : 0));
  return { ...card, drawn: () => ({ light, blown, colour: 0.9 }) };
}

test('a card of a template is judged by the blocks in which its fellows differ from it', () => {
  const symbol = [19, 20];
  const card = { ...looked(1, 0.9, 0.9, 0.9), even: pattern(0) };
  const fellow = { ...looked(2, 0.85, 0.9, 0.9), even: pattern(0, symbol) };
  const other = { ...looked(3, 0.4, 0.3, 0.1), even: pattern(2) };
  assert.equal(marksIn([[agreeing(card, [])], [fellow], [other]]), 0);
  const withheld = [[agreeing(card, symbol)], [fellow], [other]];
  assert.equal(marksIn(withheld), -8);
  assert.equal(marksIn([[agreeing(card, symbol), fellow]]), -8, 'be the fellow taken for a printing of it');
  const drawings = [3, 4, 5, 6].map((row) => [{ ...other, row, even: pattern(row) }]);
  assert.equal(marksIn([[agreeing(card, symbol)], ...drawings.slice(1), [fellow]]), -8, 'be it the fourth of others');
  assert.equal(marksIn([[agreeing(card, symbol)], ...drawings, [fellow]]), 0, 'further ones are not looked at');
  assert.ok(probabilityOf([[agreeing(card, [])], [fellow], [other]], model) > probabilityOf(withheld, model) + 0.3);
  assert.equal(marksIn([[agreeing(card, [28, 29])], [fellow]]), 0, 'a thumb elsewhere is no other symbol');
  assert.equal(marksIn([[agreeing(card, symbol, symbol)], [fellow]]), 0, 'under a reflection it says nothing');
  assert.equal(marksIn([[agreeing(card, symbol)], [other]]), 0, 'another drawing is no fellow');
  assert.equal(marksIn([[agreeing(card, symbol), { ...card, row: 4 }]]), 0, 'nor is its very picture');
});

test('a model without a weight for marks judges as it did', () => {
  const artworks = [[looked(1, 0.9, 0.9, 0.9)], [looked(2, 0.5, 0.3, 0.1)]];
  const before = { ...model, calibration: [...model.calibration.slice(0, MARKS), model.calibration.at(-1) ?? 0] };
  assert.equal(before.calibration.length, 36);
  assert.equal(probabilityOf(artworks, before), probabilityOf(artworks, model));
});
