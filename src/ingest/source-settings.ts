/** The `sources` of the configuration file: which adapters there are and what each may be told. */
import Type, { type Static } from 'typebox';

/** A span such as `90s`, `5m`, `6h` or `2d`. */
const Span = Type.String({ pattern: '^[1-9]\\d{0,5}(s|m|h|d)$', description: 'a span such as 90s, 5m, 6h or 2d' });
const Address = Type.String({
  pattern: '^(https?:|file:|demo:).+[^/]$',
  description: 'an http:, https: or file: address without a slash at its end',
});

const common = {
  every: Type.Optional(Span),
  window: Type.Optional(Span),
  give_up_after: Type.Optional(Span),
  pause_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  connections: Type.Optional(Type.Integer({ minimum: 1, maximum: 16 })),
};

/** A TCGdex catalog: `url` crawls the REST API, `files` reads the compiled files of a build, the quick way. */
export const TcgdexSettings = Type.Object(
  {
    ...common,
    adapter: Type.Literal('tcgdex'),
    url: Type.Optional(Address),
    files: Type.Optional(Address),
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2}(-[a-z]{2})?$', description: 'a language such as en' })),
    pictures: Type.Optional(Type.Union([Type.Literal('webp'), Type.Literal('jpg'), Type.Literal('png')])),
  },
  { additionalProperties: false },
);
export type TcgdexSettings = Static<typeof TcgdexSettings>;

/** How many days before today the first run reads, where an address holds `{day}`. */
const HistoryDays = Type.Integer({ minimum: 0, maximum: 4000 });

/** tcgcsv: `url` is the folder of categories; `prices`, where it is another, may hold `{day}`: one folder for each day. */
export const TcgcsvSettings = Type.Object(
  {
    ...common,
    adapter: Type.Literal('tcgcsv'),
    url: Address,
    category: Type.Integer({ minimum: 1 }),
    prices: Type.Optional(Address),
    history_days: Type.Optional(HistoryDays),
  },
  { additionalProperties: false },
);
export type TcgcsvSettings = Static<typeof TcgcsvSettings>;

/** Cardmarket's public files: the price guide, whose address may hold `{day}`, and the product lists. */
export const CardmarketSettings = Type.Object(
  {
    ...common,
    adapter: Type.Literal('cardmarket'),
    prices: Address,
    products: Type.Optional(Type.Array(Address)),
    history_days: Type.Optional(HistoryDays),
  },
  { additionalProperties: false },
);
export type CardmarketSettings = Static<typeof CardmarketSettings>;

/** JustTCG; cards of another game than `game` are refused. */
export const JusttcgSettings = Type.Object(
  {
    ...common,
    adapter: Type.Literal('justtcg'),
    url: Address,
    api_key: Type.String({ minLength: 1 }),
    game: Type.Optional(Type.String({ minLength: 1 })),
    history_days: Type.Optional(HistoryDays),
  },
  { additionalProperties: false },
);
export type JusttcgSettings = Static<typeof JusttcgSettings>;

/** Each adapter with the settings it takes. */
export const SOURCE_SCHEMAS = {
  tcgdex: TcgdexSettings,
  tcgcsv: TcgcsvSettings,
  cardmarket: CardmarketSettings,
  justtcg: JusttcgSettings,
};

export type SourceSettings = TcgdexSettings | TcgcsvSettings | CardmarketSettings | JusttcgSettings;

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a span that the schema has let through. */
export function spanMs(span: string): number {
  const unit = span.slice(-1) as keyof typeof UNIT_MS;
  return Number(span.slice(0, -1)) * UNIT_MS[unit];
}
