/** Tells printings of one artwork by what only a finer look shows: a stamp, a set mark. */
import { uprightQuad } from '../describe/describe.ts';
import { DETAIL_HEIGHT, DETAIL_WIDTH, lightIn } from '../describe/detail.ts';
import type { ScanModel } from '../describe/model.ts';
import { contrast, likeness, smoothed, WINDOW } from '../describe/windows.ts';
import type { Quad } from '../photo/homography.ts';
import { emptyPlanes, type Planes, pyramidOf, shrunk } from '../photo/planes.ts';
import { rectifiedLight } from '../photo/rectify.ts';
import { aligned, type Template, templateOf } from './align.ts';
import type { Artwork } from './artworks.ts';
import { PRINTING_SCALE, type Verdict, verdictOn } from './verdict.ts';

// Catalog pictures of two printings are two scans: cropped, lit and sharpened otherwise all over. All are laid on the first
// one, and only windows that no scan explains are looked for on the photo.

/** What the catalog keeps of pictures in full: nothing of those that an older release described. */
export interface Details {
  detailsOf(references: readonly number[]): Promise<(Uint8Array | undefined)[]> | (Uint8Array | undefined)[];
}

/** Pictures are laid on each other at half their size, in at most so many steps. */
const FITTED_BY = 2;
const ROUNDS = 6;
/** Contrast is made equal in squares of this side, in pixels of a detail. */
const SIDE = 36;
const STRIDE = 4;
/** How far off a window may be on another scan, and on the photo of a bent card. */
const WIGGLE = 1;
const BENT = 2;
/**
 * Windows less alike than this differ by what is printed there. Over two scans of one print, cropped, lit, sharpened and
 * packed otherwise, none was below .77; a set mark of 2 mm has windows below .5.
 */
const DIFFERS = 0.65;
/** A window so alike where it lies is not looked for around it. */
const ALIKE = 0.85;
/** The logarithm of how sure one window makes that is there wholly, and on the other printing not at all. */
const SURENESS = 5;
/** Of windows that may differ so many are looked at, the least alike: another text has thousands, and a few say as much. */
const WINDOWS_MAX = 256;
/** No more are answered; each pair of them takes some milliseconds. */
const PRINTINGS_MAX = 5;

/** Colours of two scans of one print: the photo's log likelihood of the one and of the other differed by up to 290, of other inks by 1,700. */
const SCANNED = 300;

const WHOLE = uprightQuad({ width: DETAIL_WIDTH, height: DETAIL_HEIGHT });

/** Where the first printing lies on a picture or photo, as its light there. */
function laid(pyramid: readonly Planes[], first: Template, start: Quad): Float32Array {
  return smoothed(rectifiedLight(pyramid, aligned(pyramid, first, start, ROUNDS), DETAIL_WIDTH, DETAIL_HEIGHT));
}

/** A window that may differ, by its left upper pixel, and the contrast around it. */
interface Suspect {
  at: readonly [x: number, y: number];
  alike: number;
  seen: number;
  here: number;
  there: number;
}

/** The windows in which two printings are least alike as they lie. */
function suspects(photo: Float32Array, one: Float32Array, other: Float32Array): Suspect[] {
  const found: Suspect[] = [];
  for (let top = 0; top < DETAIL_HEIGHT; top += SIDE) {
    for (let left = 0; left < DETAIL_WIDTH; left += SIDE) {
      const contrastOf = (light: Float32Array): number => contrast(light, left, top, SIDE);
      const [seen, here, there] = [contrastOf(photo), contrastOf(one), contrastOf(other)];
      for (let y = top; y < Math.min(top + SIDE, DETAIL_HEIGHT - WINDOW); y += STRIDE) {
        for (let x = left; x < Math.min(left + SIDE, DETAIL_WIDTH - WINDOW); x += STRIDE) {
          const alike = likeness(one, other, [x, y], there / here, 0);
          if (alike < ALIKE) found.push({ at: [x, y], alike, seen, here, there });
        }
      }
    }
  }
  return found.sort((a, b) => a.alike - b.alike).slice(0, WINDOWS_MAX);
}

