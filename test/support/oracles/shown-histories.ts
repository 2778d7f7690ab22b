/** Price histories as plain days, taken from the answers that show them. */
import { historyJson } from '../../../src/api/catalog/prices/price-history.ts';
import type { CardPriceHistory, ProductPriceHistory } from '../../../src/catalog/price-history.ts';
import type { Condition } from '../../../src/catalog/price-rows.ts';
import type { PriceKind, Printing } from '../../../src/catalog/records.ts';
import type { Amounts } from '../../../src/store/prices/observation-codec.ts';
import * as stored from '../../../src/store/prices/price-history.ts';
import type { Reads } from '../../../src/store/store.ts';

/** A day with its amounts in the order of the wire. */
export interface ObservedDay {
  day: string;
  amounts: Amounts;
}

interface ShownVariant<Variant, Kind> {
  variant: Variant;
  usd: { condition: Condition; days: ObservedDay[] }[];
  eur: Kind & { days: ObservedDay[] };
}

interface ShownHistory<Variant, Kind = object> {
  id: string | number;
  game: string;
  variants: ShownVariant<Variant, Kind>[];
}

const daysOf = (history: readonly { observed_on: string }[]): ObservedDay[] =>
  history.map(({ observed_on, ...amounts }) => ({ day: observed_on, amounts: Object.values(amounts) }));

function shown(
  window: stored.Window,
  history: Awaited<ReturnType<typeof stored.cardHistory | typeof stored.productHistory>>,
) {
  if (history === undefined) return undefined;
  const data = JSON.parse(historyJson(window, history)) as CardPriceHistory | ProductPriceHistory;
  const variants = data.variants.map(({ variant, usd_market, eur_market }) => {
    const { currency: _, history: eur, ...kind } = eur_market;
    return {
      variant,
      usd: usd_market.map(({ condition, history }) => ({ condition, days: daysOf(history) })),
      eur: { ...kind, days: daysOf(eur) },
    };
  });
  return { id: history.id, game: history.game, variants };
}

/** What a card's history shows; undefined where there is no such card. */
export const cardHistory = async (reads: Reads, id: string, window: stored.Window) =>
  shown(window, await stored.cardHistory(reads, id, window)) as
    | ShownHistory<Printing, { price_kind: PriceKind }>
    | undefined;

/** What a product's history shows; undefined where there is no such product. */
export const productHistory = async (reads: Reads, id: number, window: stored.Window) =>
  shown(window, await stored.productHistory(reads, id, window)) as ShownHistory<string> | undefined;
