/** The sources of a market of any size: catalogs, USD, EUR, conditions and sealed products of twelve games, made of recorded ones. */
// Catalogs are copies of Pokémon's as TCGdex builds them, and of One Piece's as tcgcsv lists it; prices are those of the recorded
// markets on that day, in each copy by another factor. What a copy has of its own is in million-catalog.ts.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { unitAt } from '../../../demo/random.ts';
import type { FixtureUpstream } from '../../../test/support/sources/fixture-upstream.ts';
import {
  cardsOf,
  catalogOf,
  MARKET_IDS,
  type Multiplied,
  type RealCatalog,
  setsOf,
  textOf,
  varied,
} from '../million-catalog.ts';

/** The share of all cards that each game has: one large game and many small ones, as in the real market. */
const SHARES = [0.2, 0.15, 0.1, 0.1, 0.1, 0.09, 0.08, 0.06, 0.05, 0.03, 0.02, 0.02];
/** Of these the first so many are copies of Pokémon's catalog, the others of One Piece's. */
const WITH_CATALOG = 9;
/** Copies of One Piece's products are numbered on from here: the others' end before. */
const LISTED_FIRST = 60;
const POKEMON = { category: 3, guide: 6 };
const ONE_PIECE = { category: 68 };
/** Price of a condition as a share of Near Mint's, as the recorded source has it. */
const CONDITIONS = {
  'Near Mint': 1,
  'Lightly Played': 0.85,
  'Moderately Played': 0.65,
  'Heavily Played': 0.45,
  Damaged: 0.3,
};

const DAY_MS = 86_400_000;

/** A recorded row of whatever kind. */
type Row = Record<string, unknown>;

/** What a marketplace lists of a recorded game, without prices. */
interface Listed {
  groups: Row[];
  products: Map<number, Row[]>;
}

/** The recorded prices of one day. */
interface DayPrices {
  day: string;
  usd: Map<number, () => Row[]>;
  guide: () => Row[];
}

/** One game of the market. */
interface MarketGame {
  name: string;
  at: number;
  cards: number;
  /** The first of its copies. */
  first: number;
  category: number;
  base: Listed;
  /** Cards of one copy. */
  copyCards: number;
}

export interface MarketUpstream extends AsyncDisposable {
  games: readonly MarketGame[];
  /** The `games` of a configuration; with `{day}` as `of` each day's prices have an address of their own. */
  config(of?: string): Record<string, unknown>;
  /** What the sources say as of today. */
  day: string;
  /** The share of the amounts that moved between two days. */
  moved(before: string, day: string): Promise<number>;
}

const isSingle = ({ extendedData }: Row): boolean =>
  (extendedData as Row[] | undefined)?.some(({ name }) => name === 'Number' || name === 'Rarity') ?? false;

/** Each product moves on one day of so many, beside what the recorded ones do, to a price within so much of theirs. */
const STEP_DAYS = 6;
const STEP_MOST = 0.2;

/** Amounts of a copy are the recorded ones times a factor: cents stay whole. */
function pricesIn(row: Row, copy: number, day: string): Row {
  const id = Number(row.productId ?? row.idProduct) + copy * MARKET_IDS;
  const step = Math.floor(Date.parse(day) / DAY_MS / STEP_DAYS + unitAt(id, 0));
  const factor = (1 + (copy % 9) / 10) * (1 + STEP_MOST * unitAt(id, step));
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isAmount = typeof value === 'number' && !name.startsWith('id') && name !== 'productId';
      return [name, isAmount ? Math.round(value * factor * 100) / 100 : value];
    }),
  );
}

const moved = (id: unknown, copy: number) => Number(id) + copy * MARKET_IDS;

/** What the recorded server lists of a category. */
async function listedIn(real: FixtureUpstream, category: number): Promise<Listed> {
  const url = `${real.base}/tcgcsv/tcgplayer/${category}`;
  const { results: groups } = await real.json<{ results: Row[] }>(`${url}/groups`);
  const products = groups.map(async ({ groupId }): Promise<[number, Row[]]> => {
    const { results } = await real.json<{ results: Row[] }>(`${url}/${groupId}/products`);
    return [Number(groupId), results];
  });
  return { groups, products: new Map(await Promise.all(products)) };
}

