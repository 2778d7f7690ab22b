/** Ids that upstream gave up or took on: each goes on answering under the id that stands for it today. */
import { filledUp, inBatches } from '../batches.ts';
import { statement } from '../engines/statement.ts';
import type { AliasTable } from '../schema/catalog-tables.ts';
import type { Reads, Writes } from '../store.ts';

/** The id that `id` stands for today, undefined when it never was another's. */
export async function aliasTarget(reads: Reads, kind: AliasTable['kind'], id: string): Promise<string | undefined> {
  const [row] = await targetRow(reads, { kind, id });
  return row?.target_id;
}

const targetRow = statement((reads, { kind, id }: { kind: AliasTable['kind']; id: string }) =>
  reads.selectFrom('aliases').select('target_id').where('kind', '=', kind).where('id', '=', id),
);

/** The id under which the expansion `id` is stored today; an unknown one stays as it is. */
export const currentExpansionId = async (reads: Reads, id: string): Promise<string> =>
  (await aliasTarget(reads, 'expansion', id)) ?? id;

/** The id under which the series `id` is stored today; an unknown one stays as it is. */
export const currentSeriesId = async (reads: Reads, id: string): Promise<string> =>
  (await aliasTarget(reads, 'series', id)) ?? id;

/** The ids under which these are stored today, by the ids given: those that are no others' are left out. */
export async function aliasTargets(
  reads: Reads,
  kind: AliasTable['kind'],
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await reads
    .selectFrom('aliases')
    .select(['id', 'target_id'])
    .where('kind', '=', kind)
    .where('id', 'in', filledUp(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row.target_id]));
}

/** Ids that upstream gave up or took on, each with the id that answers for it. */
export async function aliases(reads: Reads | Writes, kind: AliasTable['kind']): Promise<Map<string, string>> {
  const rows = await reads.selectFrom('aliases').select(['id', 'target_id']).where('kind', '=', kind).execute();
  return new Map(rows.map((row) => [row.id, row.target_id]));
}

/** Adds ids that answer for others; one that answered before answers for its new target. */
export async function addAliases(
  writes: Writes,
  kind: AliasTable['kind'],
  targets: ReadonlyMap<string, string>,
): Promise<void> {
  for (const batch of inBatches([...targets])) {
    await writes
      .insertInto('aliases')
      .values(batch.map(([id, target_id]) => ({ kind, id, target_id })))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'id']).doUpdateSet(({ ref }) => ({ target_id: ref('excluded.target_id') })),
      )
      .execute();
  }
}
