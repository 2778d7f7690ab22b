/** What has to be served of a game's catalog and its prices, and whether what is served is that. */
import assert from 'node:assert/strict';
import type { Card, Expansion, Series, Variant } from '../../../src/catalog/records.ts';
import type { Served } from './walk.ts';

/** What has to be served of a card before the prices, its printings without the ids that only the service knows. */
export type ExpectedCard = Omit<Card, 'variants'> & {
  variants: Omit<Variant, 'id' | 'usd_market' | 'eur_market'>[];
};

/** What has to be served of the upstream as it stands, in any order. */
export interface ExpectedCatalog {
  series: Omit<Series, 'expansions'>[];
  expansions: Expansion[];
  cards: ExpectedCard[];
  /** Records that are quarantined, of whatever kind; 0 where it is not said. */
  aside?: number;
  /** Records that are left out by choice, by the counts that the report tells them in. */
  skipped?: Readonly<Record<string, number>>;
}

/**
 * Amounts in cents, by card, place of the printing on it, and condition or half: `base1-4/0/NM` is market, low and high,
 * `base1-4/0/plain` (or `holo`) the six of the guide.
 */
export type ExpectedAmounts = ReadonlyMap<string, readonly (number | null)[]>;

/** The record as the catalog's source alone determines it. */
export const withoutPrices = ({ variants, ...card }: Card): ExpectedCard => ({
  ...card,
  variants: variants.map(({ id, usd_market, eur_market, ...printing }) => printing),
});

const byId = <Row extends { id: string }>(rows: readonly Row[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Every amount of the day that is served of cards that upstream names, under the keys of the expectation. */
export function amountsOf(
  { cards }: Served,
  { cards: named }: ExpectedCatalog,
  day: string,
): Map<string, (number | null)[]> {
  const amounts = new Map<string, (number | null)[]>();
  for (const { id, variants } of named.flatMap((card) => cards.get(card.id) ?? [])) {
    for (const [at, { usd_market, eur_market }] of variants.entries()) {
      for (const { condition, market, low, high, observed_on } of usd_market)
        if (observed_on === day) amounts.set(`${id}/${at}/${condition}`, [market, low, high]);
      const { price_kind, avg, low, trend, avg_holo, low_holo, trend_holo, observed_on } = eur_market;
      if (price_kind && observed_on === day)
        amounts.set(`${id}/${at}/${price_kind}`, [avg, low, trend, avg_holo, low_holo, trend_holo]);
    }
  }
  return amounts;
}

export function differences(actual: ExpectedAmounts, wanted: ExpectedAmounts): string[] {
  return [...new Set([...actual.keys(), ...wanted.keys()])].flatMap((key) => {
    const [one, other] = [actual.get(key), wanted.get(key)].map((amounts) => JSON.stringify(amounts));
    return one === other ? [] : [`${key}: ${one} instead of ${other}`];
  });
}

/** The expectation without what is held back: a single amount that moves 50-fold may wait for another day that says so. */
export function withoutHeld(
  wanted: ExpectedAmounts,
  before: ExpectedAmounts,
  served: ExpectedAmounts,
): ExpectedAmounts {
  const isJump = (one: number, other: number) => Math.max(one, other) >= 50 * Math.min(one, other);
  return new Map(
    [...wanted].map(([key, row]) => [
      key,
      row.map((amount, at) => {
        const last = before.get(key)?.[at] ?? null;
        const isHeld = amount !== null && last !== null && isJump(amount, last) && served.get(key)?.[at] === null;
        return isHeld ? null : amount;
      }),
    ]),
  );
}

/** The expectation after a day on which `earlier` was served: its printings with those that were there. */
export function gathered(wanted: ExpectedCatalog, earlier: Served): ExpectedCatalog {
  return {
    ...wanted,
    cards: wanted.cards.map((card) => {
      const before = earlier.cards.get(card.id);
      const texts = new Set([card, ...(before ? [withoutPrices(before)] : [])].flatMap(printingTexts));
      return { ...card, variants: [...texts].sort().map((text) => JSON.parse(text)) };
    }),
  };
}

const printingTexts = ({ variants }: ExpectedCard): string[] =>
  variants.map(({ type, subtype, size, stamps, foil, external_ids: { tcgplayer, cardmarket } }) =>
    JSON.stringify({ type, subtype, size, stamps, foil, external_ids: { tcgplayer, cardmarket } }),
  );

/** The same with the printings in the order of what they are, since days add to them. */
export const inOneOrder = ({ cards, ...served }: Served): Served => ({
  ...served,
  cards: new Map(
    [...cards].map(([id, card]) => {
      const at = new Map(printingTexts(withoutPrices(card)).map((text, index) => [text, index]));
      const order = [...at].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, index]) => index);
      return [id, { ...card, variants: order.flatMap((index) => card.variants[index] ?? []) }];
    }),
  ),
});

/** Whether all of what came is there, field by field; nothing else is where `only` says so. */
export function checkCatalog(served: Served, wanted: ExpectedCatalog, only: boolean): void {
  const own = served.series.map(({ expansions, ...series }) => series);
  const came = (ids: readonly { id: string }[]) => new Set(ids.map(({ id }) => id));
  const kept = <Row extends { id: string }>(rows: readonly Row[], wantedRows: readonly { id: string }[]) =>
    only ? rows : rows.filter(({ id }) => came(wantedRows).has(id));
  assert.deepEqual(byId(kept(own, wanted.series)), byId(wanted.series));
  assert.deepEqual(byId(kept(served.expansions, wanted.expansions)), byId(wanted.expansions));
  const summaries = new Map(served.summaries.map((row) => [row.id, row]));
  for (const card of wanted.cards) {
    const { game, id, expansion_id, number, name, rarity, image } = card;
    const { number_normalized, ...shown } = summaries.get(id) ?? {};
    assert.deepEqual(shown, { game, id, expansion_id, number, name, rarity, image });
    const found = served.cards.get(card.id);
    assert.ok(found, `${card.id} is served`);
    assert.deepEqual(withoutPrices(found), card);
  }
  for (const { id, expansions } of served.series) {
    const inOrder = served.expansions.filter(({ series_id }) => series_id === id).map((expansion) => expansion.id);
    assert.deepEqual(
      expansions.map((expansion) => expansion.id),
      inOrder,
    );
  }
  if (only) assert.equal(served.cards.size, wanted.cards.length);
}

/** Whether cards that upstream names no more are served as they were, unless another one answers under their id. */
export function checkKept(served: Served, wanted: ExpectedCatalog, first: Served): void {
  const named = new Set(wanted.cards.map(({ id }) => id));
  const gone = [...first.cards.values()].filter(({ id }) => !named.has(id) && served.cards.has(id));
  const shown = gone.flatMap(({ id }) => served.cards.get(id) ?? []);
  assert.deepEqual(shown.map(withoutPrices), gone.map(withoutPrices));
}
