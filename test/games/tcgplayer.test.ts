/** Categories of tcgcsv as catalogs over the recorded upstreams: One Piece, and a sixth game by configuration alone. */
import { NO_METADATA } from '../../src/catalog/card-metadata.ts';
import type { Printing } from '../../src/catalog/records.ts';
import type { ExpectedCard } from '../support/oracles/expected-records.ts';
import { conforms, type RecordedGame } from '../support/oracles/game-conformance.ts';
import type { FixtureUpstream } from '../support/sources/fixture-upstream.ts';

interface RawGroup {
  groupId: number;
  name: string;
  abbreviation: string;
  publishedOn: string;
}
interface RawProduct {
  productId: number;
  name: string;
  imageUrl: string;
  extendedData: { name: string; value: string }[];
}
interface RawPrice {
  productId: number;
  subTypeName: string;
  marketPrice: number | null;
  lowPrice: number | null;
  highPrice: number | null;
}
/** A group with what lies in its folder. */
interface Folder {
  group: RawGroup;
  cards: RawProduct[];
  prices: RawPrice[];
}

async function foldersOf({ base, json }: FixtureUpstream, category: number): Promise<Folder[]> {
  const rows = async <Row>(path: string) =>
    (await json<{ results: Row[] }>(`${base}/tcgcsv/tcgplayer/${category}/${path}`)).results;
  const folders: Folder[] = [];
  for (const group of await rows<RawGroup>('groups')) {
    const products = await rows<RawProduct>(`${group.groupId}/products`);
    const cards = products.filter(({ extendedData }) => extendedData.some(({ name }) => name === 'Number'));
    folders.push({ group, cards, prices: await rows<RawPrice>(`${group.groupId}/prices`) });
  }
  return folders;
}

const printing = (type: string, more: Partial<Printing> = {}): Printing => ({
  type,
  subtype: null,
  size: 'standard',
  stamps: [],
  foil: null,
  ...more,
});

/** The sub types that occur, as they are to be named here. */
const PRINTINGS: Readonly<Record<string, Printing>> = {
  Normal: printing('normal'),
  '1st Edition': printing('normal', { stamps: ['1st-edition'] }),
  'Cold Foil': printing('cold-foil'),
  Foil: printing('foil'),
  Holofoil: printing('holo'),
  Limited: printing('normal', { subtype: 'limited' }),
  Unlimited: printing('normal', { subtype: 'unlimited' }),
};
const inOrder = Object.keys(PRINTINGS);

/** `1/204` and `001/063` are numbers with a count; One Piece has none. */
const numberOf = (text: string) => (/\/\d+$/.test(text) ? text.slice(0, text.indexOf('/')) : text);
const snake = (name: string) =>
  name
    .replaceAll(' ', '_')
    .replace(/[a-z](?=[A-Z])/g, '$&_')
    .toLowerCase();
const plain = (text: string | undefined) =>
  text?.split('<br>').join('\n').replaceAll('<em>', '').replaceAll('</em>', '') ?? null;

function cardOf(product: RawProduct, { group, cards, prices }: Folder, isAbbreviated: boolean): ExpectedCard {
  const data = new Map(product.extendedData.map(({ name, value }) => [name, value]));
  const printed = (each: RawProduct) =>
    numberOf(each.extendedData.find(({ name }) => name === 'Number')?.value ?? '').replace('/', '-');
  const isAlone = cards.filter((other) => printed(other) === printed(product)).length === 1;
  const attributes = Object.fromEntries(
    [...data]
      .filter(([name]) => !['Number', 'Rarity', 'Description', 'Flavor Text', 'HP'].includes(name))
      .map(([name, value]) => [snake(name), /^\d+$/.test(value) ? Number(value) : value]),
  );
  const sold = new Set(prices.filter(({ productId }) => productId === product.productId).map((row) => row.subTypeName));
  return {
    game: 'game',
    id: isAlone && isAbbreviated ? `${group.abbreviation}-${printed(product)}` : String(product.productId),
    expansion_id: isAbbreviated ? group.abbreviation : String(group.groupId),
    number: numberOf(data.get('Number') ?? ''),
    // Its names are pieces of a web page.
    name: product.name.replaceAll('&amp;', '&'),
    rarity: data.get('Rarity') ?? null,
    illustrator: null,
    image: { low: product.imageUrl, high: product.imageUrl.replace('_200w', '_in_1000x1000') },
    category: data.get('CardType')?.split(';')[0] ?? data.get('Card Type')?.split(';')[0] ?? null,
    metadata: {
      ...NO_METADATA,
      hp: data.has('HP') ? Number(data.get('HP')) : null,
      types: data.get('Color')?.split(';') ?? [],
      effect: plain(data.get('Description')),
      description: plain(data.get('Flavor Text')),
      ...(Object.keys(attributes).length > 0 && { attributes }),
    },
    variants: inOrder
      .filter((name) => sold.has(name))
      .map((name) => ({
        ...(PRINTINGS[name] as Printing),
        external_ids: { tcgplayer: product.productId, cardmarket: null },
      })),
  };
}

