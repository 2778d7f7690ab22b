/** The values that a field has, with how many cards or products have each: what a menu of filters is made of. */
import Type, { type Static } from 'typebox';
import { doc, text, whole } from '../../catalog/field-shapes.ts';
import { CARD_FIELDS } from '../../catalog/listing/card-fields.ts';
import { Failure } from '../../failure.ts';
import { valueCounts } from '../../store/listing/list-values.ts';
import { listColumns } from '../../store/listing/read-columns.ts';
import type { RequestContext, RouteRequest } from '../context.ts';
import { readFilter, requireText } from '../parameters.ts';
import { gameParameter } from './list.ts';

/** What can be asked for, and the field of which list it is. */
const FIELDS = new Map<string, ['cards' | 'products', string]>([
  ...CARD_FIELDS.map((field): [string, ['cards', string]] => [field, ['cards', field]]),
  ['product_type', ['products', 'type']],
]);

export const valueParameters = gameParameter;

/** All values, shaped as every list is. */
export const ValueList = Type.Object({
  items: Type.Array(
    Type.Object({
      value: text('The value, in the words of the catalog', 'Luminous Rare'),
      count: whole('How many cards have it, or products', 120),
    }),
    doc('The values, the most frequent first; empty where nothing has one'),
  ),
  next_cursor: Type.Null(doc('Always null: everything is on one page')),
});

/** @throws Failure not_found for a field that has no values to choose from */
export async function listValues(
  { params, query }: RouteRequest,
  context: RequestContext,
): Promise<Static<typeof ValueList>> {
  const name = params.field ?? '';
  requireText('field', name);
  const found = FIELDS.get(name);
  if (found === undefined) {
    throw new Failure('not_found', `There is no such field; there are ${[...FIELDS.keys()].join(', ')}.`);
  }
  const game = readFilter(query, 'game');
  context.isOf(game);
  const [list, field] = found;
  return { items: valueCounts(await listColumns(context.reads, list, game), field), next_cursor: null };
}
