/** Lorcana from the recorded upstreams: every field and price of both snapshots against what their files say. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { NO_METADATA } from '../../src/catalog/card-metadata.ts';
import type { Engine } from '../../src/store/store.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import type { CatalogState } from '../support/event-differences.ts';
import { type FixtureUpstream, fixturesMissing } from '../support/fixture-upstream.ts';
import { recordedGame, SNAPSHOTS, withoutPrices } from '../support/recorded-game.ts';
import { ENGINES } from '../support/stores.ts';

const [OLD, NEW] = SNAPSHOTS;
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

async function rawCards({ base, json }: FixtureUpstream): Promise<RawCard[]> {
  const { results } = await json<{ results: { code: string }[] }>(`${base}/lorcast/v0/sets`);
  const cards: RawCard[] = [];
  for (const { code } of results) cards.push(...(await json<RawCard[]>(`${base}/lorcast/v0/sets/${code}/cards`)));
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
  const all = { ...Object.fromEntries(named.map((name) => [name, card[name]])), subtypes };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value != null && String(value) !== ''));
};

function expectedCard(card: RawCard, articles: Articles) {
  const picture = (card.image_uris as { digital: Record<'small' | 'large', string> }).digital;
  const external_ids = { tcgplayer: card.tcgplayer_id, cardmarket: articles.get(idOf(card)) ?? null };
  return {
    game: 'game',
    id: idOf(card),
    expansion_id: card.set.code,
    number: card.collector_number,
    name: card.version == null ? card.name : `${card.name} - ${card.version}`,
    rarity: card.rarity.replace('_', ' '),
    illustrator: (card.illustrators as string[]).join(', '),
    image: { low: picture.small, high: picture.large },
    category: (card.type as string[])[0],
    metadata: {
      ...NO_METADATA,
      types: card.inks ?? [card.ink],
      description: card.flavor_text ?? null,
      effect: card.text ?? null,
      attributes: attributes(card),
      legalities: card.legalities,
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

/** Cardmarket's article by card: the one of its name in its set, where the list has the name once there. */
type Articles = ReadonlyMap<string, number>;

async function cardmarketArticles({ base, json }: FixtureUpstream, cards: readonly RawCard[]): Promise<Articles> {
  const { products } = await json<{ products: { idProduct: number; idExpansion: number; name: string }[] }>(
    `${base}/${CARDMARKET}/productList/products_singles_19.json`,
  );
  // One card stands there twice, under two apostrophes; another one with a capital letter more.
  const plain = (name: string) => name.toLowerCase().replaceAll('’', "'");
  const nameOf = ({ name, version }: RawCard) => plain(version == null ? name : `${name} - ${version}`);
  const byName = Map.groupBy(products, ({ name }) => plain(name));
  const cardsOf = Map.groupBy(cards, nameOf);
  // A name that one card and one article have says which set a group is.
  const groupOf = new Map<string, number>();
  for (const [name, [card, another]] of cardsOf) {
    const [article, second] = byName.get(name) ?? [];
    if (card && article && !another && !second) groupOf.set(card.set.code, article.idExpansion);
  }
  return new Map(
    cards.flatMap((card): [string, number][] => {
      const inSet = cards.filter((other) => nameOf(other) === nameOf(card) && other.set.code === card.set.code);
      const inGroup = byName.get(nameOf(card))?.filter(({ idExpansion }) => idExpansion === groupOf.get(card.set.code));
      const [article, second] = inGroup ?? [];
      return article && !second && inSet.length === 1 ? [[idOf(card), article.idProduct]] : [];
    }),
  );
}

/** Amounts of every printing that has an article, as the day's guide has them, with the half that speaks for it. */
async function expectedEur({ base, json }: FixtureUpstream, cards: readonly RawCard[], articles: Articles) {
  const { priceGuides } = await json<{ priceGuides: ({ idProduct: number } & Record<string, number | null>)[] }>(
    `${base}/${CARDMARKET}/priceGuide/price_guide_19.json`,
  );
  const rows = new Map(priceGuides.map((row) => [row.idProduct, row]));
  return Object.fromEntries(
    cards.flatMap((card) => {
      const row = rows.get(articles.get(idOf(card)) ?? 0);
      const columns = ['avg', 'low', 'trend', 'avg-foil', 'low-foil', 'trend-foil'];
      const amounts = columns.map((column) => cents(row?.[column] ?? null));
      if (amounts.every((amount) => amount === null)) return [];
      const types = finishes(card);
      return types.map((type) => [
        `${idOf(card)} ${type}`,
        [type === 'foil' && types.length > 1 ? 'holo' : 'plain', ...amounts],
      ]);
    }),
  );
}

const servedEur = ({ cards }: CatalogState, day: string) =>
  Object.fromEntries(
    cards.flatMap(({ id, variants }) =>
      variants.flatMap(({ type, eur_market }) => {
        const { price_kind, avg, low, trend, avg_holo, low_holo, trend_holo, observed_on } = eur_market;
        return observed_on === day
          ? [[`${id} ${type}`, [price_kind, avg, low, trend, avg_holo, low_holo, trend_holo]]]
          : [];
      }),
    ),
  );

const cents = (amount: number | string | null) => (amount === null ? null : Math.round(Number(amount) * 100) || null);

