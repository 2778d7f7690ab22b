/** One photo of the scan bench: taken, identified with its card in the catalog, and again with the card withheld. */

import { closeVerdict } from '../../src/scan/compare/artwork-printings.ts';
import type { Artwork } from '../../src/scan/compare/artworks.ts';
import { artworksOn, type Sight, sightOf } from '../../src/scan/compare/identify.ts';
import { FLOOR, probabilityOf } from '../../src/scan/compare/verdict.ts';
import { PHOTO_SIDE_MAX } from '../../src/scan/photo/raster.ts';
import { printOf, takePhoto } from './camera/camera.ts';
import { chanceOf } from './camera/chance.ts';
import type { Conditions } from './camera/tiers.ts';
import type { BenchCatalog } from './catalog.ts';
import { decoded } from './pictures.ts';

/** What came of one photo. */
export interface Trial {
  game: string;
  id: string;
  quarters: number;
  /** Place of the right artwork among those looked at, from 0; −1 where it is not. */
  place: number;
  /** Probability given to the best artwork. */
  probability: number;
  /** Other printings of the artwork in the catalog, and cards with the very same picture, itself among them. */
  twins: number;
  copies: number;
  /** Whether the card came first, or one with the very same picture, and whether the card was listed. */
  exact: boolean;
  samePicture: boolean;
  listed: boolean;
  /** Cards that were answered. */
  answered: number;
  /** Clock and processor time from the photo's bytes to the verdict, in milliseconds. */
  wallMs: number;
  cpuMs: number;
  /** Probability given to the best artwork when the card and its twins were withheld, and which card that was. */
  withheld?: number;
  mistaken?: string;
}

export interface TrialOptions {
  conditions: Conditions;
  seed: number;
  quarters: number;
  /** Whether to try again without the card; `alone`: with all others, printings of its artwork as the pictures tell them among them. */
  negative: boolean | 'alone';
}

/** What was said of the best artwork: nothing where its mark is none of the catalog's, however probable it is. */
async function saidOf(artworks: Artwork[], { pyramid }: Sight, { catalog }: BenchCatalog) {
  const { matches } = await closeVerdict(artworks, pyramid, catalog);
  const probability = probabilityOf(artworks, catalog.model);
  return { matches, probability: matches.length === 0 && probability >= FLOOR ? 0 : probability };
}

/** Photographs the card of a row and identifies it. */
export async function trial(bench: BenchCatalog, row: number, options: TrialOptions): Promise<Trial> {
  const picture = bench.pictures[row];
  if (picture === undefined) throw new RangeError(`no card ${row}`);
  const { conditions, seed, quarters } = options;
  const { jpeg } = await takePhoto(await printOf(await picture.bytes()), conditions, chanceOf(seed), quarters);
  const began = performance.now();
  const before = process.cpuUsage();
  const photo = await decoded(jpeg, PHOTO_SIDE_MAX);
  const sight = sightOf(photo);
  const { artworks } = await artworksOn(sight, bench.catalog);
  const { matches, probability } = await saidOf(artworks, sight, bench);
  const { user, system } = process.cpuUsage(before);
  const alike = bench.alike(row);
  const done: Trial = {
    game: picture.game,
    id: picture.id,
    quarters,
    place: artworks.findIndex(([first]) => first !== undefined && alike.has(first.row)),
    probability,
    twins: alike.size - 1,
    copies: bench.copies(row).size,
    exact: matches[0]?.row === row,
    samePicture: matches[0] !== undefined && bench.copies(row).has(matches[0].row),
    listed: matches.some((match) => match.row === row),
    answered: matches.length,
    wallMs: performance.now() - began,
    cpuMs: (user + system) / 1000,
  };
  if (!options.negative) return done;
  const gone = options.negative === 'alone' ? bench.copies(row) : alike;
  bench.withhold(gone);
  const { artworks: others } = await artworksOn(sight, bench.catalog);
  const { probability: withheld } = await saidOf(others, sight, bench);
  bench.restore(gone);
  const first = others[0]?.[0];
  const mistaken = first === undefined ? undefined : bench.pictures[first.row]?.id;
  return {
    ...done,
    withheld,
    ...(mistaken === undefined ? {} : { mistaken }),
  };
}
