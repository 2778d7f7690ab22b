/** A small catalog with pictures: coloured shapes behind a server, told apart by their seeds, and their index for the scan. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { DEFAULT_SCOPE } from '../../../src/catalog/scope.ts';
import type { PicturePlace } from '../../../src/ingest/kept-images.ts';
import { scanSource } from '../../../src/ingest/pictures/scan-source.ts';
import { type RunReport, runSources } from '../../../src/ingest/runs/runner.ts';
import type { Store } from '../../../src/store/store.ts';
import { type CatalogFolder, catalogFolder, tinyCatalog, type UpstreamCatalog } from '../sources/tiny-catalog.ts';

const WIDTH = 300;
const HEIGHT = 420;

/** A picture of its own for every seed. */
export function shapes(seed: number): ReturnType<typeof sharp> {
  let state = seed * 7919 + 13;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const drawn = Array.from({ length: 24 }, () => {
    const fill = `rgb(${next(256)},${next(256)},${next(256)})`;
    return next(2) === 0
      ? `<circle cx="${next(WIDTH)}" cy="${next(HEIGHT)}" r="${20 + next(70)}" fill="${fill}"/>`
      : `<rect x="${next(WIDTH)}" y="${next(HEIGHT)}" width="${30 + next(150)}" height="${30 + next(150)}" fill="${fill}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="rgb(${next(256)},${next(256)},90)"/>${drawn.join('')}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

/** What is printed in the corner of a card: 2 mm of it. */
export type Mark = 'none' | 'square' | 'triangle';
const MARKS: Record<Mark, string> = {
  none: '',
  square: '<path d="M22 398h10v10H22z"/>',
  triangle: '<path d="M27 398l5 10H22z"/><path d="M36 400h3v8h-3z"/>',
};

/** The picture of a seed with a plain foot, and a mark on it. */
export async function marked(seed: number, mark: Mark): Promise<ReturnType<typeof sharp>> {
  const foot = `<rect y="390" width="${WIDTH}" height="30" fill="#ddd8cc"/><g fill="#222">${MARKS[mark]}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${foot}</svg>`;
  const drawn = await shapes(seed).png().toBuffer();
  return sharp(
    await sharp(drawn)
      .composite([{ input: Buffer.from(svg) }])
      .removeAlpha()
      .png()
      .toBuffer(),
  );
}

/** A catalog on files whose cards have pictures, which a server gives out. */
export interface PicturedFolder extends CatalogFolder {
  /** Writes a catalog; the n-th card is drawn from seed n. */
  writePictured(catalog: UpstreamCatalog): Promise<void>;
  /** Writes a catalog whose cards keep the pictures that were drawn for them. */
  rewrite(catalog: UpstreamCatalog): Promise<void>;
  /** Writes bytes as the picture of a card. */
  draw(id: string, bytes: Uint8Array): Promise<void>;
  /** Takes a card's picture away. */
  erase(id: string): Promise<void>;
  /** What a record names to have the picture drawn for `id`. */
  address(id: string): string;
}

/** Gives out the files below `folder`, each with a tag of its bytes. */
async function pictureServer(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    readFile(join(folder, request.url ?? '')).then(
      (bytes) => {
        const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
        if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
        else response.writeHead(200, { 'content-type': 'image/webp', etag }).end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server.unref();
}

/** A folder with `catalog` and its pictures. */
export async function picturedFolder(catalog: UpstreamCatalog = tinyCatalog(2)): Promise<PicturedFolder> {
  const folder = await catalogFolder(catalog);
  const pictures = join(fileURLToPath(folder.files), 'pictures');
  const server = await pictureServer(pictures);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const address = (id: string) => `${base}/${id}`;
  const pathOf = (id: string) => join(pictures, id, 'high.webp');
  const draw = async (id: string, bytes: Uint8Array) => {
    await mkdir(join(pictures, id), { recursive: true });
    await writeFile(pathOf(id), bytes);
  };
  const rewrite = (content: UpstreamCatalog) =>
    folder.write({ ...content, cards: content.cards.map((card) => ({ ...card, image: address(card.id) })) });
  const writePictured = async (content: UpstreamCatalog) => {
    await rewrite(content);
    for (const [at, { id }] of content.cards.entries()) await draw(id, await shapes(at).jpeg().toBuffer());
  };
  await writePictured(catalog);
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await folder[Symbol.asyncDispose]();
  };
  return {
    ...folder,
    writePictured,
    rewrite,
    draw,
    erase: (id) => rm(pathOf(id)),
    address,
    [Symbol.asyncDispose]: close,
  };
}

/** Runs the index of the scan as an operator does, or as the schedule does. */
export async function runScan(
  store: Store,
  options: { scheduled?: boolean; pictures?: PicturePlace } = {},
): Promise<RunReport> {
  const config = {
    games: [{ scope: DEFAULT_SCOPE, sources: {} }],
    userAgent: 'cardstock-test/1',
    publicUrl: 'http://127.0.0.1:1',
    ...(options.pictures && { pictures: options.pictures }),
  };
  const sources = [await scanSource(store.reads, config)];
  const runner = {
    store,
    runLock: 'scan' as const,
    sources,
    scope: DEFAULT_SCOPE,
    demo: () => undefined,
    onProgress: () => undefined,
    onReport: () => undefined,
  };
  const scheduled = options.scheduled ?? false;
  const [report] = (await runSources(runner, { acceptPrune: false, days: null, scheduled })) ?? [];
  if (!report) throw new Error('the index did not run');
  return report;
}
