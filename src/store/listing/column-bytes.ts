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

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers) => new Uint8Array(buffer, byteOffset, byteLength);

export function packColumns({ keys, ids, byId, coded, numbers }: ListColumns): Buffer {
  const head: Head = {
    rows: keys.length,
    ids,
    coded: Object.entries(coded).map(([name, { values, folded }]) => [name, values, folded]),
    numbers: Object.keys(numbers) as NumberName[],
  };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  const columns = [keys, byId, ...Object.values(coded).map(({ codes }) => codes), ...Object.values(numbers)];
  return Buffer.concat([length, text, ...columns.map(bytesOf)]);
}

export function unpackColumns(bytes: Buffer): ListColumns {
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
      coded.map(([name, values, folded]) => [name, { values, folded, codes: read(codesFor(values.length, rows)) }]),
    ),
    numbers: Object.fromEntries(numbers.map((name) => [name, read(new Int32Array(rows))])) as Record<
      NumberName,
      Int32Array
    >,
  };
}
