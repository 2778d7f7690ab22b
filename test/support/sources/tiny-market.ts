/** A small made-up market as tcgcsv and Cardmarket publish it: files of one day, to be changed by tests. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SourceSettings } from '../../../src/upstream/source-fields.ts';

export interface UsdPriceRow {
  productId: number;
  subTypeName: string;
  lowPrice: number | null;
  highPrice: number | null;
  marketPrice: unknown;
}

export type EurPriceRow = { idProduct: number; avg: unknown; low: unknown; trend: unknown; [column: string]: unknown };

/** What both marketplaces publish on one day. */
export interface MarketDay {
  day: string;
  usd: UsdPriceRow[];
  eur: EurPriceRow[];
  version?: number;
}

/** Prices of `count` products, TCGplayer's from 1 on and Cardmarket's from 1001 on, each with a second printing. */
export function tinyMarket(day: string, count: number): MarketDay {
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  return {
    day,
    usd: ids.flatMap((productId) =>
      ['Normal', 'Reverse Holofoil'].map((subTypeName, at) => {
        const cents = productId * 100 + at * 50;
        return { productId, subTypeName, lowPrice: cents / 200, highPrice: cents / 50, marketPrice: cents / 100 };
      }),
    ),
    eur: ids.map((id) => {
      const plain = { avg: id + 0.5, low: id / 2, trend: id };
      return { idProduct: 1000 + id, ...plain, 'avg-holo': id + 1.5, 'low-holo': id, 'trend-holo': id * 2 };
    }),
  };
}

/** A folder that holds both marketplaces' files, removed at the end of the test. */
export interface MarketFolder extends AsyncDisposable {
  /** Sources that read whatever was written last. */
  sources: Record<'usd' | 'eur', SourceSettings>;
  /** Sources whose address names the day, reading `history_days` back at first. */
  dailySources(historyDays: number): Record<'usd' | 'eur', SourceSettings>;
  write(market: MarketDay): Promise<void>;
  /** Its `file:` address. */
  place: string;
  /** Writes one more file, for sources that a test configures itself. */
  put(path: string, content: unknown): Promise<void>;
}

const GROUP = { groupId: 7, name: 'Ember Dawn' };
const PRODUCTS = 200;
/** Marketplace products of one expansion, in the order of the cards. */
const PER_EXPANSION = 12;

export async function marketFolder(): Promise<MarketFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'cardstock-market-'));
  const place = pathToFileURL(folder).href;
  const put = async (path: string, content: unknown) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const products = [
    ...Array.from({ length: PRODUCTS }, (_, at) => ({
      productId: at + 1,
      name: `Article ${at + 1}`,
      extendedData: [{ name: 'Number', value: String(at + 1) }],
    })),
    { productId: 900, name: 'Ember Dawn Booster Box', extendedData: [] },
  ].map((product) => ({ ...product, cleanName: null, imageUrl: null, url: null }));
  await put('now/3/groups', { success: true, results: [GROUP] });
  await put(`now/3/${GROUP.groupId}/products`, { success: true, results: products });
  const marketProducts = Array.from({ length: PRODUCTS }, (_, at) => ({
    idProduct: 1001 + at,
    name: `Article ${at + 1}`,
  }));
  const list = (rows: object[]) => ({
    version: 1,
    createdAt: '2026-01-01T08:00:00+0100',
    products: rows.map((row, at) => ({
      idExpansion: 70 + Math.floor(at / PER_EXPANSION),
      categoryName: 'Kind',
      ...row,
    })),
  });
  await put('singles.json', list(marketProducts));
  await put('nonsingles.json', list([{ idProduct: 1900, name: 'Ember Dawn Booster Display' }]));
  const lists = [`${place}/singles.json`, `${place}/nonsingles.json`];
  const common = { give_up_after: '1s' };
  return {
    place,
    put,
    sources: {
      usd: { adapter: 'tcgcsv', url: `${place}/now`, category: 3, ...common },
      eur: { adapter: 'cardmarket', prices: `${place}/guide.json`, products: lists, ...common },
    },
    dailySources: (history_days) => ({
      usd: { adapter: 'tcgcsv', url: `${place}/now`, prices: `${place}/{day}`, category: 3, history_days, ...common },
      eur: { adapter: 'cardmarket', prices: `${place}/{day}/guide.json`, products: lists, history_days, ...common },
    }),
    write: async ({ day, usd, eur, version = 1 }) => {
      const guide = { version, createdAt: `${day}T02:40:00+0100`, priceGuides: eur };
      const prices = { success: true, results: usd };
      await put('last-updated.txt', `${day}T20:05:33+0000`);
      for (const where of ['now', day]) await put(`${where}/3/${GROUP.groupId}/prices`, prices);
      await put('guide.json', guide);
      await put(`${day}/guide.json`, guide);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