/** The count behind the slash on most cards, else how many numbers there are. */
function officialOf(cards: readonly RawProduct[]): number {
  const numbers = cards.map(({ extendedData }) => extendedData.find(({ name }) => name === 'Number')?.value ?? '');
  const counts = numbers.filter((number) => /\/\d+$/.test(number)).map((number) => Number(number.split('/')[1]));
  const often = (count: number) => counts.filter((other) => other === count).length;
  const [most] = counts.toSorted((a, b) => often(b) - often(a));
  return most ?? new Set(numbers).size;
}

const cents = (amount: number | null) => (amount ? Math.round(amount * 100) : null);

/** A game of one category, as a configuration tells it. */
function categoryOf(category: number, series: string): Omit<RecordedGame, 'name' | 'at'> {
  return {
    data: 'sample',
    sources: ({ base }) => {
      const place = { url: `${base}/tcgcsv/tcgplayer`, category };
      return { catalog: { adapter: 'tcgcsv_catalog', ...place }, usd_market: { adapter: 'tcgcsv', ...place } };
    },
    expected: async (upstream) => {
      const folders = await foldersOf(upstream, category);
      const isAbbreviated = ({ group }: Folder) =>
        folders.filter((other) => other.group.abbreviation === group.abbreviation).length === 1;
      return {
        series: [{ game: 'game', id: String(category), name: series, logo: null }],
        expansions: folders.map((folder) => ({
          game: 'game',
          id: isAbbreviated(folder) ? folder.group.abbreviation : String(folder.group.groupId),
          series_id: String(category),
          name: folder.group.name,
          logo: null,
          symbol: null,
          release_date: folder.group.publishedOn.slice(0, 10),
          card_count_total: folder.cards.length,
          card_count_official: officialOf(folder.cards),
          legal_standard: false,
          legal_expanded: false,
          ...(folder.group.abbreviation && { attributes: { abbreviation: folder.group.abbreviation } }),
        })),
        cards: folders.flatMap((folder) => folder.cards.map((card) => cardOf(card, folder, isAbbreviated(folder)))),
      };
    },
    prices: async (upstream) => {
      const amounts = new Map<string, (number | null)[]>();
      const folders = await foldersOf(upstream, category);
      for (const folder of folders) {
        const isAbbreviated =
          folders.filter(({ group }) => group.abbreviation === folder.group.abbreviation).length === 1;
        for (const card of folder.cards) {
          const rows = folder.prices
            .filter(({ productId }) => productId === card.productId)
            .sort((a, b) => inOrder.indexOf(a.subTypeName) - inOrder.indexOf(b.subTypeName));
          const { id } = cardOf(card, folder, isAbbreviated);
          for (const [at, { marketPrice, lowPrice, highPrice }] of rows.entries()) {
            const row = [marketPrice, lowPrice, highPrice].map(cents);
            if (row.some((amount) => amount !== null)) amounts.set(`${id}/${at}/NM`, row);
          }
        }
      }
      return amounts;
    },
    failing: [
      { source: 'catalog', match: `/${category}/groups$` },
      { source: 'catalog', match: '/products$' },
      { source: 'catalog', match: '/categories$', except: ['half'] },
      // A sub type that has no price today is none that is gone.
      { source: 'catalog', match: '/prices$', except: ['half', 'empty'] },
      { source: 'usd_market', match: '/prices$' },
    ],
    gathers: true,
  };
}

conforms({
  ...categoryOf(68, 'One Piece Card Game'),
  name: 'One Piece by tcgcsv',
  at: (snapshot) => ({ games: { onepiece: snapshot } }),
});

// What these list is the same at both snapshots.
for (const [category, name] of [
  [71, 'Lorcana TCG'],
  [85, 'Pokemon Japan'],
] as const) {
  const game = { ...categoryOf(category, name), name: `category ${category} by tcgcsv`, at: () => ({}) };
  conforms(game);
}
