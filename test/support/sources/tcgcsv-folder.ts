/** A made-up category as tcgcsv writes it to files, to be changed by tests. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SourceSettings } from '../../../src/upstream/source-fields.ts';

const CATEGORY = 901;

/** A marketplace product; `number` null for a sealed one, `sold` its sub types. */
export interface MadeUpProduct {
  productId: unknown;
  name: string;
  number: string | null;
  sold?: string[];
  more?: Record<string, unknown>;
}

/** A group with what lies in its folder. */
export interface MadeUpGroup {
  groupId: unknown;
  name: string;
  abbreviation?: string | null;
  publishedOn?: string | null;
  products: MadeUpProduct[];
}

const productOf = ({ productId, name, number, more }: MadeUpProduct) => ({
  productId,
  name,
  imageUrl: `https://pictures.example/${productId}_200w.jpg`,
  extendedData: number === null ? [] : [{ name: 'Number', displayName: 'Number', value: number }],
  ...more,
});

export interface TcgcsvFolder extends AsyncDisposable {
  /** The catalog and the prices of the category. */
  sources: Record<'catalog' | 'usd_market', SourceSettings>;
  /** Writes every file, as of `day`. */
  write(day: string, groups: readonly MadeUpGroup[]): Promise<void>;
  /** Cuts a file of a group in the middle. */
  cut(groupId: number, file: 'products' | 'prices'): Promise<void>;
}

export async function tcgcsvFolder(): Promise<TcgcsvFolder> {
  const root = await mkdtemp(join(tmpdir(), 'cardstock-tcgcsv-'));
  const put = async (path: string, value: unknown) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), typeof value === 'string' ? value : JSON.stringify(value));
  };
  const results = (path: string, rows: readonly unknown[]) =>
    put(`tcgplayer/${path}`, { success: true, errors: [], results: rows });
  const place = { url: pathToFileURL(join(root, 'tcgplayer')).href, category: CATEGORY };
  return {
    sources: { catalog: { adapter: 'tcgcsv_catalog', ...place }, usd_market: { adapter: 'tcgcsv', ...place } },
    write: async (day, groups) => {
      await put('last-updated.txt', `${day}T20:05:33+0000`);
      await results('categories', [{ categoryId: CATEGORY, name: 'made-up', displayName: 'Made Up' }]);
      await results(
        `${CATEGORY}/groups`,
        groups.map(({ products, ...group }) => group),
      );
      for (const { groupId, products } of groups) {
        const prices = products.flatMap(({ productId, sold = ['Normal'] }) =>
          sold.map((subTypeName) => ({ productId, subTypeName, marketPrice: 1.5, lowPrice: 1, highPrice: 2 })),
        );
        await results(`${CATEGORY}/${groupId}/products`, products.map(productOf));
        await results(`${CATEGORY}/${groupId}/prices`, prices);
      }
    },
    cut: (groupId, file) => put(`tcgplayer/${CATEGORY}/${groupId}/${file}`, '{"success":true,"results":[{"productId":'),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
