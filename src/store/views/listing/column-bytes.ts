/** Columns as one run of bytes, in the form that typed arrays are kept in; packed to a fifth. */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createZstdCompress, zstdDecompress } from 'node:zlib';
import { arrayFile, readArrayFile } from '../../../packed/array-file.ts';
import { type PackedTexts, packTexts, textsBetween } from '../../../packed/packed-texts.ts';
import { Pause } from '../../pause.ts';
import type { DictionaryColumn, ListColumns } from './list-columns.ts';

export type ColumnsToPack = Omit<ListColumns, 'ids'> & { ids: PackedTexts | readonly string[] };

/** Texts as they are kept: by their lengths, which pack to a third of what the places take that they begin at. */
type KeptTexts = Pick<PackedTexts, 'units'> & { lengths: Uint32Array };

/** Sets of texts: the texts one after another, and how many each set has. */
interface KeptSets {
  texts: KeptTexts;
  counts: Uint32Array;
}

interface KeptColumns extends Omit<ListColumns, 'coded' | 'ids'> {
  ids: KeptTexts;
  /** Without `folded` where the values are their own folded forms. */
  coded: Record<string, { values: KeptSets; folded?: KeptSets; codes: DictionaryColumn['codes'] }>;
}

/** As many as are read in a part of a millisecond. */
const TEXTS_A_TURN = 1000;

/**
 * 0.1 s for a million cards, whose 57 MB become 12: SQLite holds what it is given twice while it writes it. With a checksum:
 * of single bits flipped a quarter would be read over.
 */
const QUICKLY = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };
/** In threads of Node's. */
const unpack = promisify(zstdDecompress);

/** In front of what is packed: how many bytes that has, so that it is unpacked in one piece. */
const HEAD_BYTES = 4;
/** Beyond what a piece holds Node looks for another; so small a piece it refuses. */
const PIECE_END = 64;
/** Damaged bytes may say any number. */
const PIECE_BYTES_MAX = 256 * 1024 * 1024;

/** Piece by piece: of a million cards the bytes together would be 57 MB, and as many again what they are packed in. */
export async function packColumns({ ids, coded, ...columns }: ColumnsToPack): Promise<Buffer> {
  const fields = Object.entries(coded).map(([name, { values, folded, codes }]) => {
    const forms = folded === values ? {} : { folded: packSets(folded) };
    return [name, { values: packSets(values), ...forms, codes }];
  });
  const parts = arrayFile({
    ...columns,
    ids: keptTexts('units' in ids ? ids : packTexts(ids)),
    coded: Object.fromEntries(fields),
  });
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(parts.reduce((sum, { length }) => sum + length, 0));
  const source = Readable.from(
    parts.filter(({ length }) => length > 0),
    { objectMode: false },
  );
  // A failure of the source ends what is read here, which `pipe` would leave waiting.
  const stream = pipeline(source, createZstdCompress(QUICKLY), () => undefined);
  return Buffer.concat([head, ...(await stream.toArray())]);
}

const packSets = (sets: DictionaryColumn['values']): KeptSets => ({
  texts: keptTexts(packTexts(sets.flat())),
  counts: Uint32Array.from(sets, ({ length }) => length),
});

const keptTexts = ({ units, starts }: PackedTexts): KeptTexts => ({
  units,
  lengths: Uint32Array.from(starts.subarray(1), (end, at) => end - (starts[at] ?? 0)),
});

function packedTexts({ units, lengths }: KeptTexts): PackedTexts {
  const starts = new Uint32Array(lengths.length + 1);
  for (let at = 0; at < lengths.length; at += 1) starts[at + 1] = (starts[at] ?? 0) + (lengths[at] ?? 0);
  return { units, starts };
}

/**
 * Takes turns with the other work of its thread: of a million cards this takes some tenths of a second.
 * @throws whatever unpacking meets, where these are not the bytes that were packed
 */
export async function unpackColumns({ buffer, byteOffset, byteLength }: Uint8Array): Promise<ListColumns> {
  const packed = Buffer.from(buffer, byteOffset, byteLength);
  // One piece: put together from many, the 57 MB of a million cards held the request thread up for 20 ms.
  const chunkSize = Math.min(packed.readUInt32LE(0) + PIECE_END, PIECE_BYTES_MAX);
  const kept = readArrayFile(await unpack(packed.subarray(HEAD_BYTES), { chunkSize })) as KeptColumns;
  const pause = new Pause();
  // Arrays are copied: their views would hold the texts in memory too.
  const own = async <Column extends DictionaryColumn['codes'] | Int32Array>(column: Column): Promise<Column> => {
    await pause.soon();
    return column.slice() as Column;
  };
  const coded: Record<string, DictionaryColumn> = {};
  for (const [name, column] of Object.entries(kept.coded)) {
    const values = await setsOf(column.values, pause);
    const folded = column.folded ? shared(await setsOf(column.folded, pause), values) : values;
    coded[name] = { values, folded, codes: await own(column.codes) };
  }
  const { usd, eur, changed } = kept.numbers;
  return {
    keys: await own(kept.keys),
    ids: await textsOf(kept.ids, pause),
    byId: await own(kept.byId),
    coded,
    numbers: { usd: await own(usd), eur: await own(eur), changed: await own(changed) },
  };
}

async function textsOf(kept: KeptTexts, pause: Pause): Promise<string[]> {
  const packed = packedTexts(kept);
  const texts: string[] = [];
  for (const count = kept.lengths.length; texts.length < count; await pause.soon()) {
    texts.push(...textsBetween(packed, texts.length, Math.min(texts.length + TEXTS_A_TURN, count)));
  }
  return texts;
}

async function setsOf({ texts, counts }: KeptSets, pause: Pause): Promise<string[][]> {
  const flat = await textsOf(texts, pause);
  const sets: string[][] = [];
  let start = 0;
  for (const count of counts) {
    sets.push(flat.slice(start, start + count));
    start += count;
    if (sets.length % TEXTS_A_TURN === 0) await pause.soon();
  }
  return sets;
}

/** `sets` with those that are equal to the one of `others` in their place as that one: of names, which are most, all are. */
const shared = (sets: readonly (readonly string[])[], others: readonly (readonly string[])[]) =>
  sets.map((set, at) => {
    const other = others[at] ?? [];
    return set.length === other.length && set.every((value, place) => value === other[place]) ? other : set;
  });
