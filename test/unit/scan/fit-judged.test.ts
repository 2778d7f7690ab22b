/** What the calibration is learned from: photos from ordinary to past recognition, of known and withheld cards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Judged, withMarks } from '../../../fit/calibration.ts';
import { judgedPhotos, type Seen } from '../../../fit/judged.ts';
import { markedCard } from '../../../fit/marks.ts';
import { badPhoto, photoOfNothing } from '../../../fit/photos.ts';
import { reprinted } from '../../../fit/reprints.ts';
import { perhapsSameDrawing } from '../../../fit/same-drawing.ts';
import { appearanceOf } from '../../../src/scan/compare/appearance.ts';
import { packed, projected, uprightQuad } from '../../../src/scan/describe/describe.ts';
import { featuresOf } from '../../../src/scan/describe/features.ts';
import { defaultModel } from '../../../src/scan/describe/model.ts';
import { planesOf, pyramidOf } from '../../../src/scan/photo/planes.ts';
import type { Raster } from '../../../src/scan/photo/raster.ts';
import { rectified } from '../../../src/scan/photo/rectify.ts';
import { keptOf, thumbnailOf } from '../../../src/scan/photo/thumbnail.ts';
import { drawnCard } from '../../support/made/drawn-cards.ts';

const model = defaultModel();
const cards = Array.from({ length: 12 }, (_, i) => drawnCard(i + 1));

const viewOf = (card: Raster) => rectified(pyramidOf(planesOf(card)), uprightQuad(card));

function seenOf(card: Raster): Seen {
  const view = viewOf(card);
  return { features: featuresOf(view), thumbnail: thumbnailOf(view), small: card };
}

/** The same drawing in other colours, as a shiny printing shows it. */
function shiny({ data, ...card }: Raster): Raster {
  const other = Uint8Array.from(data, (value, i) => Math.min(255, 40 + 0.8 * value + (i % 3 === 0 ? 30 : -20)));
  return { ...card, data: other };
}

/** The same drawing in colours so far off that it is no printing of the card: red and blue change places. */
const sibling = ({ data, ...card }: Raster): Raster => ({
  ...card,
  data: data.map((_, i) => data[i + 2 - 2 * (i % 3)] ?? 0),
});

const photographed = [1, 4, 7, 10, 1, 4, 7, 10, 2];

const plain = (judged: readonly Judged[]) => judged.filter(({ weight }) => weight === undefined);

test('each photo is judged with its card in the catalog and without, and only the former can be right', async () => {
  const judged = await judgedPhotos(cards.map(seenOf), photographed, model, { seed: 3 });
  const ofCards = judged.slice(0, 2 * photographed.length);
  assert.ok(ofCards.filter(({ right }, i) => right && i % 2 === 0).length >= 3);
  assert.ok(ofCards.every(({ right }, i) => !right || i % 2 === 0));
  const again = await judgedPhotos(cards.map(seenOf), [1], model, { seed: 3 });
  assert.deepEqual(again.slice(0, 2), judged.slice(0, 2));
});

test('photos that show no card are judged too, and none of them is right', async () => {
  const judged = await judgedPhotos(cards.map(seenOf), [2], model, { seed: 11 });
  assert.equal(judged.length, 3);
  assert.equal(judged[2]?.right, false);
  for (const seed of [1, 2, 3, 4]) {
    const { width, height, data } = photoOfNothing(seed, 1);
    assert.equal(data.length, 3 * width * height);
  }
});

test('a withheld card is not found as the same drawing in other colours', async () => {
  const seen = [...cards, shiny(cards[4] ?? drawnCard(0))].map(seenOf);
  const [known, without] = await judgedPhotos(seen, [4, 4], model, { seed: 5 });
  const [likeness = 0] = known?.evidence ?? [];
  const [withheld = 1] = without?.evidence ?? [];
  assert.ok(likeness - withheld > 0.2, `${likeness} with the card, ${withheld} without`);
});

