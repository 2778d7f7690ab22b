/** Ids that upstream gave up or took on: each goes on answering under the id that stands for it today. */
import { behind, Compared, countOf, firstWhere, KNOWN, putRows, rowWhere, valuesBy } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';

type Kind = Tables['aliases']['kind'];

/** The id that `id` stands for today, undefined when it never was another's. */
export const aliasTarget = async (reads: Reads, kind: Kind, id: string): Promise<string | undefined> =>
  (await rowWhere(reads, 'aliases', { kind, id }, ['target_id']))?.target_id;

/** The id under which `id` is stored today; an unknown one stays as it is. */
export const currentId = async (reads: Reads, kind: Kind, id: string): Promise<string> =>
  (await aliasTarget(reads, kind, id)) ?? id;

/** The ids under which these, by default all, are stored today, by the ids given: those that are no others' are left out. */
export const aliases = (reads: Reads, kind: Kind, ids?: readonly string[]): Promise<Map<string, string>> =>
  valuesBy(reads, 'aliases', { kind, id: ids }, 'id', 'target_id');

/** Where a rename stands in the list of all. */
export type RenamePosition = [since: string, kind: Kind, id: string];

/** Renames in the order in which they were found: `from` is the id of the record here, `to` what upstream calls it now. */
export async function renames(reads: Reads, { after, limit }: { after: RenamePosition | undefined; limit: number }) {
  const order = ['since', 'kind', 'id'] as const;
  const since = after === undefined ? KNOWN : new Compared(() => behind(order, after), after[0]);
  const rows = await firstWhere(reads, 'aliases', limit, { since }, undefined, ...order);
  return rows.map(({ kind, id, target_id, since }) => ({ kind, from: target_id, to: id, at: since ?? '' }));
}

/** How many renames there are. */
export const countRenames = (reads: Reads): Promise<number> =>
  countOf(reads.selectFrom('aliases').where('since', 'is not', null));

/**
 * Adds ids that answer for others; one that answered before answers for its new target.
 * @param since when the rename was found; null where the id is a further one, and nothing was renamed
 */
export async function addAliases(
  writes: Writes,
  kind: Kind,
  targets: ReadonlyMap<string, string>,
  since: string | null = new Date().toISOString(),
): Promise<void> {
  const rows = [...targets].map(([id, target_id]) => ({ kind, id, target_id, since }));
  await putRows(writes, 'aliases', ['kind', 'id'], rows);
}

/** What `find` finds by the ids that it is asked for under, which may be given up. */
export async function byAskedIds<Row>(
  reads: Reads,
  kind: Kind,
  ids: readonly string[],
  find: (ids: string[]) => Promise<ReadonlyMap<string, Row>>,
): Promise<Map<string, Row>> {
  const targets = await aliases(reads, kind, ids);
  const found = await find([...new Set([...ids, ...targets.values()])]);
  return new Map(
    ids.flatMap((id) => {
      const row = found.get(id) ?? found.get(targets.get(id) ?? '');
      return row === undefined ? [] : [[id, row]];
    }),
  );
}
