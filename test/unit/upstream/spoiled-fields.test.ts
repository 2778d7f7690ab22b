/** One field of a record that cannot be taken is left out and told, in every source; the record stays, but where it is the field that says what it is of. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { LorcastPrices } from '../../../src/games/lorcana/lorcast/prices.ts';
import { cardSeed as lorcastCard } from '../../../src/games/lorcana/lorcast/records.ts';
import { ScryfallPrices } from '../../../src/games/magic/scryfall/prices.ts';
import { cardSeed as scryfallCard } from '../../../src/games/magic/scryfall/records.ts';
import { TcgdexPrices } from '../../../src/games/pokemon/tcgdex/prices.ts';
import { cardSeed as tcgdexCard } from '../../../src/games/pokemon/tcgdex/records.ts';
import { Expansions } from '../../../src/games/yugioh/ygoprodeck/expansions.ts';
import { cardSeeds as ygoprodeckCards } from '../../../src/games/yugioh/ygoprodeck/records.ts';
import type { EmbeddedPrices } from '../../../src/upstream/catalog-delivery.ts';
import { cardmarketGuide, cardmarketProducts } from '../../../src/upstream/markets/cardmarket.ts';
import { justtcgPrices } from '../../../src/upstream/markets/justtcg.ts';
import { tcgcsvPrices, tcgcsvProducts } from '../../../src/upstream/markets/tcgcsv.ts';
import { BadRecord, type Findings } from '../../../src/upstream/seed-collector.ts';
import { record as scryfallRecord } from '../games/magic/scryfall-upstream.ts';
import { memoryRead } from './memory-read.ts';

/** What came of one record: what was made of it, what was told of its fields, why it was refused. */
interface Came {
  made: unknown;
  told: unknown[];
  refused: unknown[];
}

interface Source {
  name: string;
  record: Record<string, unknown>;
  read(record: unknown): Promise<Came> | Came;
  /** Places without which it is not known what the record is of; a place inside stands for all of them. */
  needed: readonly string[];
}

const URL = 'https://u.example';
const TCGCSV = { url: `${URL}/tcgplayer`, category: 3 };

function seedOf(make: (findings: Findings) => unknown): Came {
  const told: string[] = [];
  const note = (text: string) => void told.push(text);
  try {
    return { made: make({ leftOut: note, unknownWord: note }), told, refused: [] };
  } catch (error) {
    assert.ok(error instanceof BadRecord, String(error));
    return { made: undefined, told, refused: [error.message] };
  }
}
const pricesOf = (
  prices: EmbeddedPrices & { addCard(card: unknown, isBeside: boolean): void },
  record: unknown,
): Came => {
  prices.addCard(record, true);
  return { made: [prices.usdDays(), prices.eurDays()], told: prices.leftOut, refused: prices.quarantined };
};

const usdEntry = { productId: 7, lowPrice: 1, midPrice: 2, highPrice: 3, marketPrice: 2, directLowPrice: null };
const eurEntry = { avg: 1, low: 1, trend: 1, 'avg-holo': 2, 'low-holo': 2, 'trend-holo': 2 };
const dated = { version: 1, createdAt: '2026-09-20T02:40:00+0200' };

