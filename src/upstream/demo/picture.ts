/** The demo's pictures, drawn when they are asked for and kept while there is room. */
import sharp from 'sharp';
import { CARD_HEIGHT, CARD_WIDTH, cardFace } from './draw/card.ts';
import { logoOf, symbolOf } from './draw/marks.ts';
import { PRODUCT_SIZE, sealedPicture } from './draw/sealed.ts';
import { usdProduct } from './market/products.ts';
import { demoCard } from './world/cards.ts';

export interface Picture {
  type: string;
  bytes: Buffer;
}

const KEPT_BYTES_MAX = 32 * 1024 * 1024;
const LOW = { w: 245, h: 337 } as const;
const THUMBNAIL = 200;
/** Optimised Huffman tables save 5 % of the bytes and take half of the encoding time. */
const JPEG = { quality: 84, optimiseCoding: false } as const;

/** Pictures by path, the longest unused first. */
const kept = new Map<string, Picture>();
let keptBytes = 0;
/** Drawings under way, so that the two renditions of one card asked for together are drawn once. */
const drawing = new Map<string, Promise<void>>();

function keep(path: string, bytes: Buffer, type = 'image/jpeg'): void {
  if (kept.has(path)) return;
  kept.set(path, { type, bytes });
  keptBytes += bytes.length;
  for (const [oldest, picture] of kept) {
    if (keptBytes <= KEPT_BYTES_MAX || oldest === path) break;
    kept.delete(oldest);
    keptBytes -= picture.bytes.length;
  }
}

/** Draws an SVG once and keeps it at each of the sizes. */
async function keepRenditions(
  svg: string,
  w: number,
  h: number,
  renditions: readonly { path: string; w: number; h: number }[],
): Promise<void> {
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(w, h, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  await Promise.all(
    renditions.map(async (size) => {
      const whole = sharp(data, { raw: info });
      const sized = size.w === w ? whole : whole.resize(size.w, size.h, { fit: 'fill' });
      keep(size.path, await sized.jpeg(JPEG).toBuffer());
    }),
  );
}

/** What draws the pictures of a path's subject: its name among the drawings, and the work. */
function painterOf(path: string): { subject: string; paint: () => Promise<void> } | undefined {
  const [, folder = '', id = '', rendition = ''] =
    /^(cards|products|logos|symbols)\/([\w.-]+?)(\/low|\/high|_200w|_in_1000x1000)?\.(?:jpg|png)$/.exec(path) ?? [];
  const subject = `${folder}/${id}`;
  const card = folder === 'cards' && rendition.startsWith('/') ? demoCard(id) : undefined;
  if (card !== undefined && path.endsWith('.jpg')) {
    const renditions = [
      { path: `${subject}/high.jpg`, w: CARD_WIDTH, h: CARD_HEIGHT },
      { path: `${subject}/low.jpg`, ...LOW },
    ];
    return { subject, paint: () => keepRenditions(cardFace(card), CARD_WIDTH, CARD_HEIGHT, renditions) };
  }
  const product = folder === 'products' && rendition.startsWith('_') ? usdProduct(Number(id)) : undefined;
  if (product !== undefined && path.endsWith('.jpg')) {
    const [svg, w, h] =
      product.card === undefined
        ? [() => sealedPicture(product), PRODUCT_SIZE, PRODUCT_SIZE]
        : [() => cardFace(product.card as NonNullable<typeof product.card>), CARD_WIDTH, CARD_HEIGHT];
    const renditions = [
      { path: `${subject}_in_1000x1000.jpg`, w, h },
      { path: `${subject}_200w.jpg`, w: THUMBNAIL, h: Math.round((THUMBNAIL * h) / w) },
    ];
    return { subject, paint: () => keepRenditions(svg(), w, h, renditions) };
  }
  const mark =
    rendition !== '' ? undefined : folder === 'logos' ? logoOf(id) : folder === 'symbols' ? symbolOf(id) : undefined;
  return mark === undefined ? undefined : { subject: path, paint: () => keepMark(path, mark) };
}

/** A mark stands on nothing in a PNG, on white in a JPEG. */
async function keepMark(path: string, svg: string): Promise<void> {
  const image = sharp(Buffer.from(svg));
  if (path.endsWith('.png')) keep(path, await image.png().toBuffer(), 'image/png');
  else keep(path, await image.flatten({ background: '#ffffff' }).jpeg(JPEG).toBuffer());
}

/**
 * The picture at a path: `cards/{id}/{low|high}.jpg` (245×337, 600×825), `products/{id}_{200w|in_1000x1000}.jpg`,
 * `logos/{id}.{jpg|png}`, `symbols/{id}.{jpg|png}`. Undefined where there is none.
 */
export async function demoPicture(path: string): Promise<Picture | undefined> {
  const known = kept.get(path);
  if (known !== undefined) {
    kept.delete(path);
    kept.set(path, known);
    return known;
  }
  const painter = painterOf(path);
  if (painter === undefined) return undefined;
  let work = drawing.get(painter.subject);
  if (work === undefined) {
    work = painter.paint().finally(() => drawing.delete(painter.subject));
    drawing.set(painter.subject, work);
  }
  await work;
  return kept.get(path);
}
