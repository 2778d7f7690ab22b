/** Printings of one artwork under a finer look: a small mark tells them apart, another scan of the same print does not. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { rankSameArtwork } from '../../../src/scan/compare/artwork-printings.ts';
import { checkedArtworks } from '../../../src/scan/compare/artworks.ts';
import { identifyPhoto } from '../../../src/scan/compare/identify.ts';
import { keptCard, knownAt } from '../../../src/scan/compare/verify.ts';
import { describePicture, uprightQuad } from '../../../src/scan/describe/describe.ts';
import { detailOf } from '../../../src/scan/describe/detail.ts';
import { defaultModel } from '../../../src/scan/describe/model.ts';
import { VectorIndex } from '../../../src/scan/describe/vector-index.ts';
import { planesOf, pyramidOf } from '../../../src/scan/photo/planes.ts';
import type { Raster } from '../../../src/scan/photo/raster.ts';
import { type Mark, marked, shapes } from '../../support/stages/pictured-catalog.ts';

const model = defaultModel();

async function rasterOf(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** The print as somebody else scanned it: cropped a little, lit otherwise, softer, packed. */
async function rescanned(mark: Mark): Promise<Sharp> {
  const print = await (await marked(4, mark)).extract({ left: 2, top: 1, width: 297, height: 417 }).png().toBuffer();
  return sharp(
    await sharp(print).resize(300, 420, { fit: 'fill' }).gamma(1.2).blur(0.5).jpeg({ quality: 80 }).toBuffer(),
  );
}

/** A photo of the print, poor and a little off. */
async function photographed(mark: Mark): Promise<Raster> {
  const print = await (await marked(4, mark)).resize(350, 490).png().toBuffer();
  const beside = { top: 6, bottom: 3, left: 4, right: 5, background: '#665544' };
  return rasterOf(sharp(await sharp(print).extend(beside).linear(0.8, 12).blur(0.9).jpeg({ quality: 60 }).toBuffer()));
}

type Detail = Uint8Array | undefined;

/** The artwork whose printings are these pictures, told on the photo; `kept` is what there is of each in full. */
async function rankedOn(photo: Raster, pictures: readonly Sharp[], kept = (detail: Detail, _row: number) => detail) {
  const index = new VectorIndex(model.dimensions);
  const pyramid = pyramidOf(planesOf(photo));
  const details: Detail[] = [];
  const known = [];
  for (const [row, picture] of pictures.entries()) {
    const raster = await rasterOf(picture);
    const { vector, thumbnail } = describePicture(raster, model);
    index.upsert(row, vector);
    details.push(kept(await detailOf(raster), row));
    const candidate = { row, reference: row, similarity: 1, quad: uprightQuad(photo) };
    known.push(knownAt(candidate, keptCard(index.vectorOf(row) ?? assert.fail(), thumbnail), pyramid, model));
  }
  const [artwork] = checkedArtworks([known]);
  assert.ok(artwork);
  const before = artwork.map(({ row, printing }) => [row, printing]);
  await rankSameArtwork(artwork, pyramid, { detailsOf: (rows) => rows.map((row) => details[row]) });
  const after = artwork.map(({ row, printing }) => [row, printing] as const);
  return { before, after: after.toSorted(([, a], [, b]) => b - a) };
}