/** Reads the recorded markets day by day, each once: of every source a run reads all its days, then those of the next. */
function openDays(real: FixtureUpstream, categories: ReadonlyMap<number, Listed>) {
  const known = new Map<string, Promise<DayPrices>>();
  let last: Promise<unknown> = Promise.resolve();
  const rowsAt = async (address: string, name: string) => {
    const { [name]: rows } = await real.json<Record<string, Row[]>>(`${real.base}/${address}`);
    return packed(rows ?? []);
  };
  const read = async (day: string): Promise<DayPrices> => {
    await real.control({ day });
    const groups = [...categories].flatMap(([category, { groups }]) =>
      groups.map(async ({ groupId }): Promise<[number, () => Row[]]> => {
        return [Number(groupId), await rowsAt(`tcgcsv/tcgplayer/${category}/${groupId}/prices`, 'results')];
      }),
    );
    const usd = new Map(await Promise.all(groups));
    const guide = `cardmarket/productCatalog/priceGuide/price_guide_${POKEMON.guide}.json`;
    return { day, usd, guide: await rowsAt(guide, 'priceGuides') };
  };
  return (day: string): Promise<DayPrices> => {
    const prices = known.get(day) ?? last.then(() => read(day));
    known.set(day, prices);
    last = prices;
    return prices;
  };
}

/** Rows as they are kept: a month of objects would take gigabytes. */
function packed(rows: readonly Row[]): () => Row[] {
  const text = Buffer.from(JSON.stringify(rows));
  return () => JSON.parse(text.toString()) as Row[];
}

/** The ids that the first `count` cards of a catalog name at each marketplace, and those of their printings. */
function linkedIds(cards: readonly Multiplied[], count: number, market: string): Set<unknown> {
  const ids = (of: { thirdParty?: Row }) => of.thirdParty?.[market];
  return new Set(cards.slice(0, count).flatMap((card) => [ids(card), ...(card.variants_detailed ?? []).map(ids)]));
}

function gamesOf(cards: number, catalog: RealCatalog, bases: { pokemon: Listed; onePiece: Listed }): MarketGame[] {
  const singles = [...bases.onePiece.products.values()].flat().filter(isSingle).length;
  const next = { catalog: 0, listed: LISTED_FIRST };
  return SHARES.map((share, at) => {
    const kind = at < WITH_CATALOG ? 'catalog' : 'listed';
    const copyCards = kind === 'catalog' ? catalog.cards.length : singles;
    const count = Math.round(share * cards);
    const first = next[kind];
    next[kind] += Math.ceil(count / copyCards);
    const base = kind === 'catalog' ? bases.pokemon : bases.onePiece;
    return { name: `game_${at + 1}`, at, cards: count, first, category: 101 + at, base, copyCards };
  });
}

/** What of a recorded game a copy of `count` cards has, by group: whole groups but for the last, sealed products beside singles. */
function productsIn({ base, at }: MarketGame, catalog: RealCatalog, count: number): Map<number, Row[]> {
  const linked = at < WITH_CATALOG ? linkedIds(catalog.cards, count, 'tcgplayer') : undefined;
  let left = count;
  const isOurs = (row: Row) => linked?.has(row.productId) ?? left-- > 0;
  const kept = [...base.products].map(([group, rows]): [number, Row[]] => {
    const singles = rows.filter((row) => isSingle(row) && isOurs(row));
    return [group, singles.length === 0 ? [] : [...singles, ...rows.filter((row) => !isSingle(row))]];
  });
  return new Map(kept.filter(([, rows]) => rows.length > 0));
}

/** One copy in a game, and what it has. */
interface Copy {
  copy: number;
  products: Map<number, Row[]>;
  ids: Set<unknown>;
  /** At Cardmarket: singles that its cards name, and every sealed product of a whole copy. */
  named: Set<unknown>;
}

function copiesOf(game: MarketGame, catalog: RealCatalog): Copy[] {
  return Array.from({ length: Math.ceil(game.cards / game.copyCards) }, (_, at) => {
    const count = Math.min(game.copyCards, game.cards - at * game.copyCards);
    const products = productsIn(game, catalog, count);
    const ids = new Set([...products.values()].flat().map(({ productId }) => productId));
    return { copy: game.first + at, products, ids, named: linkedIds(catalog.cards, count, 'cardmarket') };
  });
}

const productIn = (row: Row, copy: number): Row => ({
  ...row,
  productId: moved(row.productId, copy),
  groupId: moved(row.groupId, copy),
  name: isSingle(row) ? varied(String(row.name), copy) : `${row.name}`,
});

const groupIn = (row: Row, copy: number): Row => ({
  ...row,
  groupId: moved(row.groupId, copy),
  name: varied(String(row.name), copy),
  abbreviation: copy === 0 ? row.abbreviation : `${row.abbreviation}X${copy}`,
});

