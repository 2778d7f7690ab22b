/** What people send: photos of phones with many pixels, small crops; and bombs, which stay refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { decodePicture, LargePicture } from '../../../src/scan/decode/decode-picture.ts';

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7088a0' }, limitInputPixels: false });

/** A small JPEG whose head claims to be larger. */
async function claiming(width: number, height: number, progressive: boolean): Promise<Buffer> {
  const jpeg = await flat(160, 120).jpeg({ progressive }).toBuffer();
  const head = jpeg.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]));
  jpeg.writeUInt16BE(height, head + 5);
  jpeg.writeUInt16BE(width, head + 7);
  return jpeg;
}

const refusal = async (bytes: Uint8Array): Promise<string> => {
  const error = await decodePicture(bytes, 640).then(
    () => new Error('it was decoded'),
    (thrown: Error) => thrown,
  );
  return error.message;
};

test('a JPEG of a phone with more than 40 megapixels is shrunk while it is read; other forms of so many are refused', async () => {
  const { width, height } = await decodePicture(await flat(8160, 6120).jpeg().toBuffer(), 640);
  assert.deepEqual([width, height], [640, 480]);
  assert.match(await refusal(await claiming(8160, 6120, true)), /at most 40 megapixels/);
  assert.match(await refusal(await claiming(16_000, 12_600, false)), /at most 200 megapixels/);
  // The bound is told that holds for its kind.
  assert.match(await refusal(await claiming(16_000, 12_600, true)), /at most 40 megapixels/);
});

test('whoever takes no large picture is asked before it is decoded, and hears his own refusal', async () => {
  const refuse = () => {
    throw new LargePicture('elsewhere');
  };
  await assert.rejects(decodePicture(await claiming(6000, 6000, true), 640, refuse), LargePicture);
  assert.equal(
    (await decodePicture(await flat(640, 480).jpeg({ progressive: true }).toBuffer(), 640, refuse)).width,
    640,
  );
});

test('a crop of 64 pixels on its short side is read, a smaller one is told so', async () => {
  assert.equal((await decodePicture(await flat(64, 90).png().toBuffer(), 640)).width, 64);
  assert.match(await refusal(await flat(63, 90).png().toBuffer()), /at least 64 pixels/);
});

/** A photo with something on every line. */
const patterned = async (width: number, height: number): Promise<Buffer> => {
  const data = Uint8Array.from(
    { length: 3 * width * height },
    (_, i) => (((i * 2_654_435_761) >>> 24) & 63) + ((i >> 9) & 127),
  );
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
};

test('a JPEG of which the last hundredths are missing is read, one that was cut in half is not', async () => {
  const jpeg = await patterned(600, 800);
  const { width, height } = await decodePicture(jpeg.subarray(0, Math.floor(0.97 * jpeg.length)), 640);
  assert.deepEqual([width, height], [480, 640]);
  assert.match(await refusal(jpeg.subarray(0, jpeg.length >> 1)), /not a picture that can be decoded/);
});

test('AVIF of too many pixels is told what to send instead', async () => {
  const avif = await flat(2400, 2400).avif({ effort: 0 }).toBuffer();
  assert.match(await refusal(avif), /smaller, or as a JPEG/);
});

test('grey pictures, those with transparent places and those in the inks of print come in red, green and blue', async () => {
  const grey = () => sharp(Buffer.alloc(100 * 120, 90), { raw: { width: 100, height: 120, channels: 1 } });
  const transparent = () => sharp(Buffer.alloc(2 * 100 * 120, 0), { raw: { width: 100, height: 120, channels: 2 } });
  const pictures = [
    await grey().toColourspace('b-w').jpeg().toBuffer(),
    await grey().toColourspace('b-w').png().toBuffer(),
    await grey().toColourspace('grey16').png().toBuffer(),
    await flat(100, 120).toColourspace('cmyk').jpeg().toBuffer(),
  ];
  for (const picture of pictures) {
    const { width, height, data } = await decodePicture(picture, 640);
    assert.equal(data.length, 3 * width * height);
  }
  const { data } = await decodePicture(await transparent().toColourspace('b-w').png().toBuffer(), 640);
  assert.deepEqual(data, Buffer.alloc(3 * 100 * 120, 255));
});
