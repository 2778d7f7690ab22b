/** Yu-Gi-Oh! from the recorded upstreams: every field and price of both snapshots against what their files say. */
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
const CARDMARKET = 'cardmarket/productCatalog';

interface RawCard {
  id: number;
  name: string;
  type: string;
  frameType: string;
  desc: string;
  level?: number;
  card_sets: { set_code: string; set_name: string; set_rarity: string }[];
  card_images: { image_url: string; image_url_small: string }[];
  banlist_info?: { ban_tcg: 'Limited' | 'Semi-Limited' | 'Forbidden' };
  [field: string]: unknown;
}
interface RawSet {
  set_name: string;
  set_code: string;
  tcg_date: string;
  set_image: string;
}

const catalog = (base: string): Record<string, SourceSettings> => ({
  catalog: { adapter: 'ygoprodeck', url: `${base}/ygoprodeck/api/v7`, give_up_after: '1s' },
});
const sources = (base: string): Record<string, SourceSettings> => ({
  ...catalog(base),
  usd_market: { adapter: 'tcgcsv', url: `${base}/tcgcsv/tcgplayer`, category: 2, give_up_after: '1s' },
  eur_market: {
    adapter: 'cardmarket',
    prices: `${base}/${CARDMARKET}/priceGuide/price_guide_3.json`,
    products: ['singles', 'nonsingles'].map((kind) => `${base}/${CARDMARKET}/productList/products_${kind}_3.json`),
    give_up_after: '1s',
  },
});

/** Sets of which several codes bear one name: the list of Cardmarket, which knows names only, does not tell them apart. */
const SEVERAL_CODES = new Set(['LOB', 'MRD', 'PSV', 'LON', 'SDK', 'SDY', 'SGX1']);

/** Every link to Cardmarket is the article of that name, set and rarity, and the printing has that article's amounts. */
async function checkEur({ base, json }: FixtureUpstream, state: CatalogState, raw: readonly RawCard[], day: string) {
  const { products } = await json<{ products: { idProduct: number; idExpansion: number; name: string }[] }>(
    `${base}/${CARDMARKET}/productList/products_singles_3.json`,
  );
  const { priceGuides } = await json<{ priceGuides: ({ idProduct: number } & Record<string, number | null>)[] }>(
    `${base}/${CARDMARKET}/priceGuide/price_guide_3.json`,
  );
  const { results: groups } = await json<{ results: { groupId: number; name: string }[] }>(
    `${base}/tcgcsv/tcgplayer/2/groups`,
  );
  // The recorded markets number their sets alike; the service knows nothing of it.
  const groupOf = new Map(groups.map(({ groupId, name }) => [name, groupId]));
  const articles = new Map(products.map((product) => [product.idProduct, product]));
  const rows = new Map(priceGuides.map((row) => [row.idProduct, row]));
  const printings = new Map(servedPlaces(state).map((variant) => [variant.place, variant]));
  let linked = 0;
  for (const { name, card_sets } of raw) {
    for (const { set_code, set_name, set_rarity } of card_sets) {
      const variant = printings.get(placeOf(set_code, set_rarity, set_name));
      const id = variant?.external_ids.cardmarket ?? null;
      if (id === null) {
        assert.ok(SEVERAL_CODES.has(set_code.split('-')[0] ?? ''), `${set_code} ${set_rarity} has an article`);
        assert.equal(variant?.eur_market.observed_on, null);
        continue;
      }
      linked += 1;
      const article = articles.get(id);
      assert.equal(article?.idExpansion, groupOf.get(set_name), `${set_code} ${set_rarity}`);
      const [, version] = /^(?:.+) \(V\.\d+ - (.+)\)$/.exec(article?.name ?? '') ?? [];
      assert.equal(article?.name.replace(/ \(V\.\d+ - .+\)$/, ''), name);
      if (version !== undefined) assert.equal(version, set_rarity);
      const amounts = ['avg', 'low', 'trend'].map((column) => Math.round((rows.get(id)?.[column] ?? 0) * 100) || null);
      if (amounts.every((amount) => amount === null)) continue;
      const { avg, low, trend, observed_on, price_kind } = variant?.eur_market ?? {};
      assert.deepEqual([avg, low, trend, observed_on, price_kind], [...amounts, day, 'plain']);
    }
  }
  return linked;
}

interface Listed {
  productId: number;
  name: string;
  group: string;
  number: string;
  rarity: string;
}
interface RawPrice {
  productId: number;
  subTypeName: string;
  marketPrice: number | null;
  lowPrice: number | null;
  highPrice: number | null;
}

