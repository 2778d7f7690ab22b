/** What the drop-in says of a card beside what its record has word for word: prices of the ordinary printing alone, kinds that its name tells. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Card, Variant } from '../../../src/catalog/records.ts';
import { pokemontcg } from '../../../src/games/pokemon/pokemontcg.ts';

const SET = { id: 'base1', name: 'Base', series: 'Base', releaseDate: '' };

/** A printing in the words of a record, its amounts in cents; null where the market has none. */
function printing(type: string, usd: number | null, eur: number | null, more: Partial<Variant> = {}): Variant {
  return {
    ...{ type, size: 'standard', subtype: null, stamps: [], foil: null },
    external_ids: { tcgplayer: usd, cardmarket: eur },
    usd_market:
      usd === null ? [] : [{ condition: 'NM', market: usd, low: null, high: null, observed_on: '2026-05-01' }],
    eur_market: { trend: eur, observed_on: eur === null ? null : '2026-05-01' },
    ...more,
  } as Variant;
}

interface Shown {
  subtypes?: string[];
  tcgplayer?: { prices: Record<string, { market: number }> };
  cardmarket?: { prices: { trendPrice: number } };
}

const shown = (fields: Partial<Card>, metadata: object = {}) =>
  pokemontcg.cardOf(
    {
      ...{ id: 'base1-1', expansion_id: 'base1', number: '1', name: 'Nameless', category: 'Pokemon', rarity: 'Promo' },
      metadata: { stage: 'Basic', abilities: [], attacks: [], types: [], dex_numbers: [], legality: {}, ...metadata },
      variants: [],
      ...fields,
    } as unknown as Card,
    SET,
    '',
  ) as Shown;

function amounts(variants: Variant[]) {
  const { tcgplayer, cardmarket } = shown({ variants });
  const usd = Object.entries(tcgplayer?.prices ?? {}).map(([kind, { market }]) => [kind, market]);
  return { usd: Object.fromEntries(usd), eur: cardmarket?.prices.trendPrice };
}

suite('the drop-in’s prices', () => {
  test('are those of the ordinary printing: where it has none they are absent, whatever another costs', () => {
    const stamped = printing('normal', 900, 800, { stamps: ['worlds-2024'] });
    assert.deepEqual(amounts([printing('normal', null, 200), stamped]), { usd: {}, eur: 2 });
    assert.deepEqual(amounts([stamped, printing('normal', 300, null)]), { usd: { normal: 3 }, eur: undefined });
    assert.deepEqual(amounts([stamped]), { usd: { normal: 9 }, eur: 8 }, 'alone it is the ordinary one');
  });

  test('of Shadowless never stand under a plain name beside those of Unlimited', () => {
    const first = printing('holo', 90000, null, { subtype: 'shadowless', stamps: ['1st-edition'] });
    const shadowless = printing('holo', 7000, 7100, { subtype: 'shadowless' });
    const unlimited = (usd: number | null, eur: number | null) => printing('holo', usd, eur, { subtype: 'unlimited' });
    const [holo, usd] = ['1stEditionHolofoil', 900];
    assert.deepEqual(amounts([shadowless, unlimited(2000, 2100), first]), {
      usd: { unlimitedHolofoil: 20, [holo]: usd },
      eur: 21,
    });
    assert.deepEqual(amounts([shadowless, unlimited(null, null), first]), { usd: { [holo]: usd }, eur: undefined });
  });

  test('stand under each finish that is ordinary', () => {
    const variants = [printing('reverse', 300, null), printing('holo', 200, 250), printing('normal', 100, null)];
    assert.deepEqual(amounts(variants), { usd: { normal: 1, holofoil: 2, reverseHolofoil: 3 }, eur: 2.5 });
  });
});

test('kinds that a name tells stand in subtypes where the source does not say them', () => {
  const subtypes = (name: string, metadata: object = {}) => shown({ name }, metadata).subtypes;
  assert.deepEqual(subtypes('Oricorio ex'), ['Basic', 'ex']);
  assert.deepEqual(subtypes('Mega Diancie ex'), ['Basic', 'ex', 'MEGA']);
  assert.deepEqual(subtypes('M Beedrill-EX', { stage: 'MEGA' }), ['MEGA', 'EX']);
  assert.deepEqual(subtypes('Charizard GX', { stage: 'Stage2' }), ['Stage 2', 'GX']);
  assert.deepEqual(subtypes('Venusaur & Snivy GX'), ['Basic', 'TAG TEAM', 'GX']);
  assert.deepEqual(subtypes('Radiant Eevee'), ['Basic', 'Radiant']);
  assert.deepEqual(subtypes('Gengar LV.X'), ['Basic', 'Level-Up']);
  assert.deepEqual(subtypes('Gengar LV.X', { stage: 'LEVEL-UP' }), ['Level-Up']);
  assert.deepEqual(subtypes('Unown V'), ['Basic']);
  assert.deepEqual(subtypes('Charizard ex', { attributes: { suffix: 'ex' } }), ['Basic', 'ex']);
});

test('a card is found by what is printed after its name', () => {
  const card = { id: 'dpp-DP37', name: 'Dialga', number: 'DP37', metadata: { stage: 'LEVEL-UP' } } as Card;
  const expansion = { id: 'dpp' } as Parameters<typeof pokemontcg.further>[1];
  assert.deepEqual(pokemontcg.further(card, expansion, '').name, ['Dialga LV.X']);
});