test('one photo in three is of a card whose drawing is there in other colours, judged against that too, which counts for more', async () => {
  const [, , , , card = drawnCard(0)] = cards;
  const seen = [...cards, sibling(card)].map(seenOf);
  const judged = await judgedPhotos(seen, [4, 1, 7, 10, 1, 7], model, { seed: 5 });
  const heavy = judged.filter(({ weight }) => weight !== undefined);
  assert.equal(heavy.length, 2);
  assert.ok(heavy.every(({ right, weight = 1 }) => !right && weight > 10));
  assert.ok((heavy[0]?.evidence[0] ?? 0) > (plain(judged)[1]?.evidence[0] ?? 1));
});

test('the same drawing in other colours is told from another card', () => {
  const likened = (card: Raster) => {
    const view = viewOf(card);
    const vector = new Int8Array(packed(projected(featuresOf(view), model)).buffer);
    const length = Math.hypot(...vector);
    return {
      vector: Float32Array.from(vector, (value) => value / length),
      appearance: () => appearanceOf(keptOf(view)),
    };
  };
  const [first, ...others] = cards.map(likened);
  assert.ok(first);
  assert.ok(perhapsSameDrawing(first, likened(shiny(cards[0] ?? drawnCard(0)))));
  assert.ok(!others.some((other) => perhapsSameDrawing(first, other)));
});

test('another print differs plainly and is still the card before all others', () => {
  const [card, frame, ...others] = cards;
  assert.ok(card && frame);
  const vectorOf = (picture: Raster) => projected(featuresOf(viewOf(picture)), model);
  const alike = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const print = reprinted(card, frame, seed);
    const changed = print.data.filter((value, i) => Math.abs(value - (card.data[i] ?? 0)) > 12).length;
    assert.ok(changed > 0.03 * card.data.length, `${changed} of ${card.data.length} numbers by seed ${seed}`);
    assert.deepEqual(reprinted(card, frame, seed), print);
    const own = alike(vectorOf(print), vectorOf(card));
    assert.ok(others.every((other) => alike(vectorOf(print), vectorOf(other)) < own));
  }
});

test('the worse a photo is to be, the farther it is from a clean one', () => {
  const [card] = cards;
  assert.ok(card);
  for (const seed of [1, 2, 3]) {
    const clean = badPhoto(card, seed, 0);
    const distance = ({ data }: Raster): number =>
      data.reduce((sum, value, i) => sum + Math.abs(value - (clean.data[i] ?? 0)), 0);
    assert.ok(distance(badPhoto(card, seed, 3)) > distance(badPhoto(card, seed, 0.4)));
    assert.deepEqual(badPhoto(card, seed).data, badPhoto(card, seed, 1).data);
  }
});

test('a card of a template is withheld alone, and its fellow has another mark', async () => {
  const [card = drawnCard(0), , other = drawnCard(0), another = drawnCard(0), third = drawnCard(0)] = cards;
  const family = [other, another, third].map((mark, member) => markedCard(card, mark, 27, member));
  const [one, two] = family;
  const differs = one?.data.filter((value, i) => value !== two?.data[i]).length ?? 0;
  assert.ok(differs > 0 && differs < 0.25 * (one?.data.length ?? 0), `${differs} differ`);
  const judged = await judgedPhotos([...cards, ...family].map(seenOf), [], model, { seed: 5, marked: [12] });
  assert.deepEqual(
    judged.map(({ right, marked }) => [right, marked]),
    [
      [true, true],
      [false, true],
    ],
  );
  const [marks = 0, withheld = 0] = judged.map(({ evidence }) => evidence.at(-1) ?? Number.NaN);
  assert.ok(withheld < marks - 0.5, `${withheld} withheld, ${marks} there`);
});

test('the weight of marks is what tells cards of templates apart, and changes no other weight', () => {
  const sure = (marks: number, right: boolean): Judged => ({ evidence: [1, marks], right, marked: true });
  const judged = [0, -0.1, -0.2, -2]
    .map((marks) => sure(marks, true))
    .concat([-8, -3, -1].map((marks) => sure(marks, false)));
  const [first, marks = 0, constant] = withMarks([4, 0.5], judged);
  assert.deepEqual([first, constant], [4, 0.5]);
  assert.ok(marks > 1 && marks < 10, `${marks}`);
});
