/** Puts candidates together that show the same artwork: printings of one card, in one set or several. */
import { VIEW_HEIGHT, VIEW_WIDTH } from '../photo/rectify.ts';
import { COLOUR_HEIGHT, COLOUR_WIDTH } from '../photo/thumbnail.ts';
import type { Appearance } from './appearance.ts';
import { likelihoods } from './printings.ts';
import { sameArtwork } from './same-artwork.ts';
import { type Checked, check, type Known, type Look } from './verify.ts';

/** Printings of one artwork, the likeliest first. */
export type Artwork = Checked[];

/** Artworks that are looked at closely, and printings of each. */
const ARTWORKS = 8;
const PRINTINGS = 8;
/** After this many artworks no more are looked at if one leads by so much: the others were less alike to begin with. */
const ARTWORKS_MIN = 4;
const FAR_AHEAD = 0.5;

/** Candidates by artwork, in the order given, the first of each leading it. */
export function byArtwork(candidates: readonly Known[]): Known[][] {
  const groups: Known[][] = [];
  for (const candidate of candidates) {
    const group = groups.find(([leader]) => leader && sameArtwork(leader, candidate));
    if (group !== undefined) {
      if (group.length < PRINTINGS) group.push(candidate);
    } else if (groups.length < ARTWORKS) groups.push([candidate]);
  }
  return groups;
}

/** How likely each printing is, given the photo: by light in full, and by colours at the size that is kept of them. */
function printingLikelihoods(look: Look, group: readonly Known[]): { light: Float64Array; inks: Float64Array } {
  const pictures = group.map((known) => known.appearance());
  const likely = (width: number, height: number, of: (seen: Appearance) => Float32Array) =>
    likelihoods({ width, height, photo: of(look), printings: pictures.map(of) });
  const blues = likely(COLOUR_WIDTH, COLOUR_HEIGHT, ({ view }) => centred(view.blue));
  const reds = likely(COLOUR_WIDTH, COLOUR_HEIGHT, ({ view }) => centred(view.red));
  const light = likely(VIEW_WIDTH, VIEW_HEIGHT, ({ even }) => even);
  return { light, inks: blues.map((value, i) => value + (reds[i] ?? 0)) };
}

/** Colour differences less their mean, in units like those of evened light. */
function centred(plane: Float32Array): Float32Array {
  const mean = plane.reduce((sum, value) => sum + value, 0) / plane.length;
  return plane.map((value) => (value - mean) / 20);
}

/** Fits an artwork by its leader and compares all its printings there, the likeliest first. */
function checkedArtwork(group: readonly Known[]): Artwork {
  const [leader] = group;
  if (leader === undefined) return [];
  const look = leader.look();
  const checked = group.map((known) => check(known, look));
  if (group.length === 1) return checked;
  const printings = printingLikelihoods(look, group);
  for (const [i, one] of checked.entries()) {
    one.inks = printings.inks[i] ?? 0;
    one.printing = (printings.light[i] ?? 0) + one.inks;
  }
  return checked.sort((a, b) => b.printing - a.printing);
}

/** How well an artwork agrees with the photo, in one number, for ordering. */
const agreementOf = ([first]: Artwork): number => (first === undefined ? -2 : first.likeness + 0.5 * first.agreement);

/** Looks at the artworks, the likeliest first, and stops early where one is far ahead. They come best first. */
export function checkedArtworks(groups: readonly Known[][]): Artwork[] {
  const artworks: Artwork[] = [];
  for (const group of groups) {
    artworks.push(checkedArtwork(group));
    artworks.sort((a, b) => agreementOf(b) - agreementOf(a));
    const [best, second] = artworks.map(agreementOf);
    if (artworks.length >= ARTWORKS_MIN && (best ?? 0) - (second ?? 0) >= FAR_AHEAD) break;
  }
  return artworks;
}
