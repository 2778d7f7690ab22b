/** Which catalogs' pictures are kept here, and what records name in place of where the source has them. */
import type { Image } from '../catalog/field-shapes.ts';
import type { CatalogAdapter } from '../games/game.ts';
import type { SourceSettings } from '../upstream/source-fields.ts';

export interface PicturePlace {
  folder: string;
  limitBytes: number;
  /** Address under which callers reach this service, where the operator set one: without it records go on naming the source's. */
  at: string | undefined;
}

/** That pictures of a catalog are kept, and where callers find them. */
export type KeptImages = Pick<PicturePlace, 'at'>;

/** Undefined where the source's pictures are not kept. */
export const keptImagesOf = (
  { keepsPictures }: Pick<CatalogAdapter, 'keepsPictures'>,
  { keep_pictures }: Pick<SourceSettings, 'keep_pictures'>,
  at: string | undefined,
): KeptImages | undefined => ((keep_pictures ?? keepsPictures ?? false) ? { at } : undefined);

/** What a record names: our address, where callers know one. */
export function imageHere({ at }: KeptImages, image: Image, id: string, language?: string): Image {
  if (at === undefined) return image;
  const address = (rendition: 'low' | 'high') =>
    `${at}/pictures/${encodeURIComponent(id)}/${rendition}${language === undefined ? '' : `?lang=${language}`}`;
  return { low: address('low'), high: address('high') };
}
