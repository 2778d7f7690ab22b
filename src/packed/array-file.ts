/** The one form that typed arrays are kept in: what they belong to as JSON, and behind it the arrays, end to end. */

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array };

/** An array of the file: its kind, where it begins behind the JSON, and its bytes. */
type Place = [kind: keyof typeof KINDS, at: number, bytes: number];

/** Arrays begin where every kind of them may. */
const ALIGNED = 8;
/** How many bytes the JSON has, and all of the file. */
const HEAD_BYTES = 8;

const gapBehind = (bytes: number): number => -bytes & (ALIGNED - 1);

/** The parts of a file, of plain data with typed arrays anywhere in it; these are not copied. */
export function arrayFile(data: object): Uint8Array[] {
  const arrays: Uint8Array[] = [];
  let at = 0;
  const form = JSON.stringify(data, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    const place = [value.constructor.name, at, bytes.length];
    arrays.push(bytes, new Uint8Array(gapBehind(bytes.length)));
    at += bytes.length + gapBehind(bytes.length);
    return { place };
  });
  const text = Buffer.from(form);
  const gap = new Uint8Array(gapBehind(text.length));
  const head = Uint32Array.of(text.length, HEAD_BYTES + text.length + gap.length + at);
  return [new Uint8Array(head.buffer), text, gap, ...arrays];
}

/**
 * What a file holds. Its arrays are views of the file's memory, which moves to another thread as one.
 * @throws RangeError or SyntaxError where this is no such file, or not all of it
 */
export function readArrayFile({ buffer, byteOffset, length }: Uint8Array): unknown {
  const [textBytes = 0, bytes = 0] = new Uint32Array(buffer, byteOffset, 2);
  if (bytes !== length) throw new RangeError(`a file of ${bytes} bytes has ${length}`);
  const text = Buffer.from(buffer, byteOffset + HEAD_BYTES, textBytes).toString('utf8');
  const begin = byteOffset + HEAD_BYTES + textBytes + gapBehind(textBytes);
  return JSON.parse(text, (_, value: { place?: Place } | null) => {
    if (value === null || typeof value !== 'object' || value.place === undefined) return value;
    const [kind, at, size] = value.place;
    return new KINDS[kind](buffer as ArrayBuffer, begin + at, size / KINDS[kind].BYTES_PER_ELEMENT);
  });
}
