/**
 * HEIC files in the forms of phones, put together from pictures in HEVC that lie in `heic/`: `shapes(0)` as one picture, as one
 * of 10 bits, and of 1020 × 1428 pixels in six tiles of 512; one colour, and one colour of 4000 × 4000 pixels. Each was made of
 * PNGs by `heif-enc -q 45 -o tiles.heic …` (libheif 1.15.1, x265).
 */
import { readFileSync } from 'node:fs';

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => Buffer.concat([u16(Math.floor(value / 65_536)), u16(value % 65_536)]);
const text = (value: string) => Buffer.from(value, 'latin1');

/** A box of a file: how long, of which kind, what it holds. */
function box(kind: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), text(kind), body]);
}

const versioned = (kind: string, version: number, ...parts: Uint8Array[]) => box(kind, u32(version << 24), ...parts);

/** A picture in HEVC: what its decoder is to know first, and its data. */
export interface Coded {
  setup: Buffer;
  data: Buffer;
}

/** The pictures of a file that `heif-enc` wrote. */
export function codedIn(name: string): Coded[] {
  const file = readFileSync(new URL(`heic/${name}.heic`, import.meta.url));
  const setups: Buffer[] = [];
  for (let at = file.indexOf('hvcC'); at >= 0; at = file.indexOf('hvcC', at + 4)) {
    setups.push(file.subarray(at - 4, at - 4 + file.readUInt32BE(at - 4)));
  }
  const places = file.indexOf('iloc') + 10;
  return setups.map((setup, at) => {
    const place = places + 2 + 18 * at;
    const start = file.readUInt32BE(place + 4) + file.readUInt32BE(place + 10);
    return { setup, data: file.subarray(start, start + file.readUInt32BE(place + 14)) };
  });
}

export const sized = (width: number, height: number) => versioned('ispe', 0, u32(width), u32(height));
/** Quarter turns against the clock. */
export const turned = (quarters: number) => box('irot', Buffer.from([quarters]));
/** 0 upside down, 1 sideways. */
export const mirrored = (how: number) => box('imir', Buffer.from([how]));
export const coloured = (matrix: number, isFull: boolean) =>
  box('colr', text('nclx'), u16(1), u16(13), u16(matrix), Buffer.from([isFull ? 128 : 0]));
export const profiled = (profile: Uint8Array) => box('colr', text('prof'), profile);
export const auxiliary = (kind: string) => versioned('auxC', 0, text(`${kind}\0`));
/** EXIF as phones write it beside a picture, with an orientation. */
export const exif = (orientation: number) =>
  Buffer.concat([
    u32(6),
    text('Exif\0\0MM\0*'),
    u32(8),
    u16(1),
    u16(0x0112),
    u16(3),
    u32(1),
    u16(orientation),
    Buffer.alloc(6),
  ]);

export interface HeicItem {
  kind: 'hvc1' | 'av01' | 'grid' | 'Exif';
  data: Uint8Array;
  properties?: Uint8Array[];
  /** What it stands to which items in, by their places in the file. */
  refers?: [kind: 'dimg' | 'thmb' | 'auxl' | 'cdsc', to: number[]];
  isHidden?: boolean;
}

export const picture = ({ setup, data }: Coded, width: number, height: number, ...more: Uint8Array[]): HeicItem => ({
  kind: 'hvc1',
  data,
  properties: [setup, sized(width, height), ...more],
});

/** A picture of tiles, which follow it; they are taken in turn until there are as many as it needs. */
export function grid(tiles: readonly Coded[], width: number, height: number, ...more: Uint8Array[]): HeicItem[] {
  const [columns, rows] = [Math.ceil(width / TILE), Math.ceil(height / TILE)];
  const places = Array.from({ length: columns * rows }, (_, at) => at);
  const head = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width), u32(height)]);
  const whole: HeicItem = { kind: 'grid', data: head, properties: [sized(width, height), ...more] };
  const parts = places.map((at) => picture(tiles[at % tiles.length] as Coded, TILE, TILE));
  return [
    { ...whole, refers: ['dimg', places.map((at) => at + 1)] },
    ...parts.map((part) => ({ ...part, isHidden: true })),
  ];
}

const TILE = 512;

/** A file of items, of which the first is the picture; `brands` are its own and those it agrees with. */
export function heic(items: readonly HeicItem[], brands = ['heic', 'mif1', 'heic']): Buffer {
  const [brand = '', ...compatible] = brands;
  const kind = box('ftyp', text(brand), u32(0), text(compatible.join('')));
  const properties = [
    ...new Map(
      items.flatMap((item) => item.properties ?? []).map((p) => [Buffer.from(p).toString('latin1'), p]),
    ).values(),
  ];
  const numberOf = (property: Uint8Array) => 1 + properties.findIndex((other) => Buffer.compare(other, property) === 0);
  const links = items.map(({ properties: own = [] }, at) =>
    Buffer.concat([u16(at + 1), Buffer.from([own.length]), ...own.map((property) => u16(numberOf(property)))]),
  );
  const infos = items.map(({ kind: type, isHidden }, at) =>
    box('infe', u32(0x2000000 + (isHidden ? 1 : 0)), u16(at + 1), u16(0), text(`${type}\0`)),
  );
  const references = items.flatMap(({ refers }, at) =>
    refers ? [box(refers[0], u16(at + 1), u16(refers[1].length), ...refers[1].map((to) => u16(to + 1)))] : [],
  );
  const data = [...new Set(items.map((item) => item.data))];
  const head = (start: number) => {
    const places = items.map((item, at) => {
      const before = data.slice(0, data.indexOf(item.data)).reduce((sum, { length }) => sum + length, start);
      return Buffer.concat([u16(at + 1), u16(0), u16(1), u32(before), u32(item.data.length)]);
    });
    return versioned(
      'meta',
      0,
      versioned('hdlr', 0, u32(0), text('pict'), Buffer.alloc(13)),
      versioned('pitm', 0, u16(1)),
      versioned('iloc', 0, Buffer.from([0x44, 0]), u16(items.length), ...places),
      versioned('iinf', 0, u16(items.length), ...infos),
      ...(references.length > 0 ? [versioned('iref', 0, ...references)] : []),
      box('iprp', box('ipco', ...properties), box('ipma', u32(1), u32(items.length), ...links)),
    );
  };
  return Buffer.concat([kind, head(kind.length + head(0).length + 8), box('mdat', ...data)]);
}
