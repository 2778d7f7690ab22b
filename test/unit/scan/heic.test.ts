/** HEIC in the forms of phones, where libheif-js is installed: right in colour and place, within bounds, never decoded where it claims too much. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { before, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { decodePicture, LargePicture } from '../../../src/scan/decode/decode-picture.ts';
import type { Raster } from '../../../src/scan/photo/raster.ts';
import * as made from '../../support/made/made-heic.ts';
import { shapes } from '../../support/stages/pictured-catalog.ts';

const SIDE = 320;
const tiles = made.codedIn('tiles');
const [single] = made.codedIn('single') as [made.Coded];
const [tenBits] = made.codedIn('ten-bits') as [made.Coded];
const [flat] = made.codedIn('flat') as [made.Coded];
const [giant] = made.codedIn('sixteen-megapixels') as [made.Coded];
let drawn: Buffer;
before(async () => {
  drawn = await shapes(0).png().toBuffer();
});

const decoded = (bytes: Uint8Array) => decodePicture(bytes, SIDE);
const refusal = async (bytes: Uint8Array): Promise<string> =>
  decoded(bytes).then(
    () => 'it was decoded',
    (error: Error) => error.message,
  );

/** How far two pictures of one size are from each other in the mean, of 255. */
async function distance(picture: Raster, other: Sharp): Promise<number> {
  const { width, height, data } = picture;
  const { data: wanted, info } = await other
    .resize({ width: SIDE, height: SIDE, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([width, height], [info.width, info.height]);
  return data.reduce((sum, value, at) => sum + Math.abs(value - (wanted[at] ?? 0)), 0) / data.length;
}

const shown = async (bytes: Uint8Array, other: Sharp): Promise<void> => {
  const far = await distance(await decoded(bytes), other);
  assert.ok(far < 3, `${far} of 255 apart`);
};

/** What a picture's numbers are in sRGB if they are meant in Display P3. */
async function inP3(bytes: Buffer): Promise<Sharp> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const curved = (value: number) => (value <= 0.003_130_8 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
  const rgb = Uint8ClampedArray.from(data, (_, at) => {
    const of = (row: readonly number[]) =>
      row.reduce((sum, share, band) => sum + share * linear((data[at - (at % 3) + band] ?? 0) / 255), 0);
    return 255 * curved(Math.max(0, of(P3_TO_SRGB[at % 3] ?? [])));
  });
  return sharp(rgb, { raw: { width: info.width, height: info.height, channels: 3 } });
}

const P3_TO_SRGB = [
  [1.2249, -0.2247, 0],
  [-0.042, 1.0419, 0],
  [-0.0196, -0.0786, 1.0979],
];

test('one picture, by whatever brand its file goes', async () => {
  for (const brands of [
    ['heic', 'mif1', 'heic'],
    ['mif1', 'mif1', 'heic'],
    ['heix', 'mif1', 'heix'],
    ['mif1', 'mif1', 'miaf'],
  ]) {
    await shown(made.heic([made.picture(single, 300, 420)], brands), sharp(drawn));
  }
});

test('10 bits, as Samsung and newer iPhones write', async () => {
  await shown(made.heic([made.picture(tenBits, 300, 420)], ['heix', 'mif1', 'heix']), sharp(drawn));
});

test('an iPhone: tiles, a turn that its EXIF says too, a thumbnail, depth, colours of Display P3', async () => {
  const { icc } = await sharp(await sharp(drawn).withIccProfile('p3').png().toBuffer()).metadata();
  assert.ok(icc);
  const whole = made.grid(tiles, 1020, 1428, made.turned(3), made.profiled(icc));
  const file = made.heic([
    ...whole,
    { ...made.picture(flat, 128, 128), refers: ['thmb', [0]] },
    {
      ...made.picture(flat, 128, 128, made.auxiliary('urn:com:apple:photo:2020:aux:hdrgainmap')),
      refers: ['auxl', [0]],
      isHidden: true,
    },
    { kind: 'Exif', data: made.exif(6), refers: ['cdsc', [0]] },
  ]);
  const turned = await sharp(drawn).rotate(90).toBuffer();
  await shown(file, await inP3(turned));
  // Without the profile the numbers are sRGB's.
  await shown(made.heic(made.grid(tiles, 1020, 1428, made.turned(3))), sharp(turned));
});

test('an Android: the range of television, by the matrix that the file names', async () => {
  const file = (...more: Uint8Array[]) => made.heic([made.picture(flat, 128, 128, ...more)]);
  const middle = async (bytes: Buffer) => [...(await decoded(bytes)).data.subarray(0, 3)];
  const isNear = (found: number[], wanted: number[]) =>
    assert.ok(
      wanted.every((value, at) => Math.abs(value - (found[at] ?? 0)) <= 3),
      `${found}`,
    );
  // 112, 136, 160 is 131.6, 144.0, 114.1 by BT.601 in full range.
  isNear(await middle(file()), [112, 136, 160]);
  isNear(await middle(file(made.coloured(6, true))), [112, 136, 160]);
  isNear(await middle(file(made.coloured(6, false))), [112, 140, 167]);
  isNear(await middle(file(made.coloured(1, false))), [110, 139, 168]);
  isNear(await middle(file(made.coloured(9, true))), [111, 137, 162]);
});

test('every turn and mirroring, and both in their order; of a small picture as of tiles', async () => {
  const turns: [properties: Uint8Array[], same: (image: Sharp) => Sharp][] = [
    [[made.turned(1)], (image) => image.rotate(270)],
    [[made.turned(2)], (image) => image.rotate(180)],
    [[made.turned(3)], (image) => image.rotate(90)],
    [[made.mirrored(0)], (image) => image.flip()],
    [[made.mirrored(1)], (image) => image.flop()],
  ];
  for (const [properties, same] of turns) {
    await shown(made.heic(made.grid(tiles, 1020, 1428, ...properties)), sharp(await same(sharp(drawn)).toBuffer()));
  }
  await shown(
    made.heic([made.picture(single, 300, 420, made.turned(1))]),
    sharp(await sharp(drawn).rotate(270).toBuffer()),
  );
  const both = sharp(
    await sharp(await sharp(drawn).rotate(270).toBuffer())
      .flop()
      .toBuffer(),
  );
  await shown(made.heic(made.grid(tiles, 1020, 1428, made.turned(1), made.mirrored(1))), both);
});

test('twelve megapixels in tiles are read within the memory that one of sixteen is refused for', async () => {
  const { width, height } = await decoded(made.heic(made.grid(tiles, 4032, 3024)));
  assert.deepEqual([width, height], [320, 240]);
  assert.match(
    await refusal(made.heic([made.picture(giant, 4000, 4000)])),
    /not in tiles may have at most 12 megapixels/,
  );
});

test('a file that claims too much is refused by its head, one that lies by its first tile', async () => {
  assert.match(await refusal(made.heic(made.grid(tiles, 100_000, 100_000).slice(0, 1))), /not a picture|at most 40/);
  const claiming = (width: number, height: number) =>
    made.heic([{ ...made.picture(single, 300, 420), properties: [single.setup, made.sized(width, height)] }]);
  assert.match(await refusal(claiming(100_000, 100_000)), /at most 40 megapixels/);
  assert.match(await refusal(claiming(8000, 6000)), /at most 40 megapixels/);
  assert.match(await refusal(claiming(40, 40)), /at least 64 pixels/);
  assert.match(await refusal(claiming(900, 200)), /3 times as long/);
  assert.match(await refusal(claiming(3000, 4000)), /not a picture that can be decoded/);
  assert.match(await refusal(made.heic([made.picture(giant, 300, 420)])), /at most 12 megapixels|not a picture/);
});

test('what is broken, cut off or of another kind in the same box is told so', async () => {
  const file = made.heic(made.grid(tiles, 1020, 1428));
  for (const share of [0.02, 0.1, 0.6, 0.99]) {
    assert.match(await refusal(file.subarray(0, Math.floor(share * file.length))), /not a picture that can be decoded/);
  }
  const [first, ...others] = tiles as [made.Coded, ...made.Coded[]];
  const broken = (data: Buffer) => made.heic(made.grid([...others, { ...first, data }], 1020, 1428));
  assert.match(await refusal(broken(Buffer.alloc(first.data.length))), /not a picture that can be decoded/);
  assert.match(await refusal(broken(first.data.subarray(0, 99))), /not a picture that can be decoded/);
  const few = made.grid(tiles, 1020, 1428);
  const [head, ...parts] = few as [made.HeicItem, ...made.HeicItem[]];
  const uncovered = Buffer.from(head.data);
  uncovered.writeUInt32BE(3000, 4);
  assert.match(await refusal(made.heic([{ ...head, data: uncovered }, ...parts])), /not a picture that can be decoded/);
  const avif = await sharp(drawn).avif({ effort: 0 }).toBuffer();
  const renamed = Buffer.from(avif.toString('latin1').replace('ftypavif', 'ftypheic'), 'latin1');
  assert.match(await refusal(renamed), /not a picture that can be decoded/);
});

test('whoever takes no large picture is asked before it is decoded', async () => {
  const refuse = () => {
    throw new LargePicture('elsewhere');
  };
  await assert.rejects(decodePicture(made.heic([made.picture(single, 300, 420)]), SIDE, refuse), LargePicture);
});

test('where libheif-js is not installed, HEIC is told so, with how to send the photo instead', async () => {
  const hooks = registerHooks({
    resolve(name, context, next) {
      if (name.startsWith('libheif-js')) throw new Error('not found');
      return next(name, context);
    },
  });
  try {
    const message = await refusal(made.heic([made.picture(single, 300, 420)]));
    assert.match(message, /HEIC.*libheif-js.*JPEG.*iPhone.*Samsung.*sips.*heif-convert/);
  } finally {
    hooks.deregister();
  }
});
