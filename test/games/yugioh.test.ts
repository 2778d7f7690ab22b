/** Yu-Gi-Oh! over the recorded upstreams: YGOPRODeck and both marketplaces. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { NO_METADATA } from '../../src/catalog/card-metadata.ts';
import type { Card } from '../../src/catalog/records.ts';
import { allHeld } from '../../src/store/sources/held-parts.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import type { ExpectedCard } from '../support/oracles/expected-records.ts';
import { conforms } from '../support/oracles/game-conformance.ts';
import { type FixtureUpstream, fixturesMissing } from '../support/sources/fixture-upstream.ts';
import { recordedGame, SNAPSHOTS } from '../support/sources/recorded-game.ts';
import { runAll } from '../support/stages/ingest.ts';

const [, NEW] = SNAPSHOTS;
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

/** The marketplaces call a short print a common. */
const rarityOf = (rarity: string) => (/^(Common|Short Print|Super Short Print)/.test(rarity) ? 'Common' : rarity);

/** Cardmarket's products by place: each that its list, which knows no codes, tells from all others of its name and rarity. */
async function cardmarketProducts({ base, json }: FixtureUpstream, raw: readonly RawCard[]): Promise<Products> {
  const { products } = await json<{ products: { idProduct: number; idExpansion: number; name: string }[] }>(
    `${base}/${CARDMARKET}/productList/products_singles_3.json`,
  );
  const { results: groups } = await json<{ results: { groupId: number; name: string }[] }>(
    `${base}/tcgcsv/tcgplayer/2/groups`,
  );
  // The recorded markets number their sets alike; the service knows nothing of it.
  const setOf = new Map(groups.map(({ groupId, name }) => [groupId, name]));
  const bySet = Map.groupBy(products, ({ idExpansion, name }) => `${setOf.get(idExpansion)} ${name}`);
  const marketProducts = new Map<string, number>();
  for (const { name, card_sets } of raw) {
    for (const { set_code, set_name, set_rarity } of card_sets) {
      const letters = `${set_code.split('-')[0]}-`;
      const sharers = card_sets.filter(
        (row) => row.set_code.startsWith(letters) && rarityOf(row.set_rarity) === rarityOf(set_rarity),
      );
      if (sharers.length > 1) continue;
      const versions = [name, ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => `${name} (V.${at} - ${set_rarity})`)];
      const [only, another] = versions.flatMap((version) => bySet.get(`${set_name} ${version}`) ?? []);
      assert.ok(only && !another, `${set_code} ${set_rarity} has an article`);
      marketProducts.set(placeOf(set_code, set_rarity, set_name), only.idProduct);
    }
  }
  return marketProducts;
}
type Products = ReadonlyMap<string, number>;

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

/** The marketplace product of each printing by its place in the file: the one of its name, code, set and rarity. */
function tcgplayerProducts(raw: readonly RawCard[], listed: readonly Listed[]): Products {
  const marketProducts = Map.groupBy(listed, ({ number, group, rarity }) => [number, group, rarityOf(rarity)].join());
  const found = new Map<string, number>();
  for (const { name, card_sets } of raw) {
    for (const { set_code, set_name, set_rarity } of card_sets) {
      const [only, another] = marketProducts.get([set_code, set_name, rarityOf(set_rarity)].join()) ?? [];
      assert.ok(only && !another, `${set_code} ${set_rarity}`);
      assert.ok(only.name === name || only.name === `${name} (${set_rarity})`);
      found.set(placeOf(set_code, set_rarity, set_name), only.productId);
    }
  }
  return found;
}

const placeOf = (code: string, rarity: string, setName: string) =>
  [code, slug(rarity), ...(setName.endsWith(ANNIVERSARY) ? ['25th-anniversary-edition'] : [])].join(' ');

/** The sub types that a marketplace product was sold under on these days, and on how many of them. */
function subTypesSold(days: readonly (readonly RawPrice[])[]): Map<number, Map<string, number>> {
  const sold = new Map<number, Map<string, number>>();
  for (const { productId, subTypeName } of days.flat()) {
    const of = sold.get(productId) ?? new Map<string, number>();
    sold.set(productId, of.set(subTypeName, (of.get(subTypeName) ?? 0) + 1));
  }
  return sold;
}

const cents = (amount: number | null | undefined) => (amount == null ? null : Math.round(amount * 100) || null);

/** Amounts of the last day: of the Unlimited or Limited card, or of the only edition that two days at least have shown. */
function usdAmounts(marketProducts: Products, days: readonly (readonly RawPrice[])[]): Map<string, (number | null)[]> {
  const sold = subTypesSold(days);
  const rows = new Map(days.at(-1)?.map((row) => [`${row.productId} ${row.subTypeName}`, row]));
  return new Map(
    [...marketProducts].map(([place, id]) => {
      const types = [...(sold.get(id) ?? [])];
      const [only, another] = types;
      const plain = types.map(([name]) => name).find((name) => name === 'Unlimited' || name === 'Limited');
      const alone = only && !another && only[1] > 1 ? only[0] : undefined;
      const row = rows.get(`${id} ${plain ?? alone}`);
      return [place, [row?.marketPrice, row?.lowPrice, row?.highPrice].map(cents)];
    }),
  );
}

