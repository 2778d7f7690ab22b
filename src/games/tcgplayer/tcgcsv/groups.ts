/** Reads a category of tcgcsv as a catalog: its groups, and of each its products and the sub types that they have. */
import type { CatalogDelivery } from '../../../upstream/catalog-delivery.ts';
import { Outage, type Read } from '../../../upstream/document.ts';
import type { UsdRow } from '../../../upstream/markets/market-rows.ts';
import {
  forEachResult,
  groupByGroup,
  isSingleCard,
  requireGroup,
  type TcgcsvSource,
  tcgcsvPrices,
  tcgcsvStamp,
} from '../../../upstream/markets/tcgcsv.ts';
import { SeedCollector } from '../../../upstream/seed-collector.ts';
import type { CatalogReading } from '../../game.ts';
import { addressPart, printedNumber } from './card-text.ts';
import { type CardCounts, cardSeed, expansionSeed, seriesSeed } from './records.ts';

/** The longest id that is a part of an address everywhere. */
const ID_LENGTH_MAX = 100;

/** A product that is a card, as it came. */
interface Product {
  raw: object;
  product_id: number;
  number: string | undefined;
}

const fieldsOf = (raw: unknown) => (typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {});

async function rowsAt(read: Read, address: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  await forEachResult(await read(address), (raw) => rows.push(raw));
  return rows;
}

