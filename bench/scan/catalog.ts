/** The catalog that the scan bench looks cards up in: described pictures, and which of them show one artwork. */

import { perhapsSameDrawing } from '../../fit/same-drawing.ts';
import { type Appearance, appearanceOf } from '../../src/scan/compare/appearance.ts';
import type { ScanCatalog } from '../../src/scan/compare/identify.ts';
import { type Likened, sameArtwork } from '../../src/scan/compare/same-artwork.ts';
import { describePicture } from '../../src/scan/describe/describe.ts';
import { detailOf } from '../../src/scan/describe/detail.ts';
import type { ScanModel } from '../../src/scan/describe/model.ts';
import { VectorIndex } from '../../src/scan/describe/vector-index.ts';
import { keptIn } from '../../src/scan/photo/thumbnail.ts';
import { copiesIn } from './copies.ts';
import { type CardPicture, decoded } from './pictures.ts';

export interface BenchCatalog {
  catalog: ScanCatalog;
  pictures: readonly CardPicture[];
  /** Rows that show the same artwork as this one, itself among them. */
  alike(row: number): ReadonlySet<number>;
  /** Rows whose drawing, or one much like it, is there in other colours too. */
  recoloured(): ReadonlySet<number>;
  /** Rows with the very same picture, itself among them: nothing can tell them apart. */
  copies(row: number): ReadonlySet<number>;
  /** Takes rows out, and puts them back. */
  withhold(rows: ReadonlySet<number>): void;
  restore(rows: ReadonlySet<number>): void;
  /** Fills the index up with vectors between those of two cards; they are never right. */
  pad(size: number): void;
  /** Mean processor time to describe a card, decoding included, in milliseconds. */
  describeMs: number;
}

const NEIGHBOURS = 40;

export async function benchCatalog(pictures: readonly CardPicture[], model: ScanModel): Promise<BenchCatalog> {
  const index = new VectorIndex(model.dimensions);
  const vectors: Uint8Array[] = [];
  const thumbnails: Uint8Array[] = [];
  const details: Uint8Array[] = [];
  let describeMs = 0;
  for (const [row, picture] of pictures.entries()) {
    const bytes = await picture.bytes();
    const before = process.cpuUsage();
    const raster = await decoded(bytes);
    const { vector, thumbnail } = describePicture(raster, model);
    details.push(await detailOf(raster));
    const { user, system } = process.cpuUsage(before);
    describeMs += (user + system) / 1000 / pictures.length;
    index.upsert(row, vector);
    vectors.push(vector);
    thumbnails.push(thumbnail);
  }
  const likened = likenedIn(index, thumbnails);
  const groups = artworks(pictures, index, likened);
  const copies = await copiesIn(pictures, new Set(groups.values()));
  const at = <T>(list: readonly T[], row: number): T => {
    const one = list[row % pictures.length];
    if (one === undefined) throw new RangeError(`no card ${row}`);
    return one;
  };
  return {
    pictures,
    describeMs,
    catalog: {
      ...{ model, index },
      thumbnailsOf: (rows) => rows.map((row) => at(thumbnails, row)),
      detailsOf: (rows) => rows.map((row) => at(details, row)),
    },
    alike: (row) => groups.get(row) ?? new Set([row]),
    recoloured: () => recolouredIn(pictures, index, likened, groups),
    copies: (row) => copies.get(row) ?? new Set([row]),
    withhold: (rows) => {
      for (const row of rows) index.remove(row);
    },
    restore: (rows) => {
      for (const row of rows) index.upsert(row, at(vectors, row));
    },
    pad: (size) => {
      for (let row = index.size; row < size; row += 1) {
        index.upsert(row, between(at(vectors, row), at(vectors, Math.imul(row, 7919) >>> 8)));
      }
    },
  };
}

function between(one: Uint8Array, other: Uint8Array): Uint8Array {
  const [a, b] = [new Int8Array(one.buffer), new Int8Array(other.buffer)];
  const mixed = Float32Array.from(a, (value, i) => value + 0.8 * (b[i] ?? 0));
  const most = mixed.reduce((max, value) => Math.max(max, Math.abs(value)), 1);
  return new Uint8Array(Int8Array.from(mixed, (value) => Math.round((127 * value) / most)).buffer);
}

/** A row as it is compared; its picture is unpacked once, when it is first needed. */
function likenedIn(index: VectorIndex, thumbnails: readonly Uint8Array[]): (row: number) => Likened {
  return (row) => {
    let appearance: Appearance | undefined;
    return {
      vector: index.vectorOf(row) ?? new Float32Array(),
      appearance: () => {
        appearance ??= appearanceOf(keptIn(thumbnails[row] ?? new Uint8Array()));
        return appearance;
      },
    };
  };
}

function recolouredIn(
  pictures: readonly CardPicture[],
  index: VectorIndex,
  likened: (row: number) => Likened,
  groups: ReadonlyMap<number, ReadonlySet<number>>,
): Set<number> {
  const rows = new Set<number>();
  for (const row of pictures.keys()) {
    const own = likened(row);
    for (const near of index.search(own.vector, NEIGHBOURS)) {
      if (near.row <= row || groups.get(row)?.has(near.row) || !perhapsSameDrawing(own, likened(near.row))) continue;
      rows.add(row).add(near.row);
    }
  }
  return rows;
}

/** Groups rows by artwork: where the pictures say so, else as the program tells them, each with its nearest. */
function artworks(
  pictures: readonly CardPicture[],
  index: VectorIndex,
  likened: (row: number) => Likened,
): Map<number, Set<number>> {
  const groups = new Map<number, Set<number>>();
  const join = (a: number, b: number): void => {
    const merged = new Set([a, b, ...(groups.get(a) ?? []), ...(groups.get(b) ?? [])]);
    for (const row of merged) groups.set(row, merged);
  };
  const byName = new Map<string, number>();
  for (const [row, { artwork }] of pictures.entries()) {
    if (artwork === undefined) continue;
    join(row, byName.get(artwork) ?? row);
    byName.set(artwork, row);
  }
  for (const row of pictures.keys()) {
    const own = likened(row);
    for (const near of index.search(own.vector, NEIGHBOURS)) {
      if (near.row <= row || near.similarity < 0.65) continue;
      if (sameArtwork(own, likened(near.row))) join(row, near.row);
    }
  }
  return groups;
}
