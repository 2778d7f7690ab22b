/** What the service must serve for Scryfall's records and Magic's prices: written from the formats, not from the adapter. */
import { gunzipSync } from 'node:zlib';
import { fetch } from 'undici';
import type { FixtureUpstream } from '../sources/fixture-upstream.ts';

type Texts = Partial<Record<string, string>>;

interface RawSide {
  name: string;
  mana_cost?: string;
  cmc?: number;
  type_line?: string;
  oracle_text?: string;
  flavor_text?: string;
  flavor_name?: string;
  printed_name?: string;
  artist?: string;
  power?: string;
  toughness?: string;
  loyalty?: string;
  defense?: string;
  watermark?: string;
  oracle_id?: string;
  colors?: string[];
  color_indicator?: string[];
  image_uris?: { small: string; large: string };
}

/** A record of the bulk file. */
export interface RawMagicCard extends RawSide {
  id: string;
  set: string;
  set_type: string;
  collector_number: string;
  lang: string;
  layout: string;
  rarity: string;
  digital: boolean;
  oversized: boolean;
  full_art: boolean;
  textless: boolean;
  reserved: boolean;
  finishes: string[];
  promo_types?: string[];
  frame: string;
  frame_effects?: string[];
  border_color: string;
  color_identity: string[];
  keywords: string[];
  produced_mana?: string[];
  hand_modifier?: string;
  life_modifier?: string;
  legalities: Record<string, string>;
  tcgplayer_id?: number;
  tcgplayer_etched_id?: number;
  cardmarket_id?: number;
  card_faces?: RawSide[];
  prices: Texts;
}

export interface RawMagicSet {
  code: string;
  name: string;
  set_type: string;
  released_at: string;
  card_count: number;
  printed_size?: number;
  digital: boolean;
  icon_svg_uri: string;
}

const CALLER = { 'user-agent': 'cardstock-test/1', accept: 'application/json' };

interface BulkList {
  data: { type: string; jsonl_download_uri: string }[];
}

/** Every record and set that the upstream shows today. */
export async function rawMagic({ base, json }: FixtureUpstream) {
  const { data } = await json<BulkList>(`${base}/scryfall/bulk-data`);
  const address = data.find(({ type }) => type === 'default_cards')?.jsonl_download_uri ?? '';
  const bytes = Buffer.from(await (await fetch(address, { headers: CALLER })).arrayBuffer());
  const cards = gunzipSync(bytes)
    .toString()
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as RawMagicCard);
  return { cards, sets: (await json<{ data: RawMagicSet[] }>(`${base}/scryfall/sets`)).data };
}

/** Whether it is a card to play with on paper. */
export const isPlayed = ({ digital, layout, set_type, ...card }: RawMagicCard): boolean => {
  if (digital || /^(token|double_faced_token|emblem|art_series)$/.test(layout) || set_type === 'token') return false;
  const { tcgplayer_id, tcgplayer_etched_id, cardmarket_id } = card as Record<string, unknown>;
  // 0 names nothing.
  const isSold = Boolean(tcgplayer_id || tcgplayer_etched_id || cardmarket_id);
  return isSold || !(layout === 'front_card' || /^(memorabilia|minigame)$/.test(set_type));
};

/** Ids of the cards: the place, and at places that have several languages the others with theirs. */
export function idsOf(cards: readonly RawMagicCard[]): Map<RawMagicCard, string> {
  const ids = new Map<RawMagicCard, string>();
  const places = Map.groupBy(cards, (card) => `${card.set}-${card.collector_number}`);
  for (const [place, sharers] of places) {
    const byLanguage = [...sharers].sort((a, b) => (a.lang < b.lang ? -1 : 1));
    const first = sharers.find(({ lang }) => lang === 'en') ?? byLanguage[0];
    for (const card of sharers) ids.set(card, card === first ? place : `${place}-${card.lang}`);
  }
  return ids;
}

const isSaid = (value: unknown) => !(value === undefined || value === '' || value === false || String(value) === '');
const said = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => isSaid(value)));
const figure = (text: string | undefined) => (/^(0|-?[1-9]\d*)$/.test(text ?? '') ? Number(text) : text);
const pictures = (uris: RawSide['image_uris']) => (uris ? { low: uris.small, high: uris.large } : undefined);

