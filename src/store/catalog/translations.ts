/** Texts in other languages at rest: what a run compares with and writes, and what reads show of them. */
import { sql } from 'kysely';
import type { CardFacts } from '../../catalog/languages/texts.ts';
import { filledUp, inBatches } from '../batches.ts';
import type { TranslationTable } from '../schema/catalog-tables.ts';
import type { Reads, Writes } from '../store.ts';
import { aliases } from './aliases.ts';

/** What the texts are of. */
export type TextKind = TranslationTable['kind'];

/** One language of a game. */
export interface GameLanguage {
  game: string;
  language: string;
}

/** Texts as a comparison needs them. */
export type StoredText = Pick<TranslationTable, 'kind' | 'id' | 'name' | 'digest' | 'withheld'>;

/** Every text of a language, without its body. */
export const storedTexts = (reads: Reads | Writes, { game, language }: GameLanguage): Promise<StoredText[]> =>
  reads
    .selectFrom('translations')
    .select(['kind', 'id', 'name', 'digest', 'withheld'])
    .where('game', '=', game)
    .where('language', '=', language)
    .execute();

/** Inserts or replaces texts; whether they are shown is judged after. */
export async function putTexts(writes: Writes, rows: readonly Omit<TranslationTable, 'withheld'>[]): Promise<void> {
  for (const batch of inBatches(rows)) {
    await writes
      .insertInto('translations')
      .values(batch.map((row) => ({ ...row, withheld: null })))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'id', 'language']).doUpdateSet(({ ref }) => ({
          game: ref('excluded.game'),
          name: ref('excluded.name'),
          body: ref('excluded.body'),
          facts: ref('excluded.facts'),
          digest: ref('excluded.digest'),
        })),
      )
      .execute();
  }
}

export async function deleteTexts(
  writes: Writes,
  { language }: GameLanguage,
  kind: TextKind,
  ids: readonly string[],
): Promise<void> {
  for (const batch of inBatches(ids)) {
    await writes
      .deleteFrom('translations')
      .where('kind', '=', kind)
      .where('language', '=', language)
      .where('id', 'in', batch)
      .execute();
  }
}

/** A card's text as the audit of languages judges it. */
export interface JudgedText extends Pick<TranslationTable, 'id' | 'name' | 'withheld'> {
  facts: CardFacts;
}

/** The texts of all cards in a language, those of cards that are not here too. */
export async function judgedTexts(writes: Writes, { game, language }: GameLanguage): Promise<JudgedText[]> {
  const rows = await writes
    .selectFrom('translations')
    .select(['id', 'name', 'facts', 'withheld'])
    .where('game', '=', game)
    .where('language', '=', language)
    .where('kind', '=', 'card')
    .execute();
  return rows.map(({ facts, ...row }) => ({ ...row, facts: JSON.parse(facts) as CardFacts }));
}

/** Shows the texts of these cards, or withholds them for `reason`. */
export async function setWithheld(
  writes: Writes,
  { language }: GameLanguage,
  ids: readonly string[],
  reason: string | null,
): Promise<void> {
  for (const batch of inBatches(ids)) {
    await writes
      .updateTable('translations')
      .set({ withheld: reason })
      .where('kind', '=', 'card')
      .where('language', '=', language)
      .where('id', 'in', batch)
      .execute();
  }
}

/** The languages that the store has texts of. */
export const storedLanguages = (reads: Reads | Writes): Promise<GameLanguage[]> =>
  reads
    .selectFrom('translations')
    .select(['game', 'language'])
    .distinct()
    .orderBy('game')
    .orderBy('language')
    .execute();

/** Deletes a language of a game; returns how many texts it had. */
export async function deleteLanguage(writes: Writes, { game, language }: GameLanguage): Promise<number> {
  const { numDeletedRows } = await writes
    .deleteFrom('translations')
    .where('game', '=', game)
    .where('language', '=', language)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
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
      const rows = await writes
        .selectFrom('translations')
        .selectAll()
        .where('kind', '=', kind)
        .where('game', '=', game)
        .where('id', 'in', [...targets.keys()])
        .execute();
      await putTexts(
        writes,
        rows.map(({ withheld, ...row }) => ({ ...row, id: targets.get(row.id) ?? row.id })),
      );
      for (const { id, language } of rows) await deleteTexts(writes, { game, language }, kind, [id]);
      moved[kind].push(...rows.map(({ id }) => targets.get(id) ?? id));
    }
  }
  return moved;
}

/** A text that is withheld, with the card whose it would be. */
export interface WithheldText extends GameLanguage {
  card_id: string;
  /** What the card is called in the catalog's own language. */
  name: string;
  /** What it would be called. */
  text: string;
  reason: string;
}

/** Every text of the game that is withheld. */
export const withheldTexts = (reads: Reads, game: string): Promise<WithheldText[]> =>
  reads
    .selectFrom('translations')
    .innerJoin('cards', 'cards.id', 'translations.id')
    .select([
      'translations.game as game',
      'language',
      'translations.id as card_id',
      'cards.name as name',
      'translations.name as text',
    ])
    .select(sql<string>`withheld`.as('reason'))
    .where('translations.game', '=', game)
    .where('kind', '=', 'card')
    .where('withheld', 'is not', null)
    .orderBy('language')
    .orderBy('translations.id')
    .execute();

/** A record by its id, and the game that it is of: a text under that id may be of another game's record. */
export interface OfGame {
  id: string;
  game: string;
}

const gamesById = (records: readonly OfGame[]) => new Map(records.map(({ id, game }) => [id, game]));

/** The names of cards in every language that they are shown in beside the catalog's own, by card id. */
export async function cardNames(
  reads: Reads | Writes,
  cards: readonly OfGame[],
): Promise<Map<string, Record<string, string>>> {
  const names = new Map<string, Record<string, string>>();
  const games = gamesById(cards);
  for (const batch of inBatches([...games.keys()])) {
    const rows = await reads
      .selectFrom('translations')
      .select(['id', 'game', 'language', 'name'])
      .where('kind', '=', 'card')
      .where('id', 'in', filledUp(batch))
      .where('withheld', 'is', null)
      .orderBy('language')
      .execute();
    for (const { id, game, language, name } of rows) {
      if (game === games.get(id)) names.set(id, { ...names.get(id), [language]: name });
    }
  }
  return names;
}

/** The texts of records in a language, as they are shown, by id. */
export async function shownTexts<Text>(
  reads: Reads,
  language: string,
  kind: TextKind,
  records: readonly OfGame[],
): Promise<Map<string, Text>> {
  if (records.length === 0) return new Map();
  const games = gamesById(records);
  const rows = await reads
    .selectFrom('translations')
    .select(['id', 'game', 'body'])
    .where('kind', '=', kind)
    .where('id', 'in', filledUp([...games.keys()]))
    .where('language', '=', language)
    .where('withheld', 'is', null)
    .execute();
  return new Map(
    rows.flatMap(({ id, game, body }) => (game === games.get(id) ? [[id, JSON.parse(body) as Text] as const] : [])),
  );
}