suite('same-artwork printings', () => {
  test('a set mark of 2 mm tells which of two scans a photo shows', async () => {
    for (const mark of ['square', 'triangle'] as const) {
      const pictures = [await rescanned('square'), await marked(4, 'triangle')];
      const { after } = await rankedOn(await photographed(mark), pictures);
      assert.equal(after[0]?.[0], mark === 'square' ? 0 : 1, mark);
      assert.ok((after[0]?.[1] ?? 0) - (after[1]?.[1] ?? 0) > 150 * Math.log(9), `${mark}: ${after}`);
    }
  });

  test('windows of one photo err together: four marks that agree count as two, not as four', async () => {
    const gapOf = async (marks: number) => {
      const drawn = async (mark: Mark) => {
        const shown = sharp(await (await marked(4, mark)).png().toBuffer());
        const corner = await (await marked(4, mark))
          .extract({ left: 15, top: 392, width: 32, height: 24 })
          .png()
          .toBuffer();
        const beside = Array.from({ length: marks - 1 }, (_, at) => ({ input: corner, left: 85 + 70 * at, top: 392 }));
        return sharp(await shown.composite(beside).removeAlpha().png().toBuffer());
      };
      const pictures = [await drawn('square'), await drawn('triangle')];
      const { after } = await rankedOn(await rasterOf(await drawn('square')), pictures);
      return (after[0]?.[1] ?? 0) - (after[1]?.[1] ?? 0);
    };
    const ratio = (await gapOf(4)) / (await gapOf(1));
    assert.ok(ratio > 1.6 && ratio < 2.4, `${ratio}`);
  });

  test('a stamp that only one of them has is missed where it is not', async () => {
    for (const mark of ['none', 'square'] as const) {
      const { after } = await rankedOn(await photographed(mark), [await marked(4, 'square'), await rescanned('none')]);
      assert.equal(after[0]?.[0], mark === 'square' ? 0 : 1, mark);
    }
  });

  test('two scans of one print are as likely as each other, beside a third that is told', async () => {
    const pictures = [await marked(4, 'square'), await rescanned('square'), await marked(4, 'triangle')];
    const { after } = await rankedOn(await photographed('square'), pictures);
    assert.deepEqual(new Set(after.slice(0, 2).map(([row]) => row)), new Set([0, 1]));
    assert.deepEqual(
      after.slice(0, 2).map(([, printing]) => Math.abs(printing)),
      [0, 0],
    );
    assert.ok((after[2]?.[1] ?? 0) < -150 * Math.log(9));
  });

  test('prints of one drawing in other inks are told by their colours', async () => {
    const hued = sharp(await (await marked(4, 'square')).modulate({ hue: 60 }).png().toBuffer());
    const { after } = await rankedOn(await photographed('square'), [hued, await rescanned('square')]);
    assert.equal(after[0]?.[0], 1);
    assert.ok((after[1]?.[1] ?? 0) < -150 * Math.log(9), `${after}`);
  });

  test('where only one of them is kept in full, or what is kept is damaged, all stay as they are', async () => {
    const pictures = [await marked(4, 'square'), await marked(4, 'triangle')];
    const photo = await photographed('square');
    const small = await sharp(await (await marked(4, 'none')).resize(100, 100).webp().toBuffer()).toBuffer();
    const keeps: ((detail: Detail, row: number) => Detail)[] = [
      (detail, row) => (row === 0 ? detail : undefined),
      (detail) => detail?.subarray(0, detail.length / 2),
      () => Uint8Array.of(),
      () => small,
    ];
    for (const kept of keeps) {
      const { before, after } = await rankedOn(photo, pictures, kept);
      assert.deepEqual(
        after,
        before.toSorted(([, a = 0], [, b = 0]) => b - a),
      );
    }
  });

  test('two that are kept in full are told beside a third that is not', async () => {
    const pictures = [await marked(4, 'square'), await marked(4, 'triangle'), await rescanned('none')];
    for (const mark of ['square', 'triangle'] as const) {
      const { after } = await rankedOn(await photographed(mark), pictures, (detail, row) =>
        row < 2 ? detail : undefined,
      );
      const [first, second] = after.filter(([row = 2]) => row < 2);
      assert.equal(first?.[0], mark === 'square' ? 0 : 1, mark);
      assert.ok((first?.[1] ?? 0) - (second?.[1] ?? 0) > 150 * Math.log(9), `${mark}: ${after}`);
    }
  });
});

test('printings are looked at closely where their artwork is answered, and nowhere else', async () => {
  const index = new VectorIndex(model.dimensions);
  const pictures = [await rasterOf(await marked(4, 'square')), await rasterOf(await marked(4, 'triangle'))];
  const thumbnails = pictures.map((picture, row) => {
    const { vector, thumbnail } = describePicture(picture, model);
    index.upsert(row, vector);
    return thumbnail;
  });
  let looks = 0;
  const detailsOf = (rows: readonly number[]) => {
    looks += 1;
    return rows.map(() => undefined);
  };
  const catalog = {
    model,
    index,
    detailsOf,
    thumbnailsOf: (rows: readonly number[]) => rows.map((row) => thumbnails[row]),
  };
  const stranger = await rasterOf(sharp(await shapes(77).png().toBuffer()));
  assert.deepEqual((await identifyPhoto(stranger, catalog)).matches, []);
  assert.equal(looks, 0);
  assert.equal((await identifyPhoto(await photographed('square'), catalog)).matches.length, 2);
  assert.equal(looks, 1);
});
