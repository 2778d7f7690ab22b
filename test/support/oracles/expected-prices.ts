/** What the prices of the fixture's cards must be, worked out anew from the raw files by the rules as they are written. */
import type { FixtureUpstream } from '../sources/fixture-upstream.ts';

interface RawIds {
  cardmarket?: number;
  tcgplayer?: number;
}
interface RawPrinting {
  type: string;
  subtype?: string;
  size: string;
  stamp?: string[];
  foil?: string;
  thirdParty?: RawIds;
}
export interface RawCard {
  id: string;
  name: string;
  thirdParty?: RawIds;
  variants_detailed?: RawPrinting[];
}
interface RawUsd {
  productId: number;
  subTypeName: string;
  marketPrice: number | null;
  lowPrice: number | null;
  highPrice: number | null;
}
type RawEur = { idProduct: number } & Record<string, number | null | undefined>;
interface RawVariant {
  condition: string;
  printing: string;
  price: number | null;
}
interface JustPage {
  data: { tcgplayerId: string; variants: RawVariant[] }[];
  meta: { hasMore: boolean };
}

/** One day of all files. */
export interface RawDay {
  day: string;
  usd: RawUsd[];
  eur: RawEur[];
  conditions: { id: number; sub_type: string; condition: string; price: number | null }[];
}

/** Amounts by day of one series: `NM` and the other conditions, or `plain` and `holo` for EUR. */
export type Expected = Map<string, Map<string, (number | null)[]>>;

const CODES: Record<string, string> = {
  'Near Mint': 'NM',
  'Lightly Played': 'LP',
  'Moderately Played': 'MP',
  'Heavily Played': 'HP',
  Damaged: 'DMG',
};
const cents = (amount: number | null | undefined) => (amount ? Math.round(amount * 100) : null);

/** Reads every file of the day that the upstream stands at. */
export async function readDay({ base, json }: FixtureUpstream, day: string, groups: number[]): Promise<RawDay> {
  const usd: RawUsd[] = [];
  for (const group of groups) {
    usd.push(...(await json<{ results: RawUsd[] }>(`${base}/tcgcsv/tcgplayer/3/${group}/prices`)).results);
  }
  const guide = await json<{ priceGuides: RawEur[] }>(
    `${base}/cardmarket/productCatalog/priceGuide/price_guide_6.json`,
  );
  const conditions: RawDay['conditions'] = [];
  for (let offset = 0, more = true; more; offset += 100) {
    const page = await json<JustPage>(`${base}/justtcg/v1/cards?game=pokemon&limit=100&offset=${offset}`);
    for (const { tcgplayerId, variants } of page.data) {
      for (const { condition, printing, price } of variants) {
        const code = CODES[condition];
        if (code) conditions.push({ id: Number(tcgplayerId), sub_type: printing, condition: code, price });
      }
    }
    more = page.meta.hasMore;
  }
  return { day, usd, eur: guide.priceGuides, conditions };
}

/** Of a printing that a card names twice, the first speaks for both. */
const isRepeated = ({ variants_detailed = [] }: RawCard, index: number) =>
  variants_detailed.slice(0, index).some((other) => JSON.stringify(other) === JSON.stringify(variants_detailed[index]));

/** Builds the expectation day by day, oldest first. */
export class ExpectedPrices {
  /** By `card id/index of the printing in the file`. */
  readonly printings = new Map<string, Expected>();
  readonly #cards: RawCard[];
  readonly #names: Record<keyof RawIds, Map<number, Set<string>>> = { cardmarket: new Map(), tcgplayer: new Map() };
  /** Cards that have it on a printing: of several none reads it, unless evidence names one, which these files hold none of. */
  readonly #cardsOf: Record<keyof RawIds, Map<number, Set<string>>> = { cardmarket: new Map(), tcgplayer: new Map() };
  readonly #subTypes = new Map<number, Set<string>>();

  constructor(cards: RawCard[]) {
    this.#cards = cards;
    for (const card of cards) {
      for (const market of ['cardmarket', 'tcgplayer'] as const) {
        for (const ids of [card.thirdParty, ...(card.variants_detailed ?? []).map((printing) => printing.thirdParty)]) {
          const id = ids?.[market];
          if (id === undefined) continue;
          const names = this.#names[market].get(id) ?? new Set();
          this.#names[market].set(id, names.add(card.name));
        }
        for (const printing of card.variants_detailed ?? []) {
          const id = (printing.thirdParty ?? card.thirdParty)?.[market];
          if (id === undefined) continue;
          this.#cardsOf[market].set(id, (this.#cardsOf[market].get(id) ?? new Set()).add(card.id));
        }
      }
    }
  }

