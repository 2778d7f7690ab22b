/** The statements that publish a catalog run: what is there now, and what takes its place. */
import type { Expansion, Series } from '../../catalog/records.ts';
import { filledUp, inBatches } from '../batches.ts';
import type { Reads, Writes } from '../store.ts';
import { type AliasTable, LAST } from '../tables.ts';
import { indexCards } from './external-ids.ts';

/** A card as the comparison needs it: the body is read only for those that may have changed. */
export interface PublishedCard {
  id: string;
  expansion_id: string;
  name: string;
  number: string | null;
  digest: string;
}

export interface PublishedVariant {
  id: number;
  card_id: string;
  identity: string;
  ordinal: number;
  missing_runs: number;
}

/** A card row to be written. */
export interface CardRow {
  id: string;
  expansion_id: string;
  sort_date: string;
  number_sort: string;
  name: string;
  number: string | null;
  summary: string;
  body: string;
  digest: string;
}

/** Every card, without its body. */
export function publishedCards(reads: Reads | Writes): Promise<PublishedCard[]> {
  return reads.selectFrom('cards').select(['id', 'expansion_id', 'name', 'number', 'digest']).execute();
}

/** Ids of cards that have a printing which was absent in the last run. */
export async function cardsWithMissingVariants(reads: Reads | Writes): Promise<string[]> {
  const rows = await reads.selectFrom('variants').select('card_id').where('missing_runs', '>', 0).distinct().execute();
  return rows.map((row) => row.card_id);
}

/** Bodies of the cards named, by id. */
export async function cardBodies(reads: Reads | Writes, ids: readonly string[]): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (const batch of inBatches(ids)) {
    const rows = await reads.selectFrom('cards').select(['id', 'body']).where('id', 'in', batch).execute();
    for (const row of rows) bodies.set(row.id, row.body);
  }
  return bodies;
}

/** Printings of the cards named, in the order of their ids. */
export async function variantsOf(reads: Reads | Writes, cardIds: readonly string[]): Promise<PublishedVariant[]> {
  const found: PublishedVariant[] = [];
  for (const batch of inBatches(cardIds)) {
    found.push(
      ...(await reads
        .selectFrom('variants')
        .selectAll()
        .where('card_id', 'in', filledUp(batch))
        .orderBy('id')
        .execute()),
    );
  }
  return found;
}

export async function variantCount(reads: Reads | Writes): Promise<number> {
  const row = await reads
    .selectFrom('variants')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Adds printings and returns them with the ids they were given. */
export async function addVariants(
  writes: Writes,
  rows: readonly Pick<PublishedVariant, 'card_id' | 'identity' | 'ordinal'>[],
): Promise<PublishedVariant[]> {
  const added: PublishedVariant[] = [];
  for (const batch of inBatches(rows)) {
    added.push(...(await writes.insertInto('variants').values(batch).returningAll().execute()));
  }
  return added;
}

/** Records in how many successive runs each printing has been missing. */
export async function setMissingRuns(writes: Writes, ids: readonly number[], missingRuns: number): Promise<void> {
  for (const batch of inBatches(ids)) {
    await writes.updateTable('variants').set({ missing_runs: missingRuns }).where('id', 'in', batch).execute();
  }
}

export async function deleteVariants(writes: Writes, ids: readonly number[]): Promise<void> {
  for (const batch of inBatches(ids)) await writes.deleteFrom('variants').where('id', 'in', batch).execute();
}

/** Inserts or replaces cards; their keys stay. */
export async function putCards(writes: Writes, rows: readonly CardRow[]): Promise<void> {
  for (const batch of inBatches(rows)) {
    await writes
      .insertInto('cards')
      .values(batch)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          expansion_id: ref('excluded.expansion_id'),
          sort_date: ref('excluded.sort_date'),
          number_sort: ref('excluded.number_sort'),
          name: ref('excluded.name'),
          number: ref('excluded.number'),
          summary: ref('excluded.summary'),
          body: ref('excluded.body'),
          digest: ref('excluded.digest'),
        })),
      )
      .execute();
    await indexCards(writes, batch);
  }
}

/** Replaces a card's record, where nothing that the list shows or sorts by has changed. */
export async function setCardBody(writes: Writes, id: string, body: string): Promise<void> {
  await writes.updateTable('cards').set({ body }).where('id', '=', id).execute();
  await indexCards(writes, [{ id, body }]);
}

export async function allExpansions(reads: Reads | Writes): Promise<Expansion[]> {
  const rows = await reads.selectFrom('expansions').select('body').orderBy('sort_date').orderBy('id').execute();
  return rows.map((row) => JSON.parse(row.body) as Expansion);
}

export async function allSeries(reads: Reads | Writes): Promise<Series[]> {
  const rows = await reads.selectFrom('series').select('body').execute();
  return rows.map((row) => JSON.parse(row.body) as Series);
}

/** Writes an expansion, and moves its cards where its release date moved. */
export async function putExpansion(writes: Writes, expansion: Expansion): Promise<void> {
  const row = {
    series_id: expansion.series_id,
    sort_date: expansion.release_date ?? LAST,
    name: expansion.name,
    card_count_official: expansion.card_count_official,
    body: JSON.stringify(expansion),
  };
  await writes
    .insertInto('expansions')
    .values({ id: expansion.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  await writes
    .updateTable('cards')
    .set({ sort_date: row.sort_date })
    .where('expansion_id', '=', expansion.id)
    .where('sort_date', '!=', row.sort_date)
    .execute();
}

export async function putSeries(writes: Writes, series: Series): Promise<void> {
  const [first] = series.expansions;
  const row = {
    sort_date: first?.release_date ?? LAST,
    sort_id: first?.id ?? LAST,
    name: series.name,
    body: JSON.stringify(series),
  };
  await writes
    .insertInto('series')
    .values({ id: series.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** Ids that upstream gave up or took on, each with the id that answers for it. */
export async function aliases(reads: Reads | Writes, kind: AliasTable['kind']): Promise<Map<string, string>> {
  const rows = await reads.selectFrom('aliases').select(['id', 'target_id']).where('kind', '=', kind).execute();
  return new Map(rows.map((row) => [row.id, row.target_id]));
}

export async function addAliases(
  writes: Writes,
  kind: AliasTable['kind'],
  targets: ReadonlyMap<string, string>,
): Promise<void> {
  for (const batch of inBatches([...targets])) {
    await writes
      .insertInto('aliases')
      .values(batch.map(([id, target_id]) => ({ kind, id, target_id })))
      .execute();
  }
}

/** Validators of the documents behind the last publish of `task`, by address. */
export async function documentEtags(reads: Reads | Writes, task: string): Promise<Map<string, string>> {
  const rows = await reads.selectFrom('documents').select(['url', 'etag']).where('task', '=', task).execute();
  return new Map(rows.map((row) => [row.url, row.etag]));
}

export async function putDocumentEtags(
  writes: Writes,
  task: string,
  etags: ReadonlyMap<string, string>,
): Promise<void> {
  const known = await documentEtags(writes, task);
  const changed = [...etags].filter(([url, etag]) => known.get(url) !== etag);
  for (const batch of inBatches(changed)) {
    await writes
      .insertInto('documents')
      .values(batch.map(([url, etag]) => ({ task, url, etag })))
      .onConflict((conflict) =>
        conflict.columns(['task', 'url']).doUpdateSet(({ ref }) => ({ etag: ref('excluded.etag') })),
      )
      .execute();
  }
}