const terms = (side: RawSide & { hand_modifier?: string; life_modifier?: string }) => ({
  mana_cost: side.mana_cost,
  cmc: side.cmc,
  type_line: side.type_line,
  power: figure(side.power),
  toughness: figure(side.toughness),
  loyalty: figure(side.loyalty),
  defense: figure(side.defense),
  hand_modifier: figure(side.hand_modifier),
  life_modifier: figure(side.life_modifier),
  color_indicator: side.color_indicator,
  flavor_name: side.flavor_name,
  printed_name: side.printed_name,
  watermark: side.watermark,
});

const faceOf = (face: RawSide) =>
  said({
    ...terms(face),
    name: face.name,
    types: face.colors,
    text: face.oracle_text,
    description: face.flavor_text,
    illustrator: face.artist,
    image: pictures(face.image_uris),
  });

const LOOKS = ['borderless', 'showcase', 'extendedart', 'fullart'];
const isPattern = (word: string) => word.endsWith('foil') || word === 'textured';

/** The printings without the ids that only the service knows, and without prices. */
export function expectedPrintings(card: RawMagicCard) {
  const promo = card.promo_types ?? [];
  const looks = [card.border_color, ...(card.frame_effects ?? []), ...(card.full_art ? ['fullart'] : [])];
  return card.finishes.map((finish) => ({
    type: finish === 'nonfoil' ? 'normal' : finish,
    subtype: LOOKS.filter((look) => looks.includes(look)).join('-') || null,
    size: card.oversized ? 'oversized' : 'standard',
    stamps: promo.filter((word) => !isPattern(word)),
    foil: finish === 'nonfoil' ? null : (promo.find(isPattern) ?? null),
    external_ids: {
      tcgplayer: (finish === 'etched' ? card.tcgplayer_etched_id : undefined) ?? card.tcgplayer_id ?? null,
      cardmarket: card.cardmarket_id ?? null,
    },
  }));
}

/** The card record under `id`. */
export function expectedMagicCard(card: RawMagicCard, id: string) {
  const [front] = card.card_faces ?? [];
  const side = { ...front, ...card };
  const words = (side.type_line ?? '').split(' ');
  return {
    game: 'game',
    id,
    expansion_id: card.set,
    number: card.collector_number,
    name: card.name,
    rarity: card.rarity,
    illustrator: side.artist || null,
    image: pictures(side.image_uris) ?? null,
    category:
      words.find((word) => !/^(Basic|Elite|Host|Kindred|Legendary|Ongoing|Scariest|Snow|Tribal|World)$/.test(word)) ||
      null,
    metadata: {
      hp: null,
      types: side.colors ?? [],
      dex_numbers: [],
      stage: null,
      evolve_from: null,
      description: side.flavor_text ?? null,
      effect: side.oracle_text || null,
      trainer_type: null,
      energy_type: null,
      retreat: null,
      abilities: [],
      attacks: [],
      weaknesses: [],
      resistances: null,
      legality: { expanded: false, standard: card.legalities.standard === 'legal' },
      attributes: said({
        ...terms(side),
        color_identity: card.color_identity,
        keywords: card.keywords,
        produced_mana: card.produced_mana,
        layout: card.layout,
        frame: figure(card.frame),
        border_color: card.border_color,
        frame_effects: card.frame_effects,
        full_art: card.full_art,
        textless: card.textless,
        reserved: card.reserved,
        lang: card.lang === 'en' ? undefined : card.lang,
        ...(card.card_faces && { faces: card.card_faces.map(faceOf) }),
        oracle_id: side.oracle_id,
        scryfall_id: card.id,
        ...further(card, FURTHER),
      }),
      legalities: card.legalities,
    },
    variants: expectedPrintings(card),
  };
}

/** Fields that stand in the attributes as they came. */
const FURTHER =
  'reprint promo booster games variation story_spotlight game_changer security_stamp arena_id mtgo_id mtgo_foil_id multiverse_ids';
const FURTHER_OF_SETS = 'block block_code parent_set_code arena_code mtgo_code digital foil_only nonfoil_only';

const further = (record: object, names: string) =>
  said(Object.fromEntries(names.split(' ').map((name) => [name, (record as Record<string, unknown>)[name]])));

