/** Where sources have the pictures that are kept here. What a record names in their place is our own address. */
import { sql } from 'kysely';
import type { Image } from '../../catalog/field-shapes.ts';
import type { CardText } from '../../catalog/languages/texts.ts';
import type { CardSummary } from '../../catalog/records.ts';
import { aliasTarget } from '../catalog/aliases.ts';
import { Compared, countOf, deleteWhere, insertRows, portionsOf, rowsWhere, rowWhere } from '../rows.ts';
import type { Reads, Writes } from '../store.ts';

/** The catalog's own language. */
export const OWN = '';

/** Puts where the source has the pictures of these cards in a language, in place of what stood there. */
export async function putCardPictures(
  writes: Writes,
  language: string,
  ids: readonly string[],
  pictures: readonly (Image & { id: string })[],
): Promise<void> {
  await deleteWhere(writes, 'card_pictures', { card_id: ids, language });
  const rows = pictures.map(({ id, low, high }) => ({ card_id: id, language, low, high }));
  await insertRows(writes, 'card_pictures', rows);
}

export interface CardPictures {
  /** Those that are kept here, where their source has them: in the language asked for, its own, then others. */
  kept: Image[];
  /** What its record names, or that of another language, where none is kept; null where there is none. */
  elsewhere: Image | null;
}

/** Those of the card with the id; undefined where there is no such card. */
export async function picturesOfCard(
  reads: Reads,
  id: string,
  language: string | undefined,
): Promise<CardPictures | undefined> {
  const card = await rowWhere(reads, 'cards', { id }, ['game', 'summary']);
  if (card === undefined) {
    const target = await aliasTarget(reads, 'card', id);
    return target === undefined ? undefined : picturesOfCard(reads, target, language);
  }
  const shown = { kind: 'card', id, game: card.game, withheld: null } as const;
  const texts = await rowsWhere(reads, 'translations', shown, ['language', 'body'], 'language');
  const languages = new Set([OWN, ...texts.map((text) => text.language)]);
  const rows = await rowsWhere(reads, 'card_pictures', { card_id: id }, undefined, 'language');
  const kept = rows.filter((row) => languages.has(row.language));
  const asked = kept.findIndex((row) => row.language === language);
  if (asked > 0) kept.unshift(...kept.splice(asked, 1));
  const records = [card.summary, ...texts.map(({ body }) => body)];
  const images = records.map((text) => (JSON.parse(text) as Pick<CardSummary, 'image'> | CardText).image);
  return { kept, elsewhere: kept.length > 0 ? null : (images.find((image) => image) ?? null) };
}

/** How many cards have pictures that are to be kept here. */
export const keptCardCount = (reads: Reads): Promise<number> =>
  countOf(reads.selectFrom('card_pictures').where('language', '=', OWN));

/** The addresses that are to be kept, so many at a time, in the order of the cards; of one game alone where it is named. */
export function addressesToKeep(reads: Reads, count: number, game?: string) {
  const ofGame = new Compared<string>((id) => sql`${id} in (select id from cards where game = ${game})`);
  const asked = game === undefined ? {} : { where: { card_id: ofGame } };
  return portionsOf(reads, 'card_pictures', count, asked, 'card_id', 'language');
}