/** Amounts of the day's guide, which has no second half. */
async function eurAmounts({ base, json }: FixtureUpstream, marketProducts: Products) {
  const { priceGuides } = await json<{ priceGuides: ({ idProduct: number } & Record<string, number | null>)[] }>(
    `${base}/${CARDMARKET}/priceGuide/price_guide_3.json`,
  );
  const rows = new Map(priceGuides.map((row) => [row.idProduct, row]));
  return new Map(
    [...marketProducts].map(([place, id]) => {
      const row = rows.get(id);
      return [place, [...[row?.avg, row?.low, row?.trend].map(cents), null, null, null]];
    }),
  );
}

/** `card/place of the printing on it`, by the place in the file. */
const expectedKeys = (raw: readonly RawCard[]) =>
  new Map(
    raw.flatMap(({ card_sets }) =>
      card_sets.map(({ set_code, set_rarity, set_name }): [string, string] => {
        const rows = card_sets.filter((row) => row.set_code === set_code);
        const at = rows.findIndex((row) => row.set_rarity === set_rarity && row.set_name === set_name);
        return [placeOf(set_code, set_rarity, set_name), `${set_code}/${at}`];
      }),
    ),
  );

const rawCards = async ({ base, json }: FixtureUpstream) =>
  (await json<{ data: RawCard[] }>(`${base}/ygoprodeck/api/v7/cardinfo.php?misc=yes`)).data;
const rawSets = ({ base, json }: FixtureUpstream) => json<RawSet[]>(`${base}/ygoprodeck/api/v7/cardsets.php`);