const attributesOfSet = (set: RawMagicSet) => {
  const attributes = further(set, FURTHER_OF_SETS);
  return Object.keys(attributes).length === 0 ? {} : { attributes };
};

export const expectedMagicExpansion = (set: RawMagicSet) => ({
  game: 'game',
  id: set.code,
  series_id: set.set_type,
  name: set.name,
  logo: null,
  symbol: set.icon_svg_uri,
  release_date: set.released_at,
  card_count_total: set.card_count,
  card_count_official: set.printed_size ?? 0,
  legal_standard: false,
  legal_expanded: false,
  ...attributesOfSet(set),
});

/** Cents of an amount as upstreams write it; no price is null. */
const cents = (amount: number | string | null | undefined) =>
  (amount ? Math.round(Number(amount) * 100) : null) || null;

interface UsdRow {
  productId: number;
  subTypeName: string;
  marketPrice: number | null;
  lowPrice: number | null;
  highPrice: number | null;
}
type EurRow = Record<string, number | null> & { idProduct: number };

/** The rows of both marketplaces on the upstream's day, by what names them. */
export async function marketRows({ base, json }: FixtureUpstream) {
  const tcgcsv = `${base}/tcgcsv/tcgplayer/1`;
  const usd = new Map<string, (number | null)[]>();
  const { results: groups } = await json<{ results: { groupId: number }[] }>(`${tcgcsv}/groups`);
  for (const { groupId } of groups) {
    const { results } = await json<{ results: UsdRow[] }>(`${tcgcsv}/${groupId}/prices`);
    for (const row of results) {
      const amounts = [row.marketPrice, row.lowPrice, row.highPrice].map(cents);
      usd.set(`${row.productId} ${row.subTypeName}`, amounts);
    }
  }
  const guide = `${base}/cardmarket/productCatalog/priceGuide/price_guide_1.json`;
  const { priceGuides } = await json<{ priceGuides: EurRow[] }>(guide);
  const columns = ['avg', 'low', 'trend', 'avg-foil', 'low-foil', 'trend-foil'];
  const eur = new Map(priceGuides.map((row) => [row.idProduct, columns.map((column) => cents(row[column]))]));
  return { usd, eur };
}

/** Records of one set that name one product of TCGplayer, such as `229` and the foil or misprinted `229★`. */
export function sharingProducts(cards: readonly RawMagicCard[]): RawMagicCard[] {
  const byProduct = Map.groupBy(
    cards.filter((card) => isPlayed(card) && card.tcgplayer_id),
    ({ set, tcgplayer_id }) => `${set}/${tcgplayer_id}`,
  );
  return [...byProduct.values()].filter(({ length }) => length > 1).flat();
}

/** Those of them whose product TCGplayer lists under the number of the other: its list has none with a sign. */
export const listedElsewhere = (cards: readonly RawMagicCard[]): Set<RawMagicCard> =>
  new Set(sharingProducts(cards).filter(({ collector_number }) => /[★†]$/.test(collector_number)));

/** The amounts that each printing of a card must show: USD, and EUR with its price side. */
export function expectedPrices(card: RawMagicCard, { usd, eur }: Awaited<ReturnType<typeof marketRows>>) {
  const printings = expectedPrintings(card);
  const types = printings.map(({ type }) => type);
  return printings.map(({ type, external_ids: { tcgplayer, cardmarket } }) => {
    const isFoil = type === 'foil' || type === 'etched';
    // Beside a foil the etched one is not what a common row speaks for.
    const ownsFoil = type !== 'etched' || !types.includes('foil');
    const ownsProduct = ownsFoil || card.tcgplayer_etched_id !== undefined;
    const half = isFoil ? 'holo' : 'plain';
    const isNamed = isFoil || type === 'normal';
    const usdRow = isNamed && ownsProduct ? usd.get(`${tcgplayer} ${isFoil ? 'Foil' : 'Normal'}`) : undefined;
    const eurRow = ownsFoil && (isNamed || types.length === 1) ? eur.get(cardmarket ?? 0) : undefined;
    const hasAny = (amounts: readonly (number | null)[] | undefined) => amounts?.some((amount) => amount !== null);
    return {
      usd: hasAny(usdRow) ? usdRow : undefined,
      eur: hasAny(eurRow) ? [half, ...(eurRow ?? [])] : undefined,
    };
  });
}