  addDay({ day, usd, eur, conditions }: RawDay): void {
    const usdRows = new Map(usd.map((row) => [`${row.productId}/${row.subTypeName}`, row]));
    const eurRows = new Map(eur.map((row) => [row.idProduct, row]));
    const conditionRows = Map.groupBy(conditions, (row) => `${row.id}/${row.sub_type}`);
    for (const { productId, subTypeName } of usd) {
      this.#subTypes.set(productId, (this.#subTypes.get(productId) ?? new Set()).add(subTypeName));
    }
    for (const card of this.#cards) {
      for (const [index, printing] of (card.variants_detailed ?? []).entries()) {
        if (isRepeated(card, index)) continue;
        const place = `${card.id}/${index}`;
        const product = this.#usdProduct(card, printing);
        const row = product && usdRows.get(product);
        if (row) this.#put(place, 'NM', day, [row.marketPrice, row.lowPrice, row.highPrice]);
        for (const { condition, price } of (product && conditionRows.get(product)) || []) {
          const hasNm = this.printings.get(place)?.has('NM');
          if (price === null || (condition === 'NM' && hasNm)) continue;
          this.#put(place, condition, day, [price, null, null]);
        }
        const half = this.#eurSide(card, printing);
        const guide = half && eurRows.get(half.id);
        if (guide) {
          const columns = ['avg', 'low', 'trend', 'avg-holo', 'low-holo', 'trend-holo'];
          this.#put(
            place,
            half.kind,
            day,
            columns.map((column) => guide[column]),
          );
        }
      }
    }
  }

  /** Nothing waits: the eight amounts of the sample that move 50-fold are lowest offers that fell by themselves. */
  #put(place: string, series: string, day: string, raw: (number | null | undefined)[]): void {
    const amounts = raw.map(cents);
    if (amounts.every((amount) => amount === null)) return;
    const expected: Expected = this.printings.get(place) ?? new Map();
    this.printings.set(place, expected);
    expected.set(series, (expected.get(series) ?? new Map()).set(day, amounts));
  }

  #idOf(card: RawCard, printing: RawPrinting, market: keyof RawIds): number | undefined {
    const id = (printing.thirdParty ?? card.thirdParty)?.[market];
    if (id === undefined || (this.#names[market].get(id)?.size ?? 0) > 1) return undefined;
    return (this.#cardsOf[market].get(id)?.size ?? 0) > 1 ? undefined : id;
  }

  #usdProduct(card: RawCard, printing: RawPrinting): string | undefined {
    const id = this.#idOf(card, printing, 'tcgplayer');
    if (id === undefined) return undefined;
    const names = this.#subTypeNames(printing).filter((name) => this.#subTypes.get(id)?.has(name));
    return names.length === 1 ? `${id}/${names[0]}` : undefined;
  }

  #subTypeNames({ type, stamp }: RawPrinting): string[] {
    const first = stamp?.includes('1st-edition');
    if (type === 'reverse') return ['Reverse Holofoil'];
    if (type === 'holo') return first ? ['1st Edition Holofoil'] : ['Holofoil', 'Unlimited Holofoil'];
    return first ? ['1st Edition'] : ['Normal', 'Unlimited'];
  }

  #eurSide(card: RawCard, printing: RawPrinting): { id: number; kind: 'plain' | 'holo' } | undefined {
    const id = this.#idOf(card, printing, 'cardmarket');
    if (id === undefined) return undefined;
    const sharers = (card.variants_detailed ?? []).filter((other) => this.#idOf(card, other, 'cardmarket') === id);
    if (sharers.length === 1) return { id, kind: 'plain' };
    if (printing.type === 'reverse' && sharers.length === 2) return { id, kind: 'holo' };
    const oddness = ({ type, subtype, stamp, foil }: RawPrinting) =>
      (subtype ? 1000 : 0) + (stamp?.length ?? 0) * 10 + (foil ? 1 : 0) + (type === 'reverse' ? 100_000 : 0);
    const [plainest] = sharers.toSorted((a, b) => oddness(a) - oddness(b));
    return plainest === printing ? { id, kind: 'plain' } : undefined;
  }
}
