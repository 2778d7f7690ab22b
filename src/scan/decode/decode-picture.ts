/** Decodes bytes that strangers sent, with every way in closed that no photo of a card needs. For processes of its own. */
import sharp, { type Metadata } from 'sharp';
import { Failure } from '../../failure.ts';
import type { Raster } from '../photo/raster.ts';

const PIXELS_MAX = 40_000_000;
/** A JPEG that is not progressive is shrunk while it is read, at no memory: phones take up to 200 megapixels. */
const SHRUNK_PIXELS_MAX = 200_000_000;
/** A smaller crop is no photo of a card that anybody could tell. */
const SIDE_MIN = 64;
const ASPECT_MAX = 3;
const DECODE_LIMIT_S = 5;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const END_OF_JPEG = Buffer.from([0xff, 0xd9]);
/** A JPEG that was cut may lack so much of its picture. */
const BLANK_MAX = 0.1;
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
];
/** HEIC shares the box of AVIF; the codec tells them apart. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'av1', 'hevc']);
/** What decoding one picture may take. The service as a whole is not to grow by more than 150 MB, whatever is sent. */
const BYTES_MAX = 90_000_000;
/** Pictures that take more than this are decoded by one process at a time. */
const LARGE_BYTES = 35_000_000;
const TAKEN = 'Send a JPEG, PNG, WebP or AVIF picture.';
const UNREADABLE = `The bytes are not a picture that can be decoded. ${TAKEN}`;
const SMALLER =
  'A picture of this kind may not have so many pixels: send it smaller, or as a JPEG that is not progressive.';
const NO_HEIC =
  'HEIC is not read here, as the package libheif-js is not installed: send the photo as JPEG. iPhone: Settings, Camera, Formats, Most Compatible. Samsung: Camera settings, no High efficiency pictures. A file that is there: `sips -s format jpeg photo.heic --out photo.jpg` on a Mac, `heif-convert photo.heic photo.jpg` on Linux.';
/** At most, with the WebAssembly that decodes it; 60 MB in tiles. */
const HEIC_BYTES = 88_000_000;

/**
 * Closes every loader but the four, for the whole process: among the others SVG, which reads files and computes without
 * end. A process that draws the demo's own pictures must not call this.
 */
export function closeOtherLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1);
  sharp.cache(false);
}

/**
 * About how many bytes decoding takes at its peak, as measured with libvips 8.18: what a decoder can read row by row or
 * shrink while it reads takes nearly nothing, what it has to hold whole takes several bytes a pixel.
 */
function decodingBytes(metadata: Metadata, bytes: Uint8Array): number {
  const { format, width, height, channels, depth, isProgressive, chromaSubsampling = '' } = metadata;
  const pixels = width * height;
  if (isHeic(metadata)) return HEIC_BYTES;
  if (format === 'heif') return 18 * pixels;
  // Only the plain lossy form ("VP8 ") is shrunk while it is read.
  if (format === 'webp') return (Buffer.from(bytes.subarray(12, 16)).toString('latin1') === 'VP8 ' ? 2 : 5.5) * pixels;
  if (!isProgressive) return 0;
  if (format === 'png') return 1.4 * channels * (depth === 'ushort' ? 2 : 1) * pixels;
  return (chromaSubsampling === '4:2:0' ? 2.5 : 2 * channels) * pixels;
}

/** Thrown by who is told of a large picture and does not take it. */
export class LargePicture extends Error {}

const unsupported = (message: string, cause?: unknown) =>
  new Failure('unsupported_image', message, cause === undefined ? {} : { cause });

const isHeic = ({ compression }: Metadata) => compression === 'hevc';

function checkSides({ width, height, format, isProgressive }: Metadata): void {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const most = format === 'jpeg' && !isProgressive ? SHRUNK_PIXELS_MAX : PIXELS_MAX;
  if (width * height > most) throw unsupported(`A picture of this kind may have at most ${most / 1e6} megapixels.`);
  if (short < SIDE_MIN) throw unsupported(`Each side of the picture must have at least ${SIDE_MIN} pixels.`);
  if (long > ASPECT_MAX * short) throw unsupported(`The picture is more than ${ASPECT_MAX} times as long as wide.`);
}

