/** The printings of each card, as collectors tell them apart, and the products they are sold as. */
import { hash, type Random } from '../random.ts';
import type { DemoExpansion } from './expansions.ts';

/** One printing. Printings with equal product ids are rows of one product, as on the real marketplaces. */
export interface DemoPrinting {
  type: 'normal' | 'reverse' | 'holo';
  subtype?: string;
  size: 'standard' | 'jumbo';
  stamps: readonly string[];
  foil?: string;
  usdProduct: number;
  eurProduct: number | undefined;
  /** Sub-type under which the USD marketplace prices it. */
  usdSubType: string;
  /** What it costs against the card's plainest printing. */
  worth: number;
}

type Sketch = Pick<DemoPrinting, 'type'> & Partial<Pick<DemoPrinting, 'subtype' | 'size' | 'stamps' | 'foil'>>;

const WORTH: Record<string, number> = { normal: 1, holo: 1.6, reverse: 1.35 };
const OWN_PRODUCT_WORTH = 2.4;
/** Room for the products of one card; a card has fewer printings than that. */
const PRODUCTS_PER_CARD = 10;
const USD_PRODUCTS_FROM = 610_000;
const EUR_PRODUCTS_FROM = 820_000;
const FOILS = ['ripple', 'lattice', 'aurora', 'cinder'] as const;

/** The first Vultwick, the face of the game: printed in every way there is. */
const SIGNATURE_CARD = 'fl1-2';

/** Which printings a rarity has, before the extras. */
function plainPrintings(rarity: string, expansion: DemoExpansion, flagsOnly: boolean): Sketch[] {
  if (rarity === 'Common' || rarity === 'Uncommon') return [{ type: 'normal' }, { type: 'reverse' }];
  if (rarity === 'Rare')
    return expansion.series === 'fl' && !flagsOnly
      ? [{ type: 'normal' }, { type: 'holo' }, { type: 'reverse' }]
      : [{ type: 'holo' }, { type: 'reverse' }];
  if (rarity === 'Promo') return [{ type: 'holo' }];
  return [{ type: 'holo', ...(rarity === 'Luminous Rare' || flagsOnly ? {} : { foil: 'aurora' }) }];
}

function extraPrintings(id: string, rarity: string, expansion: DemoExpansion, random: Random): Sketch[] {
  if (id === SIGNATURE_CARD)
    return [
      { type: 'reverse' },
      { type: 'holo', stamps: ['1st-edition'] },
      { type: 'holo', stamps: ['prerelease'] },
      { type: 'holo', stamps: ['prerelease', 'staff'] },
      { type: 'holo', size: 'jumbo' },
    ];
  const extras: Sketch[] = [];
  const main = rarity === 'Common' || rarity === 'Uncommon' ? 'normal' : 'holo';
  if (expansion.id === 'fl1' && random.chance(0.45)) extras.push({ type: main, stamps: ['1st-edition'] });
  if (random.chance(0.13)) extras.push({ type: main, stamps: ['prerelease'] });
  if (random.chance(0.1)) extras.push({ type: 'reverse', foil: random.pick(FOILS) });
  if (random.chance(0.08))
    extras.push({ type: main, stamps: ['lantern-festival'], ...(random.chance(0.4) ? { foil: 'ripple' } : {}) });
  if (rarity === 'Promo' && random.chance(0.6)) extras.push({ type: 'holo', stamps: ['harbour-league'] });
  if (rarity === 'Promo' && random.chance(0.3)) extras.push({ type: 'holo', size: 'jumbo' });
  if (rarity === 'Gilded Rare' && random.chance(0.3)) extras.push({ type: 'holo', size: 'jumbo' });
  if (random.chance(0.03)) extras.push({ type: 'normal', subtype: 'matte-back' });
  return extras;
}

const baseSubType = (type: DemoPrinting['type']) =>
  type === 'normal' ? 'Normal' : type === 'holo' ? 'Holofoil' : 'Reverse Holofoil';

/**
 * Products of a card: its plain printings and first edition share the USD product, told apart by sub-type; on the EUR side a
 * plain printing and its reverse share one product, and a printing beside them has its own. `position` is the card's among
 * all.
 */
export function printingsOf(
  id: string,
  expansion: DemoExpansion,
  rarity: string,
  flagsOnly: boolean,
  random: Random,
  position: number,
): DemoPrinting[] {
  const first = position * PRODUCTS_PER_CARD;
  const sketches = [
    ...plainPrintings(rarity, expansion, flagsOnly),
    ...(flagsOnly ? [] : extraPrintings(id, rarity, expansion, random)),
  ];
  const isFirst = (sketch: Sketch) => sketch.stamps?.includes('1st-edition') === true;
  const hasFirst = sketches.some(isFirst);
  let own = 0;
  let eurOwn = 0;
  return sketches.map((sketch, index): DemoPrinting => {
    const extra =
      sketch.subtype !== undefined ||
      sketch.size === 'jumbo' ||
      sketch.stamps !== undefined ||
      (sketch.foil !== undefined && index > 0);
    const shared = !extra || isFirst(sketch);
    const sub = baseSubType(sketch.type);
    const edition = isFirst(sketch) ? '1st Edition' : 'Unlimited';
    const usdSubType =
      hasFirst && shared && sketch.type !== 'reverse' ? (sub === 'Normal' ? edition : `${edition} ${sub}`) : sub;
    const besides = extra || (sketch.type === 'holo' && sketches[0]?.type === 'normal');
    const unlisted = extra && hash(`unlisted ${id} ${index}`) % 9 === 0;
    return {
      ...sketch,
      size: sketch.size ?? 'standard',
      stamps: sketch.stamps ?? [],
      usdSubType,
      usdProduct: USD_PRODUCTS_FROM + first + (shared ? 0 : ++own),
      eurProduct: unlisted ? undefined : EUR_PRODUCTS_FROM + first + (besides ? ++eurOwn : 0),
      worth: (WORTH[sketch.type] ?? 1) * (extra ? OWN_PRODUCT_WORTH * random.between(0.7, 1.5) : 1),
    };
  });
}
