/** Tells printings of one artwork by what only a finer look shows: a stamp, a set mark. */
import { DETAIL_HEIGHT, DETAIL_WIDTH, type Details, lightsOf } from '../describe/detail.ts';
import type { ScanModel } from '../describe/model.ts';
import { STRANGE, strangenessOf } from '../describe/strange-mark.ts';
import { contrast, likeness, smoothed, WINDOW } from '../describe/windows.ts';
import type { Planes } from '../photo/planes.ts';
import { firstOf, laid, laidPicture } from './align.ts';
import type { Artwork } from './artworks.ts';
import { fellowAmong } from './evidence.ts';
import { PRINTING_SCALE, type Verdict, verdictOn } from './verdict.ts';

// Catalog pictures of two printings are two scans: cropped, lit and sharpened otherwise all over. All are laid on the first
// one, and only windows that no scan explains are looked for on the photo.

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
  const first = firstOf(luma);
  const printings = lights.map((light, i) => (i === 0 ? smoothed(light) : laidPicture(light, first)));
  const table = leads(laid(pyramid, first, one.quad), printings, looked);
  const least = table.map((row) => Math.min(...row));
  const best = table[least.indexOf(Math.max(...least))] ?? [];
  const moved = -(best[0] ?? 0) - one.printing;
  for (const each of artwork) {
    const place = looked.indexOf(each);
    each.printing = place < 0 ? each.printing + moved : -(best[place] ?? 0);
  }
}

/**
 * How strange the mark on the photo is to the likeliest card of a template: 0 where no fellow was looked at, or one of the two is
 * not kept in full.
 */
export async function strangeness(
  [artwork = [], ...rivals]: readonly Artwork[],
  pyramid: readonly Planes[],
  details: Details,
): Promise<number> {
  const [best, ...printings] = artwork.toSorted((a, b) => b.printing - a.printing);
  const fellow = best && fellowAmong([...printings, ...rivals.flatMap(([rival]) => rival ?? [])], best);
  if (best === undefined || fellow === undefined) return 0;
  const [own, other] = await lightsOf([best, fellow], details);
  if (own === undefined || other === undefined) return 0;
  const first = firstOf(own);
  return strangenessOf(laid(pyramid, first, best.quad), smoothed(own), laidPicture(other, first));
}

/** The verdict on a photo, for which the artwork that is answered is looked at closely: its printings, and whether its mark is there. */
export async function closeVerdict(
  artworks: readonly Artwork[],
  pyramid: readonly Planes[],
  { model, ...details }: Details & { model: ScanModel },
): Promise<Verdict> {
  const verdict = verdictOn(artworks, model);
  const [artwork] = artworks;
  if (artwork === undefined || verdict.matches.length === 0) return verdict;
  if (artwork.length > 1) await rankSameArtwork(artwork, pyramid, details);
  if ((await strangeness(artworks, pyramid, details)) > STRANGE) return { matches: [] };
  return verdictOn(artworks, model);
}