/** A decoder that ran out of time; it may still be at it, and its process had better end. */
export class EndlessPicture extends Failure {}

/** The same, but the processor was busy with other things: the picture may be a good one. */
export class StarvedPicture extends EndlessPicture {}

/** Whether less than half of the decoder's time was ours. */
function isStarved(since: NodeJS.CpuUsage): boolean {
  const { user, system } = process.cpuUsage(since);
  return user + system < (DECODE_LIMIT_S * 1e6) / 2;
}

/**
 * Decodes a picture, its longest side brought down to `sideMax`, turned as its EXIF says, on white where it is
 * transparent. Of several pages the first.
 * @param onLarge is told before much memory is taken, and may throw
 * @throws Failure unsupported_image
 */
export async function decodePicture(bytes: Uint8Array, sideMax: number, onLarge?: () => void): Promise<Raster> {
  const began = process.cpuUsage();
  try {
    // The bound of each kind is checked by its head, before a pixel is decoded; a bound here would be told as every kind's.
    const metadata = await sharp(bytes, { limitInputPixels: false, failOn: 'warning', pages: 1 }).metadata();
    if (requiredBytes(metadata, bytes) > LARGE_BYTES) onLarge?.();
    const isCut = isCutJpeg(metadata, bytes);
    const readable = isHeic(metadata) ? await (await import('./heic.ts')).pngOfHeic(bytes, sideMax) : bytes;
    const image = sharp(readable, {
      limitInputPixels: SHRUNK_PIXELS_MAX,
      failOn: isCut ? 'none' : 'warning',
      pages: 1,
      sequentialRead: true,
    });
    const { data, info } = await image
      .timeout({ seconds: DECODE_LIMIT_S })
      .autoOrient()
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raster = { width: info.width, height: info.height, data };
    if (isCut && blankShare(raster) > BLANK_MAX) throw unsupported(UNREADABLE);
    return raster;
  } catch (error) {
    if (error instanceof Failure || error instanceof LargePicture) throw error;
    if (/timeout/i.test(String(error))) {
      const Ended = isStarved(began) ? StarvedPicture : EndlessPicture;
      throw new Ended('unsupported_image', 'The picture takes too long.');
    }
    throw unsupported(UNREADABLE, error);
  }
}

function isHeicRead(): boolean {
  try {
    return import.meta.resolve('libheif-js/libheif-wasm/libheif.js') !== '';
  } catch {
    return false;
  }
}

/** How much memory it takes. @throws Failure unsupported_image for what is not taken */
function requiredBytes(metadata: Metadata, bytes: Uint8Array): number {
  const { format, compression } = metadata;
  if (isHeic(metadata) && !isHeicRead()) throw unsupported(NO_HEIC);
  if (!FORMATS.has(format === 'heif' ? `${compression}` : format)) throw unsupported(TAKEN);
  checkSides(metadata);
  const needed = decodingBytes(metadata, bytes);
  if (needed > BYTES_MAX) throw unsupported(SMALLER);
  return needed;
}

/** A JPEG of which the end is missing, as uploads that broke off leave them. */
function isCutJpeg({ format }: Metadata, bytes: Uint8Array): boolean {
  if (format !== 'jpeg') return false;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.lastIndexOf(END_OF_JPEG) < buffer.lastIndexOf(START_OF_SCAN);
}

/** The share of a cut picture that its decoder filled with one colour, along whichever side that is. */
function blankShare({ width, height, data }: Raster): number {
  const isLike = (at: number, other: number): boolean =>
    [0, 1, 2].every((band) => Math.abs((data[3 * at + band] ?? 0) - (data[3 * other + band] ?? 0)) <= 2);
  const share = (lines: number, length: number, pixel: (line: number, along: number) => number): number => {
    let line = 0;
    for (; line < lines; line += 1) {
      for (let along = 0; along < length; along += 1) {
        if (!isLike(pixel(line, along), pixel(0, 0))) return line / lines;
      }
    }
    return 1;
  };
  return Math.max(
    share(height, width, (line, along) => line * width + along),
    share(height, width, (line, along) => (height - 1 - line) * width + along),
    share(width, height, (line, along) => along * width + line),
    share(width, height, (line, along) => along * width + width - 1 - line),
  );
}
