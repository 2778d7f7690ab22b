/** Records by many ids at once, in the order in which they are asked for. */
import Type, { type TObject } from 'typebox';
import { optionalText, texts } from '../../../catalog/field-shapes.ts';
import { Failure } from '../../../failure.ts';
import { type Query, readFilter } from '../../parameters.ts';
import { type Page, pageOf } from '../list.ts';

const IDS_MAX = 200;
/** What goes with ids: a game says of which one they are, the others what is shown of them. */
const BESIDE = new Set(['ids', 'game', 'lang', 'include', 'limit', 'cursor', 'total']);

export const idsParameter = {
  ids: optionalText(
    `Only these, up to ${IDS_MAX} ids divided by commas, on one page in the order asked; without q, filters and sort.`,
    'fl1-2,fl1-3',
  ),
};

/** A page whose rows may have been asked for by their ids. */
export const pageOfIds = (row: TObject) =>
  Type.Object({
    ...pageOf(row).properties,
    missing: Type.Optional(texts('Ids that nothing has; only under ids', 'fl1-999')),
  });

/** The ids, each once; undefined without the parameter. @throws Failure bad_request */
export function readIds(query: Query): string[] | undefined {
  const text = readFilter(query, 'ids');
  if (text === undefined) return undefined;
  const ids = new Set(text.split(',').map((id) => id.trim()));
  ids.delete('');
  if (ids.size > IDS_MAX) throw new Failure('bad_request', `ids may name at most ${IDS_MAX} ids.`);
  return [...ids];
}

/** The same of a list. @throws Failure bad_request beside what the list would be filtered by */
export function readListIds(query: Query, parameters: Readonly<Record<string, unknown>>): string[] | undefined {
  const ids = readIds(query);
  const other = ids && Object.keys(parameters).find((name) => name in query && !BESIDE.has(name));
  if (other !== undefined) throw new Failure('bad_request', `ids cannot stand beside ${other}.`);
  return ids;
}

export function severalPage<Row extends { game: string }>(
  ids: readonly string[],
  found: ReadonlyMap<string, Row>,
  game: string | undefined,
  isCounted: boolean,
): Page<Row> & { missing: string[] } {
  const rowOf = (id: string) => {
    const row = found.get(id);
    return row === undefined || (game !== undefined && row.game !== game) ? [] : [row];
  };
  const items = ids.flatMap(rowOf);
  const missing = ids.filter((id) => rowOf(id).length === 0);
  return { items, next_cursor: null, ...(isCounted && { total: items.length }), missing };
}
