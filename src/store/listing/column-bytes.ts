/** Columns as one run of bytes: what they are, as lines of JSON, and after them the numbers of each; packed to a fifth. */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createZstdCompress, zstdDecompress } from 'node:zlib';
import { Pause } from '../pause.ts';
import { type CodedColumn, codesFor, type ListColumns, type NumberName } from './list-columns.ts';

/**
 * The first line. The ids follow and the values of each coded column, each list as lines of some values and an empty one,
 * and then the numbers, in the order that the columns are named in.
 */
interface Head {
  rows: number;
  /** Whether the values are their own folded forms; else these follow them. */
  coded: [name: string, isFolded: boolean][];
  numbers: NumberName[];
}

type Numbers = Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** As many as are parsed in a part of a millisecond. Of a million cards all in one string would take 50 MB. */
const VALUES_A_LINE = 1000;
const NEWLINE = 0x0a;

/** Lines that are packed together. */
const PIECE_SIGNS = 64 * 1024;

/**
 * 0.1 s for a million cards, whose 57 MB become 12: SQLite holds what it is given twice while it writes it. With a checksum:
 * of single bits flipped a quarter would be read over.
 */
const QUICKLY = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };
/** In threads of Node's. */
const unpack = promisify(zstdDecompress);

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers) => new Uint8Array(buffer, byteOffset, byteLength);

/** What is read of a list whose ids may be packed. */
type Lines<Value> = Pick<readonly Value[], 'length'> & { slice(start: number, end: number): readonly Value[] };
type PackedList = Omit<ListColumns, 'ids'> & { ids: Lines<string> };

/**
 * Piece by piece: of a million cards the bytes together would be 57 MB, and as many again what they are packed in. How many
 * there are is told first, so that they are unpacked in one.
 */
export async function packColumns(list: PackedList): Promise<Buffer> {
  let pledgedSrcSize = 0;
  for (const line of linesOf(list)) pledgedSrcSize += Buffer.byteLength(line) + 1;
  for (const { byteLength } of columnsOf(list)) pledgedSrcSize += byteLength;
  const source = Readable.from(piecesOf(list), { objectMode: false });
  // A failure of the source ends what is read here, which `pipe` would leave waiting.
  const stream = pipeline(source, createZstdCompress({ ...QUICKLY, pledgedSrcSize }), () => undefined);
  return Buffer.concat(await stream.toArray());
}

const columnsOf = ({ keys, byId, coded, numbers }: PackedList): Numbers[] => [
  ...[keys, byId],
  ...Object.values(coded).map(({ codes }) => codes),
  ...Object.values(numbers),
];

function* piecesOf(list: PackedList): Generator<Uint8Array> {
  let lines = '';
  for (const line of linesOf(list)) {
    lines += `${line}\n`;
    if (lines.length < PIECE_SIGNS) continue;
    yield Buffer.from(lines);
    lines = '';
  }
  if (lines !== '') yield Buffer.from(lines);
  for (const column of columnsOf(list)) if (column.byteLength > 0) yield bytesOf(column);
}

function* linesOf({ keys, ids, coded, numbers }: PackedList): Generator<string> {
  const fields = Object.entries(coded);
  const head: Head = {
    rows: keys.length,
    coded: fields.map(([name, { values, folded }]) => [name, folded === values]),
    numbers: Object.keys(numbers) as NumberName[],
  };
  yield JSON.stringify(head);
  yield* listLines(ids);
  for (const [, { values, folded }] of fields) {
    yield* listLines(values);
    if (folded !== values) yield* listLines(folded);
  }
}

function* listLines(values: Lines<unknown>): Generator<string> {
  for (let at = 0; at < values.length; at += VALUES_A_LINE) yield JSON.stringify(values.slice(at, at + VALUES_A_LINE));
  yield '';
}

/**
 * Takes turns with the other work of its thread: of a million cards this takes some tenths of a second.
 * @throws whatever unpacking meets, where these are not the bytes that were packed
 */
export async function unpackColumns(packed: Uint8Array): Promise<ListColumns> {
  // One piece: put together from many, the 57 MB of a million cards held the request thread up for 20 ms.
  const told = unpackedBytes(packed);
  const bytes = await unpack(packed, { chunkSize: Math.min(told + PIECE_END, PIECE_BYTES_MAX) });
  // Node takes a frame that is cut short for a whole one.
  if (bytes.length !== told) throw new RangeError(`columns of ${told} bytes have ${bytes.length}`);
  const pause = new Pause();
  let at = 0;
  const line = () => {
    const start = at;
    const end = bytes.indexOf(NEWLINE, start);
    at = end + 1;
    return bytes.toString('utf8', start, end);
  };
  const list = async <Value>(): Promise<Value[]> => {
    const values: Value[] = [];
    for (let text = line(); text !== ''; text = line()) {
      values.push(...(JSON.parse(text) as Value[]));
      await pause.soon();
    }
    return values;
  };
  // Copied: a column of wider numbers begins anywhere in the bytes.
  const read = async <Column extends Numbers>(column: Column): Promise<Column> => {
    bytesOf(column).set(bytes.subarray(at, at + column.byteLength));
    at += column.byteLength;
    await pause.soon();
    return column;
  };
  const { rows, coded: fields, numbers: names } = JSON.parse(line()) as Head;
  const ids = await list<string>();
  const sets: [name: string, values: string[][], folded: readonly (readonly string[])[]][] = [];
  for (const [name, isFolded] of fields) {
    const values = await list<string[]>();
    sets.push([name, values, isFolded ? values : shared(await list<string[]>(), values)]);
  }
  const keys = await read(new Int32Array(rows));
  const byId = await read(new Int32Array(ids.length));
  const coded: Record<string, CodedColumn> = {};
  for (const [name, values, folded] of sets)
    coded[name] = { values, folded, codes: await read(codesFor(values.length, rows)) };
  const numbers: Partial<Record<NumberName, Int32Array>> = {};
  for (const name of names) numbers[name] = await read(new Int32Array(rows));
  return { keys, ids, byId, coded, numbers: numbers as Record<NumberName, Int32Array> };
}

/** Beyond what a piece holds Node looks for another; so small a piece it refuses. */
const PIECE_END = 64;
/** Damaged bytes may say any number. */
const PIECE_BYTES_MAX = 256 * 1024 * 1024;

/** How many bytes a frame of Zstandard says it holds: RFC 8878, 3.1.1.1. */
function unpackedBytes(packed: Uint8Array): number {
  const frame = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const descriptor = frame.readUInt8(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const at = isSingle ? 5 : 6;
  if (descriptor >> 6 === 0) return isSingle ? frame.readUInt8(at) : 0;
  if (descriptor >> 6 === 1) return frame.readUInt16LE(at) + 256;
  return descriptor >> 6 === 2 ? frame.readUInt32LE(at) : Number(frame.readBigUInt64LE(at));
}

/** `sets` with those that are equal to the one of `others` in their place as that one: of names, which are most, all are. */
const shared = (sets: readonly (readonly string[])[], others: readonly (readonly string[])[]) =>
  sets.map((set, at) => {
    const other = others[at] ?? [];
    return set.length === other.length && set.every((value, place) => value === other[place]) ? other : set;
  });
