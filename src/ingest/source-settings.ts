/** The `sources` of the configuration file: which adapters there are and what each may be told. */
import Type, { type Static, type TObject } from 'typebox';
import type { CatalogScope } from '../catalog/scope.ts';
import { CATALOG_ADAPTERS } from '../games/games.ts';
import { Address, type SourceSettings, sourceFields } from '../upstream/source-fields.ts';

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

/** The revision of each marketplace's adapter, by the rule of a catalog adapter's: raised, its newest day is read anew. */
export const MARKET_REVISIONS = { tcgcsv: 1, cardmarket: 1, justtcg: 1 };

/** One game of this deployment, with the sources that it is read from by the names of their tasks. */
export interface ConfiguredGame {
  scope: CatalogScope;
  sources: Readonly<Record<string, SourceSettings>>;
}

/** Each adapter with the settings it takes: the catalogs of the games, and the marketplaces, which serve all games. */
export const SOURCE_SCHEMAS: Readonly<Record<string, TObject>> = {
  ...Object.fromEntries(Object.entries(CATALOG_ADAPTERS).map(([name, { settings }]) => [name, settings])),
  tcgcsv: TcgcsvSettings,
  cardmarket: CardmarketSettings,
  justtcg: JusttcgSettings,
};

/**
 * Names the records that a source feeds: two of one name overwrite each other. JustTCG beside tcgcsv is none, it gives way
 * where both have a price.
 */
export function feedOf(source: SourceSettings, catalogLanguage: string): string {
  const { adapter, category, game, language = catalogLanguage } = source;
  if (adapter === 'tcgcsv') return `TCGplayer's prices of category ${category}`;
  if (adapter === 'justtcg')
    return game === undefined ? 'the prices by condition' : `the prices by condition of ${game}`;
  if (adapter === 'cardmarket') return "Cardmarket's price guide";
  return `the catalog in ${language}`;
}
