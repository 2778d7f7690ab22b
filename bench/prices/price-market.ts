/** A made-up market for the price benches: cards with printings, and prices that move from day to day by a fixed seed. */

import { seeded } from '../../demo/random.ts';
import { printingIdentity } from '../../src/catalog/changes.ts';
import { addDays } from '../../src/catalog/days.ts';
import { type CardPriceRow, CONDITIONS } from '../../src/catalog/price-rows.ts';
import { putCards } from '../../src/store/catalog/cards.ts';
import { addVariants } from '../../src/store/catalog/variants.ts';
import type { Store } from '../../src/store/store.ts';

const CARD_CONDITIONS = CONDITIONS.slice(0, 5);
const FIRST_DAY = '2025-01-01';
/** A moved price changes by up to this share, in each of its columns. */
const MOVE_MAX = 0.05;

/** The day with this number; day 0 is the first. */
export const dayName = (number: number): string => addDays(FIRST_DAY, number);

interface Series {
  variant_id: number;
  condition: (typeof CONDITIONS)[number] | undefined;
  amounts: number[];
}

/** What a market is made of. */
export interface MarketSize {
  cards: number;
  variantsPerCard: number;
  /** Conditions per printing, beside its one EUR price. */
  conditions: number;
  /** Share of the series that move on a day. */
  moving: number;
}

/** Cards in a store and their prices of today. */
export class Market {
  readonly cardIds: string[] = [];
  readonly #random = seeded(7);
  readonly #moving: number;
  readonly #series = new Map<string, Series[]>();

  constructor(moving: number) {
    this.#moving = moving;
  }

  get seriesCount(): number {
    return [...this.#series.values()].reduce((count, { length }) => count + length, 0);
  }

  /** Adds cards to the store, each with its series at a price between 10 cents and 100 dollars. */
  async addCards(store: Store, prefix: string, size: Omit<MarketSize, 'moving'>): Promise<void> {
    const ids = Array.from({ length: size.cards }, (_, at) => `${prefix}-${at + 1}`);
    const types = Array.from({ length: size.variantsPerCard }, (_, at) => ({
      type: `type-${at + 1}`,
      subtype: null,
      size: 'standard',
      stamps: [],
      foil: null,
    }));
    await store.write(async (writes) => {
      const variants = await addVariants(
        writes,
        ids.flatMap((card_id) => types.map((type) => ({ card_id, identity: printingIdentity(type), ordinal: 0 }))),
      );
      const byCard = Map.groupBy(variants, ({ card_id }) => card_id);
      const rest = { expansion_id: prefix, sort_date: '', number_sort: '', name: prefix, number: null, digest: '' };
      const rows = ids.map((id) => {
        const own = (byCard.get(id) ?? []).map((variant, at) => ({ id: variant.id, ...types[at] }));
        this.#series.set(
          id,
          own.flatMap((variant) => this.#seriesOf(variant.id, size.conditions)),
        );
        return {
          ...rest,
          id,
          summary: '{}',
          body: JSON.stringify({ id, name: prefix, expansion_id: prefix, variants: own }),
        };
      });
      await putCards(writes, rows);
    });
    this.cardIds.push(...ids);
  }

  /** Lets a day pass and returns the prices of every card. */
  nextDay(): Map<string, CardPriceRow[]> {
    return new Map([...this.#series].map(([id, series]) => [id, series.map((one) => this.#moved(one))]));
  }

  #seriesOf(variant_id: number, conditions: number): Series[] {
    return [...CARD_CONDITIONS.slice(0, conditions), undefined].map((condition) => {
      const price = 10 ** (1 + this.#random() * 3);
      const amounts = Array.from({ length: condition ? 3 : 6 }, () => Math.round(price * (0.5 + this.#random())));
      return { variant_id, condition, amounts };
    });
  }

  #moved({ variant_id, condition, amounts }: Series): CardPriceRow {
    if (this.#random() < this.#moving) {
      for (const [column, cents] of amounts.entries()) {
        amounts[column] = Math.max(1, Math.round(cents * (1 + (this.#random() * 2 - 1) * MOVE_MAX)));
      }
    }
    const [a = null, b = null, c = null, d = null, e = null, f = null] = amounts;
    if (condition) return { variant_id, market: 'usd', condition, amounts: { market: a, low: b, high: c } };
    const eur = { avg: a, low: b, trend: c, avg_holo: d, low_holo: e, trend_holo: f };
    return { variant_id, market: 'eur', price_kind: 'plain', amounts: eur };
  }
}
