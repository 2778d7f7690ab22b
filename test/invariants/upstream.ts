/** Made-up worlds as the upstreams publish them: the documents that the real adapters read, from memory. */
import { addDays } from '../../src/catalog/days.ts';
import type { DemoDocument } from '../../src/upstream/reader.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import type { UpstreamCard } from '../support/sources/tiny-catalog.ts';
import type { EurPriceRow, UsdPriceRow } from '../support/sources/tiny-market.ts';
import { LOOKS, MARKET_PRODUCTS, PRODUCTS, placeOf, type SourceName, type World } from './world.ts';

/** Ids of a world's marketplace products and products lie in a hundred of their own. */
const HUNDRED = 100;
const SEALED_FROM = 50;
const EXPANSION_NAMES = ['Ember', 'Frost', 'Gale', 'Tide', 'Umber', 'Vale'];
const SEALED_NAMES = ['Booster Box', 'Mini Tin', 'Booster Pack', 'Elite Trainer Box', 'Blister', 'Theme Deck'];
const SUB_TYPES = ['Normal', 'Reverse Holofoil', 'Holofoil'];

/** The number of the world that a record's id, or a product's, names. */
export const worldOf = (id: string | number): number =>
  typeof id === 'number' ? Math.floor(id / HUNDRED) : Number(/^w(\d+)/.exec(id)?.[1]);

const groupOf = (world: number, place: number) => world * 2 + place;

/** What the three sources publish of all worlds at one step. */
export interface Published {
  sets: object[];
  cards: Map<string, UpstreamCard>;
  groups: { groupId: number; name: string }[];
  /** Marketplace products of TCGplayer and Cardmarket by their number, sealed ones included. */
  usdProducts: Map<number, { productId: number; name: string; group: number; extendedData: object[] }>;
  eurProducts: Map<number, { idProduct: number; name: string; idExpansion: number; isSealed: boolean }>;
  usd: (UsdPriceRow & { group: number })[];
  eur: EurPriceRow[];
  day: string;
}

/** Publishes the worlds, by their numbers, on a day. */
export function published(worlds: ReadonlyMap<number, World>, day: number): Published {
  const all: Published = {
    sets: [],
    cards: new Map(),
    groups: [],
    usdProducts: new Map(),
    eurProducts: new Map(),
    usd: [],
    eur: [],
    day: addDays('2026-03-01', day),
  };
  for (const [number, world] of worlds) {
    addCatalog(all, number, world);
    addSingles(all, number, world, day);
    addSealed(all, number, world, day);
  }
  return all;
}

function addCatalog(all: Published, number: number, { expansions, cards }: World): void {
  for (const [place, name] of expansions.entries()) {
    all.sets.push({
      id: `w${number}e${place}`,
      name: `${EXPANSION_NAMES[name]} ${number}`,
      serie: { id: `w${number}` },
      releaseDate: `2021-03-0${place + 1}`,
      cardCount: { official: 6, total: 6 },
    });
    all.groups.push({ groupId: groupOf(number, place), name: `${EXPANSION_NAMES[name]} ${number}` });
  }
  const idOf = (product: number | null) => (product === null ? undefined : number * HUNDRED + product);
  const idsOf = (ids: { tcgplayer: number | null; cardmarket: number | null }) => ({
    thirdParty: { tcgplayer: idOf(ids.tcgplayer), cardmarket: idOf(ids.cardmarket) },
  });
  for (const [at, { isThere, name, printings, idsOnCard }] of cards.entries()) {
    if (!isThere) continue;
    const id = `w${number}-${at}`;
    all.cards.set(id, {
      id,
      localId: String(at + 1),
      name: `Glimmer ${name}`,
      set: { id: `w${number}e${placeOf(at)}` },
      ...(idsOnCard && printings[0] && idsOf(printings[0])),
      variants_detailed: printings.map((printing) => ({
        ...LOOKS[printing.look],
        ...(!idsOnCard && idsOf(printing)),
      })),
    });
  }
}

/** Amounts lie so near each other that no guard takes one for another unit. */
function cents(product: number, part: number, day: number, revision: number): number {
  return 1000 + ((product * 37 + part * 11 + day * 13 + revision * 29) % 400);
}

function addSingles(all: Published, number: number, { subTypes, inGuide, revision }: World, day: number): void {
  for (let product = 1; product <= MARKET_PRODUCTS; product += 1) {
    const id = number * HUNDRED + product;
    const group = groupOf(number, placeOf(product));
    const name = `Single ${product}`;
    all.usdProducts.set(id, { productId: id, name, group, extendedData: [{ name: 'Number', value: '1' }] });
    all.eurProducts.set(id, { idProduct: id, name, idExpansion: group, isSealed: false });
    const bits = subTypes[product] ?? 0;
    for (const [part, subTypeName] of SUB_TYPES.entries()) {
      if (!(bits & (1 << part))) continue;
      const amount = cents(product, part, day, revision) / 100;
      all.usd.push({ productId: id, subTypeName, lowPrice: null, highPrice: null, marketPrice: amount, group });
    }
    if (inGuide[product]) all.eur.push(guideRow(id, cents(product, 5, day, revision)));
  }
}

