/** The fields that cards can be asked for, and the values that a field has, with how many bear each: what filters and menus are made of. */
import Type, { type Static } from 'typebox';
import { doc, text, texts, whole } from '../../catalog/field-shapes.ts';
import { CARD_FIELDS } from '../../catalog/listing/card-fields.ts';
import { FIELD_TYPES } from '../../catalog/listing/fields.ts';
import { Failure } from '../../failure.ts';
import { countBearers } from '../../store/views/listing/field-filter.ts';
import { exampleIn, fieldTable, meaningOf } from '../../store/views/listing/field-query.ts';
import { valueCounts } from '../../store/views/listing/list-columns.ts';
import { fieldColumns, listColumns } from '../../store/views/listing/read-columns.ts';
import { readFilter } from '../parameters.ts';
import type { CatalogReads, RouteRequest } from '../request.ts';
import type { ServedGames } from './in-language.ts';
import { wholeList } from './list.ts';

const FIELDS = new Map<string, ['cards' | 'products', string]>([
  ...CARD_FIELDS.map((field): [string, ['cards', string]] => [field, ['cards', field]]),
  ['product_type', ['products', 'type']],
]);

export const ValueList = wholeList(
  Type.Object({
    value: text('The value, in the words of the catalog', 'Luminous Rare'),
    count: whole('How many cards have it, or products', 120),
  }),
  'The values, the most frequent first; empty where nothing has one',
);

/** @throws Failure not_found for a field that has no values to choose from */
export async function listValues(
  { params, query }: RouteRequest,
  context: CatalogReads,
): Promise<Static<typeof ValueList>> {
  const found = FIELDS.get(params.field ?? '');
  if (found === undefined) {
    throw new Failure('not_found', `There is no such field; there are ${[...FIELDS.keys()].join(', ')}.`);
  }
  const game = readFilter(query, 'game');
  context.isOf(game);
  const [list, field] = found;
  return { items: valueCounts(await listColumns(context.reads, list, game), field), next_cursor: null };
}

export const FieldList = wholeList(
  Type.Object({
    name: text('What it is called in a filter; a flag is asked as is:name', 'hp'),
    aliases: texts('Other names that it answers to (ours, additive)', 'cn'),
    type: Type.Enum([...FIELD_TYPES], doc('How it is compared: numbers and dates by size, words and texts by words')),
    title: text('What it is', 'Hit points'),
    games: texts('The games that mean this by it', 'game'),
    example: text('A filter that asks for it, and finds cards of these games where one has it', 'hp>=150'),
    count: whole('How many cards of these games bear it', 120),
  }),
  'The fields, those of every game first; a name that games mean other things by stands once for each meaning',
);

type FieldItem = Static<typeof FieldList>['items'][number];

export async function listFields(
  { query }: RouteRequest,
  context: CatalogReads & ServedGames,
): Promise<Static<typeof FieldList>> {
  const game = readFilter(query, 'game');
  context.isOf(game);
  const found = new Map<string, FieldItem>();
  for (const columns of await listColumns(context.reads, 'cards', game)) {
    const asked = context.games.find(({ name }) => name === columns.game);
    const table = fieldTable(asked);
    for (const field of new Set(table.values())) {
      const { name, aliases, type, title, example } = field;
      const fields = await fieldColumns(context.reads, columns.game, field.columns);
      const count = countBearers({ columns, fields }, field);
      const meaning = `${name} ${meaningOf(field)}`;
      const known = found.get(meaning) ?? { name, aliases: [...aliases], type, title, games: [], example, count: 0 };
      if (asked !== undefined && known.count === 0 && count > 0) {
        known.example = await exampleIn(context.reads, asked, columns, field);
      }
      found.set(meaning, { ...known, games: [...known.games, columns.game], count: known.count + count });
    }
  }
  return { items: [...found.values()], next_cursor: null };
}