/** Single cards and prices of the day, as TCGplayer's files list them. */
async function rawMarket({ base, json }: FixtureUpstream) {
  const category = `${base}/tcgcsv/tcgplayer/2`;
  const listed: Listed[] = [];
  const prices: RawPrice[] = [];
  const { results } = await json<{ results: { groupId: number; name: string }[] }>(`${category}/groups`);
  for (const { groupId, name: group } of results) {
    const products = await json<{
      results: { productId: number; name: string; extendedData: { name: string; value: string }[] }[];
    }>(`${category}/${groupId}/products`);
    for (const { productId, name, extendedData } of products.results) {
      const told = Object.fromEntries(extendedData.map((entry) => [entry.name, entry.value]));
      const { Number: number, Rarity: rarity } = told;
      if (number !== undefined && rarity !== undefined) listed.push({ productId, name, group, number, rarity });
    }
    prices.push(...(await json<{ results: RawPrice[] }>(`${category}/${groupId}/prices`)).results);
  }
  return { listed, prices };
}

/** The article of each printing by its place in the file: the one of its name, code, set and rarity. */
function expectedArticles(raw: readonly RawCard[], listed: readonly Listed[]): Map<string, number> {
  const rarityOf = (rarity: string) => (/^(Common|Short Print|Super Short Print)/.test(rarity) ? 'Common' : rarity);
  const articles = Map.groupBy(listed, ({ number, group, rarity }) => [number, group, rarityOf(rarity)].join());
  const found = new Map<string, number>();
  for (const { name, card_sets } of raw) {
    for (const { set_code, set_name, set_rarity } of card_sets) {
      const [only, another] = articles.get([set_code, set_name, rarityOf(set_rarity)].join()) ?? [];
      assert.ok(only && !another, `${set_code} ${set_rarity}`);
      assert.ok(only.name === name || only.name === `${name} (${set_rarity})`);
      found.set(placeOf(set_code, set_rarity, set_name), only.productId);
    }
  }
  return found;
}

const placeOf = (code: string, rarity: string, setName: string) =>
  [code, slug(rarity), ...(setName.endsWith(ANNIVERSARY) ? ['25th-anniversary-edition'] : [])].join(' ');

/** The sub types that each article was ever sold under, and on how many days. */
type SubTypes = Map<number, Map<string, number>>;

/** Amounts by printing: of the Unlimited or Limited card, or of the only edition that two days at least have shown. */
function expectedPrices(
  articles: ReadonlyMap<string, number>,
  prices: readonly RawPrice[],
  known: SubTypes,
): Record<string, (number | null)[]> {
  for (const { productId, subTypeName } of prices) {
    const of = known.get(productId) ?? new Map<string, number>();
    known.set(productId, of.set(subTypeName, (of.get(subTypeName) ?? 0) + 1));
  }
  const rows = new Map(prices.map((row) => [`${row.productId} ${row.subTypeName}`, row]));
  return Object.fromEntries(
    [...articles].flatMap(([place, id]) => {
      const types = [...(known.get(id) ?? [])];
      const [only, another] = types;
      const plain = types.map(([name]) => name).find((name) => name === 'Unlimited' || name === 'Limited');
      const alone = only && !another && only[1] > 1 ? only[0] : undefined;
      const row = rows.get(`${id} ${plain ?? alone}`);
      const amounts = [row?.marketPrice, row?.lowPrice, row?.highPrice].map((amount) =>
        amount == null ? null : Math.round(amount * 100) || null,
      );
      return amounts.some((amount) => amount !== null) ? [[place, amounts]] : [];
    }),
  );
}

const servedPlaces = ({ cards }: CatalogState) =>
  cards.flatMap(({ id, variants }) =>
    variants.map(({ subtype, stamps, ...variant }) => ({ place: [id, subtype, ...stamps].join(' '), ...variant })),
  );

const rawCards = async ({ base, json }: FixtureUpstream) =>
  (await json<{ data: RawCard[] }>(`${base}/ygoprodeck/api/v7/cardinfo.php`)).data;
const rawSets = ({ base, json }: FixtureUpstream) => json<RawSet[]>(`${base}/ygoprodeck/api/v7/cardsets.php`);