const guideRow = (idProduct: number, amount: number): EurPriceRow => ({
  idProduct,
  avg: amount / 100,
  low: null,
  trend: (amount + 1) / 100,
  'trend-holo': (amount + 2) / 100,
});

function addSealed(all: Published, number: number, { products, revision }: World, day: number): void {
  for (const [at, { isThere, name }] of products.slice(0, PRODUCTS).entries()) {
    if (!isThere) continue;
    const id = number * HUNDRED + SEALED_FROM + at;
    const group = groupOf(number, placeOf(at));
    const sealed = SEALED_NAMES[name] ?? '';
    all.usdProducts.set(id, { productId: id, name: sealed, group, extendedData: [] });
    all.eurProducts.set(id, { idProduct: id, name: sealed, idExpansion: group, isSealed: true });
    const amount = cents(SEALED_FROM + at, 0, day, revision);
    const row = { productId: id, subTypeName: 'Normal', lowPrice: null, highPrice: null, marketPrice: amount / 100 };
    all.usd.push({ ...row, group });
    all.eur.push(guideRow(id, amount));
  }
}

/** What of `more` came over the memory of what came before: a record that is gone stays as it last was. */
export const remembered = (
  before: Published | undefined,
  more: Published,
  sources: readonly SourceName[],
): Published => {
  if (before === undefined) return more;
  const next = { ...before };
  if (sources.includes('catalog')) {
    next.sets = more.sets;
    next.cards = new Map([...before.cards, ...more.cards]);
  }
  if (sources.includes('usd')) {
    next.groups = more.groups;
    next.usdProducts = new Map([...before.usdProducts, ...more.usdProducts]);
  }
  if (sources.includes('eur')) next.eurProducts = new Map([...before.eurProducts, ...more.eurProducts]);
  return next;
};

/** Where the sources find the documents. */
export const SOURCES: Readonly<Record<SourceName, SourceSettings>> = {
  catalog: { adapter: 'tcgdex', files: 'demo:catalog', give_up_after: '1s' } as SourceSettings,
  usd: { adapter: 'tcgcsv', url: 'demo:market/tcg', category: 3, give_up_after: '1s' } as SourceSettings,
  eur: {
    adapter: 'cardmarket',
    prices: 'demo:guide.json',
    products: ['demo:singles.json', 'demo:nonsingles.json'],
    give_up_after: '1s',
  } as SourceSettings,
};

/** The documents; `serial` makes what is published anew differ from what was published before. */
export function documentsOf(from: Published, serial: number): DemoDocument {
  const time = `${String(10 + Math.floor(serial / 60)).padStart(2, '0')}:${String(serial % 60).padStart(2, '0')}:00`;
  const dated = { version: 1, createdAt: `${from.day}T${time}+0100` };
  const list = (isSealed: boolean) => ({
    ...dated,
    products: [...from.eurProducts.values()]
      .filter((product) => product.isSealed === isSealed)
      .map(({ isSealed: _, ...product }) => ({ categoryName: 'Kind', ...product })),
  });
  const series = [...new Set(from.groups.map(({ groupId }) => groupId >> 1))].map((number) => `w${number}`);
  const documents: Record<string, () => unknown> = {
    'catalog/series.json': () => series.map((id) => ({ id, name: `Series ${id}` })),
    'catalog/sets.json': () => from.sets,
    'catalog/cards.json': () => [...from.cards.values()],
    'market/tcg/3/groups': () => ({ success: true, results: from.groups }),
    'guide.json': () => ({ ...dated, priceGuides: from.eur }),
    'singles.json': () => list(false),
    'nonsingles.json': () => list(true),
  };
  const byGroup = Map.groupBy(from.usdProducts.values(), ({ group }) => group);
  const rowsByGroup = Map.groupBy(from.usd, ({ group }) => group);
  const inGroup = (path: string) => {
    const [, group, what] = /^market\/tcg\/3\/(\d+)\/(products|prices)$/.exec(path) ?? [];
    if (group === undefined) return undefined;
    const rows = (what === 'products' ? byGroup : rowsByGroup).get(Number(group)) ?? [];
    const bare = { cleanName: null, imageUrl: null, url: null };
    return { success: true, results: rows.map((row) => (what === 'products' ? { ...row, ...bare } : row)) };
  };
  return (path) => {
    if (path === 'market/last-updated.txt') return `${from.day}T${time}+0000`;
    const content = documents[path]?.() ?? inGroup(path);
    return content === undefined ? undefined : JSON.stringify(content);
  };
}
