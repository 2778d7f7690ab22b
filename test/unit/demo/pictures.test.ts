/** The demo's pictures: drawn alike everywhere, at the sizes promised, one for each artwork. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { cardFace } from '../../../demo/draw/card/face.ts';
import { CARD_HEIGHT, CARD_WIDTH } from '../../../demo/draw/card/frame.ts';
import { sealedPicture } from '../../../demo/draw/sealed/sealed.ts';
import { textWidth, wrapped } from '../../../demo/draw/text.ts';
import { CARDS as ORBWRIGHT_CARDS, orbwrightCard } from '../../../demo/orbwright/cards.ts';
import { plate } from '../../../demo/orbwright/draw/plate.ts';
import { demoPhoto } from '../../../demo/photo.ts';
import { demoPicture } from '../../../demo/picture.ts';
import { CARDS } from '../../../demo/wickwild/cards.ts';
import { EXPANSIONS, SERIES } from '../../../demo/wickwild/expansions.ts';
import { USD_PRODUCTS } from '../../../demo/wickwild/market/products.ts';

async function sizeOf(path: string): Promise<string> {
  const picture = await demoPicture(path);
  assert.ok(picture !== undefined, path);
  const { format, width, height } = await sharp(picture.bytes).metadata();
  assert.equal(picture.type, `image/${format}`);
  return `${width}x${height}`;
}

test('a card has its picture in both sizes, and a twin of one artwork differs from it only in the frame', async () => {
  assert.equal(await sizeOf('cards/fl1-2/low.jpg'), '245x337');
  assert.equal(await sizeOf('cards/fl1-2/high.jpg'), `${CARD_WIDTH}x${CARD_HEIGHT}`);
  const grey = async (id: string) => {
    const picture = await demoPicture(`cards/${id}/high.jpg`);
    return sharp(picture?.bytes)
      .extract({ left: 60, top: 110, width: 480, height: 280 })
      .greyscale()
      .resize(48, 28)
      .raw()
      .toBuffer();
  };
  const [vultwick, promo, other] = [await grey('fl1-2'), await grey('ks-pr-PR01'), await grey('nt1-018')];
  const distance = (a: Buffer, b: Buffer) =>
    a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
  assert.ok(distance(vultwick, promo) < 6, `twin ${distance(vultwick, promo)}`);
  assert.ok(distance(vultwick, other) > 20, `another card of the same name ${distance(vultwick, other)}`);
});

test('each artwork is a drawing of its own, sound SVG, and the same each time', () => {
  const drawings = new Set<string>();
  const faces = [
    ...CARDS.map((card) => [card.id, cardFace(card)] as const),
    ...ORBWRIGHT_CARDS.map((card) => [card.name, plate(card)] as const),
  ];
  for (const [name, svg] of faces) {
    assert.doesNotMatch(svg, /NaN|undefined|Infinity/, name);
    assert.equal(svg.split('<g').length, svg.split('</g>').length, name);
    drawings.add(createHash('sha256').update(svg).digest('hex'));
  }
  assert.equal(drawings.size, CARDS.length + ORBWRIGHT_CARDS.length);
  const [first] = CARDS;
  assert.ok(first);
  assert.equal(cardFace(first), cardFace(first));
  const seeds = new Set(CARDS.map(({ artwork }) => artwork.seed));
  assert.ok(seeds.size < CARDS.length && seeds.size > CARDS.length - 20, 'a handful of cards share an artwork');
});

test('products, logos and symbols have pictures too', async () => {
  const sealed = USD_PRODUCTS.filter(({ card }) => card === undefined);
  for (const product of sealed) assert.doesNotMatch(sealedPicture(product), /NaN|undefined/, product.name);
  assert.equal(await sizeOf(`products/${sealed[0]?.id}_200w.jpg`), '200x200');
  assert.equal(await sizeOf(`products/${sealed[0]?.id}_in_1000x1000.jpg`), '1000x1000');
  assert.equal(await sizeOf('products/610000_in_1000x1000.jpg'), `${CARD_WIDTH}x${CARD_HEIGHT}`);
  assert.equal(await sizeOf('products/710001_in_1000x1000.jpg'), `${CARD_WIDTH}x${CARD_HEIGHT}`);
  for (const id of [790001, 790002, 790003, 790004, 790005])
    assert.equal(await sizeOf(`products/${id}_in_1000x1000.jpg`), '1000x1000');
  for (const { id } of [...EXPANSIONS, ...SERIES]) assert.equal(await sizeOf(`logos/${id}.jpg`), '720x300');
  for (const { id } of EXPANSIONS) assert.equal(await sizeOf(`symbols/${id}.png`), '128x128');
  assert.equal(await sizeOf('symbols/fl1.jpg'), '128x128');
});

test('the two renditions of one card asked for at once are one drawing', async () => {
  const [low, high] = await Promise.all([demoPicture('cards/ld1-009/low.jpg'), demoPicture('cards/ld1-009/high.jpg')]);
  assert.ok(low && high && low.bytes.length < high.bytes.length);
  assert.equal((await demoPicture('cards/ld1-009/low.jpg'))?.bytes, low.bytes);
});

test('a path without a picture has none', async () => {
  for (const path of [
    '',
    'cards/fl1-2',
    'cards/fl1-2.jpg',
    'cards/nope/low.jpg',
    'cards/fl1-2/low.png',
    'cards/../secret/low.jpg',
    'products/1_200w.jpg',
    'products/710099_200w.jpg',
    'products/610000.jpg',
    'logos/nope.jpg',
    'symbols/fl.png',
    'logos/fl1/low.jpg',
  ])
    assert.equal(await demoPicture(path), undefined, path);
});

test('a card of either game is photographed by the id that it is served under', async () => {
  assert.deepEqual(
    ['orbwright-FMO-003', 'orbwright-GLD-G-01', 'orbwright-710022'].map((id) => orbwrightCard(id)?.name),
    ['Thimblemoon', 'Pell', 'The Quiet Giant (Other Sky)'],
  );
  for (const id of ['fl1-2', 'orbwright-FMO-003']) assert.ok(await demoPhoto(id, 'x'), id);
  for (const id of ['FMO-003', 'orbwright-FMO-010', 'orbwright-710001'])
    assert.equal(await demoPhoto(id, 'x'), undefined, id);
});

test('wrapped lines fit their width and lose no word', () => {
  const words = 'Once during your turn, you may look at the top card of your deck and put it on the bottom.';
  const lines = wrapped(words, 'body', 18, 200);
  assert.equal(lines.join(' '), words);
  for (const line of lines) assert.ok(textWidth(line, 'body', 18) <= 200, line);
});
