/** What the tools for assistants are made of; amounts are integer cents everywhere. */
import Type, { type TObject, type TSchema } from 'typebox';
import type { CardSummary, Expansion } from '../src/catalog/records.ts';
import { Failure } from '../src/failure.ts';

/** A request to the API, as a caller with the same key would send it. */
export interface Call {
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  /** A body makes it a POST. */
  body?: { type: string; bytes: Buffer };
}

/** Answers a call with its `data`. @throws Failure as the API would answer it */
export type Ask = <Data>(call: Call) => Promise<Data>;

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: TObject;
  output: TSchema;
  /** Listed only for keys that may scan. */
  isScan?: true;
  run(args: Args, ask: Ask): Promise<object>;
}

type Args = Readonly<Record<string, string | number | undefined>>;
export interface Page<Row> {
  items: Row[];
  next_cursor: string | null;
  /** Of an empty list, what it was asked for that nothing has. */
  unmatched?: string[];
}

export const CENTS = 'Amounts are integer cents of the currency that the field names (1234 is 12.34).';
export const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema);
export const word = (description: string, more: object = {}) => Type.String({ description, maxLength: 200, ...more });
export const count = (description: string, maximum: number) => Type.Integer({ description, minimum: 1, maximum });
export const choice = (description: string, values: readonly string[]) =>
  Type.String({ description, enum: [...values] });
export const input = (properties: Record<string, TSchema>) => Type.Object(properties, { additionalProperties: false });
export const cents = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], {
    description: `${description}, in integer cents; null where it is not known`,
  });
export const rowsOf = (properties: Record<string, TSchema>, description: string) =>
  Type.Array(Type.Object(properties), { description });

export const game = optional(word('Only this game, by the name that results call it'));
export const limit = optional(count('How many rows; 10 unless given', 50));
export const cursor = optional(word('next_cursor of the last call, to go on', { maxLength: 2000 }));
export const next_cursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Give it back as cursor for more; null at the end',
});
export const cardId = word('card_id of a result');
export const LIMIT = 10;

export const priced = {
  variant: Type.String({ description: 'The printing' }),
  usd_cents: cents('Market price in near mint condition in USD'),
  eur_cents: cents('Trend in EUR'),
};

/** What fits into an answer of 2,000 tokens, and a note of what does not. */
export function firstOf<Row extends { variant: string }>(rows: readonly Row[], most: number, by = '') {
  const more = [...new Set(rows.slice(most).map(({ variant }) => variant))];
  const note = `Further printings, to be asked by variant${by}: ${more.join(', ')}.`;
  return { first: rows.slice(0, most), ...(more.length > 0 && { note }) };
}

/** The prices of a printing in a line: NM market, and the trend of the side that speaks. */
export function pricesOf(entries: NonNullable<CardSummary['prices']>) {
  const found = new Map<string, { variant: string; usd_cents: number | null; eur_cents: number | null }>();
  for (const entry of entries) {
    const price = found.get(entry.variant) ?? { variant: entry.variant, usd_cents: null, eur_cents: null };
    found.set(entry.variant, price);
    if (entry.currency === 'EUR') price.eur_cents = entry.price_kind === 'holo' ? entry.trend_holo : entry.trend;
    else if (entry.condition === 'NM') price.usd_cents = entry.market;
  }
  return [...found.values()];
}

export async function expansionNames(ids: readonly string[], ask: Ask): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const { items } = await ask<Page<Expansion>>({ path: '/v1/expansions', query: { ids: wanted.join(',') } });
  return new Map(items.map(({ id, name }) => [id, name]));
}

/** @throws Failure not_found, naming what there is */
export function requireKnown(noun: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw new Failure('not_found', `There is no ${noun} ${name} here; there are ${known.join(', ') || 'none'}.`);
}

/**
 * An empty list tells no assistant that what it asked for is called otherwise here.
 * @throws Failure not_found
 */
export async function requireMeant({ items, unmatched = [] }: Page<unknown>, asked: Args, ask: Ask): Promise<void> {
  if (items.length > 0) return;
  const { expansion_id, rarity, game: of } = asked;
  if (expansion_id !== undefined) await ask({ path: pathOf('expansions', expansion_id) });
  if (!unmatched.includes(`rarity=${rarity}`)) return;
  const values = await ask<Page<{ value: string }>>({ path: '/v1/values/rarity', query: { game: of } });
  requireKnown(
    'rarity',
    String(rarity),
    values.items.map(({ value }) => value),
  );
}

export const pathOf = (noun: string, id: string | number | undefined, part = '') =>
  `/v1/${noun}/${encodeURIComponent(String(id))}${part}`;
