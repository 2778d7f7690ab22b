/** Card pictures for the scan's bench and fit: the demo's own, or folders of any game's. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { demoPicture } from '../../demo/picture.ts';
import { CARDS } from '../../demo/wickwild/cards.ts';
import { PICTURE_SIDE_MAX, type Raster } from '../../src/scan/photo/raster.ts';

/** A card's picture. */
export interface CardPicture {
  /** Its game: figures are given for each. */
  game: string;
  /** Names the card, for what is printed of it. */
  id: string;
  /** Names its artwork, where that is known; else it is told from the pictures. */
  artwork?: string;
  /** The picture's file. */
  bytes(): Promise<Uint8Array>;
}

const PICTURE = /\.(?:jpe?g|png|webp)$/i;

function folderPictures(game: string, folder: string): CardPicture[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => PICTURE.test(file))
    .sort()
    .map((file) => ({
      game,
      id: `${basename(folder)}/${file}`,
      bytes: async () => readFileSync(join(folder, file)),
    }));
}

function demoPictures(): CardPicture[] {
  return CARDS.map(({ id, artwork }) => ({
    game: 'demo',
    id,
    artwork: `demo ${artwork.seed}`,
    bytes: async () => {
      const picture = await demoPicture(`cards/${id}/high.jpg`);
      if (picture === undefined) throw new RangeError(`no picture of ${id}`);
      return picture.bytes;
    },
  }));
}

/** Pictures of each word: `demo`, `game=folder` or `folder`, whose last part then names the game. */
export function picturesOf(words: readonly string[]): CardPicture[] {
  return words.flatMap((word) => {
    if (word === 'demo') return demoPictures();
    const [, game, folder = word] = /^([^=]+)=(.+)$/.exec(word) ?? [];
    return folderPictures(game ?? basename(folder), folder);
  });
}

/** A picture or photo decoded to at most `sideMax`, as the service decodes it. */
export async function decoded(bytes: Uint8Array, sideMax = PICTURE_SIDE_MAX): Promise<Raster> {
  const { data, info } = await sharp(bytes)
    .rotate()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
