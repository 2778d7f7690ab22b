/** HEIC by libheif in WebAssembly, where the operator installed it. Loaded with the first such picture: its memory never shrinks. */
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { crc32, deflateSync } from 'node:zlib';
import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';
import sharp, { type Sharp } from 'sharp';
import { Failure } from '../../failure.ts';

/** Processor time: 24 megapixels of 6.3 MB take 5 s. */
const DECODE_LIMIT_US = 10_000_000;
/** The profile of a phone has 548 bytes. */
const PROFILE_BYTES_MAX = 65_536;
const TURNS_MAX = 8;
/** Where libheif's options have "ignore transformations" (it places turned tiles wrongly) and "convert to 8 bits". */
const OPTIONS = [1, 20];
const OUT_OF_MEMORY = 6;
/** How much of the light red and blue are, by the number of a matrix; BT.601's where it is another. */
const MATRICES: Record<number, [red: number, blue: number]> = { 1: [0.2126, 0.0722], 9: [0.2627, 0.0593] };
/** How long the head of every PNG is. */
const PNG_HEAD = 33;

// Of 64 kB: a picture in one piece may have 12 megapixels with them, one in tiles any number.
setFlagsFromString('--wasm-max-mem-pages=900');
/** What it would print of a stranger's picture is nothing for the operator's log. */
const QUIET = { printErr: () => undefined };
const heif: MainModule = createRequire(import.meta.url)('libheif-js/libheif-wasm/libheif.js')(QUIET);
/** Where a call leaves its error, and where what it hands out. */
const [error, out] = [heif._malloc(12), heif._malloc(128)];
const word = (at: number): number => heif.HEAPU32[at >> 2];

const refused = (message: string) => new Failure('unsupported_image', message);

/** What the last call handed out. @throws Failure where the memory was too small, Error */
function handed(): number {
  const code = word(error);
  if (code === OUT_OF_MEMORY)
    throw refused('A HEIC that is not in tiles may have at most 12 megapixels: send it smaller.');
  if (code !== 0) throw new Error(`libheif's error ${code}`);
  return word(out);
}

/** Sums of light, blue and red difference over blocks of 2 ** `bits` pixels on a side. */
interface Sums {
  width: number;
  height: number;
  bits: number;
  planes: [light: Uint16Array, blue: Uint16Array, red: Uint16Array];
}

/** Colours come with half the pixels on a side, but where nothing is shrunk. */
const bitsOf = (channel: number, bits: number) => (channel === 0 ? bits : Math.max(0, bits - 1));

function addTile({ width, height, bits, planes }: Sums, image: number, left: number, top: number): void {
  for (const [channel, sums] of planes.entries()) {
    const shift = bitsOf(channel, bits);
    const [x0, y0] = [left >> (bits - shift), top >> (bits - shift)];
    const columns = Math.min(heif._heif_image_get_width(image, channel), (width << shift) - x0);
    const rows = Math.min(heif._heif_image_get_height(image, channel), (height << shift) - y0);
    const start = heif._heif_image_get_plane_readonly2(image, channel, out);
    if (start === 0) throw new Error('a tile has no such plane');
    const bytes: Uint8Array = heif.HEAPU8;
    for (let y = 0, from = start; y < rows; y += 1, from += word(out)) {
      const row = ((y0 + y) >> shift) * width;
      for (let x = 0; x < columns; x += 1) {
        const to = row + ((x0 + x) >> shift);
        sums[to] = (sums[to] ?? 0) + (bytes[from + x] ?? 0);
      }
    }
  }
}

/** By which matrix an image's light and colours were made, and whether they use the whole range of a byte. */
function codingOf(image: number): { matrix: number; isFull: boolean } {
  heif._heif_image_get_nclx_color_profile(error, image, out);
  if (word(error) !== 0) return { matrix: 6, isFull: true };
  return { matrix: word(word(out) + 12), isFull: heif.HEAPU8[word(out) + 16] !== 0 };
}

function coloursOf({ bits, planes }: Sums, { matrix, isFull }: ReturnType<typeof codingOf>): Uint8ClampedArray {
  const [light, blue, red] = planes;
  const [ofRed, ofBlue] = MATRICES[matrix] ?? [0.299, 0.114];
  const [black, contrast, colour] = isFull ? [0, 1, 1] : [16, 255 / 219, 255 / 224];
  const [ofLight, ofColours] = [4 ** -bits, 4 ** -bitsOf(1, bits)];
  const rgb = new Uint8ClampedArray(3 * light.length);
  for (let i = 0, at = 0; i < light.length; i += 1, at += 3) {
    const y = ((light[i] ?? 0) * ofLight - black) * contrast;
    const r = y + 2 * (1 - ofRed) * ((red[i] ?? 0) * ofColours - 128) * colour;
    const b = y + 2 * (1 - ofBlue) * ((blue[i] ?? 0) * ofColours - 128) * colour;
    rgb[at] = r;
    rgb[at + 1] = (y - ofRed * r - ofBlue * b) / (1 - ofRed - ofBlue);
    rgb[at + 2] = b;
  }
  return rgb;
}