const SOURCES: Source[] = [
  {
    name: 'prices of tcgcsv',
    record: { ...usdEntry, subTypeName: 'Normal' },
    read: async (record) => {
      const read = memoryRead({ [`${TCGCSV.url}/3/7/prices`]: { success: true, results: [record] } }).read;
      const { rows, leftOut, quarantined } = await tcgcsvPrices(read, TCGCSV, 7);
      return { made: rows, told: leftOut, refused: quarantined };
    },
    needed: ['productId', 'subTypeName'],
  },
  {
    name: 'products of tcgcsv',
    record: {
      productId: 7,
      name: 'Box',
      cleanName: 'Box',
      imageUrl: `${URL}/7_200w.jpg`,
      url: `${URL}/7`,
      extendedData: [],
    },
    read: async (record) => {
      const read = memoryRead({ [`${TCGCSV.url}/3/7/products`]: { success: true, results: [record] } }).read;
      const { products, leftOut, quarantined } = await tcgcsvProducts(read, TCGCSV, 7);
      return { made: products, told: leftOut, refused: quarantined };
    },
    needed: ['productId', 'name', 'extendedData'],
  },
  {
    name: 'the guide of Cardmarket',
    record: { idProduct: 8, ...eurEntry },
    read: async (record) => {
      const came = await cardmarketGuide(memoryRead({ [URL]: { ...dated, priceGuides: [record] } }).read, URL);
      return { made: came?.rows, told: came?.leftOut ?? [], refused: came?.quarantined ?? [] };
    },
    needed: ['idProduct'],
  },
  {
    name: 'the lists of Cardmarket',
    record: { idProduct: 8, name: 'Box', idExpansion: 70, categoryName: 'Booster' },
    read: async (record) => {
      const read = memoryRead({ [URL]: { ...dated, products: [record] } }).read;
      const { rows, leftOut, quarantined } = await cardmarketProducts(read, URL, true);
      return { made: rows, told: leftOut, refused: quarantined };
    },
    needed: ['idProduct', 'name', 'idExpansion'],
  },
  {
    name: 'JustTCG',
    record: { condition: 'Near Mint', printing: 'Normal', language: 'English', price: 2, lastUpdated: 1_772_359_200 },
    read: async (record) => {
      const data = [{ tcgplayerId: '7', variants: [record] }];
      const read = memoryRead({ [`${URL}/cards`]: { data, _metadata: {} } }).read;
      const clock = { now: () => 0, sleep: async () => undefined };
      const { days, leftOut, quarantined } = await justtcgPrices(read, { url: URL, api_key: 'k' }, [7], clock);
      return { made: days, told: leftOut, refused: quarantined };
    },
    // Another language is none of ours, and an unknown condition is that of a sealed product.
    needed: ['condition', 'printing', 'language', 'lastUpdated'],
  },
  {
    name: 'prices in cards of TCGdex',
    record: {
      id: 'a-1',
      pricing: {
        tcgplayer: { unit: 'USD', updated: '2026-09-14T20:00:00.000Z', normal: usdEntry },
        cardmarket: { unit: 'EUR', updated: '2026-09-15T14:49:26.292Z', idProduct: 8, ...eurEntry },
      },
    },
    read: (record) => pricesOf(new TcgdexPrices(), record),
    needed: [
      'pricing',
      ...['unit', 'updated', 'normal', 'normal/productId'].map((name) => `pricing/tcgplayer/${name}`),
      ...['pricing/tcgplayer', 'pricing/cardmarket'],
      ...['unit', 'updated', 'idProduct'].map((name) => `pricing/cardmarket/${name}`),
    ],
  },
  {
    name: 'prices in records of Scryfall',
    record: scryfallRecord(),
    read: (record) => pricesOf(new ScryfallPrices('2026-09-14'), record),
    needed: ['prices', 'tcgplayer_id', 'cardmarket_id'],
  },
  {
    name: 'prices in cards of Lorcast',
    record: { id: 'crd_1', tcgplayer_id: 7, prices: { usd: '0.40', usd_foil: '1.40' } },
    read: (record) => pricesOf(new LorcastPrices(0), record),
    needed: ['prices', 'tcgplayer_id'],
  },
  {
    name: 'cards of TCGdex',
    record: {
      ...{ id: 'a-1', localId: '1', name: 'Bell', set: { id: 'a' }, rarity: 'Common', category: 'Pokemon', hp: 50 },
      ...{
        illustrator: 'A. Drawer',
        types: ['Fire'],
        dexId: [4],
        stage: 'Basic',
        retreat: 1,
        legal: { standard: true },
      },
      ...{ attacks: [{ name: 'Ring', cost: ['Fire'], damage: 10 }], weaknesses: [{ type: 'Water', value: '×2' }] },
      variants_detailed: [{ type: 'normal', size: 'standard', thirdParty: { tcgplayer: 7, cardmarket: 8 } }],
    },
    read: (record) => seedOf((findings) => tcgdexCard(record, 'webp', findings, { idsComplete: true })),
    needed: ['id', 'name', 'set', 'set/id'],
  },
  {
    name: 'cards of Scryfall',
    record: scryfallRecord(),
    read: (record) => seedOf((findings) => scryfallCard(record, findings)),
    needed: ['id', 'name', 'set', 'collector_number', 'lang'],
  },
  {
    name: 'cards of YGOPRODeck',
    record: {
      ...{ id: 7, name: 'Bell', type: 'Effect Monster', frameType: 'effect', desc: 'Light a lamp.', atk: 100, def: 50 },
      ...{ level: 4, race: 'Fiend', attribute: 'DARK', banlist_info: { ban_tcg: 'Limited' } },
      card_sets: [{ set_code: 'HAR-EN005', set_rarity: 'Ultra Rare', set_name: 'Harbour' }],
      card_images: [{ image_url: `${URL}/7.jpg`, image_url_small: `${URL}/small/7.jpg` }],
    },
    read: (record) => {
      const expansions = new Expansions();
      expansions.add({ set_name: 'Harbour', set_code: 'HAR', tcg_date: '2002-05-01' });
      return seedOf(({ leftOut }) => {
        const seeds = ygoprodeckCards(record, expansions, { leftOut, unknownWord: () => undefined });
        if (seeds.length === 0) throw new BadRecord('no card');
        return seeds;
      });
    },
    needed: ['name', 'card_sets', 'card_sets/0', 'card_sets/0/set_code', 'card_sets/0/set_name'],
  },
  {
    name: 'cards of Lorcast',
    record: {
      ...{ id: 'crd_1', name: 'Bell', version: 'Of The Harbour', collector_number: '1', set: { code: '1' } },
      ...{ rarity: 'Super_rare', type: ['Action', 'Song'], ink: 'Amber', cost: 2, inkwell: false, strength: 3 },
      ...{ illustrators: ['A. One'], tcgplayer_id: 7, keywords: ['Evasive'], text: 'Ring.', lore: 1 },
      image_uris: { digital: { small: `${URL}/s.avif`, large: `${URL}/l.avif` } },
    },
    read: (record) => seedOf((findings) => lorcastCard(record, 204, findings)),
    needed: ['id', 'name', 'set', 'set/code', 'collector_number'],
  },
];

