/** The demo's pictures, drawn when they are asked for and kept while there is room. */
import sharp from 'sharp';
import { cardFace } from './draw/card/face.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './draw/card/frame.ts';
import { logoOf, symbolOf } from './draw/logos.ts';
import { PRODUCT_SIZE, sealedPicture } from './draw/sealed/sealed.ts';
import { keptPictures, type Picture } from './kept-pictures.ts';
import { plate } from './orbwright/draw/plate.ts';
import { orbwrightSealed } from './orbwright/draw/sealed.ts';
import { orbwrightProduct } from './orbwright/market.ts';
import { demoCard } from './wickwild/cards.ts';
import { usdProduct } from './wickwild/market/products.ts';

const KEPT_BYTES_MAX = 32 * 1024 * 1024;
const LOW = { w: 245, h: 337 } as const;
const THUMBNAIL = 200;

/** Optimised Huffman tables save 5 % of the bytes and take half of the encoding time. */
const JPEG = { quality: 84, optimiseCoding: false } as const;
const kept = keptPictures(KEPT_BYTES_MAX);

/** Drawings under way, so that the two renditions of one card asked for together are drawn once. */
const drawing = new Map<string, Promise<Map<string, Picture>>>();

/** A file a drawing is kept as, and its size. */
interface Rendition {
  path: string;
  w: number;
  h: number;
}

/** Pictures to be drawn together: what tells them from others under way, and the work, which gives them by path. */
interface Painting {
  subject: string;
  paint(): Promise<Map<string, Picture>>;
}

/** Draws an SVG once, and makes a JPEG of it at each of the sizes. */
async function drawRenditions(svg: string, renditions: readonly Rendition[]): Promise<Map<string, Picture>> {
  // Without the alpha channel, which nothing uses, the two encodings take half the time.
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pictures = renditions.map(async ({ path, w, h }): Promise<[string, Picture]> => {
    const whole = sharp(data, { raw: info });
    const sized = w === info.width ? whole : whole.resize(w, h, { fit: 'fill' });
    return [path, { type: 'image/jpeg', bytes: await sized.jpeg(JPEG).toBuffer() }];
  });
  return new Map(await Promise.all(pictures));
}

function cardPainting(path: string): Painting | undefined {
  const [, id = ''] = /^cards\/([\w.-]+)\/(?:low|high)\.jpg$/.exec(path) ?? [];
  const card = demoCard(id);
  if (card === undefined) return undefined;
  const renditions = [
    { path: `cards/${id}/high.jpg`, w: CARD_WIDTH, h: CARD_HEIGHT },
    { path: `cards/${id}/low.jpg`, ...LOW },
  ];
  return { subject: `cards/${id}`, paint: () => drawRenditions(cardFace(card), renditions) };
}

/** How a product's picture is drawn; undefined where nobody sells such a thing. */
function drawingOf(id: number): { isCard: boolean; draw: () => string } | undefined {
  const [wick, orb] = [usdProduct(id), orbwrightProduct(id)];
  const [card, orbCard] = [wick?.card, orb?.card];
  if (card !== undefined) return { isCard: true, draw: () => cardFace(card) };
  if (orbCard !== undefined) return { isCard: true, draw: () => plate(orbCard) };
  if (wick !== undefined) return { isCard: false, draw: () => sealedPicture(wick) };
  return orb && { isCard: false, draw: () => orbwrightSealed(orb) };
}

/** A sealed product's picture is its own; a single card's is the card's. */
function productPainting(path: string): Painting | undefined {
  const [, id = ''] = /^products\/(\d+)_(?:200w|in_1000x1000)\.jpg$/.exec(path) ?? [];
  const drawing = drawingOf(Number(id));
  if (drawing === undefined) return undefined;
  const { isCard, draw } = drawing;
  const [w, h] = isCard ? [CARD_WIDTH, CARD_HEIGHT] : [PRODUCT_SIZE, PRODUCT_SIZE];
  const renditions = [
    { path: `products/${id}_in_1000x1000.jpg`, w, h },
    { path: `products/${id}_200w.jpg`, w: THUMBNAIL, h: Math.round((THUMBNAIL * h) / w) },
  ];
  return { subject: `products/${id}`, paint: () => drawRenditions(draw(), renditions) };
}

/** A logo or symbol stands on nothing in a PNG, on white in a JPEG. */
function markPainting(path: string): Painting | undefined {
  const [, folder, id = '', format] = /^(logos|symbols)\/([\w.-]+)\.(jpg|png)$/.exec(path) ?? [];
  const svg = folder === 'logos' ? logoOf(id) : folder === 'symbols' ? symbolOf(id) : undefined;
  if (svg === undefined) return undefined;
  const paint = async () => {
    const image = sharp(Buffer.from(svg));
    const encoded = format === 'png' ? image.png() : image.flatten({ background: '#ffffff' }).jpeg(JPEG);
    const type = format === 'png' ? 'image/png' : 'image/jpeg';
    return new Map([[path, { type, bytes: await encoded.toBuffer() }]]);
  };
  return { subject: path, paint };
}

/**
 * The picture at a path: `cards/{id}/{low|high}.jpg` (245×337, 600×825), `products/{id}_{200w|in_1000x1000}.jpg`,
 * `logos/{id}.{jpg|png}`, `symbols/{id}.{jpg|png}`. Undefined where there is none.
 */
export async function demoPicture(path: string): Promise<Picture | undefined> {
  const known = kept.get(path);
  if (known !== undefined) return known;
  const painting = cardPainting(path) ?? productPainting(path) ?? markPainting(path);
  if (painting === undefined) return undefined;
  let work = drawing.get(painting.subject);
  if (work === undefined) {
    work = painting.paint().finally(() => drawing.delete(painting.subject));
    drawing.set(painting.subject, work);
  }
  const pictures = await work;
  for (const [each, picture] of pictures) kept.keep(each, picture);
  return pictures.get(path);
}