/** How much more the photo has of one printing than of the other where the two differ; 0 where they do not. */
function lead(photo: Float32Array, one: Float32Array, other: Float32Array): number {
  let [sum, count] = [0, 0];
  for (const { at, seen, here, there } of suspects(photo, one, other)) {
    if (likeness(one, other, at, there / here, WIGGLE) >= DIFFERS) continue;
    sum += likeness(photo, one, at, here / seen, BENT) - likeness(photo, other, at, there / seen, BENT);
    count += 1;
  }
  // Windows overlap, and a photo errs in many together: four count as two.
  return count === 0 ? 0 : sum / Math.sqrt(count);
}

/** The log likelihood of each printing less that of each other one, all of them laid on one. */
function leads(photo: Float32Array, printings: readonly Float32Array[], artwork: Artwork): number[][] {
  const table = printings.map(() => printings.map(() => 0));
  for (const [i, one] of printings.entries()) {
    for (const [j, other] of printings.entries()) {
      if (j <= i) continue;
      const inks = (artwork[i]?.inks ?? 0) - (artwork[j]?.inks ?? 0);
      const inked = Math.sign(inks) * Math.max(0, Math.abs(inks) - SCANNED);
      const value = inked + PRINTING_SCALE * SURENESS * lead(photo, one, other);
      (table[i] as number[])[j] = value;
      (table[j] as number[])[i] = -value;
    }
  }
  return table;
}

/** What is kept of these pictures in full; one that is damaged counts as none, so that a scan never fails by it. */
async function lightsOf(artwork: Artwork, { detailsOf }: Details): Promise<(Float32Array | undefined)[]> {
  const details = await detailsOf(artwork.map(({ reference }) => reference));
  return Promise.all(details.map((detail) => detail && lightIn(detail).catch(() => undefined)));
}

/**
 * Says anew how likely each printing of the artwork is, by a finer look; those that are no different there are as likely as each
 * other. Their order stays, for the artwork is judged by the first. Those that are not kept in full stay as far from the first
 * that is as they were.
 */
export async function rankSameArtwork(artwork: Artwork, pyramid: readonly Planes[], details: Details): Promise<void> {
  const known = await lightsOf(artwork, details);
  const looked = artwork.filter((_, i) => known[i] !== undefined).slice(0, PRINTINGS_MAX);
  const lights = known.filter((light) => light !== undefined).slice(0, PRINTINGS_MAX);
  const [one, luma] = [looked[0], lights[0]];
  if (looked.length < 2 || one === undefined || luma === undefined) return;
  const small = shrunk(luma, DETAIL_WIDTH, DETAIL_HEIGHT, FITTED_BY);
  const first = templateOf(small, DETAIL_WIDTH / FITTED_BY, DETAIL_HEIGHT / FITTED_BY);
  const printings = lights.map((luma, i) => {
    if (i === 0) return smoothed(luma);
    return laid(pyramidOf({ ...emptyPlanes(DETAIL_WIDTH, DETAIL_HEIGHT), luma }), first, WHOLE);
  });
  const table = leads(laid(pyramid, first, one.quad), printings, looked);
  const least = table.map((row) => Math.min(...row));
  const best = table[least.indexOf(Math.max(...least))] ?? [];
  const moved = -(best[0] ?? 0) - one.printing;
  for (const each of artwork) {
    const place = looked.indexOf(each);
    each.printing = place < 0 ? each.printing + moved : -(best[place] ?? 0);
  }
}

/** The verdict on a photo, for which the printings of the artwork that is answered are looked at closely. */
export async function closeVerdict(
  artworks: readonly Artwork[],
  pyramid: readonly Planes[],
  { model, ...details }: Details & { model: ScanModel },
): Promise<Verdict> {
  const verdict = verdictOn(artworks, model);
  const [artwork] = artworks;
  if (artwork === undefined || artwork.length < 2 || verdict.matches.length === 0) return verdict;
  await rankSameArtwork(artwork, pyramid, details);
  return verdictOn(artworks, model);
}