/** Every place in the record, by the names that lead there. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, field]) => placesIn(field, [...path, name]));
  return path.length === 0 ? inner : [path, ...inner];
}

function changed(record: unknown, path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(record);
  const parent = path.slice(0, -1).reduce((place, name) => place[name] as never, copy as Record<string, unknown>);
  parent[path.at(-1) ?? ''] = value;
  return copy;
}

/** What the field can be by no reading. */
const SPOILS: readonly unknown[] = [-1, 'n/a', '\0', { odd: 1 }, [{ odd: 1 }], true];
const isOfKind = (a: unknown, b: unknown) => typeof a === typeof b && Array.isArray(a) === Array.isArray(b);

for (const { name, record, read, needed } of SOURCES) {
  test(`${name}: each field spoiled in turn`, async () => {
    const whole = await read(record);
    assert.deepEqual([whole.told, whole.refused], [[], []]);
    for (const path of placesIn(record)) {
      const place = path.join('/');
      const field = path.reduce((value, step) => (value as Record<string, unknown>)[step], record as unknown);
      if (field === null) continue;
      const without = await read(changed(record, path, null));
      const isRead = !isDeepStrictEqual(without.made, whole.made);
      for (const spoil of SPOILS) {
        // A text is any text, and a number of a number that may be negative is one.
        if (isOfKind(field, spoil) && spoil !== '\0' && !/^-?\d/.test(String(field))) continue;
        const came = await read(changed(record, path, spoil));
        const said = `${place} as ${JSON.stringify(spoil)}: ${JSON.stringify([came.told, came.refused])}`;
        if (needed.includes(place)) continue;
        assert.deepEqual(came.refused, [], said);
        assert.notEqual(came.made, undefined, said);
        if (isRead && isDeepStrictEqual(came.made, without.made)) assert.ok(came.told.length > 0, said);
      }
    }
  });
}
