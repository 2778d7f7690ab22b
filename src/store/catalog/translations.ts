/** Texts in other languages at rest: what a run compares with and writes, and what reads show of them. */
import { sql } from 'kysely';
import type { CardContext } from '../../catalog/languages/texts.ts';
import { inBatches } from '../batches.ts';
import { deleteWhere, putRows, rowsWhere, setWhere } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';
import { aliases } from './aliases.ts';

export type TextKind = Tables['translations']['kind'];

/** The table of each kind of record that has texts. */
export const TEXT_TABLES = { card: 'cards', expansion: 'expansions', series: 'series' } as const;
export const TEXT_KINDS = Object.keys(TEXT_TABLES) as TextKind[];

export interface GameLanguage {
  game: string;
  language: string;
}

export type StoredText = Pick<Tables['translations'], 'kind' | 'id' | 'name' | 'digest' | 'withheld'>;

/** Every text of a language, without its body. */
export const storedTexts = (reads: Reads, { game, language }: GameLanguage): Promise<StoredText[]> =>
  rowsWhere(reads, 'translations', { game, language }, ['kind', 'id', 'name', 'digest', 'withheld']);

/** Inserts or replaces texts; whether they are shown is judged after. */
export async function putTexts(
  writes: Writes,
  rows: readonly Omit<Tables['translations'], 'withheld'>[],
): Promise<void> {
  await putRows(writes, 'translations', ['kind', 'id', 'language'], rows);
}

export async function deleteTexts(writes: Writes, { language }: GameLanguage, kind: TextKind, ids: readonly string[]) {
  await deleteWhere(writes, 'translations', { kind, language, id: ids });
  if (kind === 'card') await deleteWhere(writes, 'card_pictures', { language, card_id: ids });
}

/** The texts of all cards in a language, those of cards that are not here too, as the audit of languages judges them. */
export async function judgedTexts(writes: Writes, { game, language }: GameLanguage) {
  const ofCards = { game, language, kind: 'card' } as const;
  const rows = await rowsWhere(writes, 'translations', ofCards, ['id', 'name', 'facts', 'withheld']);
  return rows.map(({ facts, ...row }) => ({ ...row, facts: JSON.parse(facts) as CardContext }));
}

/** Shows the texts of these cards, or withholds them for `reason`. */
export async function setWithheld(
  writes: Writes,
  { language }: GameLanguage,
  ids: readonly string[],
  reason: string | null,
): Promise<void> {
  await setWhere(writes, 'translations', { withheld: reason }, { kind: 'card', language, id: ids });
}

export const storedLanguages = async (reads: Reads): Promise<GameLanguage[]> =>
  (await sql<GameLanguage>`select distinct game, language from translations order by game, language`.execute(reads))
    .rows;

/** Deletes a language of a game; returns how many texts it had. */
export async function deleteLanguage(writes: Writes, { game, language }: GameLanguage): Promise<number> {
  await sql`delete from card_pictures where language = ${language} and card_id in (
    select id from translations where game = ${game} and kind = 'card' and translations.language = ${language})`.execute(
    writes,
  );
  return deleteWhere(writes, 'translations', { game, language });
}

/**
 * Puts texts under the ids that answer for theirs: a record that goes on under its old id keeps its texts. Returns the records
 * that got any, by kind.
 */
export async function followAliases(writes: Writes, game: string): Promise<Record<TextKind, string[]>> {
  const moved: Record<TextKind, string[]> = { card: [], expansion: [], series: [] };
  for (const kind of ['card', 'expansion', 'series'] as const) {
    for (const batch of inBatches([...(await aliases(writes, kind))])) {
      const targets = new Map(batch);
      const rows = await rowsWhere(writes, 'translations', { kind, game, id: [...targets.keys()] });
      const renamed = rows.map(({ withheld, ...row }) => ({ ...row, id: targets.get(row.id) ?? row.id }));
      await putTexts(writes, renamed);
      for (const { id, language } of rows) await deleteTexts(writes, { game, language }, kind, [id]);
      moved[kind].push(...rows.map(({ id }) => targets.get(id) ?? id));
    }
  }
  return moved;
}

/** Every text of the game that is withheld, with the card whose it would be. */
export async function withheldTexts(reads: Reads, game: string) {
  // What the card is called in the catalog's own language, and what it would be called.
  const found = sql<{ game: string; language: string; card_id: string; name: string; text: string; reason: string }>`
    select translations.game, language, translations.id as card_id, cards.name as name, translations.name as text,
      withheld as reason
    from translations join cards on cards.id = translations.id
    where translations.game = ${game} and kind = 'card' and withheld is not null
    order by language, translations.id`;
  return (await found.execute(reads)).rows;
}

/** A record by its id, and the game that it is of: a text under that id may be of another game's record. */
export interface OfGame {
  id: string;
  game: string;
}

const gamesById = (records: readonly OfGame[]) => new Map(records.map(({ id, game }) => [id, game]));

/** The names of cards in every language that they are shown in beside the catalog's own, by card id. */
export async function cardNames(reads: Reads, cards: readonly OfGame[]): Promise<Map<string, Record<string, string>>> {
  const names = new Map<string, Record<string, string>>();
  const games = gamesById(cards);
  const ofCards = { kind: 'card', id: [...games.keys()], withheld: null } as const;
  const rows = await rowsWhere(reads, 'translations', ofCards, ['id', 'game', 'language', 'name'], 'language');
  for (const { id, game, language, name } of rows) {
    if (game === games.get(id)) names.set(id, { ...names.get(id), [language]: name });
  }
  return names;
}

/** The texts of records in a language, as they are shown, by id. */
export async function shownTexts<Text>(reads: Reads, language: string, kind: TextKind, records: readonly OfGame[]) {
  const games = gamesById(records);
  const shown = { kind, id: [...games.keys()], language, withheld: null };
  const rows = await rowsWhere(reads, 'translations', shown, ['id', 'game', 'body']);
  return new Map(
    rows.flatMap(({ id, game, body }) => (game === games.get(id) ? [[id, JSON.parse(body) as Text] as const] : [])),
  );
}