async function listOf(read: Read, base: string, groupId: number): Promise<unknown[]> {
  const rows = await rowsAt(read, `${base}/${groupId}/products`);
  requireGroup(
    groupId,
    rows.map((row) => fieldsOf(row).groupId),
  );
  return rows;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** The ids of groups: their abbreviations, where one group alone has it and it can be no other group's number. */
function groupIds(groups: readonly unknown[]): Map<unknown, string> {
  const shortOf = (group: unknown) => addressPart(String(fieldsOf(group).abbreviation ?? ''));
  const alike = Map.groupBy(groups, shortOf);
  const numbers = new Set(groups.map((group) => String(fieldsOf(group).groupId)));
  const isOwn = (id: string) =>
    alike.get(id)?.length === 1 && !numbers.has(id) && /[^.]/.test(id) && id.length <= ID_LENGTH_MAX;
  return new Map(groups.map((group) => [group, isOwn(shortOf(group)) ? shortOf(group) : '']));
}

/** The marketplace products of a group that are cards, each once; sealed ones are the price source's. */
function productsOf(rows: readonly unknown[], collector: SeedCollector): Product[] {
  const products = new Map<number, Product>();
  for (const raw of rows) {
    const { productId, extendedData } = fieldsOf(raw);
    const extended = Array.isArray(extendedData) ? extendedData.map(fieldsOf) : [];
    if (!isId(productId)) collector.quarantine('card', 'productId is no id', raw);
    else if (extendedData != null && !Array.isArray(extendedData)) {
      collector.quarantine('card', 'extendedData is no list', raw);
    } else if (isSingleCard(new Set(extended.map(({ name }) => name)))) {
      const number = extended.find(({ name }) => name === 'Number')?.value;
      const known = products.get(productId);
      if (known === undefined) {
        const text = typeof number === 'string' || typeof number === 'number' ? String(number) : undefined;
        products.set(productId, { raw: raw as object, product_id: productId, number: text });
      } else if (JSON.stringify(known.raw) !== JSON.stringify(raw)) {
        collector.quarantine('card', 'another marketplace product with its id', raw);
      }
    }
  }
  return [...products.values()];
}

/**
 * Today's ids of a group's cards: `OP01-OP01-001` where one product alone has the number, else the product's. Parallels share
 * the number of the card that they are one of, and have a name, a rarity and a picture of their own.
 */
function cardIds(products: readonly Product[], short: string, taken: Set<string>): Map<Product, string> {
  const numberOf = ({ number = '' }: Product) => addressPart(printedNumber(number).number);
  const alike = Map.groupBy(products, numberOf);
  const idOf = (product: Product) => {
    const number = numberOf(product);
    const id = `${short}-${number}`;
    const isOwn = short !== '' && number !== '' && alike.get(number)?.length === 1 && id.length <= ID_LENGTH_MAX;
    const given = isOwn && !taken.has(id) ? id : String(product.product_id);
    taken.add(given);
    return given;
  };
  return new Map(products.map((product) => [product, idOf(product)]));
}

/** How many cards there are, and how many by the count that is printed on most of them, else by their numbers. */
function countsOf(products: readonly Product[]): CardCounts {
  const printed = products.flatMap(({ number }) => (number === undefined ? [] : [printedNumber(number)]));
  const counts = printed.flatMap(({ count }) => count ?? []);
  const [most] = [...Map.groupBy(counts, (count) => count)].sort(
    ([a, one], [b, other]) => other.length - one.length || b - a,
  );
  return { total: products.length, official: most?.[0] ?? new Set(printed.map(({ number }) => number)).size };
}

/** The sub types of each product of a group, in an order that does not depend on the file's. */
function subTypesOf(rows: readonly UsdRow[]): Map<number, string[]> {
  const rank = ({ sub_type }: UsdRow) => (sub_type === 'Normal' ? '' : sub_type);
  const inOrder = rows.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const byProduct = Map.groupBy(inOrder, ({ product_id }) => product_id);
  return new Map([...byProduct].map(([id, ofProduct]) => [id, ofProduct.map(({ sub_type }) => sub_type)]));
}

/**
 * Reads the whole category, unless its files are of the same moment as at the last publish: they are all written at once,
 * daily.
 * @throws Outage
 */
export async function readTcgcsvCatalog(
  source: TcgcsvSource,
  { read, held: { known, again }, onProgress }: CatalogReading,
): Promise<CatalogDelivery> {
  const { url, category } = source;
  const base = `${url}/${category}`;
  const { stamp } = await tcgcsvStamp(read, source);
  if (again.size === 0 && known.get(base) === stamp) return { seed: undefined, etags: () => new Map() };

  const collector = new SeedCollector();
  const row = (await rowsAt(read, `${url}/categories`)).find((each) => fieldsOf(each).categoryId === category);
  if (row === undefined) throw new Outage(`${url} lists no category ${category}`);
  collector.addSeries(row, (findings) => seriesSeed(row, findings));

  const groups = await rowsAt(read, `${base}/groups`);
  const shorts = groupIds(groups);
  const stableIds = { card: new Map<string, string>(), expansion: new Map<string, string>() };
  const taken = new Set<string>();
  const ofGroup = groupByGroup();
  for (const [index, group] of groups.entries()) {
    onProgress('groups', index, groups.length);
    const { groupId } = fieldsOf(group);
    if (!isId(groupId)) {
      collector.quarantine('expansion', 'groupId is no id', group);
      continue;
    }
    const rows = await ofGroup(listOf(read, base, groupId));
    if (rows instanceof Outage) {
      collector.leaveOut(String(groupId), rows.message);
      continue;
    }
    const short = shorts.get(group) ?? '';
    const id = short || String(groupId);
    const products = productsOf(rows, collector);
    const prices = products.length === 0 ? { rows: [] } : await ofGroup(tcgcsvPrices(read, source, groupId));
    // A group that is not sold yet has none.
    if (prices instanceof Outage && prices.status === undefined) {
      collector.leaveOut(String(groupId), prices.message);
      continue;
    }
    const subTypes = subTypesOf(prices instanceof Outage ? [] : prices.rows);
    collector.addExpansion(group, (findings) => {
      const place = { id, series_id: String(category), ...countsOf(products) };
      stableIds.expansion.set(id, String(groupId));
      return expansionSeed(group, place, findings);
    });
    for (const [product, cardId] of cardIds(products, short, taken)) {
      const { raw, product_id } = product;
      const place = { id: cardId, expansion_id: id, subTypes: subTypes.get(product_id) ?? [] };
      collector.addCard(raw, (findings) => cardSeed(raw, place, findings));
      if (collector.seed.cards.has(cardId)) stableIds.card.set(cardId, String(product_id));
    }
  }
  const { seed } = collector;
  const etags = () => new Map(collector.isPartial ? [] : [[base, stamp] as [string, string]]);
  return { seed: { ...seed, stableIds }, etags };
}