/** Answers what the documents of one game are. */
function documentsOf(game: MarketGame, catalog: RealCatalog, lists: Map<string, Row[]>) {
  const copies = copiesOf(game, catalog);
  const ofGroup = (id: number) => {
    const copy = Math.floor(id / MARKET_IDS);
    // Group ids of the recorded categories lie below that step.
    return { found: copies.find((each) => each.copy === copy), group: id % MARKET_IDS };
  };
  const guided = (rows: readonly Row[], inCopy: (row: Row, copy: number) => Row) =>
    copies.flatMap(({ copy, named }) =>
      rows.filter(({ idProduct }) => named.has(idProduct)).map((row) => inCopy(row, copy)),
    );
  const idIn = (row: Row, copy: number) => ({ ...row, idProduct: moved(row.idProduct, copy) });
  return {
    groups: () =>
      copies.flatMap(({ copy, products }) =>
        game.base.groups.filter(({ groupId }) => products.has(Number(groupId))).map((row) => groupIn(row, copy)),
      ),
    products: (id: number) => {
      const { found, group } = ofGroup(id);
      return (found?.products.get(group) ?? []).map((row) => productIn(row, found?.copy ?? 0));
    },
    prices: (id: number, { day, usd }: DayPrices) => {
      const { found, group } = ofGroup(id);
      return (usd.get(group)?.() ?? [])
        .filter(({ productId }) => found?.ids.has(productId))
        .map((row) => ({ ...pricesIn(row, found?.copy ?? 0, day), productId: moved(row.productId, found?.copy ?? 0) }));
    },
    guide: ({ day, guide }: DayPrices) => guided(guide(), (row, copy) => idIn(pricesIn(row, copy, day), copy)),
    list: (name: string) =>
      guided(lists.get(name) ?? [], (row, copy) => ({
        ...idIn(row, copy),
        idExpansion: moved(row.idExpansion, copy),
        name: varied(String(row.name), copy),
      })),
    cards: () => cardsOf(catalog, game.cards, 0, game.first),
    sets: () => setsOf(catalog, game.cards, game.first),
  };
}

/** Answers what the source of prices by condition has of products, by the marketplace's numbers: of a copy those of its groups. */
function conditionsOf(groupOf: ReadonlyMap<number, number>) {
  const rowsOf = (ids: readonly number[], { usd }: DayPrices) => {
    const groups = new Set(ids.map((id) => groupOf.get(id % MARKET_IDS)));
    const rows = [...groups].flatMap((group) => usd.get(group ?? 0)?.() ?? []);
    return Map.groupBy(rows, ({ productId }) => Number(productId));
  };
  const left = { apiRequestsRemaining: 9_000_000, apiDailyRequestsRemaining: 900_000, apiDailyRequestsUsed: 0 };
  return (asked: readonly { tcgplayerId: string }[], prices: DayPrices) => {
    const ids = asked.map(({ tcgplayerId }) => Number(tcgplayerId));
    const rows = rowsOf(ids, prices);
    const lastUpdated = Date.parse(prices.day) / 1000;
    const data = ids.map((id) => {
      const variants = (rows.get(id % MARKET_IDS) ?? []).flatMap((row) => {
        const { marketPrice, subTypeName } = pricesIn(row, Math.floor(id / MARKET_IDS), prices.day);
        return Object.entries(CONDITIONS).map(([condition, share]) => ({
          ...{ condition, printing: subTypeName, language: 'English', lastUpdated },
          price: typeof marketPrice === 'number' ? Math.round(marketPrice * share * 100) / 100 : null,
        }));
      });
      return { tcgplayerId: String(id), game: 'any', variants };
    });
    return { data, _metadata: { apiPlan: 'Enterprise', apiRateLimit: 9_000_000, ...left } };
  };
}

/** How the configuration of one game reads `base`, each day of prices under `of`. */
function sourcesOf({ name, at, category }: MarketGame, base: string, of: string) {
  const tcgplayer = { url: `${base}/now/tcgplayer`, category };
  const usd_market = { adapter: 'tcgcsv', ...tcgplayer, prices: `${base}/${of}/tcgplayer` };
  if (at >= WITH_CATALOG) return { catalog: { adapter: 'tcgcsv_catalog', ...tcgplayer }, usd_market };
  const lists = `${base}/now/cardmarket/${name}`;
  return {
    catalog: { adapter: 'tcgdex', files: `${base}/now/tcgdex/${name}` },
    usd_market,
    // One game has prices by condition: a fifth of all cards.
    ...(at === 0 && { usd_conditions: { adapter: 'justtcg', url: `${base}/${of}/justtcg`, api_key: 'bench' } }),
    eur_market: {
      adapter: 'cardmarket',
      prices: `${base}/${of}/cardmarket/${name}/guide`,
      products: [`${lists}/singles`],
    },
  };
}

