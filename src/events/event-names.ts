/** The events: a closed list with what each carries, and the patterns that subscribers choose from it by. */
import Type, { type Static, type TSchema } from 'typebox';
import { day, doc, EXAMPLES, textOr, whole } from '../catalog/field-shapes.ts';
import { Card, EurPriceEntry, Expansion, Product, Series, UsdPriceEntry } from '../catalog/records.ts';
import { Failure } from '../failure.ts';

const { variant: _variant, price_kind: _kind, ...eurAmounts } = EurPriceEntry.properties;
const ProductPriceEntry = Type.Union([UsdPriceEntry, Type.Object(eurAmounts)]);
/** USD and EUR rows of a sealed product's price event; the EUR side has no `variant` and no `price_kind`. */
export type ProductPriceEntry = Static<typeof ProductPriceEntry>;

const changed = 'Those of which an amount changed';
const asRead = <Row extends TSchema>(key: string, record: Row, reports: string) => {
  return { reports, key, record, of: doc(`The ${key} as reads show them`) };
};
const rowsOf = <Row extends TSchema>(row: Row) => Type.Array(row, doc('All its rows in this currency'));

/**
 * Every event by its name without the game: what it reports, one record of it, and the key in `data` under which it carries
 * these, each told by `of` and an example; without a key `data` is the one record itself.
 */
const EVENTS = {
  'cards.updated': asRead('cards', Card, 'A new card, or any field of a card but its prices'),
  'cards.deleted': {
    reports: 'Cards of a game that was removed, or of an expansion that another regional print took over',
    ...{ key: 'card_ids', record: Type.String(), of: doc('Ids of the cards', ['fl1-2']) },
  },
  'card_variants.deleted': {
    reports: 'Printings that upstream gave up; their cards follow in cards.updated',
    ...{ key: 'variant_ids', record: Type.Integer(), of: doc('Ids of the printings', [812]) },
  },
  'card_prices.updated': {
    ...{ reports: 'All rows of each card whose amounts changed, in one currency', key: 'cards', of: doc(changed) },
    record: Type.Object({
      card_id: Type.String(doc('Id of the card', 'fl1-2')),
      prices: rowsOf(Type.Union([UsdPriceEntry, EurPriceEntry])),
    }),
  },
  'products.updated': asRead('products', Product, 'A new sealed product, any of its fields, or its prices'),
  'products.removed': {
    reports: 'Products that are in no expansion any more',
    ...{ key: 'product_ids', record: Type.Integer(), of: doc('Ids of the products', [900_001]) },
  },
  'product_prices.updated': {
    ...{ reports: 'All rows of each product whose amounts changed, in one currency', key: 'products' },
    of: doc(changed),
    record: Type.Object({
      product_id: Type.Integer(doc('Id of the product', 900_001)),
      prices: rowsOf(ProductPriceEntry),
    }),
  },
  'expansions.created': asRead('expansions', Expansion, 'New expansions'),
  'expansions.updated': asRead('expansions', Expansion, "Corrections of an expansion's own fields"),
  'series.created': asRead('series', Series, 'New series'),
  'series.updated': asRead('series', Series, "Corrections of a series' own name and logo"),
  'expansions.deleted': {
    reports: 'Expansions of a game that was removed, or that an origin does not have any more',
    ...{ key: 'expansion_ids', record: Type.String(), of: doc('Ids of the expansions', ['fl1']) },
  },
  'series.deleted': {
    reports: 'Series of a game that was removed, or that an origin does not have any more',
    ...{ key: 'series_ids', record: Type.String(), of: doc('Ids of the series', ['fl']) },
  },
  'price_days.recorded': {
    reports: 'A day of prices that was read, whether or not an amount moved, and one of before that is another now',
    ...{ key: null, of: {} },
    // As it is known now, in one file: the whole truth of that game, entity, currency and day.
    record: Type.Object({
      entity: Type.Enum(['card_prices', 'product_prices'], doc('Whose prices')),
      currency: Type.Enum(['usd', 'eur'], doc('The currency of all amounts')),
      day: day('The day'),
      rows: whole('How many rows it has', 264),
      file: textOr(
        'Name of its file, which holds every row of the day',
        'where none is left',
        'card_prices.game.usd.2026-05-01.9f86d081884c.ndjson.gz',
      ),
      sha256: textOr('SHA-256 of that file', 'where none is left', EXAMPLES.sha256),
      catalog_version: whole('Version of the catalog that shows it first', 17),
    }),
  },
} satisfies Record<string, { reports: string; key: string | null; record: TSchema; of: object }>;

export type EventKind = keyof typeof EVENTS;
export type EventRecords = { [Kind in EventKind]: Static<(typeof EVENTS)[Kind]['record']> };

export const EVENT_KINDS = Object.keys(EVENTS) as EventKind[];

const currency = Type.Union([Type.Literal('USD'), Type.Literal('EUR')], doc('The one currency of all its amounts'));

type EventForm = { reports: string; key: string | null; data: TSchema };
/** The key of each event's records, the schema of its `data`, and what it reports. */
export const EVENT_FORMS = Object.fromEntries(EVENT_KINDS.map((kind) => [kind, formOf(kind)])) as Record<
  EventKind,
  EventForm
>;

function formOf(kind: EventKind): EventForm {
  const { reports, key, record, of } = EVENTS[kind];
  if (key === null) return { reports, key, data: record };
  const records = { [key]: Type.Array(record as TSchema, of) };
  return { reports, key, data: Type.Object(kind.endsWith('_prices.updated') ? { currency, ...records } : records) };
}

export const eventNames = (games: readonly string[]): string[] =>
  games.flatMap((game) => EVENT_KINDS.map((kind) => `${game}.${kind}`));

/** The game and the kind that an event's name says, undefined where it is the name of none. */
export function readEventName(name: string): { game: string; kind: EventKind } | undefined {
  const dot = name.indexOf('.');
  const kind = EVENT_KINDS.find((known) => known === name.slice(dot + 1));
  return dot < 1 || kind === undefined ? undefined : { game: name.slice(0, dot), kind };
}

/** Whether `pattern` names the event: the name itself, or the beginning of it before `.*`; `*.` stands for any game. */
function isMatch(pattern: string, name: string): boolean {
  if (pattern.startsWith('*.')) return isMatch(pattern.slice(1), name.slice(name.indexOf('.')));
  return pattern === name || (pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -1)));
}

export const isWanted = (patterns: readonly string[], name: string): boolean =>
  patterns.some((pattern) => isMatch(pattern, name));

/**
 * Names and patterns as a caller gave them, each once.
 * @throws Failure bad_request when there are none, or one of them names no event of the games
 */
export function readPatterns(games: readonly string[], given: readonly string[]): string[] {
  const patterns = [...new Set(given.map((text) => text.trim()).filter((text) => text !== ''))];
  const names = eventNames(games);
  const unknown = patterns.filter((pattern) => !names.some((name) => isMatch(pattern, name)));
  if (patterns.length > 0 && unknown.length === 0) return patterns;
  const fault = patterns.length === 0 ? 'no events are named' : `there is no event ${unknown.join(', ')}`;
  throw new Failure(
    'bad_request',
    `${fault}; known are ${names.join(', ')}, and patterns such as ${games[0]}.* and *.cards.*`,
  );
}