const slug = (rarity: string) => rarity.toLowerCase().replace(/['()]/g, '').replaceAll(' ', '-');

/** The one that three old sets were printed in again, under their codes. */
const ANNIVERSARY = ' (25th Anniversary Edition)';

const BANS = { Forbidden: 'banned', Limited: 'restricted', 'Semi-Limited': 'restricted' };

function attributes(card: RawCard): Record<string, unknown> {
  const same = 'typeline race attribute archetype scale linkval linkmarkers atk def'.split(' ');
  const named = same.flatMap((name) => (card[name] == null ? [] : [[name, card[name]]]));
  const level = card.frameType.startsWith('xyz') ? 'rank' : 'level';
  return {
    ...Object.fromEntries(named),
    frame_type: card.frameType,
    ...(card.level !== undefined && { [level]: card.level }),
    ...(card.banlist_info && { ban_lists: { tcg: card.banlist_info.ban_tcg } }),
  };
}

/** One card for each code that a record names. */
const expectedCards = (raw: readonly RawCard[]) =>
  raw.flatMap((card) =>
    [...new Set(card.card_sets.map(({ set_code }) => set_code))].map((code) => {
      const rows = card.card_sets.filter(({ set_code }) => set_code === code);
      return {
        game: 'game',
        id: code,
        expansion_id: code.split('-')[0],
        number: code,
        name: card.name,
        rarity: rows[0]?.set_rarity,
        illustrator: null,
        image: { low: card.card_images[0]?.image_url_small, high: card.card_images[0]?.image_url },
        category: card.type,
        metadata: {
          ...NO_METADATA,
          effect: card.desc,
          attributes: attributes(card),
          legalities: {
            tcg: card.banlist_info ? BANS[card.banlist_info.ban_tcg] : 'legal',
            ocg: 'legal',
            goat: 'not_legal',
          },
        },
        variants: rows.map(({ set_name, set_rarity }) => ({
          type: 'normal',
          subtype: slug(set_rarity),
          size: 'standard',
          stamps: set_name.endsWith(ANNIVERSARY) ? ['25th-anniversary-edition'] : [],
          foil: null,
          external_ids: { tcgplayer: null, cardmarket: null },
        })),
      };
    }),
  );

const expectedExpansions = (sets: readonly RawSet[], raw: readonly RawCard[]) => {
  const codes = new Set(raw.flatMap(({ card_sets }) => card_sets.map(({ set_code }) => set_code)));
  return sets
    .filter(({ set_name }) => !set_name.endsWith(ANNIVERSARY))
    .map(({ set_name, set_code, tcg_date, set_image }) => ({
      game: 'game',
      id: set_code,
      series_id: 'tcg',
      name: set_name,
      logo: { low: set_image, high: set_image },
      symbol: null,
      release_date: tcg_date,
      card_count_total: [...codes].filter((code) => code.startsWith(`${set_code}-`)).length,
      card_count_official: 0,
      legal_standard: false,
      legal_expanded: false,
    }));
};

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

async function bothSnapshots(engine: Engine): Promise<void> {
  await using game = await recordedGame(engine, 'yugioh', catalog);
  const first = await game.step({ snapshot: OLD, day: '2026-07-10' });
  const raw = await rawCards(game.upstream);
  const wanted = expectedCards(raw).sort(byId);
  assert.equal(wanted.length, 4444);
  assert.equal(wanted.flatMap(({ variants }) => variants).length, 5960);
  assert.deepEqual(first.after.cards.map(withoutPrices).sort(byId), wanted);
  const sets = expectedExpansions(await rawSets(game.upstream), raw);
  assert.deepEqual(first.after.expansions.sort(byId), sets.sort(byId));
  assert.equal(first.reports[0]?.counts.quarantined, 0);
  assert.equal(first.reports[0]?.counts.fields_left_out, undefined);

  const next = await game.step({ snapshot: NEW, day: '2026-07-11' });
  const rawNow = await rawCards(game.upstream);
  const now = expectedCards(rawNow);
  const came = new Set(now.map(({ id }) => id));
  const still = first.after.cards.filter(({ id }) => !came.has(id)).map(withoutPrices);
  assert.deepEqual(
    still.map(({ id }) => id).sort(),
    wanted.map(({ id }) => id).filter((id) => !came.has(id)),
    'what is gone upstream stays',
  );
  assert.deepEqual(next.after.cards.map(withoutPrices).sort(byId), [...now, ...still].sort(byId));
  assert.ok(next.after.expansions.some(({ id, release_date }) => id === 'ROTA' && release_date === '2024-10-11'));
  const before = new Map(wanted.map((card) => [card.id, JSON.stringify(card)]));
  const changed = now.filter((card) => before.has(card.id) && before.get(card.id) !== JSON.stringify(card));
  assert.equal(next.reports[0]?.counts.cards_new, now.filter(({ id }) => !before.has(id)).length);
  assert.equal(next.reports[0]?.counts.cards_changed, changed.length);
  assert.equal(next.reports[0]?.counts.variants_missing, 0);
  // A card under another passcode has the same codes: only its picture lies elsewhere.
  const passcodes = new Map(raw.map(({ name, id }) => [name, id]));
  const renamed = rawNow.filter(({ name, id }) => passcodes.has(name) && passcodes.get(name) !== id);
  assert.equal(renamed.length, 3);
  for (const { card_sets } of renamed) for (const { set_code } of card_sets) assert.ok(before.has(set_code));
}

async function pricedDays(engine: Engine, say: (text: string) => void): Promise<void> {
  await using game = await recordedGame(engine, 'yugioh', sources);
  const known: SubTypes = new Map();
  for (const [at, snapshot] of [OLD, OLD, NEW].entries()) {
    const day = `2026-07-1${at}`;
    const { after, reports } = await game.step({ snapshot, day });
    const raw = await rawCards(game.upstream);
    const { listed, prices } = await rawMarket(game.upstream);
    const articles = expectedArticles(raw, listed);
    const came = new Set(raw.flatMap(({ card_sets }) => card_sets.map(({ set_code }) => set_code)));
    const served = servedPlaces(after).filter(({ place }) => came.has(place.split(' ')[0] ?? ''));
    const links = served.flatMap(({ place, external_ids }) =>
      external_ids.tcgplayer === null ? [] : [[place, external_ids.tcgplayer] as const],
    );
    say(`${snapshot}: ${links.length} of ${listed.length} articles are printings, ${articles.size} could be`);
    assert.deepEqual(new Map(links), articles);
    const priced = served.flatMap(({ place, usd_market: [usd] }) =>
      usd?.observed_on === day ? [[place, [usd.market, usd.low, usd.high]]] : [],
    );
    const wanted = expectedPrices(articles, prices, known);
    say(`${day}: ${priced.length} of ${served.length} printings have a price of the day`);
    assert.deepEqual(Object.fromEntries(priced), wanted);
    assert.ok(priced.length > (at === 0 ? 3000 : 5400));
    assert.equal(reports[1]?.counts.quarantined, 0);
    const inEur = await checkEur(game.upstream, after, raw, day);
    say(`${inEur} printings have an article of Cardmarket`);
    assert.ok(inEur > 3700);
    // Those of the set that the old snapshot does not have yet are in no expansion.
    assert.equal(after.products.length, 56);
    assert.equal(after.products.filter(({ expansions }) => expansions.length === 0).length, snapshot === OLD ? 2 : 0);
  }
  const again = await game.step({ snapshot: NEW, day: '2026-07-12' });
  assert.equal(Object.values(again.told).flatMap(Object.keys).length, 0, 'a second run of the same tells nothing');
}

suite('Yu-Gi-Oh! from the recorded upstreams', { skip: fixturesMissing, timeout: 600_000 }, () => {
  for (const [engine, skip] of ENGINES) {
    test(
      `every field of both snapshots is what the files say, and events tell the difference (${engine})`,
      {
        skip,
      },
      () => bothSnapshots(engine),
    );
  }

  for (const [engine, skip] of ENGINES) {
    test(
      `every printing finds its article by number and rarity, and has its price of each day (${engine})`,
      { skip, timeout: 400_000 },
      (t) => pricedDays(engine, (text) => t.diagnostic(text)),
    );
  }

  test('a database of the same version is asked for nothing else', async () => {
    await using game = await recordedGame('sqlite', 'yugioh', catalog);
    const at = { snapshot: NEW, day: '2026-07-11' } as const;
    await game.step(at);
    const log = `${game.upstream.base}/_log`;
    const asked = (await game.upstream.json<{ path: string }[]>(log)).length;
    const [report] = (await game.step(at)).reports;
    assert.deepEqual(report?.counts, {});
    assert.deepEqual(
      (await game.upstream.json<{ path: string }[]>(log)).slice(asked).map(({ path }) => path),
      ['/ygoprodeck/api/v7/checkDBVer.php'],
    );
  });

  test('a list of sets of which half is missing is an outage, and so is an empty one', async () => {
    await using game = await recordedGame('sqlite', 'yugioh', catalog);
    await game.step({ snapshot: OLD, day: '2026-07-11' });
    for (const kind of ['half', 'empty', 'wrong-type:root', 'truncated']) {
      await game.upstream.control({ faults: [{ match: 'cardsets', kind }] });
      await assert.rejects(game.step({ snapshot: NEW, day: '2026-07-12' }), kind);
    }
  });
});
