/** Columns as one run of bytes: what they are, as JSON, and after it the numbers of each. */
import { codesFor, type ListColumns, type NumberName } from './list-columns.ts';

/** What the bytes begin with. The columns follow in the order that they are named in. */
interface Head {
  rows: number;
  ids: readonly string[];
  coded: [name: string, values: readonly (readonly string[])[], folded: readonly (readonly string[])[]][];
  numbers: NumberName[];
}

const LENGTH_BYTES = 4;

type Numbers = Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** Of a million cards the head as one string would take 50 MB, at two bytes a letter, and as much again while it grows. */
const VALUES_AT_ONCE = 1000;

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers) => new Uint8Array(buffer, byteOffset, byteLength);

export function packColumns(list: ListColumns): Buffer {
  const { keys, byId, coded, numbers } = list;
  const columns = [keys, byId, ...Object.values(coded).map(({ codes }) => codes), ...Object.values(numbers)];
  let length = 0;
  for (const piece of headPieces(list)) length += Buffer.byteLength(piece);
  const start = LENGTH_BYTES + length;
  // Filled where it lies: of pieces put together there would be two for a moment.
  const bytes = Buffer.alloc(columns.reduce((sum, { byteLength }) => sum + byteLength, start));
  let at = bytes.writeUInt32LE(length);
  for (const piece of headPieces(list)) at += bytes.write(piece, at);
  for (const column of columns) {
    bytes.set(bytesOf(column), at);
    at += column.byteLength;
  }
  return bytes;
}

/** The JSON of a Head. */
function* headPieces({ keys, ids, coded, numbers }: ListColumns): Generator<string> {
  yield `{"rows":${keys.length},"ids":`;
  yield* arrayPieces(ids);
  yield ',"coded":[';
  for (const [at, [name, { values, folded }]] of Object.entries(coded).entries()) {
    yield `${at === 0 ? '' : ','}[${JSON.stringify(name)},`;
    yield* arrayPieces(values);
    yield ',';
    yield* arrayPieces(folded);
    yield ']';
  }
  yield `],"numbers":${JSON.stringify(Object.keys(numbers))}}`;
}

function* arrayPieces(values: readonly unknown[]): Generator<string> {
  for (let at = 0; at < values.length; at += VALUES_AT_ONCE) {
    const text = JSON.stringify(values.slice(at, at + VALUES_AT_ONCE));
    yield `${at === 0 ? '[' : ','}${text.slice(1, -1)}`;
  }
  yield values.length === 0 ? '[]' : ']';
}

export function unpackColumns({ buffer, byteOffset, byteLength }: Uint8Array): ListColumns {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const length = bytes.readUInt32LE();
  const { rows, ids, coded, numbers } = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + length)) as Head;
  let at = LENGTH_BYTES + length;
  // Copied: a column of wider numbers begins anywhere in the bytes.
  const read = <Column extends Numbers>(column: Column): Column => {
    bytesOf(column).set(bytes.subarray(at, at + column.byteLength));
    at += column.byteLength;
    return column;
  };
  const keys = read(new Int32Array(rows));
  return {
    keys,
    ids,
    byId: read(new Int32Array(ids.length)),
    coded: Object.fromEntries(
      coded.map(([name, values, folded]) => [
        name,
        { values, folded: shared(folded, values), codes: read(codesFor(values.length, rows)) },
      ]),
    ),
    numbers: Object.fromEntries(numbers.map((name) => [name, read(new Int32Array(rows))])) as Record<
      NumberName,
      Int32Array
    >,
  };
}

/** `sets` with those that are equal to the one of `others` in their place as that one: of names, which are most, all are. */
const shared = (sets: readonly (readonly string[])[], others: readonly (readonly string[])[]) =>
  sets.map((set, at) => {
    const other = others[at] ?? [];
    return set.length === other.length && set.every((value, place) => value === other[place]) ? other : set;
  });