/** Amounts of every printing by card and finish, as the day's files of TCGplayer have them. */
async function expectedPrices({ base, json }: FixtureUpstream, cards: readonly RawCard[], subTypes: SubTypes) {
  const category = `${base}/tcgcsv/tcgplayer/${CATEGORY}`;
  const { results: groups } = await json<{ results: { groupId: number }[] }>(`${category}/groups`);
  const rows: RawPrice[] = [];
  for (const { groupId } of groups) {
    rows.push(...(await json<{ results: RawPrice[] }>(`${category}/${groupId}/prices`)).results);
  }
  for (const { productId, subTypeName } of rows) {
    subTypes.set(productId, (subTypes.get(productId) ?? new Set()).add(subTypeName));
  }
  const prices: Record<string, (number | null)[]> = {};
  for (const card of cards) {
    for (const type of finishes(card)) {
      const named = rows.filter(
        ({ productId, subTypeName }) =>
          productId === card.tcgplayer_id && (subTypeName === 'Normal') === (type === 'normal'),
      );
      for (const { marketPrice, lowPrice, highPrice } of named) {
        const amounts = [marketPrice, lowPrice, highPrice].map(cents);
        if (amounts.some((amount) => amount !== null)) prices[`${idOf(card)} ${type}`] = amounts;
      }
    }
  }
  return prices;
}
type SubTypes = Map<number, Set<string>>;

const servedPrices = ({ cards }: CatalogState, day: string) =>
  Object.fromEntries(
    cards.flatMap(({ id, variants }) =>
      variants.flatMap(({ type, usd_market }) =>
        usd_market
          .filter(({ observed_on }) => observed_on === day)
          .map(({ market, low, high }) => [`${id} ${type}`, [market, low, high]]),
      ),
    ),
  );

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

async function bothSnapshots(engine: Engine): Promise<void> {
  await using game = await recordedGame(engine, 'lorcana', sources);
  const first = await game.step({ snapshot: OLD, day: '2026-07-10' });
  const raw = await rawCards(game.upstream);
  assert.equal(raw.length, 1100);
  const articles = await cardmarketArticles(game.upstream, raw);
  assert.ok(articles.size > 900, `${articles.size} cards have an article of Cardmarket`);
  assert.deepEqual(
    first.after.cards.map(withoutPrices).sort(byId),
    raw.map((card) => expectedCard(card, articles)).sort(byId),
  );
  assert.equal(first.reports[0]?.counts.quarantined, 0);
  assert.equal(first.reports[0]?.counts.fields_left_out, undefined);
  const subTypes: SubTypes = new Map();
  const prices = await expectedPrices(game.upstream, raw, subTypes);
  assert.ok(Object.keys(prices).length > 1800, `${Object.keys(prices).length} printings with a price`);
  assert.deepEqual(servedPrices(first.after, '2026-07-10'), prices);
  const eur = await expectedEur(game.upstream, raw, articles);
  assert.ok(Object.keys(eur).length > 1700, `${Object.keys(eur).length} printings with a price`);
  assert.deepEqual(servedEur(first.after, '2026-07-10'), eur);
  for (const { name, release_date, card_count_total, card_count_official } of first.after.expansions) {
    const came = raw.filter(({ set }) => (set as { name?: string }).name === name);
    assert.equal(card_count_total, came.length);
    assert.equal(card_count_official, 204);
    assert.match(release_date ?? '', /^202\d-/);
  }
  assert.equal(first.after.products.length, 18);
  assert.equal(first.after.products.filter(({ expansions }) => expansions.length === 1).length, 15);

  const next = await game.step({ snapshot: NEW, day: '2026-07-11' });
  const now = await rawCards(game.upstream);
  const still = first.after.cards.filter(({ id }) => !now.some((card) => idOf(card) === id));
  assert.equal(now.length, 1325);
  assert.equal(still.length, 2, 'what is gone upstream stays');
  const nowArticles = await cardmarketArticles(game.upstream, now);
  assert.deepEqual(
    next.after.cards.map(withoutPrices).sort(byId),
    [...now.map((card) => expectedCard(card, nowArticles)), ...still.map(withoutPrices)].sort(byId),
  );
  assert.equal(next.reports[0]?.counts.cards_new, 227);
  assert.equal(next.reports[0]?.counts.cards_changed, 16);
  assert.equal(next.reports[0]?.counts.cards_relinked, 2);
  const later = await expectedPrices(game.upstream, now, subTypes);
  const gone = new Set(still.map(({ id }) => id));
  const stays = ([place]: [string, unknown]) => !gone.has(place.split(' ')[0] ?? '');
  assert.deepEqual(Object.fromEntries(Object.entries(servedPrices(next.after, '2026-07-11')).filter(stays)), later);
  assert.deepEqual(
    Object.fromEntries(Object.entries(servedEur(next.after, '2026-07-11')).filter(stays)),
    await expectedEur(game.upstream, now, nowArticles),
  );

  const again = await game.step({ snapshot: NEW, day: '2026-07-11' });
  assert.equal(Object.values(again.told).flatMap(Object.keys).length, 0, 'a second run of the same tells nothing');
}

suite('Lorcana from the recorded upstreams', { skip: fixturesMissing, timeout: 300_000 }, () => {
  for (const [engine, skip] of ENGINES) {
    test(
      `every field and every price of both snapshots is what the files say, and events tell the difference (${engine})`,
      {
        skip,
      },
      () => bothSnapshots(engine),
    );
  }

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