const slug = (rarity: string) => rarity.toLowerCase().replace(/['()]/g, '').replaceAll(' ', '-');

/** The one that three old sets were printed in again, under their codes. */
const ANNIVERSARY = ' (25th Anniversary Edition)';

const BANS = { Forbidden: 'banned', Limited: 'restricted', 'Semi-Limited': 'restricted' } as const;

function attributes(card: RawCard): Record<string, unknown> {
  const same = 'typeline race attribute archetype scale linkval linkmarkers atk def'.split(' ');
  const named = same.flatMap((name) => (card[name] == null ? [] : [[name, card[name]]]));
  const level = card.frameType.startsWith('xyz') ? 'rank' : 'level';
  return {
    ...Object.fromEntries(named),
    passcode: card.id,
    frame_type: card.frameType,
    ...(card.level !== undefined && { [level]: card.level }),
    ...(card.banlist_info && { ban_lists: { tcg: card.banlist_info.ban_tcg } }),
    ...Object.fromEntries(
      ['konami_id', 'md_rarity', 'tcg_date', 'ocg_date', 'treated_as', 'genesys_points'].flatMap((name) => {
        const value = (card.misc_info as Record<string, unknown>[] | undefined)?.[0]?.[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  };
}

/** One card for each code that a record names. */
const expectedCards = (raw: readonly RawCard[], tcgplayer: Products, cardmarket: Products): ExpectedCard[] =>
  raw.flatMap((card) =>
    [...new Set(card.card_sets.map(({ set_code }) => set_code))].map((code) => {
      const rows = card.card_sets.filter(({ set_code }) => set_code === code);
      const [picture] = card.card_images;
      return {
        game: 'game',
        id: code,
        expansion_id: code.split('-')[0] ?? '',
        number: code,
        name: card.name,
        rarity: rows[0]?.set_rarity ?? null,
        illustrator: null,
        image: picture ? { low: picture.image_url_small, high: picture.image_url } : null,
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
        variants: rows.map(({ set_name, set_rarity }) => {
          const place = placeOf(code, set_rarity, set_name);
          return {
            type: 'normal',
            subtype: slug(set_rarity),
            size: 'standard',
            stamps: set_name.endsWith(ANNIVERSARY) ? ['25th-anniversary-edition'] : [],
            foil: null,
            external_ids: { tcgplayer: tcgplayer.get(place) ?? null, cardmarket: cardmarket.get(place) ?? null },
          };
        }),
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

/** Rows of TCGplayer by day, as they were when the upstream stood at it. */
const marketDays = new Map<string, readonly RawPrice[]>();

// On PostgreSQL the smaller games go through the same statements; this one would take a minute more there.
conforms({
  name: 'Yu-Gi-Oh!',
  data: 'sample',
  sources: ({ base }) => sources(base),
  at: (snapshot) => ({ games: { yugioh: snapshot } }),
  expected: async (upstream) => {
    const raw = await rawCards(upstream);
    const tcgplayer = tcgplayerProducts(raw, (await rawMarket(upstream)).listed);
    const cardmarket = await cardmarketProducts(upstream, raw);
    assert.ok(cardmarket.size > 3700, `${cardmarket.size} printings have an article of Cardmarket`);
    return {
      series: [{ game: 'game', id: 'tcg', name: 'Yu-Gi-Oh! Trading Card Game', logo: null }],
      expansions: expectedExpansions(await rawSets(upstream), raw),
      cards: expectedCards(raw, tcgplayer, cardmarket),
    };
  },
  prices: async (upstream, days) => {
    const raw = await rawCards(upstream);
    const { listed, prices } = await rawMarket(upstream);
    marketDays.set(days.at(-1) ?? '', prices);
    const rows = days.map((day) => marketDays.get(day) ?? assert.fail(day));
    const usd = usdAmounts(tcgplayerProducts(raw, listed), rows);
    const eur = await eurAmounts(upstream, await cardmarketProducts(upstream, raw));
    const keys = expectedKeys(raw);
    const named = (amounts: ReadonlyMap<string, (number | null)[]>, half: string) =>
      [...amounts].map(([place, row]): [string, (number | null)[]] => [`${keys.get(place)}/${half}`, row]);
    const all = [...named(usd, 'NM'), ...named(eur, 'plain')];
    return new Map(all.filter(([, row]) => row.some((amount) => amount !== null)));
  },
  editions: ['1st Edition'],
  // The marketplaces' documents are read as those of any game are.
  failing: [
    // Half of a list of one is that one.
    { source: 'catalog', match: 'checkDBVer', except: ['half'] },
    { source: 'catalog', match: 'cardinfo' },
    { source: 'catalog', match: 'cardsets' },
  ],
});

suite('Yu-Gi-Oh! from the recorded upstreams', { skip: fixturesMissing, timeout: 600_000 }, () => {
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
});

for (const kind of ['status:403', 'truncated']) {
  test(`printings find their products where the list of another group is ${kind}`, {
    skip: fixturesMissing,
  }, async () => {
    await using game = await recordedGame('sqlite', 'yugioh', sources);
    const { upstream, store } = game;
    const { results } = await upstream.json<{ results: { groupId: number }[] }>(
      `${upstream.base}/tcgcsv/tcgplayer/2/groups`,
    );
    const match = `/2/${results[0]?.groupId}/products`;
    const { catalog: cards, usd_market } = sources(upstream.base);
    const read = async (faults: { match: string; kind: string }[]) => {
      await upstream.control({ games: { yugioh: NEW }, faults });
      const reports = await runAll(store, { catalog: cards, usd_market } as Record<string, SourceSettings>);
      assert.deepEqual(
        reports.map(({ outcome }) => outcome),
        ['succeeded', 'succeeded'],
      );
      const texts = await store.reads.selectFrom('cards').select('body').execute();
      const variants = texts.flatMap(({ body }) => (JSON.parse(body) as Card).variants);
      return new Map(variants.map(({ id, external_ids }) => [id, external_ids.tcgplayer]));
    };
    const beside = [...(await read([{ match, kind }]))].filter(([, product]) => product !== null);
    assert.ok(beside.length > 1000, `${beside.length} printings`);
    // Those of the group that was not read follow; of the others none is another then.
    const whole = await read([]);
    assert.ok([...whole.values()].filter((product) => product !== null).length > beside.length);
    for (const [id, product] of beside) assert.equal(whole.get(id), product, `printing ${id}`);
  });
}

test('a half list of products takes no expansion its products for two days', { skip: fixturesMissing }, async () => {
  await using game = await recordedGame('sqlite', 'yugioh', sources);
  const { upstream, store } = game;
  const { catalog: cards, eur_market } = sources(upstream.base);
  const days = ['2026-07-23', '2026-07-24', '2026-07-25', '2026-07-26'];
  const counts: (number | undefined)[] = [];
  for (const [at, day] of days.entries()) {
    await upstream.control({
      day,
      games: { yugioh: NEW },
      faults: at === 0 ? [] : [{ match: 'products_', kind: 'half' }],
    });
    const now = () => new Date(`${day}T21:00:00Z`);
    const reports = await runAll(store, { catalog: cards, eur_market } as Record<string, SourceSettings>, { now });
    const report = reports[1];
    assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
    counts.push(report?.counts.printings_unlinked);
    const isLeft = at === 1 || at === 2;
    assert.equal(/by the product lists (\d+) of \1 printings of .*: left out/.test(report?.reason ?? ''), isLeft, day);
    assert.equal(
      (await allHeld(store.reads)).some(({ part }) => part.startsWith('printings of ')),
      isLeft,
      day,
    );
  }
  const [first, ...half] = counts;
  assert.deepEqual([first, half[0] ?? 0, half[1] ?? 0, (half[2] ?? 0) > 0], [0, 0, 0, true]);
});
