/** Lorcana over the recorded upstreams: Lorcast and both marketplaces. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type CardMetadata, NO_METADATA } from '../../src/catalog/card-metadata.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import type { ExpectedCard } from '../support/oracles/expected-records.ts';
import { conforms } from '../support/oracles/game-conformance.ts';
import { type FixtureUpstream, fixturesMissing } from '../support/sources/fixture-upstream.ts';
import { recordedGame, SNAPSHOTS, withoutPrices } from '../support/sources/recorded-game.ts';

const [, NEW] = SNAPSHOTS;
const CATEGORY = 71;
const CARDMARKET = 'cardmarket/productCatalog';

interface RawCard {
  name: string;
  version?: string | null;
  collector_number: string;
  rarity: string;
  tcgplayer_id: number | null;
  prices: { usd: string | null; usd_foil: string | null };
  set: { code: string };
  [field: string]: unknown;
}
interface RawPrice {
  productId: number;
  subTypeName: string;
  marketPrice: number | null;
  lowPrice: number | null;
  highPrice: number | null;
}

const sources = (base: string): Record<string, SourceSettings> => ({
  catalog: { adapter: 'lorcast', url: `${base}/lorcast/v0`, give_up_after: '1s' },
  usd_market: { adapter: 'tcgcsv', url: `${base}/tcgcsv/tcgplayer`, category: CATEGORY, give_up_after: '1s' },
  eur_market: {
    adapter: 'cardmarket',
    prices: `${base}/${CARDMARKET}/priceGuide/price_guide_19.json`,
    products: ['singles', 'nonsingles'].map((kind) => `${base}/${CARDMARKET}/productList/products_${kind}_19.json`),
    give_up_after: '1s',
  },
});
const catalogOnly = (base: string) => ({ catalog: sources(base).catalog as SourceSettings });

interface RawSet {
  code: string;
  name: string;
  released_at: string;
  prereleased_at?: string;
}

const rawSets = async ({ base, json }: FixtureUpstream) =>
  (await json<{ results: RawSet[] }>(`${base}/lorcast/v0/sets`)).results;

async function rawCards(upstream: FixtureUpstream): Promise<RawCard[]> {
  const { base, json } = upstream;
  const cards: RawCard[] = [];
  for (const { code } of await rawSets(upstream))
    cards.push(...(await json<RawCard[]>(`${base}/lorcast/v0/sets/${code}/cards`)));
  return cards;
}

const idOf = ({ set, collector_number }: RawCard) => `${set.code}-${collector_number}`;

/** By the files: cards above 204 are sold as foils only, all others in both finishes. */
const finishes = ({ collector_number }: RawCard) =>
  Number.parseInt(collector_number, 10) > 204 ? ['foil'] : ['normal', 'foil'];

/** Attributes that the card has. */
const attributes = (card: RawCard) => {
  const [, ...subtypes] = card.type as string[];
  const named = ['cost', 'inkwell', 'strength', 'willpower', 'lore', 'move_cost', 'classifications', 'keywords'];
  const layout = card.layout === 'normal' ? null : card.layout;
  const all = { ...Object.fromEntries(named.map((name) => [name, card[name]])), subtypes, layout };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value != null && String(value) !== ''));
};

function expectedCard(card: RawCard, marketProducts: Products): ExpectedCard {
  const picture = (card.image_uris as { digital: Record<'small' | 'large', string> }).digital;
  const external_ids = { tcgplayer: card.tcgplayer_id, cardmarket: marketProducts.get(idOf(card)) ?? null };
  return {
    game: 'game',
    id: idOf(card),
    expansion_id: card.set.code,
    number: card.collector_number,
    name: card.version == null ? card.name : `${card.name} - ${card.version}`,
    rarity: card.rarity.replace('_', ' '),
    illustrator: (card.illustrators as string[]).join(', '),
    image: { low: picture.small, high: picture.large },
    category: (card.type as string[])[0] ?? null,
    metadata: {
      ...NO_METADATA,
      types: (card.inks ?? [card.ink]) as string[],
      description: (card.flavor_text ?? null) as string | null,
      effect: (card.text ?? null) as string | null,
      attributes: attributes(card),
      legalities: card.legalities as NonNullable<CardMetadata['legalities']>,
    },
    variants: finishes(card).map((type) => ({
      type,
      subtype: null,
      size: 'standard',
      stamps: [],
      foil: null,
      external_ids,
    })),
  };
}

