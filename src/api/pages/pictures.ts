/** `GET /pictures/{card}/{rendition}`: a card's picture, as it is kept here, to everybody. */
import Type, { type Static } from 'typebox';
import { text, textOr, whole } from '../../catalog/field-shapes.ts';
import { Failure } from '../../failure.ts';
import { type CardPictures, picturesOfCard } from '../../store/pictures/card-pictures.ts';
import type { Store } from '../../store/store.ts';
import { type PlainAnswer, RateLimited } from '../answer/send.ts';
import { readFilter } from '../parameters.ts';
import type { RouteRequest } from '../request.ts';

/** A rendition to be sent, and whether it is the picture that was asked for, and none in its place. */
interface KeptRendition {
  bytes: Buffer;
  tag: string;
  isFirst: boolean;
}

export const PictureState = Type.Object({
  files: whole('Files, one for each picture and each address that gave none', 23_546),
  bytes: whole('Bytes that they take', 1_765_950_000),
  limit_bytes: whole('Bytes that they may take: beyond it the longest unused go', 10_000_000_000),
  under_way: whole('Pictures that are being fetched, or wait for it', 0),
  fetched: whole('Pictures that this process asked sources for', 311),
  pause_ms: whole('Milliseconds between two of these requests', 100),
  last_error: textOr('Why the disk refused the last one', 'where it did not', 'ENOSPC'),
});
export type PictureState = Static<typeof PictureState>;

export interface KeptPictures {
  pictures: {
    /** The first that can be had; `busy` where too many wait, undefined where there is none. */
    rendition(of: CardPictures, which: 'low' | 'high'): Promise<KeptRendition | 'busy' | undefined>;
    state(): Promise<PictureState>;
  };
}

export const pictureParameters = {
  lang: Type.Optional(text('The picture in this language, where there is one.', 'fr')),
};

/** Another one may take its place, so it is asked for again after so long; one that stands in for another sooner. */
const A_DAY = 'public, max-age=86400, immutable';
const AN_HOUR = 'public, max-age=3600';
const RETRY_S = 5;

/**
 * A kept picture is sent; to one that is not, since its source may be shown from where it is, callers are led.
 * @throws Failure not_found, RateLimited where too many pictures wait
 */
export async function answerPicture(
  { params: { card = '', rendition }, query }: RouteRequest,
  { store, pictures }: KeptPictures & { store: Store },
): Promise<PlainAnswer> {
  if (rendition !== 'low' && rendition !== 'high') throw new Failure('not_found', 'A picture is called low or high.');
  const found = await picturesOfCard(store.reads, card, readFilter(query, 'lang'));
  if (found === undefined) throw new Failure('not_found', 'There is no card with this id.');
  if (found.elsewhere !== null) {
    const headers = ['Location', found.elsewhere[rendition]];
    return { type: 'text/plain; charset=utf-8', body: '', status: 302, headers, cacheControl: AN_HOUR };
  }
  const kept = await pictures.rendition(found, rendition);
  if (kept === 'busy') throw new RateLimited('Too many pictures are being fetched; try again.', RETRY_S);
  if (kept === undefined) throw new Failure('not_found', 'There is no picture of this card.');
  return { type: 'image/webp', body: kept.bytes, etag: kept.tag, cacheControl: kept.isFirst ? A_DAY : AN_HOUR };
}
