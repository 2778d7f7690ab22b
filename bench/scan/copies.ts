/** Which cards of the scan bench have the very same picture, so that nothing can tell them apart. */
import sharp from 'sharp';
import type { CardPicture } from './pictures.ts';

const WIDTH = 367;
const HEIGHT = 512;
/** Compression moves hardly a pixel by so much; another set's number under the text moves some three hundred of them. */
const FAR = 40;
const FAR_PIXELS = 100;

const pixelsOf = async (picture: CardPicture): Promise<Uint8Array> =>
  sharp(await picture.bytes())
    .flatten({ background: '#fff' })
    .removeAlpha()
    .toColourspace('srgb')
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .raw()
    .toBuffer();

function isCopy(one: Uint8Array, other: Uint8Array): boolean {
  let far = 0;
  for (let at = 0; at < one.length; at += 3) {
    const most = Math.max(...[0, 1, 2].map((i) => Math.abs((one[at + i] ?? 0) - (other[at + i] ?? 0))));
    if (most > FAR) far += 1;
    if (far > FAR_PIXELS) return false;
  }
  return true;
}

/** For each row of the groups that are given, those with the very same picture, itself among them. */
export async function copiesIn(
  pictures: readonly CardPicture[],
  groups: Iterable<ReadonlySet<number>>,
): Promise<Map<number, ReadonlySet<number>>> {
  const copies = new Map<number, ReadonlySet<number>>();
  for (const group of groups) {
    const kinds: { pixels: Uint8Array; rows: Set<number> }[] = [];
    for (const row of group) {
      const picture = pictures[row];
      if (picture === undefined) continue;
      const pixels = await pixelsOf(picture);
      const known = kinds.find((kind) => isCopy(kind.pixels, pixels));
      if (known === undefined) kinds.push({ pixels, rows: new Set([row]) });
      else known.rows.add(row);
    }
    for (const { rows } of kinds) for (const row of rows) copies.set(row, rows);
  }
  return copies;
}
