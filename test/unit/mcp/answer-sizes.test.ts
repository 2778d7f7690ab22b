/** What tools answer of a card with more printings than any reader needs at once: about 2,000 tokens, and which are left. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getCard, getPrices } from '../../../mcp/card-tools.ts';
import { explainPrice } from '../../../mcp/market-tools.ts';
import type { Ask, Tool } from '../../../mcp/tool.ts';

const CHARACTERS_MAX = 8000;
const CONDITIONS = ['NM', 'LP', 'MP', 'HP', 'DMG'];
const DAYS = Array.from({ length: 60 }, (_, at) => `2026-01-${at}`);
const days = [7, 30, 90, 365].map((count) => ({
  days: count,
  change: { ratio: 0.0357730080433719 },
  lowest: 22_503,
  highest: 23_308,
  median: 22_503,
}));
const printings = Array.from({ length: 20 }, (_, at) => ({
  id: at,
  ...{ type: 'holo', subtype: 'unlimited', size: 'standard', stamps: [`stamp-of-a-championship-${at}`], foil: null },
}));
const series = printings.flatMap(({ id: _, ...variant }) =>
  [...CONDITIONS, undefined].map((condition) => ({
    ...{ variant, ...(condition && { condition }), currency: condition ? 'USD' : 'EUR' },
    ...{ now: 23_308, observed_on: '2026-07-08', windows: days },
    points: DAYS.map((day) => ({ day, last: 23_308 })),
  })),
);
const side = {
  ...{ marketplace: 'tcgplayer', meaning: 'the row is sold as this kind of printing', held: [], other_cards: [] },
  prices: CONDITIONS.map((condition) => ({
    source: 'usd_market',
    observed_on: '2026-07-08',
    condition,
    market: 23_308,
  })),
};
const trend = { source: 'eur_market', observed_on: '2026-07-08', price_kind: 'plain', trend: 23_308 };
const ANSWERS: Readonly<Record<string, object>> = {
  '/v1/cards/x': {
    ...{ id: 'x', name: 'Vultwick', number: '2', rarity: 'Rare', illustrator: 'A', category: 'C', game: 'game' },
    ...{ expansion_id: 'fl1', image: null },
    variants: printings.map((printing) => ({
      ...printing,
      usd_market: CONDITIONS.map((condition) => ({ condition, market: 23_308 })),
      eur_market: { price_kind: 'plain', trend: 23_308 },
    })),
  },
  '/v1/cards/x/stats': { series },
  '/v1/cards/x/chart': { series },
  '/v1/cards/x/explain': {
    ...{ card_id: 'x', name: 'Vultwick' },
    variants: printings.map(({ id }) => ({
      variant: `stamp-of-a-championship-${id}`,
      usd_market: side,
      eur_market: { ...side, prices: [trend] },
    })),
  },
  '/v1/expansions': { items: [{ id: 'fl1', name: 'First Light' }] },
};
const ask = (async ({ path }) => ANSWERS[path] ?? assert.fail(path)) as Ask;

test('a card of twenty printings in every condition fits, and says by which names the others are asked for', async () => {
  for (const tool of [getCard, getPrices, explainPrice] satisfies Tool[]) {
    const told = (await tool.run({ card_id: 'x' }, ask)) as { note?: string };
    const { length } = JSON.stringify(told);
    assert.ok(length <= CHARACTERS_MAX, `${tool.name}: ${length}`);
    assert.match(
      told.note ?? '',
      /^Further printings, to be asked by variant.*stamp-of-a-championship-19\.$/,
      tool.name,
    );
  }
});

test('of two printings alike in name the second bears #2 in its statistics and histories too', async () => {
  const alike = [printings[0], { ...printings[0], id: 1, subtype: null, foil: 'unlimited' }].map((each) => ({
    ...(each as (typeof printings)[number]),
    stamps: [],
  }));
  const answers: Readonly<Record<string, object>> = {
    ...ANSWERS,
    '/v1/cards/x': {
      ...ANSWERS['/v1/cards/x'],
      variants: alike.map((each) => ({ ...each, usd_market: [], eur_market: {} })),
    },
  };
  const told = alike.map(({ id: _, ...variant }) => ({ ...series[0], variant }));
  const askAlike = (async ({ path }) =>
    /(stats|chart)$/.test(path) ? { series: told } : (answers[path] ?? assert.fail(path))) as Ask;
  const card = (await getCard.run({ card_id: 'x' }, askAlike)) as Record<string, { variant: string }[]>;
  const history = (await getPrices.run({ card_id: 'x' }, askAlike)) as Record<string, { variant: string }[]>;
  const names = card.printings?.map(({ variant }) => variant);
  assert.deepEqual(new Set(names), new Set(['holo:unlimited', 'holo:unlimited#2']));
  for (const list of [card.statistics, history.series])
    assert.deepEqual(
      list?.map(({ variant }) => variant),
      names,
    );
});
