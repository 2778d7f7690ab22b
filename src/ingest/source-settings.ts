/** The `sources` of the configuration file: which adapters there are and what each may be told. */
import Type, { type Static, type TObject } from 'typebox';
import { CATALOG_ADAPTERS } from '../games/games.ts';
import { Address, sourceFields } from '../upstream/source-fields.ts';

/** How many days before today the first run reads, where an address holds `{day}`. */
const HistoryDays = Type.Integer({ minimum: 0, maximum: 4000 });

/** tcgcsv: `url` is the folder of categories; `prices`, where it is another, may hold `{day}`: one folder for each day. */
export const TcgcsvSettings = Type.Object(
  {
    ...sourceFields,
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
    ...sourceFields,
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
    ...sourceFields,
    adapter: Type.Literal('justtcg'),
    url: Address,
    api_key: Type.String({ minLength: 1 }),
    game: Type.Optional(Type.String({ minLength: 1 })),
    history_days: Type.Optional(HistoryDays),
  },
  { additionalProperties: false },
);
export type JusttcgSettings = Static<typeof JusttcgSettings>;

/** Each adapter with the settings it takes: the catalogs of the games, and the marketplaces, which serve all games. */
export const SOURCE_SCHEMAS: Readonly<Record<string, TObject>> = {
  ...Object.fromEntries(Object.entries(CATALOG_ADAPTERS).map(([name, { settings }]) => [name, settings])),
  tcgcsv: TcgcsvSettings,
  cardmarket: CardmarketSettings,
  justtcg: JusttcgSettings,
};