/** Serves the market of so many cards on loopback. */
export async function serveMarket(real: FixtureUpstream, cards: number): Promise<MarketUpstream> {
  const [catalog, pokemon, onePiece] = await Promise.all([
    catalogOf(real),
    listedIn(real, POKEMON.category),
    listedIn(real, ONE_PIECE.category),
  ]);
  const singles = `${real.base}/cardmarket/productCatalog/productList/products_singles_${POKEMON.guide}.json`;
  const lists = new Map([['singles', (await real.json<{ products: Row[] }>(singles)).products]]);
  const pricesOn = openDays(
    real,
    new Map([
      [POKEMON.category, pokemon],
      [ONE_PIECE.category, onePiece],
    ]),
  );
  const games = gamesOf(cards, catalog, { pokemon, onePiece });
  const documents = new Map(games.map((game) => [game.name, documentsOf(game, catalog, lists)]));
  const productGroups = [...pokemon.products].flatMap(([group, rows]) =>
    rows.map((row) => [Number(row.productId), group] as const),
  );
  const conditions = conditionsOf(new Map(productGroups));
  const byCategory = new Map(games.map(({ name, category }) => [String(category), documents.get(name)]));
  const market = { day: '' };

  const tcgplayer = async (day: string, [category = '', group = '', file]: string[]): Promise<Iterable<Row>> => {
    if (category === 'categories')
      return games.map(({ category: categoryId, name }) => ({ categoryId, name, displayName: name }));
    const of = byCategory.get(category);
    if (group === 'groups') return of?.groups() ?? [];
    if (file === 'products') return of?.products(Number(group)) ?? [];
    return of?.prices(Number(group), await pricesOn(day)) ?? [];
  };
  const answer = async (request: IncomingMessage): Promise<string | Iterable<string>> => {
    const [, of = '', kind = '', ...rest] = (request.url ?? '').split('/');
    const day = of === 'now' ? market.day : of;
    if (kind === 'last-updated.txt') return `${day}T20:05:33+0000`;
    if (kind === 'justtcg')
      return JSON.stringify(conditions((await json(request)) as { tcgplayerId: string }[], await pricesOn(day)));
    if (kind === 'tcgplayer')
      return `{"success":true,"errors":[],"results":${[...textOf(await tcgplayer(day, rest))].join('')}}`;
    const [name = '', file = ''] = rest;
    const game = documents.get(name);
    if (kind === 'tcgdex')
      return textOf(
        file === 'cards.json' ? (game?.cards() ?? []) : file === 'sets.json' ? (game?.sets() ?? []) : catalog.series,
      );
    const rows = file === 'guide' ? game?.guide(await pricesOn(day)) : game?.list(file);
    return wrapped(
      `{"version":1,"createdAt":"${day}T02:47:21+0100","${file === 'guide' ? 'priceGuides' : 'products'}":`,
      rows ?? [],
    );
  };
  const server = createServer((request, response: ServerResponse) => {
    answer(request)
      .then((text) => pipeline(Readable.from(typeof text === 'string' ? [text] : text), response))
      .catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(market, {
    games,
    config: (of = 'now') => ({
      games: Object.fromEntries(
        games.map((game) => [
          game.name,
          { id_prefix: game.at === 0 ? '' : `${game.name}-`, sources: sourcesOf(game, base, of) },
        ]),
      ),
    }),
    moved: async (before: string, day: string) =>
      movedShare(
        games.map(({ name }) => documents.get(name)?.guide),
        [await pricesOn(before), await pricesOn(day)],
      ),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function* wrapped(head: string, rows: readonly Row[]): Generator<string> {
  yield head;
  yield* textOf(rows);
  yield '}';
}

/** Of the amounts that the guides of two days have both, how many are others. */
function movedShare(
  guides: readonly (((prices: DayPrices) => Row[]) | undefined)[],
  days: [DayPrices, DayPrices],
): number {
  const [before, now] = days.map((prices) => {
    const rows = guides.flatMap((guide) => guide?.(prices) ?? []);
    return new Map(rows.map(({ idProduct, trend }) => [idProduct, trend]));
  });
  const both = [...(now ?? [])].filter(([id, trend]) => trend != null && before?.get(id) != null);
  return both.filter(([id, trend]) => trend !== before?.get(id)).length / both.length;
}