/** Cardmarket's product by card: the one of its name in its set, where the list has the name once there. */
type Products = ReadonlyMap<string, number>;

async function cardmarketProducts({ base, json }: FixtureUpstream, cards: readonly RawCard[]): Promise<Products> {
  const { products } = await json<{ products: { idProduct: number; idExpansion: number; name: string }[] }>(
    `${base}/${CARDMARKET}/productList/products_singles_19.json`,
  );
  // One card stands there twice, under two apostrophes; another one with a capital letter more.
  const plain = (name: string) => name.toLowerCase().replaceAll('’', "'");
  const nameOf = ({ name, version }: RawCard) => plain(version == null ? name : `${name} - ${version}`);
  const byName = Map.groupBy(products, ({ name }) => plain(name));
  const cardsOf = Map.groupBy(cards, nameOf);
  // A name that one card and one marketplace product have says which set a group is.
  const groupOf = new Map<string, number>();
  for (const [name, [card, another]] of cardsOf) {
    const [product, second] = byName.get(name) ?? [];
    if (card && product && !another && !second) groupOf.set(card.set.code, product.idExpansion);
  }
  return new Map(
    cards.flatMap((card): [string, number][] => {
      const inSet = cards.filter((other) => nameOf(other) === nameOf(card) && other.set.code === card.set.code);
      const inGroup = byName.get(nameOf(card))?.filter(({ idExpansion }) => idExpansion === groupOf.get(card.set.code));
      const [product, second] = inGroup ?? [];
      return product && !second && inSet.length === 1 ? [[idOf(card), product.idProduct]] : [];
    }),
  );
}

const cents = (amount: number | string | null) => (amount === null ? null : Math.round(Number(amount) * 100) || null);

/** The cards' expansions: 204 is printed on the cards of all that were recorded. */
const expectedExpansion = ({ code, name, released_at, prereleased_at }: RawSet, cards: readonly RawCard[]) => ({
  game: 'game',
  id: code,
  series_id: 'tcg',
  name,
  logo: null,
  symbol: null,
  release_date: released_at,
  card_count_total: cards.filter(({ set }) => set.code === code).length,
  card_count_official: 204,
  legal_standard: false,
  legal_expanded: false,
  ...(prereleased_at && { attributes: { prerelease_date: prereleased_at } }),
});

/** Amounts of every printing, as the day's files of TCGplayer have them. */
async function usdAmounts({ base, json }: FixtureUpstream, cards: readonly RawCard[]): Promise<Amounts> {
  const category = `${base}/tcgcsv/tcgplayer/${CATEGORY}`;
  const { results: groups } = await json<{ results: { groupId: number }[] }>(`${category}/groups`);
  const rows: RawPrice[] = [];
  for (const { groupId } of groups) {
    rows.push(...(await json<{ results: RawPrice[] }>(`${category}/${groupId}/prices`)).results);
  }
  const ofProduct = Map.groupBy(rows, ({ productId }) => productId);
  return cards.flatMap((card) =>
    finishes(card).flatMap((type, at): Amounts => {
      const named = (ofProduct.get(card.tcgplayer_id ?? 0) ?? []).filter(
        ({ subTypeName }) => (subTypeName === 'Normal') === (type === 'normal'),
      );
      return named.map(({ marketPrice, lowPrice, highPrice }) => [
        `${idOf(card)}/${at}/NM`,
        [marketPrice, lowPrice, highPrice].map(cents),
      ]);
    }),
  );
}