const png = (image: Sharp) => image.png({ compressionLevel: 0 }).toBuffer();

/** Quarter turns against the clock and mirrorings, in the order of the file. */
async function turned(picture: Buffer, context: number, item: number): Promise<Buffer> {
  const count = heif._heif_item_get_transformation_properties(context, item, out, TURNS_MAX);
  for (const property of Array.from({ length: count }, (_, at) => word(out + 4 * at))) {
    // Of a property that is none of its kind each says -1.
    const degrees = heif._heif_item_get_property_transform_rotation_ccw(context, item, property);
    const mirror = heif._heif_item_get_property_transform_mirror(context, item, property);
    const image = sharp(picture);
    if (degrees > 0) picture = await png(image.rotate(360 - degrees));
    if (mirror >= 0) picture = await png(mirror === 0 ? image.flip() : image.flop());
  }
  return picture;
}

/** A PNG whose colours are meant in the profile that the file names, as phones name Display P3. */
function inProfile(picture: Buffer, handle: number): Buffer {
  const size = heif._heif_image_handle_get_raw_color_profile_size(handle);
  if (size === 0 || size > PROFILE_BYTES_MAX) return picture;
  const at = heif._malloc(size);
  heif._heif_image_handle_get_raw_color_profile(error, handle, at);
  const body = Buffer.concat([Buffer.from('iCCP-\0\0', 'latin1'), deflateSync(heif.HEAPU8.subarray(at, at + size))]);
  heif._free(at);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([picture.subarray(0, PNG_HEAD), chunk, picture.subarray(PNG_HEAD)]);
}

/** Tile by tile, each shrunk before the next is decoded: phones write tiles of 512 pixels. */
function decode(handle: number, sideMax: number): Sharp {
  heif._heif_image_handle_get_image_tiling(error, handle, 0, out);
  handed();
  const tiling = [1, 2, 3, 4, 5, 6].map((field) => word(out + 4 * field));
  const [columns = 0, rows = 0, tileWidth = 0, tileHeight = 0, fullWidth = 0, fullHeight = 0] = tiling;
  if (columns * tileWidth < fullWidth || rows * tileHeight < fullHeight) throw new Error('tiles are missing');
  const bits = Math.max(0, Math.floor(Math.log2(Math.max(fullWidth, fullHeight) / sideMax)));
  const [width, height] = [fullWidth >> bits, fullHeight >> bits];
  const plane = () => new Uint16Array(width * height);
  const sums: Sums = { width, height, bits, planes: [plane(), plane(), plane()] };
  const options = heif._heif_decoding_options_alloc();
  for (const option of OPTIONS) heif.HEAPU8[options + option] = 1;
  const call = [error, handle, out, 0, bits === 0 ? 3 : 1, options] as const;
  let coding = { matrix: 0, isFull: true };
  const began = process.cpuUsage();
  for (let tile = 0; tile < columns * rows; tile += 1) {
    const { user, system } = process.cpuUsage(began);
    if (user + system > DECODE_LIMIT_US) throw refused('The picture takes too long.');
    const [x, y] = [tile % columns, Math.floor(tile / columns)];
    // As a tile, a picture that is one and turned is refused for its size.
    if (columns * rows === 1) heif._heif_decode_image(...call);
    else heif._heif_image_handle_decode_image_tile(...call, x, y);
    const image = handed();
    addTile(sums, image, x * tileWidth, y * tileHeight);
    coding = codingOf(image);
    heif._heif_image_release(image);
  }
  return sharp(coloursOf(sums, coding), { raw: { width, height, channels: 3 } });
}

/** As a PNG of which the longest side has between `sideMax` and twice as many pixels. @throws Failure, Error */
export async function pngOfHeic(bytes: Uint8Array, sideMax: number): Promise<Buffer> {
  const file = heif._malloc(bytes.length);
  heif.HEAPU8.set(bytes, file);
  const context = heif._heif_context_alloc();
  try {
    heif._heif_context_read_from_memory_without_copy(error, context, file, bytes.length, 0);
    handed();
    heif._heif_context_get_primary_image_handle(error, context, out);
    const handle = handed();
    const picture = await png(decode(handle, sideMax));
    return inProfile(await turned(picture, context, heif._heif_image_handle_get_item_id(handle)), handle);
  } finally {
    heif._heif_context_free(context);
    heif._free(file);
  }
}