/** Amounts of every printing that has a product, as the day's guide has them, under the price side that speaks for it. */
async function eurAmounts(upstream: FixtureUpstream, cards: readonly RawCard[]): Promise<Amounts> {
  const { base, json } = upstream;
  const { priceGuides } = await json<{ priceGuides: ({ idProduct: number } & Record<string, number | null>)[] }>(
    `${base}/${CARDMARKET}/priceGuide/price_guide_19.json`,
  );
  const rows = new Map(priceGuides.map((row) => [row.idProduct, row]));
  const marketProducts = await cardmarketProducts(upstream, cards);
  const columns = ['avg', 'low', 'trend', 'avg-foil', 'low-foil', 'trend-foil'];
  return cards.flatMap((card) => {
    const row = rows.get(marketProducts.get(idOf(card)) ?? 0);
    const types = finishes(card);
    return types.map((type, at) => [
      `${idOf(card)}/${at}/${type === 'foil' && types.length > 1 ? 'holo' : 'plain'}`,
      columns.map((column) => cents(row?.[column] ?? null)),
    ]);
  });
}

type Amounts = [string, (number | null)[]][];

conforms({
  name: 'Lorcana',
  data: 'sample',
  sources: ({ base }) => sources(base),
  at: (snapshot) => ({ games: { lorcana: snapshot } }),
  expected: async (upstream) => {
    const raw = await rawCards(upstream);
    const marketProducts = await cardmarketProducts(upstream, raw);
    assert.ok(marketProducts.size > 900, `${marketProducts.size} cards have an article of Cardmarket`);
    return {
      series: [{ game: 'game', id: 'tcg', name: 'Disney Lorcana TCG', logo: null }],
      expansions: (await rawSets(upstream)).map((set) => expectedExpansion(set, raw)),
      cards: raw.map((card) => expectedCard(card, marketProducts)),
    };
  },
  prices: async (upstream) => {
    const cards = await rawCards(upstream);
    const amounts = [...(await usdAmounts(upstream, cards)), ...(await eurAmounts(upstream, cards))];
    return new Map(amounts.filter(([, row]) => row.some((amount) => amount !== null)));
  },
  // The marketplaces' documents are read as those of any game are.
  failing: [
    { source: 'catalog', match: '/sets$' },
    // Of all sets: a single one that is cut, or comes with few of its cards, is named, and the rest is published.
    { source: 'catalog', match: '/sets/[^/]+/cards$' },
  ],
});

suite('Lorcana from the recorded upstreams', { skip: fixturesMissing, timeout: 300_000 }, () => {
  test('an unchanged source is asked with its validators and hands over nothing', async () => {
    await using game = await recordedGame('sqlite', 'lorcana', catalogOnly);
    const at = { snapshot: NEW, day: '2026-07-11' } as const;
    await game.step(at);
    const [report] = (await game.step(at)).reports;
    assert.deepEqual(report?.counts, {});
  });

  test('a finish whose price is missing for a day stays, and prices in the records serve where no USD source is', async () => {
    await using game = await recordedGame('sqlite', 'lorcana', catalogOnly);
    const first = await game.step({ snapshot: NEW, day: '2026-07-10' });
    const raw = new Map((await rawCards(game.upstream)).map((card) => [idOf(card), card]));
    const lacking = [...raw.values()].filter(({ prices, rarity }) => prices.usd === null && rarity !== 'Enchanted');
    assert.ok(lacking.length > 10);
    for (const { id, variants } of first.after.cards) {
      const { prices } = raw.get(id) as RawCard;
      const served = Object.fromEntries(
        variants.map(({ type, usd_market: [usd] }) => [type === 'normal' ? 'usd' : 'usd_foil', usd?.market ?? null]),
      );
      const wanted = Object.keys(served) as (keyof typeof prices)[];
      assert.deepEqual(served, Object.fromEntries(wanted.map((name) => [name, cents(prices[name])])), id);
    }
    const next = await game.step({ snapshot: NEW, day: '2026-07-11' });
    assert.deepEqual(next.after.cards.map(withoutPrices), first.after.cards.map(withoutPrices));
  });
});
